//! Looking one move ahead: captures, ataris and self-ataris.
//!
//! Liberty sums are additive. The liberties of a chain after a play are
//! therefore known without placing the stone: add the sums of the chains that
//! the play joins, and subtract the played point.

use super::SizedBoard;
use crate::board::liberties::LibertySum;
use crate::board::{Color, Point};

/// The chain that a play would form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joined {
    liberties: LibertySum,
    /// The number of its stones, including the new one.
    pub(crate) stones: usize,
}

impl Joined {
    /// Returns whether the chain would have at most one liberty.
    #[inline]
    pub(crate) const fn is_in_atari(&self) -> bool {
        self.liberties.is_at_most_one()
    }
}

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    /// Returns the only liberty of a stone's chain, or `None` if the chain has
    /// more than one.
    #[inline]
    pub(crate) fn last_liberty(&self, stone: Point) -> Option<Point> {
        self.liberties[self.chain_of(stone.index())].only()
    }

    /// Iterates over the stones next to a point, each with its colour. A chain
    /// may have several of them.
    #[inline]
    pub(crate) fn stones_around(&self, point: Point) -> impl Iterator<Item = (Color, Point)> {
        let neighbours = self.neighbours(point).into_iter();
        neighbours.filter_map(|index| {
            Some((
                self.cell(index).color()?,
                Point::from_index(index & (N - 1)),
            ))
        })
    }

    /// Iterates over the stones of the chain that a stone belongs to.
    #[inline]
    pub(crate) fn chain_stones(&self, stone: Point) -> impl Iterator<Item = Point> {
        self.stones_of_chain(self.chain_of(stone.index()))
    }

    /// Returns whether a play on an empty point captures.
    #[inline]
    pub(crate) fn captures(&self, color: Color, point: Point) -> bool {
        self.stones_around(point)
            .any(|(stone, at)| stone != color && self.in_atari(self.chain_of(at.index())))
    }

    /// Returns the chain that a play on an empty point forms, provided that it
    /// captures nothing.
    #[inline]
    pub(crate) fn joined_by(&self, color: Color, point: Point) -> Joined {
        let mut joined = Joined {
            liberties: self.liberties[point.index() & (N - 1)],
            stones: 1,
        };
        let mut seen = [N; 4];
        for (slot, neighbour) in self.neighbours(point).into_iter().enumerate() {
            if self.cell(neighbour).color() == Some(color) {
                let chain = self.chain_of(neighbour);
                joined.liberties -= LibertySum::one(point);
                if !seen[..slot].contains(&chain) {
                    seen[slot] = chain;
                    joined.liberties += self.liberties[chain];
                    joined.stones += usize::from(self.length[chain]);
                }
            }
        }
        joined
    }

    /// Returns whether an empty point has two or more empty neighbours, so that
    /// no play on it is self-atari.
    #[inline]
    pub(crate) fn has_two_empty_neighbours(&self, point: Point) -> bool {
        !self.in_atari(point.index())
    }
}
