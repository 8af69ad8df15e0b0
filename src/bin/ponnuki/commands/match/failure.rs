//! Why a match, or what is made of its results, fails.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use ponnuki::tournament::{JournalError, ReportError, ResultsError};

use super::settings::SettingsError;
use crate::failure::Failure;

/// Why a match is not played to its end.
#[derive(Debug)]
pub(super) enum MatchFailure {
    /// The settings make no sense.
    Settings(SettingsError),
    /// The results file cannot be used.
    Journal(JournalError),
    /// A file or a folder cannot be written.
    File(PathBuf, io::Error),
    /// Files of results cannot be joined.
    Results(ResultsError),
    /// A game cannot be shown.
    Report(ReportError),
    /// A sequential test of games that have no two players, or are a ladder.
    NotTwoPlayers,
    /// Nobody with a rating has this name.
    UnknownAnchor(String),
    /// A match of fewer than three players has no ratings.
    NoRatings,
    /// A program does not take part, or a ladder has a gap.
    Match(String),
    /// The signals of the terminal cannot be heard.
    Signals(ctrlc::Error),
    /// The summary cannot be written.
    Output(io::Error),
    /// Somebody stopped the match.
    Interrupted {
        /// The games played so far, those of earlier runs included.
        played: u64,
        /// The games of the match, or of the shard.
        games: u64,
        /// Whether they are in a file, from which the match can go on.
        can_resume: bool,
    },
}

impl fmt::Display for MatchFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settings(error) => write!(f, "{error}"),
            Self::Journal(error) => write!(f, "{error}"),
            Self::File(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            Self::Results(error) => write!(f, "{error}"),
            Self::Report(error) => write!(f, "{error}"),
            Self::NotTwoPlayers => f.write_str(
                "--sprt tests a match of two players, neither a tournament nor a ladder",
            ),
            Self::UnknownAnchor(name) => write!(f, "no player with a rating is called {name:?}"),
            Self::NoRatings => f.write_str("only three players or more have ratings"),
            Self::Match(error) => write!(f, "the match cannot be played: {error}"),
            Self::Signals(error) => write!(f, "cannot listen for Ctrl-C: {error}"),
            Self::Output(error) => write!(f, "{error}"),
            Self::Interrupted {
                played,
                games,
                can_resume,
            } => {
                write!(f, "interrupted after {played} of {games} games")?;
                if *can_resume {
                    f.write_str("; the same command with --resume goes on")?;
                }
                Ok(())
            }
        }
    }
}

impl Error for MatchFailure {}

impl From<MatchFailure> for Failure {
    fn from(failure: MatchFailure) -> Self {
        match failure {
            MatchFailure::Interrupted { .. } => Self::Interrupted(Box::new(failure)),
            _ => Self::Match(Box::new(failure)),
        }
    }
}
