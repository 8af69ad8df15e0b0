//! The program `ponnuki`. Each subcommand has a module in [`commands`]; without
//! a subcommand the program runs a GTP session.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod args;
mod commands;
mod failure;
mod logging;
mod outputs;
mod records;
mod seed;
mod signals;
mod stdout;
mod terminal;
mod version;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use ponnuki::plain;

fn main() -> ExitCode {
    signals::survive_large_files();
    // Wrong usage ends here with status 2.
    let cli = commands::Cli::read(env::args_os()).unwrap_or_else(|wrong| wrong.exit());
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // A closed standard error is not a second failure.
            let _ = writeln!(
                io::stderr(),
                "ponnuki: {}",
                plain::lines(&failure.to_string())
            );
            failure.status()
        }
    }
}
