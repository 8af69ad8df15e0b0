//! Chains with two liberties, and whether an extension gains more.

use super::SizedBoard;
use crate::board::Point;

/// The most pseudo-liberties of a chain with two liberties: four stones around each.
const MAX_PSEUDO_LIBERTIES: u64 = 8;

/// A set of at most two empty points, given by their grid indices.
#[derive(Clone, Copy, Default)]
struct UpToTwo {
    points: [usize; 2],
    len: usize,
}

impl UpToTwo {
    /// Adds points, and returns whether all of them fit.
    fn add(&mut self, points: impl IntoIterator<Item = usize>) -> bool {
        points.into_iter().all(|point| {
            if self.points[..self.len].contains(&point) {
                return true;
            }
            let Some(free) = self.points.get_mut(self.len) else {
                return false;
            };
            *free = point;
            self.len += 1;
            true
        })
    }
}

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    /// Returns the liberties of a stone's chain if there are exactly two.
    #[inline]
    pub(crate) fn two_liberties(&self, stone: Point) -> Option<[Point; 2]> {
        let chain = self.chain_of(stone.index());
        let liberties = self.liberties[chain];
        if liberties.count() > MAX_PSEUDO_LIBERTIES || liberties.is_at_most_one() {
            return None;
        }
        let mut found = UpToTwo::default();
        let is_two = self
            .stones_of_chain(chain)
            .all(|stone| found.add(self.empty_neighbours(stone)));
        is_two.then(|| found.points.map(Point::from_index))
    }

    /// Returns whether a chain with two liberties has more than two after an extension
    /// to one of them, if the opponent takes the other first.
    #[inline]
    pub(crate) fn escapes(&self, stone: Point, extension: Point, taken: Point) -> bool {
        let chain = self.chain_of(stone.index());
        let color = self.cell(stone.index());
        let lost = [extension.index(), taken.index()];
        let mut left = UpToTwo::default();
        let mut add = |point| {
            let mut empty = self.empty_neighbours(point);
            left.add(std::iter::from_fn(|| {
                empty.find(|empty| !lost.contains(empty))
            }))
        };
        let is_short = add(extension)
            && self.neighbours(extension).into_iter().all(|neighbour| {
                let other = self.chain_of(neighbour);
                self.cell(neighbour) != color
                    || other == chain
                    || self.stones_of_chain(other).all(&mut add)
            });
        !is_short
    }

    /// Iterates over the grid indices of the empty neighbours of a point.
    #[inline]
    fn empty_neighbours(&self, point: Point) -> impl Iterator<Item = usize> {
        let neighbours = self.neighbours(point);
        let mut empty = self.neighbour_cells(point).empty();
        std::iter::from_fn(move || empty.pop().map(|slot| neighbours[slot]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardSize, Color, PointSet, diagram};
    use crate::random::RandomStream;

    #[test]
    fn two_liberties_are_those_of_the_set() {
        let mut random = RandomStream::new(1, 1);
        let mut known = 0;
        for _ in 0..200 {
            let mut board = SizedBoard::<2, 128>::new(BoardSize::square(9).unwrap());
            let mut color = Color::Black;
            for _ in 0..70 {
                let Some(point) = board.empty().choose(&mut random) else {
                    break;
                };
                if board.preview(color, point).is_ok() {
                    board.place(color, point);
                }
                color = !color;
            }
            for stone in *board.points() - *board.empty() {
                let chain = board.chain_at(stone);
                let set = board.liberties_of(&chain);
                let found = board
                    .two_liberties(stone)
                    .map(|points| points.into_iter().collect::<PointSet<2>>());
                assert_eq!(found, (set.len() == 2).then_some(set));
                let Some([a, b]) = board.two_liberties(stone) else {
                    continue;
                };
                for (extension, taken) in [(a, b), (b, a)] {
                    let owner = board.at(stone).unwrap();
                    let mut joined = PointSet::single(extension);
                    for own in board.stones_next_to(owner, extension) {
                        joined |= board.chain_at(own);
                    }
                    let mut left = board.liberties_of(&joined);
                    left.remove(taken);
                    left.remove(extension);
                    assert_eq!(board.escapes(stone, extension, taken), left.len() > 2);
                    known += 1;
                }
            }
        }
        assert!(known > 1_000, "{known}");
    }

    #[test]
    fn a_stone_in_a_ladder_does_not_escape() {
        let rows = "......./......./..XX.../..XO.../..X..../......./.......";
        let board = diagram::sized::<2, 128>(rows);
        let size = board.size();
        let [stone, right, below] = ["D4", "E4", "D3"].map(|name| size.point_named(name).unwrap());
        let liberties = board.two_liberties(stone).unwrap();
        assert_eq!(
            PointSet::<2>::from_iter(liberties),
            PointSet::from_iter([right, below])
        );
        assert!(board.escapes(stone, right, below));
        assert!(!board.escapes(stone, below, right));
    }
}
