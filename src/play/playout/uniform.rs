//! Uniform playouts, one game at a time, on the rules core itself: the board
//! that also plays real games places every move. The benchmark measures the rules core by
//! them, tests compare the lockstep with them, and a search of a few playouts estimates its
//! lead by a few of them.
//!
//! A move on 9x9 takes about 51 ns (Zen 4). Two mispredicted branches cost 12 of them, and
//! waiting for the results of earlier instructions much of the rest. Hence these techniques:
//!
//! - *Draw and reject* (as in libEGO, here with a set for each colour): draw
//!   from [`Candidates`], a superset of the playable points, and draw again
//!   when the point turns out not to be playable. This is exactly uniform over
//!   the playable points. Points that stay unplayable for a while leave the
//!   set, which keeps the cost at 1.3 draws per move.
//! - *Draw from a bitboard without a loop*: count the bits of all words, scale
//!   a random number to the count by a multiplication, select the word with
//!   conditional moves, and its n-th bit with `pdep` where the processor has it
//!   ([`cpu`]). The bias is one part in 2^64 / points.
//! - *One test for most points*: [`SizedBoard`] knows whether a point has an
//!   empty neighbour, and a play next to one is neither suicide nor an eye nor
//!   the ko. This settles 54 of 100 drawn points. The other points need their
//!   four neighbours, which are tested together.
//! - *Straight-line code for the common move*:
//!   [`place_observed`](SizedBoard::place_observed) branches only where the
//!   stone joins a second friendly chain (18 of 100 moves) or leaves a chain at
//!   most one liberty (35 of 100). What does not depend on the join comes before it, so
//!   that the processor does both at once.
//! - *Superko after the fact*: the simple ko is one point. Longer repetitions
//!   are so rare that the stone is placed first. If the position has occurred
//!   before (see [`SeenPositions`]), the board is restored from the stones before
//!   the play.
//!
//! Tried without gain: a copy of the code for each colour, sets of points in
//! whole vectors instead of single words, a play's judgement by vectors or with a single
//! branch (fewer mispredictions, each found later), one loop for all draws of a turn, random
//! numbers one draw ahead, and ataris reported without a call. Renaming a merged chain in the
//! whole array by vectors is slower than the walk around its ring, on 19x19 by 15 %.

use std::ops::Range;

use ponnuki_core::board::{Board, Color, Point, PointSet, SizedBoard, on_sized, owned};
use ponnuki_core::random::RandomStream;

use super::candidates::{Candidates, DrawTurn, PointVerdict, draw_playable};
use super::cpu::{self, Kernel, Processor};
use super::{PlayoutCore, PlayoutKo, PlayoutStart, TakeTurn, Tally, take_turns};

/// Returns uniform playouts from a position, one game at a time.
pub(crate) fn uniform_playouts(
    start: &PlayoutStart<&Board>,
    ko: PlayoutKo,
) -> Box<dyn PlayoutCore> {
    on_sized!(start.board.sized(), board => {
        Box::new(Uniform::new(start.on(SizedBoard::clone(board)), ko))
    })
}

/// Plays one game at a time, always from the same position.
#[derive(Clone)]
struct Uniform<const W: usize, const N: usize> {
    start: PlayoutStart<SizedBoard<W, N>>,
    ko: PlayoutKo,
    board: SizedBoard<W, N>,
    candidates: Candidates<W, N>,
    seen: SeenPositions,
    /// The point that the next move may not take.
    ko_point: Option<Point>,
}

impl<const W: usize, const N: usize> PlayoutCore for Uniform<W, N> {
    fn run(&mut self, seed: u64, numbers: Range<u64>) -> Tally {
        cpu::dispatch(Playouts {
            uniform: self,
            seed,
            numbers,
        })
    }
}

struct Playouts<'a, const W: usize, const N: usize> {
    uniform: &'a mut Uniform<W, N>,
    seed: u64,
    numbers: Range<u64>,
}

impl<const W: usize, const N: usize> Kernel for Playouts<'_, W, N> {
    type Output = Tally;

    #[inline(always)]
    fn run<P: Processor>(self) -> Tally {
        let mut tally = Tally::default();
        for number in self.numbers {
            let mut stream = RandomStream::new(self.seed, number);
            tally += self.uniform.play::<P>(&mut stream);
        }
        tally
    }
}

impl<const W: usize, const N: usize> Uniform<W, N> {
    fn new(start: PlayoutStart<SizedBoard<W, N>>, ko: PlayoutKo) -> Self {
        let board = start.board.clone();
        Self {
            start,
            ko,
            candidates: Candidates::new(board.size(), *board.empty()),
            board,
            seen: SeenPositions::new(),
            ko_point: None,
        }
    }

    #[inline(always)]
    fn play<P: Processor>(&mut self, stream: &mut RandomStream) -> Tally {
        self.reset();
        let moves = take_turns::<P>(self.board.size(), self.start.to_move, self, stream);
        let area = owned(self.board.size(), self.board.points(), self.board.stones());
        Tally::one(moves, area.margin(), self.board.hash().value())
    }

    fn reset(&mut self) {
        self.board.clone_from(&self.start.board);
        self.candidates = Candidates::new(self.board.size(), *self.board.empty());
        self.ko_point = self.start.ko;
        if self.ko == PlayoutKo::Positional {
            self.seen.clear();
            self.seen.insert(self.board.hash().value());
        }
    }

    /// Judges an empty point by every rule except superko.
    #[inline(always)]
    fn judge(&mut self, color: Color, point: Point) -> PointVerdict {
        self.candidates
            .judge(&self.board, color, point, self.ko_point)
    }

    /// Places the stone. Returns `false` and leaves the board as it was if
    /// superko forbids the play.
    #[inline(always)]
    fn place(&mut self, color: Color, point: Point) -> bool {
        self.candidates.place(color, point);
        let removed = self
            .board
            .place_observed(color, point, &mut self.candidates);
        self.ko_point = self.board.ko_after(point, &removed.captured);
        if self.ko == PlayoutKo::Positional && !self.seen.insert(self.board.hash().value()) {
            self.take_back(color, point, &removed.captured);
            return false;
        }
        true
    }

    /// Restores the board before a play that superko forbids. This is so rare
    /// that it may be slow.
    #[cold]
    fn take_back(&mut self, color: Color, point: Point, captured: &PointSet<W>) {
        let mut stones = *self.board.stones();
        stones[color].remove(point);
        stones[!color] |= *captured;
        self.board = SizedBoard::with_stones(self.board.size(), &stones);
        self.candidates = Candidates::new(self.board.size(), *self.board.empty());
    }
}

impl<const W: usize, const N: usize> TakeTurn for Uniform<W, N> {
    #[inline(always)]
    fn turn<P: Processor>(&mut self, color: Color, stream: &mut RandomStream) -> bool {
        let mut turn = UniformTurn {
            playout: self,
            color,
        };
        let drawn = draw_playable::<P, W>(stream.bits(), &mut turn, stream);
        if drawn.is_none() {
            self.ko_point = None;
        }
        drawn.is_some()
    }
}

/// The words of the filter, 8192 bits: a 19x19 playout sets 1 bit in 18.
const WORDS: usize = 128;

/// The hashes of the positions of one playout, to find repetitions.
///
/// Repetitions are rare, so a small bit filter (Bloom, "Space/time trade-offs
/// in hash coding with allowable errors", 1970, with one hash function) comes
/// before the list of hashes. A clear bit proves that a position is new; only
/// a set bit requires a search of the list. Only the benchmark and tests play under superko.
#[derive(Clone)]
struct SeenPositions {
    filter: [u64; WORDS],
    hashes: Vec<u64>,
}

impl SeenPositions {
    fn new() -> Self {
        Self {
            filter: [0; WORDS],
            hashes: Vec::new(),
        }
    }

    #[inline]
    fn clear(&mut self) {
        self.filter = [0; WORDS];
        self.hashes.clear();
    }

    /// Adds a position. Returns `false` if it was already present.
    #[inline(always)]
    fn insert(&mut self, hash: u64) -> bool {
        let word = &mut self.filter[hash as usize / 64 % WORDS];
        let bit = 1 << (hash % 64);
        if *word & bit != 0 && self.hashes.contains(&hash) {
            return false;
        }
        *word |= bit;
        self.hashes.push(hash);
        true
    }
}

struct UniformTurn<'a, const W: usize, const N: usize> {
    playout: &'a mut Uniform<W, N>,
    color: Color,
}

impl<const W: usize, const N: usize> DrawTurn<W> for UniformTurn<'_, W, N> {
    #[inline(always)]
    fn candidates(&self) -> &PointSet<W> {
        self.playout.candidates.points(self.color)
    }

    /// Superko is judged by playing the point.
    #[inline(always)]
    fn judge(&mut self, point: Point) -> PointVerdict {
        match self.playout.judge(self.color, point) {
            PointVerdict::Playable if !self.playout.place(self.color, point) => {
                PointVerdict::NotNow
            }
            verdict => verdict,
        }
    }
}

#[cfg(test)]
mod tests;
