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

use crate::board::{Board, ByColor, Color, OnSized, Point, PointSet, SizedBoard, owned};
use crate::random::RandomStream;

use super::candidates::{Candidates, Verdict};
use super::cpu::{self, Processor, Work};
use super::seen::Seen;
use super::{Playout, PlayoutCore, PlayoutKo, SinglePlayouts, Tally, take_turns};

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
        let moves = take_turns(self.board.size(), self.to_move, |color| {
            self.turn::<P>(color, stream)
        });
        let area = owned(self.board.size(), self.board.points(), self.board.stones());
        Playout {
            moves,
            margin: area.margin(),
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

    /// Whether the point may be played, if superko does not forbid it.
    #[inline(always)]
    fn judge(&mut self, color: Color, point: Point) -> Verdict {
        self.candidates
            .judge(&self.board, color, point, self.ko_point)
    }

    /// Puts the stone on the board, unless superko forbids it.
    #[inline(always)]
    fn place(&mut self, color: Color, point: Point) -> bool {
        let corners = self.board.diagonal_neighbours(point);
        self.candidates.place(color, point, corners);
        let removed = self.board.place_watched(color, point, &mut self.candidates);
        self.ko_point = self.board.ko_after(point, &removed.captured);
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
mod tests;
