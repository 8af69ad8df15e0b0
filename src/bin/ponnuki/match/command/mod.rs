//! `ponnuki match`: plays a match between GTP programs and records its games.

mod args;
mod files;
mod openings;
mod options;
mod planner;
mod play;
mod progress;
mod recorder;
mod sgf_folder;
mod tournament_file;

use std::io;

use clap::Args;

use crate::cli::args::LogArgs;
use crate::cli::failure::Failure;
use args::RunArgs;
use files::FilesCommand;

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  ponnuki match --black 'ponnuki --level 3' --white 'gnugo --mode gtp' --size 9
  ponnuki match --tournament players.toml --out results.jsonl -j 2
  ponnuki match --white 'ponnuki --level 9' --handicap ladder --size 9
  ponnuki match --black a --white b --size 9 --openings ready --pairs
  ponnuki match --black a --white b --resign-rule 3,3 --judge-after 60
  ponnuki match report results.jsonl --html report.html
  ponnuki match plan --elo1 20 --pairs"
)]
pub(crate) struct MatchArgs {
    #[command(subcommand)]
    files: Option<FilesCommand>,
    #[command(flatten)]
    run: RunArgs,
}

impl MatchArgs {
    /// Describes all settings of the match or of the subcommand.
    #[cfg(test)]
    pub(crate) fn effect(&self) -> Result<String, Failure> {
        let run = &self.run;
        if self.files.is_none() && run.tournament.is_none() {
            // The openings of a test need not exist.
            let unread = ["cannot read the openings in", "there are no ready openings"];
            if let Err(failure) = run.setup() {
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
        Some(command) => command.run(log, io::stdout().lock())?,
        None => play::play(&args.run, log)?,
    }
    Ok(())
}

/// Reads a tournament file without playing.
#[cfg(any(test, fuzzing))]
pub(crate) fn read_tournament(path: &std::path::Path) -> Result<(), Failure> {
    tournament_file::read(path).map(drop)
}
