//! The streams of a session: lines come in, responses go out.
//!
//! Start with `session`, the loop. `responder` carries out what it reads, and answers
//! programs without streams. `reader` explains how the input is read while
//! a command runs, and `interrupt` which lines stop it. `output_watch` stops it
//! when the controller is gone.

mod interrupt;
mod lines;
mod output_watch;
mod reader;
mod responder;
mod session;

pub use output_watch::OutputWatch;
pub use responder::Responder;
pub use session::Session;
