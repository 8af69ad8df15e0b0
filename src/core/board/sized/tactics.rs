//! Looking one move ahead: captures, ataris and self-ataris.
//!
//! Liberty sums are additive. The liberties of a chain after a play are
//! therefore known without placing the stone: add the sums of the chains that
//! the play joins, and subtract the played point.

use super::SizedBoard;
use super::cells::Cell;
use crate::board::liberties::LibertySum;
use crate::board::{Color, Point, PointSet};

/// The chain that a play would form.
#[derive(Clone, Copy, Debug)]
pub struct JoinedChain {
    liberties: LibertySum,
    /// Whether the new stone is the only stone of the chain.
    pub is_lone: bool,
}

impl JoinedChain {
    /// Returns whether the chain would have at most one liberty.
    #[inline]
    pub const fn is_in_atari(&self) -> bool {
        self.liberties.is_at_most_one()
    }

    /// Returns whether the chain may have as few as two liberties. More than eight
    /// pseudo-liberties are too many for that, since a liberty touches four stones at most.
    #[inline]
    pub const fn may_have_two_liberties(&self) -> bool {
        self.liberties.count() <= 8
    }
}

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    /// Returns the grid index of one of the four neighbours. Where the slot is not known
    /// in advance, this is faster than an array of all four, which would lie in memory.
    #[inline(always)]
    pub(super) fn neighbour(&self, point: Point, slot: usize) -> usize {
        (point.index() + usize::from(self.steps[slot & 3])) & (N - 1)
    }

    /// Returns the only liberty of a stone's chain, or `None` if the chain has more than one.
    #[inline]
    pub fn last_liberty(&self, stone: Point) -> Option<Point> {
        self.liberties[self.chain_of(stone.index())].only()
    }

    /// Returns the only liberty of a stone's chain, or `None` if the chain has
    /// more than one or the point is empty.
    #[inline]
    pub fn last_liberty_if_stone(&self, point: Point) -> Option<Point> {
        let liberties = self.liberties[self.chain_of(point.index())];
        // A single branch is mispredicted less often than two.
        if !liberties.is_at_most_one() | (self.cell(point.index()) == Cell::Empty) {
            return None;
        }
        Some(liberties.sole())
    }

    /// Returns whether the point has a stone of this colour.
    #[inline]
    pub fn holds(&self, color: Color, point: Point) -> bool {
        self.cell(point.index()) == Cell::stone(color)
    }

    /// Iterates over the plays that capture a stone of the colour next to a point.
    #[inline]
    pub fn captures_next_to(&self, color: Color, point: Point) -> impl Iterator<Item = Point> {
        let chains = self.neighbour_chains(point);
        let mut weak = self.neighbour_cells(point).stones(color) & self.ataris(chains);
        std::iter::from_fn(move || {
            let chain = self.chain_of(self.neighbour(point, weak.pop()?));
            Some(self.liberties[chain].sole())
        })
    }

    /// Iterates over the stones of a colour next to a point. A chain may have several of them.
    #[inline]
    pub fn stones_next_to(&self, color: Color, point: Point) -> impl Iterator<Item = Point> {
        let mut slots = self.neighbour_cells(point).stones(color);
        std::iter::from_fn(move || {
            let slot = slots.pop()?;
            Some(Point::from_index(self.neighbour(point, slot)))
        })
    }

    /// Iterates over the stones of the chain that a stone belongs to.
    #[inline]
    pub fn chain_stones(&self, stone: Point) -> impl Iterator<Item = Point> {
        self.stones_of_chain(self.chain_of(stone.index()))
    }

    /// Returns whether a chain of the opponent next to a point is in atari. If the point is
    /// empty, a play there captures.
    #[inline(always)]
    pub fn captures(&self, color: Color, point: Point) -> bool {
        let enemy = self.neighbour_cells(point).stones(!color);
        !(enemy & self.ataris(self.neighbour_chains(point))).is_empty()
    }

    /// Returns the chain that a play on an empty point forms, provided that it captures nothing.
    #[inline(always)]
    pub fn joined_by(&self, color: Color, point: Point) -> JoinedChain {
        // Which neighbours are own stones cannot be predicted, so there is no branch on it.
        let own = self.neighbour_cells(point).stones(color);
        let chains = self.neighbour_chains(point);
        let mut liberties = self.liberties[point.index() & (N - 1)];
        for (slot, &chain) in chains.iter().enumerate() {
            let is_own = own.count_at(slot);
            let is_known = chains[..slot].contains(&chain);
            let is_new = is_own & u64::from(!is_known);
            liberties += self.liberties[chain].times(is_new);
        }
        liberties -= LibertySum::repeated(point, u64::from(own.len()));
        JoinedChain {
            liberties,
            is_lone: own.is_empty(),
        }
    }

    /// Returns the number of stones of the chain that a play on an empty point forms.
    #[inline(always)]
    pub fn joined_len(&self, color: Color, point: Point) -> usize {
        let own = self.neighbour_cells(point).stones(color);
        let chains = self.neighbour_chains(point);
        let mut len = 1;
        for (slot, &chain) in chains.iter().enumerate() {
            let is_new = own.count_at(slot) != 0 && !chains[..slot].contains(&chain);
            len += usize::from(self.length[chain]) * usize::from(is_new);
        }
        len
    }

    /// Returns the stones of the chain that a play on an empty point forms, with the point.
    pub fn joined_stones(&self, color: Color, point: Point) -> PointSet<W> {
        let mut stones = PointSet::single(point);
        for own in self.stones_next_to(color, point) {
            stones |= self.chain_at(own);
        }
        stones
    }

    /// Returns whether all liberties of the chains of these stones are among these empty points.
    pub fn have_liberties_only_at(&self, stones: &PointSet<W>, points: &PointSet<W>) -> bool {
        // Stones next to each other often belong to the same chain.
        let mut last = None;
        stones.iter().all(|stone| {
            let chain = self.chain_of(stone.index());
            last.replace(chain) == Some(chain) || {
                let mut others = self.liberties[chain];
                for point in points {
                    for neighbour in self.neighbours(point) {
                        let touches = u64::from(self.chain_of(neighbour) == chain);
                        others -= LibertySum::one(point).times(touches);
                    }
                }
                others.is_none()
            }
        })
    }

    /// Returns whether an empty point has two or more empty neighbours, so that
    /// no play on it is self-atari.
    #[inline]
    pub fn has_two_empty_neighbours(&self, point: Point) -> bool {
        !self.in_atari(point.index())
    }
}
