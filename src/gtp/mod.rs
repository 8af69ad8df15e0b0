#![doc = include_str!("README.md")]

mod command;
mod engine;
mod io;
mod parse;
mod response;

pub use engine::{Engine, EngineOptions, Passing};
pub use io::{OutputWatch, Responder, Session};
pub use parse::clean;
