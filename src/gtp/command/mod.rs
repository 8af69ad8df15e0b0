//! The arguments of the commands, as the parsers read them.
//!
//! Arguments depend on their line alone: the engine decides whether a vertex is on
//! the board and whether a number makes sense.

mod analyze;
mod arguments;
mod parameter;

pub(crate) use analyze::{AnalyzeRequest, AnalyzeStyle, NamedRestriction, UnreadableKey};
pub(crate) use arguments::{ColoredVertex, FinalStatus, Lengths, RulesRequest, Vertex};
pub(crate) use parameter::RefusedParameter;
