//! The surroundings of a point: walls of eyes, and the codes of 3x3 patterns.

use super::SizedBoard;
use super::cells::{Around, Cell, CellQuad};
use crate::board::{Color, Point};

impl CellQuad {
    #[inline(always)]
    const fn count(self, color: Color) -> usize {
        self.stones(color).len() as usize
    }

    #[inline(always)]
    const fn has_wall(self) -> bool {
        self.0 & self.0 >> 1 & Self::LOW != 0
    }

    /// Returns whether every slot is wall or holds a friendly stone.
    #[inline(always)]
    const fn all_own_or_wall(self, color: Color) -> bool {
        let own = Self::LOW * Cell::stone(color) as u32;
        self.0 & own == own
    }
}

impl Around {
    /// Returns a mask in which bit `2 * i` is set if the `i`-th point around is
    /// empty. The other bits are meaningless.
    #[inline(always)]
    pub const fn empty_places(self) -> u16 {
        !(self.0 | self.0 >> 1)
    }

    #[inline(always)]
    const fn diagonal_neighbours(self) -> CellQuad {
        CellQuad(self.0 as u32 >> 8)
    }
}

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    /// Returns the codes of the eight points around a point, in the order of
    /// [`surroundings`](Self::surroundings).
    #[inline(always)]
    pub fn codes_around(&self, point: Point) -> [u16; 8] {
        let [below, level, above] = self.rows_around(point).map(|first| {
            std::array::from_fn::<_, 3, _>(|column| self.around[first + column].code())
        });
        [
            level[0], level[2], below[1], above[1], below[0], below[2], above[0], above[2],
        ]
    }

    /// Returns whether every neighbour of the point is wall or a stone of the colour.
    #[inline(always)]
    pub fn is_enclosed_by(&self, color: Color, point: Point) -> bool {
        self.neighbour_cells(point).all_own_or_wall(color)
    }

    /// Returns whether an empty point is a true eye of a colour by
    /// [`EyeRule::EnemyDiagonals`](crate::board::EyeRule).
    #[inline]
    pub fn is_enemy_diagonal_eye(&self, color: Color, point: Point) -> bool {
        if !self.is_enclosed_by(color, point) {
            return false;
        }
        let diagonals = self.around(point.index()).diagonal_neighbours();
        diagonals.count(!color) + usize::from(diagonals.has_wall()) < 2
    }
}
