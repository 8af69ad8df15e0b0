//! One playout, turn by turn.

use crate::board::{ByColor, Color, Point, PointSet, SizedBoard};
use crate::playout::candidates::Verdict;
use crate::playout::cpu::{self, Processor, Work};
use crate::playout::take_turns;
use crate::random::RandomStream;

use super::TacticalPolicy;
use super::patterns::Patterns;
use super::watch::Watch;

/// Where a playout begins.
#[derive(Clone, Copy)]
pub(crate) struct SizedStart<'a, const W: usize, const N: usize> {
    /// The position.
    pub(crate) board: &'a SizedBoard<W, N>,
    /// Who moves first.
    pub(crate) to_move: Color,
    /// The last move and the one before it; a pass is nowhere.
    pub(crate) last: [Option<Point>; 2],
    /// Where the ko rule forbids to take back.
    pub(crate) ko: Option<Point>,
}

/// Plays tactical playouts, and shows how the last one ended.
#[derive(Clone)]
pub(crate) struct Tactical<const W: usize, const N: usize> {
    policies: ByColor<TacticalPolicy>,
    patterns: &'static Patterns,
    pub(super) board: SizedBoard<W, N>,
    pub(super) watch: Watch<W, N>,
    /// As `watch` is on the empty board.
    empty_watch: Watch<W, N>,
    ko: Option<Point>,
    pub(super) last: [Option<Point>; 2],
    /// The points that each colour was the first to play on.
    first: ByColor<PointSet<W>>,
    moves: u32,
}

impl<const W: usize, const N: usize> Tactical<W, N> {
    /// Playouts on boards of this size, where both colours follow the same
    /// rules of thumb.
    pub(crate) fn new(board: &SizedBoard<W, N>, policy: TacticalPolicy) -> Self {
        let empty_watch = Watch::new(board.size());
        Self {
            policies: ByColor {
                black: policy,
                white: policy,
            },
            patterns: Patterns::table(),
            board: board.clone(),
            watch: empty_watch.clone(),
            empty_watch,
            ko: None,
            last: [None; 2],
            first: ByColor::default(),
            moves: 0,
        }
    }

    /// Changes what a colour follows from now on.
    pub(crate) const fn set_policy(&mut self, color: Color, policy: TacticalPolicy) {
        match color {
            Color::Black => self.policies.black = policy,
            Color::White => self.policies.white = policy,
        }
    }

    /// Plays to the end.
    pub(crate) fn play(&mut self, from: SizedStart<'_, W, N>, stream: &mut RandomStream) {
        self.begin(from);
        self.moves = cpu::run(ToTheEnd {
            playout: self,
            to_move: from.to_move,
            stream,
        });
    }

    /// The board at the end.
    pub(crate) const fn board(&self) -> &SizedBoard<W, N> {
        &self.board
    }

    /// The points that each colour was the first to play on.
    pub(crate) const fn first(&self) -> &ByColor<PointSet<W>> {
        &self.first
    }

    /// The number of moves, the two passes at the end included.
    pub(crate) const fn moves(&self) -> u32 {
        self.moves
    }

    pub(super) fn begin(&mut self, from: SizedStart<'_, W, N>) {
        self.board.clone_from(from.board);
        self.watch.clone_from(&self.empty_watch);
        self.watch.begin(&self.board);
        for (moves_ago, last) in from.last.into_iter().enumerate() {
            let Some(last) = last else { continue };
            let around = self.board.stones_around(last).map(|(_, stone)| stone);
            for stone in around.chain([last]) {
                if self.board.last_liberty(stone).is_some() {
                    self.watch.remember_atari(moves_ago, stone);
                }
            }
        }
        self.ko = from.ko;
        self.last = from.last;
        self.first = ByColor::default();
    }

    /// Plays a point, or passes and says so by `false`.
    #[inline(always)]
    pub(super) fn turn<P: Processor>(&mut self, color: Color, stream: &mut RandomStream) -> bool {
        let chosen = self.choose::<P>(color, stream);
        if let Some(point) = chosen {
            self.place(color, point);
        } else {
            self.watch.next_turn();
            self.ko = None;
        }
        self.last = [chosen, self.last[0]];
        chosen.is_some()
    }

    #[inline(always)]
    pub(super) fn choose<P: Processor>(
        &mut self,
        color: Color,
        stream: &mut RandomStream,
    ) -> Option<Point> {
        let chances = stream.bits();
        let policy = self.policies[color];
        if policy.ataris
            && chances as u8 >= policy.skip_ataris
            && let Some(point) = self.capture_or_escape::<P>(color, stream)
        {
            return Some(point);
        }
        if policy.patterns
            && (chances >> 8) as u8 >= policy.skip_patterns
            && let Some(point) = self.pattern_move(color, chances >> 16, stream)
        {
            return Some(point);
        }
        self.uniform_move::<P>(color, chances >> 16, stream)
    }

    /// A capture, or an escape from atari, of the chains that fell into atari
    /// at the last two moves.
    #[inline(always)]
    fn capture_or_escape<P: Processor>(
        &self,
        color: Color,
        stream: &mut RandomStream,
    ) -> Option<Point> {
        let mut answers = PointSet::<W>::EMPTY;
        for stone in self.watch.ataris() {
            let Some(owner) = self.board.at(stone) else {
                continue;
            };
            let Some(liberty) = self.board.last_liberty(stone) else {
                continue;
            };
            if owner == color {
                self.add_escapes(color, stone, liberty, &mut answers);
            } else {
                answers.insert(liberty);
            }
        }
        if let Some(ko) = self.ko {
            answers.remove(ko);
        }
        answers.draw(stream.bits(), P::select)
    }

    /// Adds the ways out for an own chain in atari: to capture a chain next to
    /// it, and to extend to two liberties.
    fn add_escapes(&self, color: Color, stone: Point, liberty: Point, answers: &mut PointSet<W>) {
        for own in self.board.chain_stones(stone) {
            for (other, at) in self.board.stones_around(own) {
                if other != color
                    && let Some(capture) = self.board.last_liberty(at)
                {
                    answers.insert(capture);
                }
            }
        }
        if !self.board.joined_by(color, liberty).is_in_atari() {
            answers.insert(liberty);
        }
    }

    /// A point around the last two moves that matches a pattern.
    #[inline(always)]
    fn pattern_move(
        &mut self,
        color: Color,
        chances: u64,
        stream: &mut RandomStream,
    ) -> Option<Point> {
        let mut matching = [0; 16];
        let mut len = 0;
        for last in self.last.into_iter().flatten() {
            for index in SizedBoard::<W, N>::surroundings(self.board.size(), last) {
                // No branch: what does not match is written over.
                matching[len & 15] = index as u16;
                let is_match = self.patterns.matches(self.watch.code(index));
                len += usize::from(is_match & self.board.is_empty(index));
            }
        }
        while len > 0 {
            let drawn = ((u128::from(stream.bits()) * len as u128) >> 64) as usize;
            let point = Point::from_index(usize::from(matching[drawn & 15]));
            if self.judge(color, point) == Verdict::Playable
                && !self.is_rejected(color, point, chances)
            {
                return Some(point);
            }
            len -= 1;
            matching[drawn & 15] = matching[len & 15];
        }
        None
    }

    /// A point drawn uniformly.
    #[inline(always)]
    fn uniform_move<P: Processor>(
        &mut self,
        color: Color,
        chances: u64,
        stream: &mut RandomStream,
    ) -> Option<Point> {
        loop {
            let candidates = self.watch.candidates.of(color);
            let point = candidates.draw(stream.bits(), P::select)?;
            match self.judge(color, point) {
                Verdict::Playable if !self.is_rejected(color, point, chances) => {
                    return Some(point);
                }
                Verdict::Pruned => {}
                _ => return self.uniform_move_without::<P>(color, point, chances, stream),
            }
        }
    }

    /// As [`uniform_move`](Self::uniform_move), when this point cannot be
    /// played now but stays a candidate.
    fn uniform_move_without<P: Processor>(
        &mut self,
        color: Color,
        point: Point,
        chances: u64,
        stream: &mut RandomStream,
    ) -> Option<Point> {
        let mut left = *self.watch.candidates.of(color) - PointSet::single(point);
        loop {
            let point = left.draw(stream.bits(), P::select)?;
            if self.judge(color, point) == Verdict::Playable
                && !self.is_rejected(color, point, chances)
            {
                return Some(point);
            }
            left.remove(point);
        }
    }

    /// Whether the point may be played.
    #[inline(always)]
    fn judge(&mut self, color: Color, point: Point) -> Verdict {
        self.watch
            .candidates
            .judge(&self.board, color, point, self.ko)
    }

    /// The play is self-atari, and the policy has none of it.
    ///
    /// A lone stone is thrown in by chance; more stones are never given away.
    #[inline(always)]
    fn is_rejected(&self, color: Color, point: Point, chances: u64) -> bool {
        self.policies[color].self_ataris
            && !self.board.has_two_empty_neighbours(point)
            && self.is_bad_self_atari(color, point, chances)
    }

    fn is_bad_self_atari(&self, color: Color, point: Point, chances: u64) -> bool {
        let joined = self.board.joined_by(color, point);
        if !joined.is_in_atari() || self.board.captures(color, point) {
            return false;
        }
        joined.stones > 1 || chances as u8 >= self.policies[color].throw_in
    }

    /// Puts the stone on the board.
    #[inline(always)]
    fn place(&mut self, color: Color, point: Point) {
        if !self.first[!color].contains(point) {
            self.first[color].insert(point);
        }
        let around = SizedBoard::<W, N>::surroundings(self.board.size(), point);
        self.watch.next_turn();
        self.watch.place(color, point, around);
        let removed = self.board.place_watched(color, point, &mut self.watch);
        self.ko = self.board.ko_after(point, &removed.captured);
    }
}

struct ToTheEnd<'a, const W: usize, const N: usize> {
    playout: &'a mut Tactical<W, N>,
    to_move: Color,
    stream: &'a mut RandomStream,
}

impl<const W: usize, const N: usize> Work for ToTheEnd<'_, W, N> {
    /// The number of moves.
    type Output = u32;

    #[inline(always)]
    fn run<P: Processor>(self) -> u32 {
        let size = self.playout.board.size();
        take_turns(size, self.to_move, |color| {
            self.playout.turn::<P>(color, self.stream)
        })
    }
}
