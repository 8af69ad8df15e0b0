//! Whether an engine speaks GTP and knows the rules of Go.

mod ability;
mod behaviour;
mod check;
pub(crate) mod command;
mod learn;
mod page;
mod play;
mod probe;
mod reply;
mod report;
mod run;
mod shrink;
mod subject;
