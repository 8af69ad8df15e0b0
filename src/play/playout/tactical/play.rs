//! Plays a tactical playout turn by turn.

use crate::playout::candidates::{DrawTurn, PointVerdict, draw_playable};
use crate::playout::cpu::{self, Kernel, Processor};
use crate::playout::{PlayoutStart, TakeTurn, take_turns};
use ponnuki_core::board::{ByColor, Color, Point, PointSet, SizedBoard};
use ponnuki_core::random::RandomStream;

use super::TacticalPolicy;
use super::chase::chases;
use super::local_state::LocalState;
use super::nakade;
use super::patterns::Patterns;

/// Plays tactical playouts and holds the end of the last one.
#[derive(Clone)]
pub(crate) struct Tactical<const W: usize, const N: usize> {
    policy: TacticalPolicy,
    patterns: Patterns,
    pub(super) board: SizedBoard<W, N>,
    pub(super) local: LocalState<W, N>,
    ko: Option<Point>,
    pub(super) last: [Option<Point>; 2],
    /// For each colour, the points that it played on before the opponent.
    first: ByColor<PointSet<W>>,
    moves: u32,
    /// The vital point of the stones that the last move captured, or the move before
    /// it, and how many turns it may still be played.
    vital: Option<(Point, u8)>,
}

impl<const W: usize, const N: usize> Tactical<W, N> {
    /// Returns a player of playouts on boards of this size.
    pub(crate) fn new(board: &SizedBoard<W, N>, policy: TacticalPolicy) -> Self {
        Self {
            policy,
            patterns: Patterns::table(),
            board: board.clone(),
            local: LocalState::new(board),
            ko: None,
            last: [None; 2],
            first: ByColor::default(),
            moves: 0,
            vital: None,
        }
    }

    /// Plays from the start to the end of the game.
    pub(crate) fn play(
        &mut self,
        start: PlayoutStart<&SizedBoard<W, N>>,
        stream: &mut RandomStream,
    ) {
        self.reset(start);
        self.finish(start.to_move, stream);
    }

    /// Like [`play`](Self::play), but draws at random only points of this region and
    /// those around captures.
    pub(crate) fn play_within(
        &mut self,
        start: PlayoutStart<&SizedBoard<W, N>>,
        region: &PointSet<W>,
        stream: &mut RandomStream,
    ) {
        self.reset(start);
        self.local.candidates.keep(region);
        self.finish(start.to_move, stream);
    }

    fn finish(&mut self, to_move: Color, stream: &mut RandomStream) {
        self.moves = cpu::dispatch(Turns {
            playout: self,
            to_move,
            stream,
        });
    }

    /// Returns the board at the end of the last playout.
    pub(crate) const fn board(&self) -> &SizedBoard<W, N> {
        &self.board
    }

    /// Returns, for each colour, the points that it played on before the
    /// opponent in the last playout.
    pub(crate) const fn first(&self) -> &ByColor<PointSet<W>> {
        &self.first
    }

    /// Returns the number of moves of the last playout, including passes.
    pub(crate) const fn moves(&self) -> u32 {
        self.moves
    }

    /// Sets everything up for a playout from this start.
    pub(super) fn reset(&mut self, start: PlayoutStart<&SizedBoard<W, N>>) {
        self.board.clone_from(start.board);
        self.local = LocalState::new(&self.board);
        for last in start.last.into_iter().rev() {
            self.local.next_turn();
            let Some(last) = last else { continue };
            let board = &self.board;
            let around = Color::BOTH
                .into_iter()
                .flat_map(|color| board.stones_next_to(color, last));
            for stone in around.chain([last]) {
                if self.board.last_liberty(stone).is_some() {
                    self.local.remember_atari(stone);
                }
            }
        }
        self.ko = start.ko;
        self.last = start.last;
        self.first = ByColor::default();
        self.vital = None;
    }

    /// Chooses the point to play, or `None` if none is playable.
    ///
    /// Vital points come first, then ataris, chases, patterns and the draw from all
    /// points. One random number decides all chances of a turn: its lowest byte those of
    /// ataris, the next those of patterns, then those of throw-ins and of chases.
    /// Its highest bits make the first draw from all playable points, so they must
    /// decide nothing else.
    #[inline(always)]
    pub(super) fn choose<P: Processor>(
        &mut self,
        color: Color,
        stream: &mut RandomStream,
    ) -> Option<Point> {
        let chances = stream.bits();
        let policy = self.policy;
        if policy.nakade
            && let Some(point) = self.vital_move(color, chances)
        {
            return Some(point);
        }
        if policy.ataris
            && chances as u8 >= policy.skip_ataris
            && let Some(point) = self.capture_or_escape::<P>(color, stream)
        {
            return Some(point);
        }
        if policy.chases
            && (chances >> 24) as u8 >= policy.skip_chases
            && let Some(point) = self.chase::<P>(color, stream)
        {
            return Some(point);
        }
        if policy.patterns
            && (chances >> 8) as u8 >= policy.skip_patterns
            && let Some(point) = self.pattern_move::<P>(color, chances, stream)
        {
            return Some(point);
        }
        self.uniform_move::<P>(color, chances, stream)
    }

    /// Plays at the vital point of the stones that the opponent has just captured, or
    /// that this colour captured if the opponent has left it.
    #[inline(always)]
    fn vital_move(&mut self, color: Color, chances: u64) -> Option<Point> {
        let (point, turns) = self.vital?;
        self.vital = (turns > 1).then_some((point, turns - 1));
        let is_free = self.board.empty().contains(point);
        (is_free && self.judge(color, point, chances) == PointVerdict::Playable).then(|| {
            self.vital = None;
            point
        })
    }

    /// Captures or saves a chain that fell into atari at the last two moves.
    #[inline(always)]
    fn capture_or_escape<P: Processor>(
        &self,
        color: Color,
        stream: &mut RandomStream,
    ) -> Option<Point> {
        let mut answers = PointSet::<W>::EMPTY;
        for stone in self.local.ataris() {
            let Some(liberty) = self.board.last_liberty_if_stone(stone) else {
                continue;
            };
            if self.board.holds(color, stone) {
                self.add_escapes(color, stone, liberty, &mut answers);
            } else {
                answers.extend([liberty]);
            }
        }
        if let Some(ko) = self.ko {
            answers.remove(ko);
        }
        if answers.is_empty() {
            return None;
        }
        answers.draw(stream.bits(), P::select)
    }

    /// Adds the moves that save a friendly chain in atari: captures of chains
    /// next to it, and its extension to two liberties or more.
    #[inline(always)]
    fn add_escapes(&self, color: Color, stone: Point, liberty: Point, answers: &mut PointSet<W>) {
        for own in self.board.chain_stones(stone) {
            answers.extend(self.board.captures_next_to(!color, own));
        }
        if !self.board.joined_by(color, liberty).is_in_atari() {
            answers.extend([liberty]);
        }
    }

    /// Chases the chain of the opponent's last move.
    #[inline(always)]
    fn chase<P: Processor>(&self, color: Color, stream: &mut RandomStream) -> Option<Point> {
        let mut moves = chases(&self.board, color, self.last[0]?);
        if let Some(ko) = self.ko {
            moves.remove(ko);
        }
        if moves.is_empty() {
            return None;
        }
        moves.draw(stream.bits(), P::select)
    }

    /// Draws from the points around the last two moves that match a pattern.
    #[inline(always)]
    fn pattern_move<P: Processor>(
        &mut self,
        color: Color,
        chances: u64,
        stream: &mut RandomStream,
    ) -> Option<Point> {
        // The matches around the last move are in the lower half.
        let mut matches = 0;
        for last in self.last.into_iter().rev() {
            let around = last.map_or(0, |last| self.matches_around(last));
            matches = matches << 16 | u64::from(around);
        }
        while matches != 0 {
            let len = matches.count_ones();
            let drawn = (u128::from(stream.bits()) * u128::from(len)) >> 64;
            let bit = P::select(matches, drawn as u32);
            if let Some(last) = self.last[bit as usize / 16 % 2] {
                let surroundings = SizedBoard::<W, N>::surroundings(self.board.size(), last);
                let point = Point::from_index(surroundings[bit as usize / 2 % 8]);
                if self.judge(color, point, chances) == PointVerdict::Playable {
                    return Some(point);
                }
            }
            matches &= !(1 << bit);
        }
        None
    }

    /// Returns the empty points around a point that match a pattern, as a mask in
    /// which bit `2 * i` stands for the `i`-th point around.
    #[inline(always)]
    fn matches_around(&self, point: Point) -> u16 {
        let mut matches = 0;
        for (place, code) in self.board.codes_around(point).into_iter().enumerate() {
            matches |= u16::from(self.patterns.matches(code)) << (2 * place);
        }
        matches & self.board.around(point.index()).empty_places()
    }

    /// Draws uniformly from the playable points that are not rejected.
    #[inline(always)]
    fn uniform_move<P: Processor>(
        &mut self,
        color: Color,
        chances: u64,
        stream: &mut RandomStream,
    ) -> Option<Point> {
        let mut turn = TacticalTurn {
            playout: self,
            color,
            chances,
        };
        draw_playable::<P, W>(chances, &mut turn, stream)
    }

    /// Judges an empty point by the rules of the game and by the policy, which
    /// rejects self-atari.
    #[inline(always)]
    fn judge(&mut self, color: Color, point: Point, chances: u64) -> PointVerdict {
        // Most points pass this test, and no other is needed for them: such a play
        // is neither suicide, nor an eye, nor the ko, nor self-atari.
        if self.board.has_two_empty_neighbours(point) {
            return PointVerdict::Playable;
        }
        let candidates = &mut self.local.candidates;
        match candidates.judge(&self.board, color, point, self.ko) {
            PointVerdict::Playable if self.is_rejected(color, point, chances) => {
                PointVerdict::NotNow
            }
            verdict => verdict,
        }
    }

    /// Returns whether the policy rejects a legal play on a point with at most one empty
    /// neighbour.
    #[inline(always)]
    fn is_rejected(&self, color: Color, point: Point, chances: u64) -> bool {
        let policy = &self.policy;
        if !policy.self_ataris {
            return false;
        }
        let is_bad = self.is_bad_self_atari(color, point, chances);
        if !policy.nakade {
            return is_bad;
        }
        if is_bad {
            !nakade::kills_by_sacrifice(&self.board, color, point)
        } else {
            nakade::fills_false_eye(&self.board, color, point)
        }
    }

    /// Returns whether the play on a point with at most one empty neighbour is
    /// self-atari that the policy rejects.
    ///
    /// A lone stone may be thrown in by chance; larger chains are never put
    /// into atari.
    #[inline(always)]
    fn is_bad_self_atari(&self, color: Color, point: Point, chances: u64) -> bool {
        let joined = self.board.joined_by(color, point);
        if !joined.is_in_atari() {
            return false;
        }
        let is_thrown_in = ((chances >> 16) as u8) < self.policy.throw_in;
        !(joined.is_lone & is_thrown_in) && !self.board.captures(color, point)
    }

    #[inline(always)]
    fn place(&mut self, color: Color, point: Point) {
        let is_first = !self.first[!color].contains(point);
        self.first[color].insert_if(point, is_first);
        self.local.next_turn();
        self.local.candidates.place(color, point);
        let removed = self.board.place_observed(color, point, &mut self.local);
        self.ko = self.board.ko_after(point, &removed.captured);
        if self.policy.nakade
            && let Some(point) = nakade::vital_after(&removed.captured, self.board.size())
        {
            self.vital = Some((point, 2));
        }
    }
}

impl<const W: usize, const N: usize> TakeTurn for Tactical<W, N> {
    #[inline(always)]
    fn turn<P: Processor>(&mut self, color: Color, stream: &mut RandomStream) -> bool {
        let chosen = self.choose::<P>(color, stream);
        if let Some(point) = chosen {
            self.place(color, point);
        } else {
            self.local.next_turn();
            self.ko = None;
        }
        self.last = [chosen, self.last[0]];
        chosen.is_some()
    }
}

struct Turns<'a, const W: usize, const N: usize> {
    playout: &'a mut Tactical<W, N>,
    to_move: Color,
    stream: &'a mut RandomStream,
}

impl<const W: usize, const N: usize> Kernel for Turns<'_, W, N> {
    /// The number of moves.
    type Output = u32;

    #[inline(always)]
    fn run<P: Processor>(self) -> u32 {
        let size = self.playout.board.size();
        take_turns::<P>(size, self.to_move, self.playout, self.stream)
    }
}

/// A turn of one colour that draws uniformly.
struct TacticalTurn<'a, const W: usize, const N: usize> {
    playout: &'a mut Tactical<W, N>,
    color: Color,
    /// The random bits by which the policy decides.
    chances: u64,
}

impl<const W: usize, const N: usize> DrawTurn<W> for TacticalTurn<'_, W, N> {
    #[inline(always)]
    fn candidates(&self) -> &PointSet<W> {
        self.playout.local.candidates.points(self.color)
    }

    #[inline(always)]
    fn judge(&mut self, point: Point) -> PointVerdict {
        self.playout.judge(self.color, point, self.chances)
    }
}
