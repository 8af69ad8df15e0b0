//! Why the program ends without success, and with which status.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ponnuki::StonesError;

/// Why the program fails.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file or folder named on the command line cannot be used.
    File {
        /// What the program wants to do with it, after "cannot".
        purpose: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What prevents that.
        error: Box<dyn Error>,
    },
    /// The system has no randomness to give, and no seed was named.
    Seed,
    /// More handicap stones than the board has room for.
    Handicap {
        /// The most stones possible.
        most: usize,
    },
    /// The size and the diagram are of different boards.
    SizeMismatch,
    /// The stones of a diagram are not a legal position.
    Stones(StonesError),
    /// Standard input or output fails.
    Stream(io::Error),
    /// A match cannot be played, or its results cannot be used.
    Match(Box<dyn Error>),
    /// The user stopped the program.
    Interrupted(Box<dyn Error>),
}

impl Failure {
    /// The failure to do something with a file or folder.
    pub(crate) fn file<E>(purpose: &'static str, path: &Path) -> impl FnOnce(E) -> Self
    where
        E: Error + 'static,
    {
        let path = path.to_owned();
        move |error| Self::File {
            purpose,
            path,
            error: Box::new(error),
        }
    }

    /// The exit status: 130 when the user stopped the program, as after a
    /// Ctrl-C in a shell, and 1 otherwise.
    pub(crate) fn status(&self) -> ExitCode {
        match self {
            Self::Interrupted(_) => ExitCode::from(130),
            _ => ExitCode::FAILURE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File {
                purpose,
                path,
                error,
            } => write!(f, "cannot {purpose} {}: {error}", path.display()),
            Self::Seed => f.write_str("the system gives no random seed; name one with --seed"),
            Self::Handicap { most } => {
                write!(f, "this board has room for {most} handicap stones at most")
            }
            Self::SizeMismatch => f.write_str("the diagram is not of the size asked for"),
            Self::Stones(error) => error.fmt(f),
            Self::Stream(error) => error.fmt(f),
            Self::Match(error) | Self::Interrupted(error) => error.fmt(f),
        }
    }
}

impl Error for Failure {}
