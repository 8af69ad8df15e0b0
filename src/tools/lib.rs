//! The program `ponnuki`. Small subcommands are in [`commands`], larger ones have their own
//! module. Without a subcommand, the program runs a GTP session.
//!
//! | module | holds |
//! |---|---|
//! | [`commands`] | the command line, and the small subcommands |
//! | [`cli`] | shared code: options, the error type, outputs, logging, positions, sanitising |
//! | [`page`] | the frame and the style sheet of HTML pages |
//! | [`client`] | other programs as GTP engines: their processes, answers and faults |
//! | [`analysis`] | KataGo's analysis protocol: queries and answers in JSON |
//! | [`conform`] | whether an engine speaks GTP and knows the rules |
//! | [`check`] | checking game records for defects |
//! | [`review`] | searching whole games for mistakes: an annotated record, a page |
//! | [`regress`] | regression tests of GTP programs |
//! | `match` | matches between GTP programs, their records, statistics and reports |
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![forbid(unsafe_code)]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "these pages are for those who read the source"
)]

mod analysis;
mod check;
mod cli;
mod client;
mod commands;
mod conform;
#[cfg(any(test, feature = "corpus"))]
#[doc(hidden)]
pub mod corpus;
mod r#match;
mod page;
mod regress;
mod review;

/// What the tests of the built program read their files with.
#[doc(hidden)]
pub mod suite {
    pub use crate::cli::expected::{ExpectedAnswer, TestVerdict};
    pub use crate::regress::suite::{Suite, SuiteCommand};
}

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the program with the arguments of this process, and returns its exit status.
pub fn main() -> ExitCode {
    cli::signals::survive_large_files();
    // Invalid usage exits here with status 2.
    let cli = commands::Cli::read(env::args_os()).unwrap_or_else(|wrong| wrong.exit());
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // If standard error is closed, the exit status still reports the failure.
            let _ = writeln!(
                io::stderr(),
                "ponnuki: {}",
                cli::plain::lines(&failure.to_string())
            );
            failure.status()
        }
    }
}
