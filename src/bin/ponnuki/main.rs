//! The program `ponnuki`. Each subcommand has a module in [`commands`], or a module of its
//! own where it is large; without a subcommand the program runs a GTP session.
//!
//! | module | holds |
//! |---|---|
//! | [`commands`] | the command line, and the small subcommands |
//! | [`cli`] | what subcommands share: options, the one error, outputs, the log, positions, safe text |
//! | [`page`] | the frame and the style sheet of HTML pages |
//! | [`client`] | other programs as GTP engines: their processes, answers and faults |
//! | [`analysis`] | KataGo's analysis protocol: queries and answers in JSON |
//! | [`check`] | the defects of SGF files, reported |
//! | [`review`] | whole games searched: the mistakes, an annotated record, a page |
//! | [`regress`] | regression tests of GTP programs |
//! | [`match`](r#match) | matches between GTP programs, their records, statistics and reports |
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod analysis;
mod check;
mod cli;
mod client;
mod commands;
#[cfg(any(test, fuzzing))]
mod corpus;
mod r#match;
mod page;
mod regress;
mod review;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::signals::survive_large_files();
    // Wrong usage ends here with status 2.
    let cli = commands::Cli::read(env::args_os()).unwrap_or_else(|wrong| wrong.exit());
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // A closed standard error is not a second failure.
            let _ = writeln!(
                io::stderr(),
                "ponnuki: {}",
                cli::plain::lines(&failure.to_string())
            );
            failure.status()
        }
    }
}
