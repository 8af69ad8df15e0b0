//! The program: arguments, logging, and the choice of what to do.

mod bench_report;
mod board_view;
mod cli;
mod estimate_report;
mod logging;
mod match_command;
mod perft_table;
mod play;
mod run;
mod score_report;
mod test_engine;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    // Wrong usage ends here with status 2.
    let cli = cli::Cli::parse();
    match run::run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nobody may be listening, which is no second failure.
            let _ = writeln!(io::stderr(), "ponnuki: {failure}");
            failure.status()
        }
    }
}
