//! The streams of a session: lines come in, responses go out.
//!
//! Start with `session`, the loop. `reader` explains how the input is read while
//! a command runs, and `interrupt` which lines stop it.

mod interrupt;
mod lines;
mod reader;
mod session;
pub(super) mod writer;

pub use session::Session;
