//! The start of a playout: a position, the moves that led to it and the ko.

use crate::board::{Board, Color, Point, SizedBoard};

/// The position in which playouts start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayoutStart<'a> {
    pub(crate) board: &'a Board,
    pub(crate) to_move: Color,
    /// The last move and the one before it; `None` for a pass and before the
    /// first move. Uniform playouts ignore them.
    pub(crate) last: [Option<Point>; 2],
    /// The point that the first move may not take, by the ko rule.
    pub(crate) ko: Option<Point>,
}

/// A [`PlayoutStart`] on a board of known width.
#[derive(Clone, Copy)]
pub(crate) struct SizedStart<'a, const W: usize, const N: usize> {
    pub(crate) board: &'a SizedBoard<W, N>,
    pub(crate) to_move: Color,
    /// The last move and the one before it, as in [`PlayoutStart::last`].
    pub(crate) last: [Option<Point>; 2],
    /// The point that the first move may not take, by the ko rule.
    pub(crate) ko: Option<Point>,
}
