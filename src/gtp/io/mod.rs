//! The streams of a session: lines in, responses out.

mod interrupt;
mod lines;
mod reader;
mod session;
pub(super) mod writer;

pub use session::Session;
