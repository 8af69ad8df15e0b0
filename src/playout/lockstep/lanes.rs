//! Values for many lanes: words, and the rows of boards.

use crate::board::{BoardSize, MAX_LENGTH};
use crate::playout::move_cap;

use super::word::Word;

/// The rows of the tallest board, with a row of wall below and above.
pub(super) const ROWS: usize = MAX_LENGTH + 2;

/// A value for each lane.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Lanes<T, const L: usize>(pub(super) [T; L]);

/// A set of points in each lane, as rows: row `r` of the board is at `r + 1`.
/// The rows below and above the board are always empty.
pub(super) type Plane<W, const L: usize> = [Lanes<W, L>; ROWS];

/// The board, which is the same in all lanes.
#[derive(Clone, Debug)]
pub(super) struct Geometry<W> {
    pub(super) height: usize,
    /// The points of a row.
    pub(super) full: W,
    /// The points of a row that lie on the edge of the board.
    pub(super) edge: [W; ROWS],
    /// The points of a row whose column and row add up to an even number.
    pub(super) even: [W; ROWS],
    /// The number of moves after which a playout ends.
    pub(super) cap: u32,
}

impl<W: Word> Geometry<W> {
    pub(super) fn new(size: BoardSize) -> Self {
        let (width, height) = (size.width(), size.height());
        let columns = |wanted: &dyn Fn(usize) -> bool| {
            (0..width)
                .filter(|&column| wanted(column))
                .fold(W::ZERO, |row, column| row | W::point(column))
        };
        let full = columns(&|_| true);
        let sides = columns(&|column| column == 0 || column == width - 1);
        let mut edge = [W::ZERO; ROWS];
        let mut even = [W::ZERO; ROWS];
        for row in 1..=height {
            edge[row] = if row == 1 || row == height {
                full
            } else {
                sides
            };
            even[row] = columns(&|column| (column + row) % 2 == 0);
        }
        Self {
            height,
            full,
            edge,
            even,
            cap: move_cap(size),
        }
    }
}

/// Returns the row below, the row itself and the row above.
#[inline(always)]
pub(super) fn around<W, const L: usize>(plane: &Plane<W, L>, row: usize) -> [&[W; L]; 3] {
    [&plane[row - 1].0, &plane[row].0, &plane[row + 1].0]
}

/// Returns the row below and, mutably, the row itself.
#[inline(always)]
pub(super) fn below<W, const L: usize>(
    plane: &mut Plane<W, L>,
    row: usize,
) -> (&[W; L], &mut [W; L]) {
    let (lower, upper) = plane.split_at_mut(row);
    (&lower[row - 1].0, &mut upper[0].0)
}

/// Returns, mutably, the row itself, and the row above.
#[inline(always)]
pub(super) fn above<W, const L: usize>(
    plane: &mut Plane<W, L>,
    row: usize,
) -> (&mut [W; L], &[W; L]) {
    let (lower, upper) = plane.split_at_mut(row + 1);
    (&mut lower[row].0, &upper[0].0)
}
