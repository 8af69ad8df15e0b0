//! A consistency check for tests, which recomputes all derived state from the stones.

use super::cells::Cell;
use super::{SizedBoard, key_of};
use crate::board::liberties::LibertySum;
use crate::board::{ByColor, Color, Point, PointSet, Zobrist};

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    /// Recomputes all derived state from the stones alone and compares it with
    /// the state that was kept up to date.
    pub fn is_consistent(&self) -> bool {
        let ByColor { black, white } = self.stones;
        let sets = self.empty == self.points - black - white
            && !black.intersects(&white)
            && (black | white).is_subset(&self.points);
        let cells = self.points.iter().all(|point| {
            let expected = if black.contains(point) {
                Cell::stone(Color::Black)
            } else if white.contains(point) {
                Cell::stone(Color::White)
            } else {
                Cell::Empty
            };
            self.cell(point.index()) == expected
        });
        let hash = Color::BOTH
            .into_iter()
            .map(|color| key_of(color, self.stones[color]))
            .fold(Zobrist::EMPTY, |all, key| all ^ key);
        let chains = Color::BOTH.into_iter().all(|color| {
            let mut chains = self.stones[color].components(self.size);
            chains.all(|stones| self.chain_is_consistent(&stones))
        });
        let empties = self.empty.iter().all(|point| {
            self.chain_of(point.index()) == point.index()
                && self.liberties[point.index()] == self.liberty_sum(&PointSet::single(point))
        });
        let around = self.points.iter().all(|point| {
            let kept = self.around(point.index());
            kept == self.read_around(point)
        });
        sets && cells && hash == self.hash && chains && empties && around
    }

    /// Returns whether the stored chain of these stones holds exactly them, has
    /// the right length and liberties, and has at least one liberty.
    fn chain_is_consistent(&self, stones: &PointSet<W>) -> bool {
        let Some(first) = stones.first() else {
            return false;
        };
        let chain = self.chain_of(first.index());
        let ring: PointSet<W> = self.stones_of_chain(chain).take(N).collect();
        ring == *stones
            && stones
                .iter()
                .all(|stone| self.chain_of(stone.index()) == chain)
            && usize::from(self.length[chain]) == stones.len()
            && self.liberties[chain] == self.liberty_sum(stones)
            && !self.liberties_of(stones).is_empty()
    }

    fn liberty_sum(&self, stones: &PointSet<W>) -> LibertySum {
        let mut sum = LibertySum::NONE;
        for stone in stones {
            for neighbour in self.neighbours(stone) {
                if self.cell(neighbour) == Cell::Empty {
                    sum += LibertySum::one(Point::from_index(neighbour));
                }
            }
        }
        sum
    }
}
