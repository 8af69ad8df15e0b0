//! The arguments of the analysis commands.

use super::Vertex;
use crate::board::Color;
use crate::player::RestrictionKind;

/// The format of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnalyzeStyle {
    /// Leela Zero's (`lz-analyze`): win rates in parts of 10,000, no scores.
    Leela,
    /// KataGo's (`kata-analyze`): win rates as fractions, and scores.
    Kata,
    /// The format of the commands without a prefix (`analyze`): win rates in parts of 10,000,
    /// and scores.
    Plain,
    /// The JSON object of CGOS (`cgos-genmove_analyze`).
    Cgos,
}

/// The arguments of an analysis command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AnalyzeRequest {
    /// The colour to analyze for; by default the colour to move.
    pub(crate) color: Option<Color>,
    /// The time between two lines, in hundredths of a second.
    pub(crate) interval: Option<u64>,
    /// Shows at least this many moves, including unvisited ones if necessary.
    pub(crate) min_moves: usize,
    /// Shows at most this many moves.
    pub(crate) max_moves: Option<usize>,
    /// Ends the analysis after this many playouts.
    pub(crate) playouts: Option<u64>,
    /// Shows the ownership of the points.
    pub(crate) ownership: bool,
    /// Shows visits, win rate and score of the position itself.
    pub(crate) root_info: bool,
    /// Restricts the moves to consider.
    pub(crate) restrictions: Vec<NamedRestriction>,
}

/// The value of `avoid` or `allow`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedRestriction {
    /// Whether to avoid the moves or to allow no others.
    pub(crate) kind: RestrictionKind,
    /// The colour whose moves are restricted.
    pub(crate) color: Color,
    /// The moves that the restriction names.
    pub(crate) vertices: Vec<Vertex>,
    /// The number of turns for which the restriction holds.
    pub(crate) depth: usize,
}
