//! The Go Text Protocol, version 2, with the extensions of GNU Go, GoGui, KataGo, KGS and CGOS.
//! `README.md` has the files in reading order.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod engine;
mod failure;
mod io;
mod parse;
mod response;

pub use engine::{Engine, EngineOptions};
pub use io::{OutputWatch, Responder, Session};
pub use parse::clean;
pub use response::models;
