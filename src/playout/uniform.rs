//! Playouts one game at a time, on the rules core itself: every move is placed
//! by the board that also plays real games.
//!
//! What a move costs is less the work than the branches that the processor
//! guesses wrong, some 20 cycles each; on 9x9 a move takes about 65 ns in all
//! (2.6 GHz Zen 4).
//! So the tricks are these:
//!
//! - *Draw and reject* (as libEGO does, here with a set for each colour): draw
//!   from [`Candidates`], a superset of the playable points, and draw again
//!   when the point turns out not to be playable. That is exactly uniform over
//!   the playable points. Points that stay unplayable for a while leave the
//!   set, which keeps it at 1.3 draws a move.
//! - *Draw from a bitboard without a loop*: count the bits of all words, scale
//!   a random number to the count by a multiplication, pick the word by
//!   conditional moves and its n-th bit by `pdep` where the processor has it
//!   ([`cpu`]). The bias is one part in 2^64 / points.
//! - *Most points need one look*: an empty point is the chain of its empty
//!   neighbours ([`SizedBoard`]), and where there is one the play is neither
//!   suicide nor an eye nor the ko. So are 54 of 100 drawn points. The others
//!   are told by their four neighbours, all at once.
//! - *A straight line for the common move*:
//!   [`place_watched`](SizedBoard::place_watched) branches only where a second
//!   own chain is joined (18 of 100 moves) or a chain has at most one liberty
//!   left (35 of 100).
//! - *Superko after the fact*: the simple ko is one point. Longer repetitions
//!   are so rare that a play is placed first; if the board was there before
//!   (see [`Seen`]), it is put back by placing all stones anew.
//!
//! Tried without gain: a copy of the code for each colour, sets of points in
//! whole vectors instead of single words, and a play's judgement and atari
//! tests by vectors.

use std::ops::Range;

use crate::board::{Board, OnSized, SizedBoard};
use crate::color::{ByColor, Color};
use crate::eye::is_true_eye;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::random::RandomStream;
use crate::score::owned;

use super::candidates::Candidates;
use super::cpu::{self, Processor, Work};
use super::seen::Seen;
use super::{Playout, PlayoutCore, PlayoutKo, SinglePlayouts, Tally};

/// Playouts from a position.
pub(super) fn playouts(board: &Board, to_move: Color, ko: PlayoutKo) -> Box<dyn SinglePlayouts> {
    board.on_sized(Start { to_move, ko })
}

struct Start {
    to_move: Color,
    ko: PlayoutKo,
}

impl OnSized for Start {
    type Output = Box<dyn SinglePlayouts>;

    fn run<const W: usize, const N: usize>(self, board: &SizedBoard<W, N>) -> Self::Output {
        Box::new(Uniform::new(board, self.to_move, self.ko))
    }
}

/// Plays one game at a time.
#[derive(Clone)]
struct Uniform<const W: usize, const N: usize> {
    start: SizedBoard<W, N>,
    to_move: Color,
    ko: PlayoutKo,
    /// Where the first move may not be played.
    ban: Option<Point>,
    board: SizedBoard<W, N>,
    candidates: Candidates<W, N>,
    seen: Seen,
    /// Where the ko rule forbids to take back.
    ko_point: Option<Point>,
}

impl<const W: usize, const N: usize> PlayoutCore for Uniform<W, N> {
    fn run(&mut self, seed: u64, numbers: Range<u64>) -> Tally {
        cpu::run(Batch {
            uniform: self,
            seed,
            numbers,
        })
    }
}

impl<const W: usize, const N: usize> SinglePlayouts for Uniform<W, N> {
    fn ban_first(&mut self, ban: Option<Point>) {
        self.ban = ban;
    }

    fn last_area(&self) -> ByColor<PointSet> {
        let board = &self.board;
        owned(board.size(), board.points(), board.stones()).map(PointSet::resized)
    }
}

struct Batch<'a, const W: usize, const N: usize> {
    uniform: &'a mut Uniform<W, N>,
    seed: u64,
    numbers: Range<u64>,
}

impl<const W: usize, const N: usize> Work for Batch<'_, W, N> {
    type Output = Tally;

    #[inline(always)]
    fn run<P: Processor>(self) -> Tally {
        let mut tally = Tally::default();
        for number in self.numbers {
            let mut stream = RandomStream::new(self.seed, number);
            tally.add(self.uniform.play::<P>(&mut stream));
        }
        tally
    }
}

/// What becomes of a point that was drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// It may be played, if superko does not forbid it.
    Playable,
    /// It may not, and is no candidate for now.
    Pruned,
    /// It may not in this turn.
    NotNow,
}

impl<const W: usize, const N: usize> Uniform<W, N> {
    fn new(board: &SizedBoard<W, N>, to_move: Color, ko: PlayoutKo) -> Self {
        let size = board.size();
        Self {
            start: board.clone(),
            to_move,
            ko,
            ban: None,
            board: board.clone(),
            candidates: Candidates::new(size, *board.empty()),
            seen: Seen::new(),
            ko_point: None,
        }
    }

    /// Plays one playout.
    #[inline(always)]
    fn play<P: Processor>(&mut self, stream: &mut RandomStream) -> Playout {
        self.begin();
        let cap = 3 * self.board.size().area() as u32;
        let mut color = self.to_move;
        let mut moves = 0;
        let mut passes = 0;
        while moves < cap && passes < 2 {
            moves += 1;
            passes = if self.turn::<P>(color, stream) {
                0
            } else {
                passes + 1
            };
            color = !color;
        }
        let area = owned(self.board.size(), self.board.points(), self.board.stones());
        Playout {
            moves,
            margin: area.black.len() as i32 - area.white.len() as i32,
            hash: self.board.hash().value(),
        }
    }

    fn begin(&mut self) {
        self.board.clone_from(&self.start);
        self.candidates = Candidates::new(self.board.size(), *self.board.empty());
        self.ko_point = self.ban;
        if self.ko == PlayoutKo::Positional {
            self.seen.clear();
            self.seen.is_new(self.board.hash().value());
        }
    }

    /// Plays a point, or passes and says so by `false`.
    #[inline(always)]
    fn turn<P: Processor>(&mut self, color: Color, stream: &mut RandomStream) -> bool {
        loop {
            let candidates = self.candidates.of(color);
            let Some(point) = candidates.draw(stream.bits(), P::select) else {
                self.ko_point = None;
                return false;
            };
            match self.judge(color, point) {
                Verdict::Playable if self.place(color, point) => return true,
                Verdict::Pruned => {}
                _ => return self.turn_without::<P>(color, point, stream),
            }
        }
    }

    /// As [`turn`](Self::turn), when this point cannot be played now but stays
    /// a candidate.
    fn turn_without<P: Processor>(
        &mut self,
        color: Color,
        point: Point,
        stream: &mut RandomStream,
    ) -> bool {
        let mut left = *self.candidates.of(color) - PointSet::single(point);
        loop {
            let Some(point) = left.draw(stream.bits(), P::select) else {
                self.ko_point = None;
                return false;
            };
            if self.judge(color, point) == Verdict::Playable && self.place(color, point) {
                return true;
            }
            left.remove(point);
        }
    }

    /// The point is neither suicide nor an own true eye nor the ko.
    #[inline(always)]
    fn judge(&mut self, color: Color, point: Point) -> Verdict {
        if self.board.has_empty_neighbour(point) {
            return Verdict::Playable;
        }
        if self.board.connects_or_captures(color, point) {
            if is_true_eye(&self.board, color, point) {
                self.candidates.prune_eye(color, point);
                return Verdict::Pruned;
            }
            return if self.ko_point == Some(point) {
                Verdict::NotNow
            } else {
                Verdict::Playable
            };
        }
        if self.board.is_enclosed_by(!color, point) {
            self.candidates.prune(color, point);
            return Verdict::Pruned;
        }
        Verdict::NotNow
    }

    /// Puts the stone on the board, unless superko forbids it.
    #[inline(always)]
    fn place(&mut self, color: Color, point: Point) -> bool {
        let corners = self.board.corners(point);
        self.candidates.place(color, point, corners);
        let removed = self.board.place_watched(color, point, &mut self.candidates);
        self.ko_point = None;
        if !removed.captured.is_empty()
            && self.board.is_lone_in_atari(point)
            && removed.captured.len() == 1
        {
            self.ko_point = removed.captured.first();
        }
        if self.ko == PlayoutKo::Positional && !self.seen.is_new(self.board.hash().value()) {
            self.take_back(color, point, &removed.captured);
            return false;
        }
        true
    }

    /// Puts the board back to what it was before a play that superko forbids.
    /// This is so rare that it may be slow.
    #[cold]
    fn take_back(&mut self, color: Color, point: Point, captured: &PointSet<W>) {
        let mut stones = *self.board.stones();
        stones[color].remove(point);
        stones[!color] |= *captured;
        self.board = SizedBoard::with_stones(self.board.size(), &stones);
        self.candidates = Candidates::new(self.board.size(), *self.board.empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eye::{EyeRule, true_eyes};
    use crate::game::{Game, Move};
    use crate::komi::Komi;
    use crate::point::BoardSize;
    use crate::random::chi_square_is_likely;
    use crate::rules::{KoRule, Preset, Rules};

    const SEED: u64 = 1;

    type Small = Uniform<2, 128>;

    /// A playout and a game that makes the same moves.
    struct Twins<const W: usize, const N: usize> {
        playout: Uniform<W, N>,
        game: Game,
        stream: RandomStream,
    }

    impl<const W: usize, const N: usize> Twins<W, N> {
        fn new(size: BoardSize, ko: PlayoutKo, number: u64) -> Self {
            let rules = Rules {
                ko: match ko {
                    PlayoutKo::Simple => KoRule::Simple,
                    PlayoutKo::Positional => KoRule::Positional,
                },
                ..Preset::Cgos.rules()
            };
            let mut playout = Uniform::new(&SizedBoard::new(size), Color::Black, ko);
            playout.begin();
            Self {
                playout,
                game: Game::new(size, rules, Komi::default()),
                stream: RandomStream::new(SEED, number),
            }
        }

        /// What the colour to move may be drawn to play, by the game.
        fn playable(&self) -> PointSet {
            let color = self.game.to_move();
            self.game.legal_points(color)
                - true_eyes(self.game.board(), color, EyeRule::EnemyDiagonals)
        }

        /// What it may be drawn to play, by the playout.
        fn accepted(&self) -> PointSet {
            let color = self.game.to_move();
            self.playout
                .candidates
                .of(color)
                .iter()
                .filter(|&point| {
                    let mut trial = self.playout.clone();
                    trial.judge(color, point) == Verdict::Playable && trial.place(color, point)
                })
                .collect()
        }

        /// Makes a move on both. No move is a pass.
        fn turn(&mut self) {
            let color = self.game.to_move();
            let before: PointSet = self.playout.board.empty().resized();
            let own: PointSet = self.playout.board.stones()[color].resized();
            let played = self.playout.turn::<cpu::Any>(color, &mut self.stream);
            let now: PointSet = self.playout.board.stones()[color].resized();
            let point = ((now - own) & before).first();
            assert_eq!(played, point.is_some());
            let action = point.map_or(Move::Pass, Move::Play);
            self.game.play(color, action).expect("a legal move");
            assert_eq!(self.playout.board.hash(), self.game.board().hash());
            assert!(self.playout.board.is_consistent());
        }

        fn is_over(&self) -> bool {
            let passes = |turn: &crate::Turn| turn.action == Move::Pass;
            self.game.turns().len() == 3 * self.game.size().area()
                || matches!(self.game.turns(), [.., a, b] if passes(a) && passes(b))
        }
    }

    fn playouts_play_by_the_game<const W: usize, const N: usize>(size: BoardSize, number: u64) {
        for ko in [PlayoutKo::Simple, PlayoutKo::Positional] {
            for number in 0..number {
                let mut twins = Twins::<W, N>::new(size, ko, number);
                while !twins.is_over() {
                    assert_eq!(
                        twins.accepted(),
                        twins.playable(),
                        "{:?}",
                        twins.game.board()
                    );
                    twins.turn();
                }
                let mut again = Uniform::<W, N>::new(&SizedBoard::new(size), Color::Black, ko);
                let playout = again.play::<cpu::Any>(&mut RandomStream::new(SEED, number));
                assert_eq!(playout.moves as usize, twins.game.turns().len());
                assert_eq!(playout.hash, twins.game.board().hash().value());
                let margin = twins.game.area().margin();
                assert!((f64::from(playout.margin) - margin).abs() < f64::EPSILON);
            }
        }
    }

    #[test]
    fn playouts_play_what_the_game_allows() {
        let size = |width, height| BoardSize::new(width, height).unwrap();
        playouts_play_by_the_game::<1, 64>(size(1, 1), 2);
        playouts_play_by_the_game::<1, 64>(size(2, 2), 20);
        playouts_play_by_the_game::<1, 64>(size(1, 7), 20);
        playouts_play_by_the_game::<1, 64>(size(3, 3), 100);
        playouts_play_by_the_game::<1, 64>(size(5, 4), 100);
        playouts_play_by_the_game::<2, 128>(size(9, 9), 30);
        playouts_play_by_the_game::<3, 256>(size(13, 13), 6);
        playouts_play_by_the_game::<6, 512>(size(19, 19), 2);
        playouts_play_by_the_game::<11, 1024>(size(25, 25), 1);
    }

    #[test]
    fn every_processor_plays_the_same() {
        for length in [5, 9, 13, 19] {
            let board = Board::new(BoardSize::square(length).unwrap());
            let chosen = playouts(&board, Color::White, PlayoutKo::Positional).run(SEED, 0..50);
            let any = board.on_sized(OnAnyProcessor);
            assert_eq!(any, chosen);
        }
    }

    struct OnAnyProcessor;

    impl OnSized for OnAnyProcessor {
        type Output = Tally;

        fn run<const W: usize, const N: usize>(self, board: &SizedBoard<W, N>) -> Tally {
            let mut uniform = Uniform::new(board, Color::White, PlayoutKo::Positional);
            let batch = Batch {
                uniform: &mut uniform,
                seed: SEED,
                numbers: 0..50,
            };
            Work::run::<cpu::Any>(batch)
        }
    }

    /// A position after captures where superko forbids what is no simple ko,
    /// or where the simple ko forbids.
    fn position_with_a_ban(ko: PlayoutKo) -> Twins<2, 128> {
        for number in 0.. {
            let size = BoardSize::new(7, 7).unwrap();
            let mut twins: Twins<2, 128> = Twins::new(size, ko, number);
            while !twins.is_over() {
                twins.turn();
                let color = twins.game.to_move();
                let captures =
                    twins.game.captures(Color::Black) + twins.game.captures(Color::White);
                let is_banned = twins.game.forbidden(color).any(|(point, reason)| match ko {
                    PlayoutKo::Simple => reason == crate::IllegalMove::Ko,
                    PlayoutKo::Positional => {
                        matches!(reason, crate::IllegalMove::Superko { .. })
                            && twins.playout.ko_point != Some(point)
                    }
                });
                if is_banned && captures > 3 && twins.playable().len() > 7 {
                    return twins;
                }
            }
        }
        unreachable!("some game has such a position");
    }

    #[test]
    fn the_draw_is_uniform() {
        for ko in [PlayoutKo::Simple, PlayoutKo::Positional] {
            let twins = position_with_a_ban(ko);
            let color = twins.game.to_move();
            let mut stream = RandomStream::new(9, 9);
            let mut counts = [0_u32; 128];
            let own: PointSet<2> = twins.playout.board.stones()[color];
            let mut playout: Small = twins.playout.clone();
            for _ in 0..1_000_000 {
                playout.clone_from(&twins.playout);
                assert!(playout.turn::<cpu::Any>(color, &mut stream));
                let point = (playout.board.stones()[color] - own).first().unwrap();
                counts[point.index()] += 1;
            }
            let playable = twins.playable();
            let drawn: PointSet = twins
                .game
                .size()
                .iter()
                .filter(|point| counts[point.index()] > 0)
                .collect();
            assert_eq!(drawn, playable);
            let counts: Vec<u32> = playable.iter().map(|p| counts[p.index()]).collect();
            assert!(chi_square_is_likely(&counts), "{counts:?}");
        }
    }
}
