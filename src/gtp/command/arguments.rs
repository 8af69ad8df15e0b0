//! The arguments that several commands share.

use std::fmt;

use crate::board::{Color, Coordinates};
use crate::estimate::ChainStatus;

/// "A vertex is a board coordinate [...] or the string pass." The point may lie
/// off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vertex {
    /// A pass.
    Pass,
    /// A point.
    At(Coordinates),
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::At(point) => point.fmt(f),
        }
    }
}

/// The status of the chains or empty points that `final_status_list` lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FinalStatus {
    /// Chains of this status, by the marks or by an estimate.
    Chains(ChainStatus),
    /// Empty points in the area of a colour.
    Territory(Color),
    /// Empty points in the area of neither colour.
    Dame,
}

/// The width and height that a controller asks for; any number is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lengths {
    /// The number of columns.
    pub(crate) width: usize,
    /// The number of rows.
    pub(crate) height: usize,
}

/// A move, or a stone to set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColoredVertex {
    /// The colour of the move or the stone.
    pub(crate) color: Color,
    /// The vertex of the move or the stone.
    pub(crate) vertex: Vertex,
}

impl fmt::Display for ColoredVertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.vertex)
    }
}
