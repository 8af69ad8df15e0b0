//! The arguments of the commands, as the parsers read them.
//!
//! Arguments depend on their line alone: the engine decides whether a vertex is on
//! the board and whether a number makes sense.

mod analyze;
mod arguments;

pub(crate) use analyze::{AnalyzeRequest, AnalyzeStyle, NamedRestriction};
pub(crate) use arguments::{ColoredVertex, FinalStatus, Lengths, Vertex};
