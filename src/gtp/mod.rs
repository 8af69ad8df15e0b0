//! The Go Text Protocol, version 2: a thin skin around the game and the player.
//!
//! A line of input becomes a [`Request`](parse::Request) in `parse`, the
//! [`Command`](command::Command) in it is carried out by the [`Engine`], and its
//! answer is printed by `response`; [`Session`] reads the lines and keeps the
//! order. Nothing outside this room knows the texts of the protocol.
//!
//! The specification is G. Farnebäck's "Specification of the Go Text Protocol,
//! version 2, draft 2" of 2002; quotes from it carry its section numbers.

mod command;
mod engine;
mod io;
mod parse;
mod response;

pub use engine::{Engine, EngineOptions, Passing};
pub use io::Session;
