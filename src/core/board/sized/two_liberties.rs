//! Chains by the number of their liberties, those with two, and whether an extension gains more.

use super::SizedBoard;
use super::cells::Slots;
use crate::board::liberties::LibertySum;
use crate::board::{Color, Point, PointSet};

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    /// Returns the liberties of a stone's chain if there are exactly two. The chain must have one.
    ///
    /// The chain is walked from the stone to the first liberty only. The sums of the
    /// chain, without the pseudo-liberties there, show whether one more is left.
    #[inline(always)]
    pub fn two_liberties(&self, stone: Point) -> Option<[Point; 2]> {
        let chain = self.chain_of(stone.index());
        debug_assert!(!self.liberties[chain].is_none(), "the chain has a liberty");
        let mut touching = stone.index() & (N - 1);
        let first = loop {
            let point = Point::from_index(touching);
            if let Some(slot) = self.neighbour_cells(point).empty().pop() {
                break Point::from_index(self.neighbour(point, slot));
            }
            touching = usize::from(self.next[touching]) & (N - 1);
        };
        let mut touching = Slots::NONE;
        for (slot, other) in self.neighbour_chains(first).into_iter().enumerate() {
            touching = touching | Slots::one_if(slot, other == chain);
        }
        let mut others = self.liberties[chain];
        others -= LibertySum::repeated(first, touching.len().into());
        (others.is_at_most_one() && !others.is_none()).then(|| [first, others.sole()])
    }

    /// Returns the stones whose chains have one liberty, two, and three or more.
    pub(crate) fn stones_by_liberties(&self) -> [PointSet<W>; 3] {
        let mut groups = [PointSet::EMPTY; 3];
        for stone in self.stones.black | self.stones.white {
            let chain = self.chain_of(stone.index());
            // Each chain is counted at the stone that names it.
            if chain != stone.index() {
                continue;
            }
            let group = if self.in_atari(chain) {
                0
            } else if self.two_liberties(stone).is_some() {
                1
            } else {
                2
            };
            for stone in self.stones_of_chain(chain) {
                groups[group].insert(stone);
            }
        }
        groups
    }

    /// Returns whether a chain of a colour with two liberties has more than two after an
    /// extension to one of them, if the opponent takes the other first.
    #[inline(always)]
    pub fn escapes(&self, color: Color, stone: Point, extension: Point, taken: Point) -> bool {
        let chain = self.chain_of(stone.index());
        let cells = self.neighbour_cells(extension);
        let (mut left, mut joined) = (cells.empty(), cells.stones(color));
        for (slot, neighbour) in self.neighbours(extension).into_iter().enumerate() {
            left = left - Slots::one_if(slot, neighbour == taken.index());
            joined = joined - Slots::one_if(slot, self.chain_of(neighbour) == chain);
        }
        if joined.is_empty() {
            left.len() > 2
        } else {
            self.escapes_by_joining(color, extension, taken)
        }
    }

    /// Returns whether [`escapes`](Self::escapes) for an extension that joins other chains.
    #[inline(never)]
    fn escapes_by_joining(&self, color: Color, extension: Point, taken: Point) -> bool {
        let mut liberties = self.liberties_of(&self.joined_stones(color, extension));
        liberties.remove(taken);
        liberties.remove(extension);
        liberties.len() > 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardSize, diagram};
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
                let group = set.len().min(3) - 1;
                assert!(board.stones_by_liberties()[group].contains(stone));
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
                    assert_eq!(
                        board.escapes(owner, stone, extension, taken),
                        left.len() > 2
                    );
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
        assert!(board.escapes(Color::White, stone, right, below));
        assert!(!board.escapes(Color::White, stone, below, right));
    }
}
