//! Playouts one game at a time, on the rules core.
use std::ops::Range;

use crate::board::{Board, OnSized, SizedBoard};
use crate::color::Color;
use crate::eye::is_true_eye;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::random::RandomStream;
use crate::score::owned;

use super::candidates::Candidates;
use super::cpu::{self, Processor, Work};
use super::seen::Seen;
use super::{Playout, PlayoutCore, PlayoutKo, Tally};

/// Playouts from a position.
pub(super) fn playouts(board: &Board, to_move: Color, ko: PlayoutKo) -> Box<dyn PlayoutCore> {
    board.on_sized(Start { to_move, ko })
}

struct Start {
    to_move: Color,
    ko: PlayoutKo,
}

impl OnSized for Start {
    type Output = Box<dyn PlayoutCore>;

    fn run<const W: usize, const N: usize>(self, board: &SizedBoard<W, N>) -> Self::Output {
        Box::new(Uniform::new(board, self.to_move, self.ko))
    }
}

/// Plays one game at a time.
struct Uniform<const W: usize, const N: usize> {
    start: SizedBoard<W, N>,
    to_move: Color,
    ko: PlayoutKo,
    /// The points at the corners of a point, by its index.
    corners: [PointSet<W>; N],
    board: SizedBoard<W, N>,
    candidates: Candidates<W>,
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
        let mut corners = [PointSet::EMPTY; N];
        for point in size.iter() {
            for corner in PointSet::single(point).diagonal_steps(size) {
                corners[point.index()] |= corner & *board.points();
            }
        }
        Self {
            start: board.clone(),
            to_move,
            ko,
            corners,
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
        self.ko_point = None;
        if self.ko == PlayoutKo::Positional {
            self.seen.clear();
            self.seen.is_new(self.board.hash().value());
        }
    }

    /// Plays a point, or passes and says so by `false`.
    #[inline(always)]
    fn turn<P: Processor>(&mut self, color: Color, stream: &mut RandomStream) -> bool {
        let mut left = *self.candidates.of(color);
        loop {
            let Some(point) = left.draw(stream.bits(), P::select) else {
                self.ko_point = None;
                return false;
            };
            if self.may_play(color, point) && self.place(color, point) {
                return true;
            }
            left.remove(point);
        }
    }

    /// The point is neither suicide nor an own true eye nor the ko.
    #[inline(always)]
    fn may_play(&mut self, color: Color, point: Point) -> bool {
        if self.board.has_empty_neighbour(point) {
            return true;
        }
        if self.board.connects_or_captures(color, point) {
            if is_true_eye(&self.board, color, point) {
                self.candidates.prune(color, point);
                return false;
            }
            return self.ko_point != Some(point);
        }
        if self.board.is_enclosed_by(!color, point) {
            self.candidates.prune(color, point);
        }
        false
    }

    /// Puts the stone on the board, unless superko forbids it.
    #[inline(always)]
    fn place(&mut self, color: Color, point: Point) -> bool {
        let falsified = self.corners[point.index() & (N - 1)] & *self.board.empty();
        self.candidates.place(color, point, falsified);
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
