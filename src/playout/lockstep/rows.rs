//! Sets of points as rows of bits, for a single game.
//!
//! A lane takes its position from such rows at the start of a game, and its
//! final position is read into them. Rows are counted from 0 and have 32 bits,
//! regardless of the word type of the lanes.

use crate::board::{BoardSize, MAX_LENGTH, Point, PointSet};

/// A set of points: the rows of a board, the lowest first, the leftmost column
/// in the lowest bit.
pub(super) type Rows = [u32; MAX_LENGTH];

/// Returns the rows of a set.
pub(super) fn rows(set: &PointSet, size: BoardSize) -> Rows {
    let mut rows = [0; MAX_LENGTH];
    for point in set {
        let at = size.coordinates(point);
        rows[usize::from(at.row)] |= 1 << at.column;
    }
    rows
}

/// Returns the points of a row that are next to points of the set.
#[inline(always)]
pub(super) fn beside(rows: &Rows, row: usize) -> u32 {
    let below = if row == 0 { 0 } else { rows[row - 1] };
    let above = if row == MAX_LENGTH - 1 {
        0
    } else {
        rows[row + 1]
    };
    rows[row] << 1 | rows[row] >> 1 | below | above
}

/// Spreads a set over a region, up and down, until nothing changes.
pub(super) fn flood(set: &mut Rows, region: &Rows, height: usize) {
    loop {
        let before = *set;
        for row in (0..height).chain((0..height).rev()) {
            set[row] |= beside(set, row) & region[row];
        }
        if *set == before {
            return;
        }
    }
}

/// Returns the number of points in a set.
pub(super) fn count(rows: &Rows) -> i32 {
    rows.iter().map(|row| row.count_ones() as i32).sum()
}

/// Iterates over the points of a set.
#[inline(always)]
pub(super) fn points(rows: &Rows, size: BoardSize) -> impl Iterator<Item = Point> {
    (0..size.height()).flat_map(move |row| {
        let mut rest = rows[row];
        std::iter::from_fn(move || {
            let column = rest.trailing_zeros() as usize;
            rest &= rest.checked_sub(1)?;
            Some(Point::from_index(row * size.stride() + column))
        })
    })
}
