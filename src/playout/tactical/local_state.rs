//! State that tactical playouts update with every stone.

use crate::board::{Color, PlacementObserver, Point, PointSet, SizedBoard};
use crate::playout::candidates::Candidates;

/// The candidates of both colours, and the chains that fell into atari at the
/// last two moves.
#[derive(Clone)]
pub(super) struct LocalState<const W: usize, const N: usize> {
    pub(super) candidates: Candidates<W, N>,
    /// A stone of each chain that fell into atari: at the last move, and at the
    /// move before it.
    ataris: [Stones; 2],
}

impl<const W: usize, const N: usize> LocalState<W, N> {
    /// Returns the state of a board without ataris.
    pub(super) fn new(board: &SizedBoard<W, N>) -> Self {
        Self {
            candidates: Candidates::new(board.size(), *board.empty()),
            ataris: [Stones::default(); 2],
        }
    }

    /// Iterates over the chains that fell into atari at the last two moves, by
    /// one stone of each. The stone may have been captured or saved since.
    #[inline(always)]
    pub(super) fn ataris(&self) -> impl Iterator<Item = Point> {
        let [last, before] = self.ataris;
        last.iter().chain(before.iter())
    }

    /// Starts a turn: the ataris of the last move become those of the move
    /// before it.
    #[inline(always)]
    pub(super) fn next_turn(&mut self) {
        self.ataris[1] = self.ataris[0];
        self.ataris[0].len = 0;
    }

    /// Adds a chain in atari, by one of its stones, to those of the last move
    /// (0) or of the move before it (1).
    pub(super) fn remember_atari(&mut self, moves_ago: usize, stone: Point) {
        self.ataris[moves_ago].push(stone);
    }
}

impl<const W: usize, const N: usize> PlacementObserver<W> for LocalState<W, N> {
    #[inline]
    fn captured(&mut self, color: Color, stones: &PointSet<W>, empty: &PointSet<W>) {
        self.candidates.captured(color, stones, empty);
    }

    #[inline]
    fn in_atari(&mut self, color: Color, stone: Point, liberty: Point) {
        self.candidates.in_atari(color, stone, liberty);
        self.ataris[0].push(stone);
    }
}

/// At most five stones: one for each neighbour of a move, and the move itself.
#[derive(Clone, Copy, Default)]
struct Stones {
    stones: [u16; 5],
    len: u8,
}

impl Stones {
    /// Adds a stone, unless there are already five.
    #[inline]
    fn push(&mut self, stone: Point) {
        if let Some(slot) = self.stones.get_mut(usize::from(self.len)) {
            *slot = stone.index() as u16;
            self.len += 1;
        }
    }

    #[inline(always)]
    fn iter(self) -> impl Iterator<Item = Point> {
        let stones = self.stones.into_iter().take(usize::from(self.len));
        stones.map(|index| Point::from_index(usize::from(index)))
    }
}
