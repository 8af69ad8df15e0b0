//! What a move would lead to next turn: atari, self-atari, capture.
//!
//! The liberty sums of chains add up. What a chain would have after a play is
//! known without placing a stone: the sums of what it joins, less the point
//! played on.

use crate::board::color::Color;
use crate::board::point::Point;

use super::super::liberties::LibertySum;
use super::SizedBoard;

/// The chain that a play would make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joined {
    liberties: LibertySum,
    /// The number of its stones, the new one included.
    pub(crate) stones: usize,
}

impl Joined {
    /// It has one liberty, or none.
    #[inline]
    pub(crate) const fn is_in_atari(&self) -> bool {
        self.liberties.is_at_most_one()
    }
}

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    /// The only liberty of the chain of a stone, if it has but one.
    #[inline]
    pub(crate) fn last_liberty(&self, stone: Point) -> Option<Point> {
        self.liberties[self.chain_of(stone.index())].only()
    }

    /// The colour and a stone of each chain next to a point, once for each
    /// neighbour.
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

    /// The stones of a chain, one after the other.
    #[inline]
    pub(crate) fn chain_stones(&self, stone: Point) -> impl Iterator<Item = Point> {
        self.ring(self.chain_of(stone.index()))
    }

    /// A play on an empty point takes stones.
    #[inline]
    pub(crate) fn captures(&self, color: Color, point: Point) -> bool {
        self.stones_around(point)
            .any(|(stone, at)| stone != color && self.in_atari(self.chain_of(at.index())))
    }

    /// The chain that a play on an empty point makes, if it captures nothing.
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

    /// An empty point has two empty neighbours or more: no play there is
    /// self-atari.
    #[inline]
    pub(crate) fn has_two_empty_neighbours(&self, point: Point) -> bool {
        !self.in_atari(point.index())
    }
}
