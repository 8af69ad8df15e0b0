//! The Go Text Protocol, version 2, with the extensions of GNU Go, GoGui, KataGo, KGS and CGOS.
//!
//! A [`Session`] serves a controller on two streams, such as standard input and output. A
//! [`Responder`] answers line by line.
//!
//! ```
//! # mod ponnuki { pub use {ponnuki_core::*, ponnuki_gtp as gtp, ponnuki_play::*}; }
//! use ponnuki::gtp::{Engine, EngineOptions, Session};
//!
//! let mut answers = Vec::new();
//! let engine = Engine::new(EngineOptions::new(1));
//! let commands = b"boardsize 9\nplay b D4\nfinal_score\nquit\n";
//! Session::run(&commands[..], &mut answers, engine)?;
//! assert_eq!(answers, b"= \n\n= \n\n= B+73.5\n\n= \n\n");
//! # Ok::<(), std::io::Error>(())
//! ```
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
