//! `ponnuki match`: plays a match between GTP programs and records its games.

mod args;
mod axes;
mod files;
mod options;
mod play;
mod progress;
mod recorder;
mod sgf_folder;
mod sprt_scale;
mod tournament_file;

use std::io;

use crate::cli::args::LogArgs;
use crate::cli::failure::Failure;
pub(crate) use args::MatchArgs;

impl MatchArgs {
    #[cfg(test)]
    pub(crate) fn effect(&self) -> Result<String, Failure> {
        if self.files.is_none() && self.tournament.is_none() {
            // The openings of a test need not exist.
            let unread = ["cannot read the openings in", "there are no ready openings"];
            if let Err(failure) = self.setup() {
                let reason = failure.to_string();
                if !unread.iter().any(|start| reason.starts_with(start)) {
                    return Err(failure);
                }
            }
        }
        Ok(format!("{self:?}"))
    }
}

pub(crate) fn run(args: &MatchArgs, log: &LogArgs) -> Result<(), Failure> {
    match &args.files {
        Some(command) => command.run(log, io::stdout().lock()),
        None => play::play(args, log),
    }
}

/// Reads a tournament file without playing.
#[cfg(any(test, feature = "corpus"))]
pub(crate) fn read_tournament(path: &std::path::Path) -> Result<(), Failure> {
    tournament_file::read(path).map(drop)
}
