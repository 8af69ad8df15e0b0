//! Why the program ends without success, and with which status.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::regress::Unstarted;
use ponnuki::BoardSize;
use ponnuki::board::StonesError;
use ponnuki::player::OutOfMemory;
use ponnuki::statistics::counted;

/// Why the program fails.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file or folder named on the command line cannot be used.
    File {
        /// The words that follow "cannot" in the message.
        purpose: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        error: Box<dyn Error + Send + Sync>,
    },
    /// The system provides no random seed, and the user gave none.
    Seed,
    /// More handicap stones than the board has room for.
    Handicap {
        /// The largest possible number of stones.
        most: usize,
    },
    /// There is too little memory for `--memory` and `--threads`.
    Memory(OutOfMemory),
    /// The diagram of `--position` does not have the size of `--size`.
    SizeMismatch,
    /// The stones of a diagram are not a legal position.
    Stones(StonesError),
    /// No file holds a game on a board of this size.
    NoGames {
        /// The size.
        size: BoardSize,
    },
    /// Standard input or output fails.
    Stream(io::Error),
    /// A match cannot be played, or its results cannot be used.
    Match(Box<dyn Error + Send + Sync>),
    /// The engine of regression tests cannot be started.
    Engine(Unstarted),
    /// Regression tests have failed.
    Tests {
        /// Their number.
        failed: usize,
    },
    /// A check has found something.
    Findings {
        /// The number of findings.
        findings: u64,
        /// The number of games that they concern.
        faulty: u64,
        /// The number of all games.
        games: u64,
    },
    /// The user stopped the program.
    Interrupted(Box<dyn Error + Send + Sync>),
}

impl Failure {
    /// Returns a function that makes the failure from its cause.
    pub(crate) fn file<E>(purpose: &'static str, path: &Path) -> impl FnOnce(E) -> Self
    where
        E: Error + Send + Sync + 'static,
    {
        let path = path.to_owned();
        move |error| Self::File {
            purpose,
            path,
            error: Box::new(error),
        }
    }

    /// Returns the exit status: 130 when the user stopped the program, the
    /// status that shells give for Ctrl-C; 2, as for wrong usage, when the engine of
    /// regression tests cannot be started, since 1 means that tests failed; and 1
    /// otherwise.
    pub(crate) fn status(&self) -> ExitCode {
        match self {
            Self::Engine(_) => ExitCode::from(2),
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
            Self::Seed => f.write_str("the system provides no random seed; give one with --seed"),
            Self::Handicap { most } => {
                write!(f, "this board has room for at most {most} handicap stones")
            }
            Self::Memory(error) => write!(f, "{error}; choose less with --memory or --threads"),
            Self::SizeMismatch => {
                f.write_str("the diagram does not have the size that --size gives")
            }
            Self::Stones(error) => error.fmt(f),
            Self::NoGames { size } => write!(f, "no file holds a game on a {size} board"),
            Self::Engine(error) => error.fmt(f),
            Self::Tests { failed } => write!(f, "{} failed", counted(*failed as u64, "test")),
            Self::Findings {
                findings,
                faulty,
                games,
            } => write!(
                f,
                "{} in {faulty} of {}",
                counted(*findings, "finding"),
                counted(*games, "game")
            ),
            Self::Stream(error) => error.fmt(f),
            Self::Match(error) | Self::Interrupted(error) => error.fmt(f),
        }
    }
}

impl Error for Failure {}
