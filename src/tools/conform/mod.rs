//! Whether an engine speaks GTP and knows the rules of Go.

mod ability;
mod behaviour;
mod check;
pub(crate) mod command;
mod deduce;
mod learn;
mod outcome;
mod page;
mod perform;
mod play;
mod probe;
mod reply;
mod report;
mod run;
mod script;
mod shrink;
mod subject;
