//! Where the points of the board are in a group.

use ponnuki_core::board::{BoardSize, Color, Point};

/// How many rows in succession begin at different slopes.
pub(super) const SLOPED_ROWS: usize = 5;

/// Returns the number of the slope of a stone. Neighbouring rows begin two slopes apart, and
/// White's stones one slope after Black's.
#[inline(always)]
pub(super) const fn slope(color: Color, row: usize, column: usize) -> usize {
    2 * row % SLOPED_ROWS + column + color as usize
}

/// Returns the row and the column of the cell of a point.
#[inline(always)]
pub(super) fn place(size: BoardSize, point: Point) -> (usize, usize) {
    let at = size.coordinates(point);
    (usize::from(at.row) + 1, usize::from(at.column) + 1)
}

/// Returns the point of the cell in a row and a column.
#[inline(always)]
pub(super) fn point(size: BoardSize, row: usize, column: usize) -> Point {
    Point::from_index((row - 1) * size.stride() + column - 1)
}
