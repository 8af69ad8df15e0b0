//! A group of lanes, whose games advance together.

use crate::board::BoardSize;

use super::lanes::{Geometry, Lanes, Plane, ROWS, above, around, below};
use super::rows::Rows;
use super::word::{Word, fill, nth};

/// `L` games side by side. *Own* stones are those of the side to move.
#[derive(Clone, Debug)]
pub(super) struct Group<W, const L: usize> {
    pub(super) geometry: Geometry<W>,
    pub(super) own: Plane<W, L>,
    pub(super) opponent: Plane<W, L>,
    /// Points that may not be played this turn: the ko, and plays that turned
    /// out to be suicide.
    pub(super) banned: Plane<W, L>,

    pub(super) empty: Plane<W, L>,
    /// Single-stone chains in atari.
    single: Plane<W, L>,
    /// Stones known to be in a chain with an even liberty, and with an odd one:
    /// own stones first, then the opponent's.
    pub(super) reached: [Plane<W, L>; 4],
    /// Stones known to be in a chain with two liberties.
    pub(super) safe: Plane<W, L>,
    /// Points next to which a play may be legal: empty points, and the stones of
    /// some chains.
    open: Plane<W, L>,
    /// Stones that the play captures.
    pub(super) captured: Plane<W, L>,
    /// The points to draw from.
    candidates: Plane<W, L>,
    /// The number of candidates in this row and those below it.
    counts: Plane<W, L>,

    /// The row of the point drawn, and the point as a bit of that row: zero if
    /// there was no candidate.
    pub(super) drawn_row: Lanes<W, L>,
    pub(super) drawn: Lanes<W, L>,
    /// The lane has a game.
    pub(super) live: Lanes<W, L>,
    /// A point has been drawn, but the effect of the play is not yet known.
    pub(super) pending: Lanes<W, L>,
    /// The side to move is White.
    pub(super) white: Lanes<W, L>,
    /// The last move was a pass.
    pub(super) passed: Lanes<W, L>,
    /// The game is over.
    pub(super) over: Lanes<W, L>,
    pub(super) moves: Lanes<u32, L>,
    random: [Lanes<u32, L>; 4],
}

impl<W: Word, const L: usize> Group<W, L> {
    /// Returns lanes without games.
    pub(super) fn new(size: BoardSize) -> Self {
        let none = Lanes([W::ZERO; L]);
        let plane = [none; ROWS];
        Self {
            geometry: Geometry::new(size),
            own: plane,
            opponent: plane,
            banned: plane,
            empty: plane,
            single: plane,
            reached: [plane; 4],
            safe: plane,
            open: plane,
            captured: plane,
            candidates: plane,
            counts: plane,
            drawn_row: none,
            drawn: none,
            live: none,
            pending: none,
            white: none,
            passed: none,
            over: none,
            moves: Lanes([0; L]),
            random: [Lanes([0; L]); 4],
        }
    }

    /// Starts a game in a lane.
    pub(super) fn start(
        &mut self,
        lane: usize,
        [own, opponent, banned]: [&Rows; 3],
        white: bool,
        seed: [u32; 4],
    ) {
        for row in 0..self.geometry.height {
            self.own[row + 1].0[lane] = W::from_u32(own[row]);
            self.opponent[row + 1].0[lane] = W::from_u32(opponent[row]);
            self.banned[row + 1].0[lane] = W::from_u32(banned[row]);
        }
        self.live.0[lane] = W::ONES;
        self.pending.0[lane] = W::ZERO;
        self.white.0[lane] = W::when(white);
        self.passed.0[lane] = W::ZERO;
        self.over.0[lane] = W::ZERO;
        self.moves.0[lane] = 0;
        for (state, word) in self.random.iter_mut().zip(seed) {
            state.0[lane] = word;
        }
    }

    /// Leaves a lane without a game.
    pub(super) fn clear(&mut self, lane: usize) {
        self.live.0[lane] = W::ZERO;
        self.pending.0[lane] = W::ZERO;
        self.over.0[lane] = W::ZERO;
    }

    /// Makes one step: every lane that is not pending draws a point, which it
    /// plays if the effect is known without a search, or passes if there is no
    /// candidate. Returns the number of pending lanes after the step.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> u32 {
        self.find_empty();
        self.seed_and_sweep_up();
        self.sweep_down();
        self.count_candidates();
        let has_candidates = self.draw();
        self.play_known(&has_candidates);
        self.pending.0.iter().map(|mask| mask.to_u32() & 1).sum()
    }

    #[inline(always)]
    fn find_empty(&mut self) {
        let full = self.geometry.full;
        for row in 1..=self.geometry.height {
            let (own, opponent) = (&self.own[row].0, &self.opponent[row].0);
            let empty = &mut self.empty[row].0;
            for lane in 0..L {
                empty[lane] = full & !(own[lane] | opponent[lane]);
            }
        }
    }

    /// Finds the eyes and the liberties next to each stone, and spreads the marks
    /// for even and odd liberties from the lowest row to the highest.
    #[inline(always)]
    fn seed_and_sweep_up(&mut self) {
        for row in 1..=self.geometry.height {
            let (even, edge) = (self.geometry.even[row], self.geometry.edge[row]);
            let [e0, e1, e2] = around(&self.empty, row);
            let [a0, a1, a2] = around(&self.own, row);
            let [b0, b1, b2] = around(&self.opponent, row);
            let banned = &self.banned[row].0;
            let single = &mut self.single[row].0;
            let candidates = &mut self.candidates[row].0;
            let [a_even, a_odd, b_even, b_odd] = &mut self.reached;
            let (a_even0, a_even) = below(a_even, row);
            let (a_odd0, a_odd) = below(a_odd, row);
            let (b_even0, b_even) = below(b_even, row);
            let (b_odd0, b_odd) = below(b_odd, row);
            for i in 0..L {
                let (own, opponent, empty) = (a1[i], b1[i], e1[i]);
                let (left, right, down, up) = (empty.left(), empty.right(), e0[i], e2[i]);
                let one = left | right | down | up;
                let two = (left & right) | (down & up) | ((left | right) & (down | up));
                let own_beside = own.beside() | a0[i] | a2[i];
                let opponent_beside = opponent.beside() | b0[i] | b2[i];
                single[i] = ((own & !own_beside) | (opponent & !opponent_beside)) & !two;

                let (d0, d1, d2, d3) = (b0[i].left(), b0[i].right(), b2[i].left(), b2[i].right());
                let diagonal = d0 | d1 | d2 | d3;
                let diagonals = (d0 & d1) | (d2 & d3) | ((d0 | d1) & (d2 | d3));
                let eye = !(one | opponent_beside | diagonals | (diagonal & edge));
                candidates[i] = empty & !eye & !banned[i];

                // The liberties of a stone on an even point are odd.
                let sees_odd = (one & even) | two;
                let sees_even = (one & !even) | two;
                a_even[i] = fill(own & (sees_even | a_even0[i]), own);
                a_odd[i] = fill(own & (sees_odd | a_odd0[i]), own);
                b_even[i] = fill(opponent & (sees_even | b_even0[i]), opponent);
                b_odd[i] = fill(opponent & (sees_odd | b_odd0[i]), opponent);
            }
        }
    }

    /// Spreads the marks from the highest row to the lowest, and finds the
    /// safe stones.
    #[inline(always)]
    fn sweep_down(&mut self) {
        for row in (1..=self.geometry.height).rev() {
            let (own, opponent) = (&self.own[row].0, &self.opponent[row].0);
            let (empty, single) = (&self.empty[row].0, &self.single[row].0);
            let safe = &mut self.safe[row].0;
            let open = &mut self.open[row].0;
            let [a_even, a_odd, b_even, b_odd] = &mut self.reached;
            let (a_even, a_even2) = above(a_even, row);
            let (a_odd, a_odd2) = above(a_odd, row);
            let (b_even, b_even2) = above(b_even, row);
            let (b_odd, b_odd2) = above(b_odd, row);
            for i in 0..L {
                let (own, opponent) = (own[i], opponent[i]);
                a_even[i] = fill(a_even[i] | (own & a_even2[i]), own);
                a_odd[i] = fill(a_odd[i] | (own & a_odd2[i]), own);
                b_even[i] = fill(b_even[i] | (opponent & b_even2[i]), opponent);
                b_odd[i] = fill(b_odd[i] | (opponent & b_odd2[i]), opponent);
                let safe_opponent = b_even[i] & b_odd[i];
                safe[i] = (a_even[i] & a_odd[i]) | safe_opponent;
                open[i] = empty[i] | (own & !single[i]) | (opponent & !safe_opponent);
            }
        }
    }

    /// Removes the plays that are certainly suicide and counts the rest.
    #[inline(always)]
    fn count_candidates(&mut self) {
        for row in 1..=self.geometry.height {
            let [o0, o1, o2] = around(&self.open, row);
            let candidates = &mut self.candidates[row].0;
            let (counts0, counts) = below(&mut self.counts, row);
            for i in 0..L {
                candidates[i] &= o1[i].beside() | o0[i] | o2[i];
                counts[i] = counts0[i].plus(candidates[i].count());
            }
        }
    }

    /// Draws a candidate in every lane that has one and is not pending. Returns
    /// the mask of the lanes that have candidates.
    #[inline(always)]
    fn draw(&mut self) -> Lanes<W, L> {
        let height = self.geometry.height;
        let total = &self.counts[height].0;
        let mut number = Lanes([W::ZERO; L]);
        let mut has_candidates = Lanes([W::ZERO; L]);
        let [s0, s1, s2, s3] = &mut self.random;
        for i in 0..L {
            let has = total[i] != W::ZERO;
            has_candidates.0[i] = W::when(has);
            let draws = u32::when(has & (self.live.0[i] & !self.pending.0[i] != W::ZERO));
            let old = [s0.0[i], s1.0[i], s2.0[i], s3.0[i]];
            let (random, new) = xoshiro128_plus_plus(old);
            // The high half of the product of two 32-bit numbers, computed from
            // their halves.
            let total = total[i].to_u32();
            let low = ((random & 0xffff) * total) >> 16;
            let product = low + (random >> 16) * total;
            number.0[i] = W::from_u32(product >> 16);
            s0.0[i] = u32::select(draws, new[0], old[0]);
            s1.0[i] = u32::select(draws, new[1], old[1]);
            s2.0[i] = u32::select(draws, new[2], old[2]);
            s3.0[i] = u32::select(draws, new[3], old[3]);
        }
        self.find(&number);
        has_candidates
    }

    /// Finds the candidate with this number, in every lane that is not
    /// pending.
    #[inline(always)]
    fn find(&mut self, number: &Lanes<W, L>) {
        let mut row_of = Lanes([W::ZERO; L]);
        let mut before = Lanes([W::ZERO; L]);
        let mut points = Lanes([W::ZERO; L]);
        for row in 1..=self.geometry.height {
            let here = W::from_u32(row as u32);
            let candidates = &self.candidates[row].0;
            let counts0 = &self.counts[row - 1].0;
            for i in 0..L {
                // Uses masks because the compiler would not remove branches here.
                let reached = W::when(counts0[i] <= number.0[i]);
                row_of.0[i] = W::select(reached, here, row_of.0[i]);
                before.0[i] = W::select(reached, counts0[i], before.0[i]);
                points.0[i] = W::select(reached, candidates[i], points.0[i]);
            }
        }
        for i in 0..L {
            let point = nth(points.0[i], number.0[i].minus(before.0[i]));
            let pending = self.pending.0[i];
            self.drawn_row.0[i] = W::select(pending, self.drawn_row.0[i], row_of.0[i]);
            self.drawn.0[i] = W::select(pending, self.drawn.0[i], point);
        }
    }

    /// Makes the plays whose effect is known and passes in lanes without
    /// candidates. The other lanes become pending.
    #[inline(always)]
    fn play_known(&mut self, has_candidates: &Lanes<W, L>) {
        let mut doubts = [W::ZERO; L];
        let mut lives = [W::ZERO; L];
        let mut effect = Effect::nothing();
        for row in 1..=self.geometry.height {
            let near = self.near(row);
            let (own, opponent) = (&self.own[row].0, &self.opponent[row].0);
            let (empty, single) = (&self.empty[row].0, &self.single[row].0);
            let safe = &self.safe[row].0;
            let captured = &mut self.captured[row].0;
            for i in 0..L {
                let (near, own, empty) = (near.0[i], own[i], empty[i]);
                let beside = near & opponent[i];
                captured[i] = beside & single[i];
                doubts[i] |= beside & !(safe[i] | single[i]);
                lives[i] |= (near & (empty | (own & safe[i]))) | captured[i];
                effect.add(i, near & (own | empty), captured[i]);
            }
        }
        let mut ended = Lanes([W::ZERO; L]);
        for i in 0..L {
            let draws = self.live.0[i] & !self.pending.0[i];
            let known = W::when(doubts[i] == W::ZERO) & W::when(lives[i] != W::ZERO);
            ended.0[i] = draws & (known | !has_candidates.0[i]);
            self.pending.0[i] |= draws & has_candidates.0[i] & !known;
        }
        self.end_turns(&ended, &effect);
    }

    /// Returns the points of a row that are next to the point drawn.
    #[inline(always)]
    pub(super) fn near(&self, row: usize) -> Lanes<W, L> {
        let here = W::from_u32(row as u32);
        let mut near = Lanes([W::ZERO; L]);
        for i in 0..L {
            let (row, point) = (self.drawn_row.0[i], self.drawn.0[i]);
            let same = W::when(row == here);
            let next = W::when(row.plus(W::from_u32(1)) == here)
                | W::when(row == here.plus(W::from_u32(1)));
            near.0[i] = (same & point.beside()) | (next & point);
        }
        near
    }

    /// Ends the turns of some lanes: removes the captured stones, places the
    /// new ones, sets the ko bans and swaps the sides. A lane that drew no point
    /// passes.
    #[inline(always)]
    pub(super) fn end_turns(&mut self, ended: &Lanes<W, L>, effect: &Effect<W, L>) {
        for row in 1..=self.geometry.height {
            let here = W::from_u32(row as u32);
            let (own, opponent) = (&mut self.own[row].0, &mut self.opponent[row].0);
            let banned = &mut self.banned[row].0;
            let captured = &self.captured[row].0;
            for i in 0..L {
                let ended = ended.0[i];
                let stone = self.drawn.0[i] & W::when(self.drawn_row.0[i] == here);
                let placed = own[i] | stone;
                let left = opponent[i] & !captured[i];
                own[i] = W::select(ended, left, own[i]);
                opponent[i] = W::select(ended, placed, opponent[i]);
                banned[i] = W::select(ended, captured[i] & effect.is_ko(i), banned[i]);
            }
        }
        let cap = self.geometry.cap;
        for i in 0..L {
            let ended = ended.0[i];
            let moves = self.moves.0[i] + (ended.to_u32() & 1);
            self.moves.0[i] = moves;
            let pass = ended & W::when(self.drawn.0[i] == W::ZERO);
            self.over.0[i] |= (pass & self.passed.0[i]) | (ended & W::when(moves >= cap));
            self.passed.0[i] = W::select(ended, pass, self.passed.0[i]);
            self.white.0[i] = W::select(ended, !self.white.0[i], self.white.0[i]);
        }
    }
}

/// The captures of the plays drawn, collected row by row.
pub(super) struct Effect<W, const L: usize> {
    /// The OR, over the rows, of the neighbours that are empty or own stones.
    free: [W; L],
    /// The OR, over the rows, of the captured stones.
    pub(super) taken: [W; L],
    /// Nonzero if more than one stone is captured.
    many: [W; L],
}

impl<W: Word, const L: usize> Effect<W, L> {
    #[inline(always)]
    pub(super) fn nothing() -> Self {
        Self {
            free: [W::ZERO; L],
            taken: [W::ZERO; L],
            many: [W::ZERO; L],
        }
    }

    /// Adds a row of a lane.
    #[inline(always)]
    pub(super) fn add(&mut self, lane: usize, free: W, captured: W) {
        self.free[lane] |= free;
        self.many[lane] |= (captured & captured.minus(W::from_u32(1)))
            | W::when((captured != W::ZERO) & (self.taken[lane] != W::ZERO));
        self.taken[lane] |= captured;
    }

    /// Returns the mask of a possible ko: at most one stone is captured, and no
    /// neighbour of the new stone is empty or a friendly stone. The captured
    /// stone, if any, may then not be retaken at once.
    #[inline(always)]
    pub(super) fn is_ko(&self, lane: usize) -> W {
        W::when(self.free[lane] | self.many[lane] == W::ZERO)
    }
}

/// Returns the next number of xoshiro128++ 1.0 (Blackman and Vigna, 2019) and
/// the state after it.
#[inline(always)]
fn xoshiro128_plus_plus(state: [u32; 4]) -> (u32, [u32; 4]) {
    let [mut s0, mut s1, mut s2, mut s3] = state;
    let number = s0.wrapping_add(s3).rotate_left(7).wrapping_add(s0);
    let shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = s3.rotate_left(11);
    (number, [s0, s1, s2, s3])
}
