//! State that tactical playouts update with every stone.

use crate::playout::candidates::Candidates;
use ponnuki_core::board::{Color, PlacementObserver, Point, PointSet, SizedBoard};

/// The candidates of both colours, and the chains that fell into atari at the
/// last two moves.
#[derive(Clone)]
pub(super) struct LocalState<const W: usize, const N: usize> {
    pub(super) candidates: Candidates<W, N>,
    ataris: RecentStones,
}

impl<const W: usize, const N: usize> LocalState<W, N> {
    /// Returns the state of a board without ataris.
    pub(super) fn new(board: &SizedBoard<W, N>) -> Self {
        Self {
            candidates: Candidates::new(board.size(), *board.empty()),
            ataris: RecentStones::default(),
        }
    }

    /// Iterates over the chains that fell into atari at the last two moves, by
    /// one stone of each. The stone may have been captured or saved since.
    #[inline(always)]
    pub(super) fn ataris(&self) -> impl Iterator<Item = Point> {
        self.ataris.iter()
    }

    /// Starts a turn: the ataris of the last move become those of the move
    /// before it.
    #[inline(always)]
    pub(super) const fn next_turn(&mut self) {
        self.ataris.next_turn();
    }

    /// Adds a chain in atari, by one of its stones, to those of the last move.
    #[inline(always)]
    pub(super) fn remember_atari(&mut self, stone: Point) {
        self.ataris.push(stone);
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
        self.remember_atari(stone);
    }
}

/// The number of stones that [`RecentStones`] has room for: a power of two.
const RECENT: usize = 16;

/// The stones remembered at the last two moves, at most five at each: one for
/// each neighbour of the move, and the move itself.
///
/// They lie in a ring, so that a single loop visits them all. The positions
/// count on beyond the length of the ring.
#[derive(Clone, Copy, Default)]
struct RecentStones {
    stones: [u16; RECENT],
    /// The position of the first stone of the move before the last.
    start: u32,
    /// The position of the first stone of the last move.
    last: u32,
    /// The position after the last stone.
    end: u32,
}

impl RecentStones {
    #[inline(always)]
    fn push(&mut self, stone: Point) {
        self.stones[self.end as usize % RECENT] = stone.index() as u16;
        self.end += 1;
    }

    /// Forgets the stones of the move before the last.
    #[inline(always)]
    const fn next_turn(&mut self) {
        self.start = self.last;
        self.last = self.end;
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = Point> {
        (self.start..self.end)
            .map(|position| Point::from_index(usize::from(self.stones[position as usize % RECENT])))
    }
}
