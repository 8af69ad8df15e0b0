//! The level and the destination of the log.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueHint};

use super::conflict;

/// The options of the log.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Log")]
pub(crate) struct LogArgs {
    /// Log more to standard error: -v information, -vv details, -vvv everything
    #[arg(short, long, action = ArgAction::Count, global = true)]
    pub(crate) verbose: u8,
    /// Log errors only, not even the seed
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Append the log to FILE instead of standard error
    #[arg(long, value_name = "FILE", global = true, value_hint = ValueHint::FilePath)]
    pub(crate) log_file: Option<PathBuf>,
}

impl LogArgs {
    /// Checks that only one level is given. clap refuses `-q` with `-v` only if both are on
    /// the same side of the subcommand.
    ///
    /// # Errors
    /// If `-q` and `-v` are both given.
    pub(crate) fn check(&self) -> Result<(), clap::Error> {
        if self.quiet && self.verbose > 0 {
            return Err(conflict("--quiet", "--verbose", "the log has one level"));
        }
        Ok(())
    }
}
