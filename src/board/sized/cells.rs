//! The contents of grid points, one at a time or four at once.

use super::SizedBoard;
use crate::board::{BoardSize, Color, Point};

/// The contents of a grid point, one bit per colour. The wall sets both bits,
/// so it counts as friendly to either colour in eye tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Cell {
    Empty = 0,
    Black = 1,
    White = 2,
    Wall = 3,
}

impl Cell {
    #[inline]
    pub(super) const fn stone(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    #[inline]
    pub(super) const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Empty | Self::Wall => None,
        }
    }
}

/// Four [`Cell`]s packed into one word, a byte each, so that one operation
/// tests all of them.
///
/// ```text
/// byte     3         2         1         0
///      ......wb  ......wb  ......wb  ......wb     b, w: the bits of `Cell`
/// ```
///
/// A stone sets exactly one of its two bits and the wall sets both, so shifting
/// the upper bit onto the lower one separates them. Results are masks with the
/// lowest bit of each matching byte. Each byte is called a *slot*.
#[derive(Clone, Copy)]
pub(super) struct CellQuad(u32);

impl CellQuad {
    /// The lowest bit of each byte.
    const LOW: u32 = 0x0101_0101;

    /// Masks the slots that hold a stone of the colour.
    #[inline(always)]
    pub(super) const fn stones(self, color: Color) -> u32 {
        let (black, white) = (self.0, self.0 >> 1);
        Self::LOW
            & match color {
                Color::Black => black & !white,
                Color::White => white & !black,
            }
    }

    /// Masks the slots that are wall.
    #[inline(always)]
    const fn walls(self) -> u32 {
        self.0 & self.0 >> 1 & Self::LOW
    }

    /// Returns whether every slot is wall or holds a friendly stone.
    #[inline(always)]
    const fn all_own_or_wall(self, color: Color) -> bool {
        let own = Self::LOW * Cell::stone(color) as u32;
        self.0 & own == own
    }
}

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    #[inline]
    pub(super) fn cell(&self, index: usize) -> Cell {
        self.cells[index & (N - 1)]
    }

    /// Packs the contents of four grid points.
    #[inline(always)]
    pub(super) fn cells(&self, [a, b, c, d]: [usize; 4]) -> CellQuad {
        let cell = |index| self.cell(index) as u32;
        CellQuad(cell(a) | cell(b) << 8 | cell(c) << 16 | cell(d) << 24)
    }

    /// Returns the grid indices of the four neighbours: left, right, below,
    /// above. Some may be wall.
    #[inline]
    pub(super) fn neighbours(&self, point: Point) -> [usize; 4] {
        let index = point.index();
        let stride = self.size.stride();
        [
            index.wrapping_sub(1) & (N - 1),
            (index + 1) & (N - 1),
            index.wrapping_sub(stride) & (N - 1),
            (index + stride) & (N - 1),
        ]
    }

    /// Returns the grid indices of the four diagonal neighbours, the lower two
    /// first. Some may be wall.
    #[inline(always)]
    pub(crate) fn diagonal_neighbours(&self, point: Point) -> [usize; 4] {
        let [_, _, below, above] = self.neighbours(point);
        [
            below.wrapping_sub(1),
            below + 1,
            above.wrapping_sub(1),
            above + 1,
        ]
        .map(|index| index & (N - 1))
    }

    /// Returns the grid indices of the eight points around a point: left,
    /// right, below, above, then the diagonal neighbours row by row. Some may
    /// be wall.
    #[inline(always)]
    pub(crate) fn surroundings(size: BoardSize, point: Point) -> [usize; 8] {
        let index = point.index();
        let below = index.wrapping_sub(size.stride());
        let above = index + size.stride();
        [
            index.wrapping_sub(1),
            index + 1,
            below,
            above,
            below.wrapping_sub(1),
            below.wrapping_add(1),
            above.wrapping_sub(1),
            above + 1,
        ]
        .map(|index| index & (N - 1))
    }

    #[inline]
    pub(crate) fn is_empty(&self, index: usize) -> bool {
        self.cell(index) == Cell::Empty
    }

    #[inline]
    pub(crate) fn is_wall(&self, index: usize) -> bool {
        self.cell(index) == Cell::Wall
    }

    /// Returns the contents of a grid point as two bits: 0 is empty, 1 black,
    /// 2 white, 3 wall.
    #[inline]
    pub(crate) fn cell_bits(&self, index: usize) -> u8 {
        self.cell(index) as u8
    }

    /// Returns whether every neighbour of the point is wall or a stone of the
    /// colour.
    #[inline(always)]
    pub(crate) fn is_enclosed_by(&self, color: Color, point: Point) -> bool {
        self.cells(self.neighbours(point)).all_own_or_wall(color)
    }

    /// Returns how many diagonal neighbours are stones of the colour, and
    /// whether any diagonal neighbour is wall.
    #[inline(always)]
    pub(crate) fn diagonals(&self, color: Color, point: Point) -> (usize, bool) {
        let cells = self.cells(self.diagonal_neighbours(point));
        (
            cells.stones(color).count_ones() as usize,
            cells.walls() != 0,
        )
    }
}
