//! The failures of `ponnuki match`, `match report` and `match merge`.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::r#match::{ReportError, ResultsError, TooFewOpenings};
use ponnuki::files::unwritable;
use ponnuki::statistics::counted;

use super::planner::PlanFailure;
use super::settings::SettingsError;
use super::sgf_folder::SgfFolderError;
use crate::failure::Failure;
use crate::outputs::Clash;

/// Why a match cannot be played to its end, or its results cannot be used.
#[derive(Debug)]
pub(super) enum MatchFailure {
    /// The settings are invalid.
    Settings(SettingsError),
    /// An output would overwrite an input or another output.
    Clash(Clash),
    /// The folder for SGF files cannot take the games of this match.
    Sgf(SgfFolderError),
    /// A file or a folder cannot be written.
    File(PathBuf, io::Error),
    /// Files of results cannot be used, or do not belong together.
    Results(ResultsError),
    /// A game cannot be shown in the report.
    Report(ReportError),
    /// There are too few balanced openings.
    Openings(TooFewOpenings),
    /// A sequential test was requested for a tournament or a ladder.
    NotTwoPlayers,
    /// No player with a rating has this name.
    UnknownAnchor(String),
    /// A match of fewer than three players has no ratings.
    NoRatings,
    /// A plan cannot be made.
    Plan(PlanFailure),
    /// A program cannot be used, or a ladder has a gap.
    Match(String),
    /// The program cannot handle signals.
    Signals(ctrlc::Error),
    /// The summary cannot be written.
    Output(io::Error),
    /// The user stopped the match.
    Interrupted {
        /// The games played so far, including those of earlier runs.
        played: u64,
        /// The games of the match, or of the shard.
        games: u64,
        /// Whether the games are in a file from which the match can resume.
        can_resume: bool,
    },
}

impl fmt::Display for MatchFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settings(error) => write!(f, "{error}"),
            Self::Clash(error) => write!(f, "{error}"),
            Self::Sgf(error) => write!(f, "{error}"),
            Self::File(path, error) => f.write_str(&unwritable(path, error)),
            Self::Results(error) => write!(f, "{error}"),
            Self::Report(error) => write!(f, "{error}"),
            Self::Openings(error) => write!(f, "{error}"),
            Self::NotTwoPlayers => f.write_str(
                "--sprt tests a match of two players, neither a tournament nor a ladder",
            ),
            Self::UnknownAnchor(name) => write!(f, "no player with a rating is called {name:?}"),
            Self::NoRatings => f.write_str("ratings need at least three players"),
            Self::Plan(error) => write!(f, "{error}"),
            Self::Match(error) => write!(f, "the match cannot be played: {error}"),
            Self::Signals(error) => write!(f, "cannot handle Ctrl-C: {error}"),
            Self::Output(error) => write!(f, "{error}"),
            Self::Interrupted {
                played,
                games,
                can_resume,
            } => {
                write!(
                    f,
                    "interrupted after {played} of {}",
                    counted(*games, "game")
                )?;
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
            MatchFailure::Output(error) => Self::Stream(error),
            MatchFailure::Interrupted { .. } => Self::Interrupted(Box::new(failure)),
            _ => Self::Match(Box::new(failure)),
        }
    }
}
