//! The program: arguments, logging, and the choice of what to do.

mod args;
mod board_view;
mod commands;
mod logging;
mod run;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    // Wrong usage ends here with status 2.
    let cli = commands::Cli::parse();
    match run::run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nobody may be listening, which is no second failure.
            let _ = writeln!(io::stderr(), "ponnuki: {failure}");
            failure.status()
        }
    }
}
