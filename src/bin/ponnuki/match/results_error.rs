//! The faults of files of results that are read, joined or continued.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::record::RecordError;
use super::settings::MOST_PLAYERS;
use ponnuki::files::unwritable;

/// The error for files of results that cannot be used.
#[derive(Debug)]
pub(crate) struct ResultsError(Reason);

#[derive(Debug)]
enum Reason {
    File { path: PathBuf, fault: FileFault },
    NoGames,
}

/// A fault of a file of results. Lines count from 1.
#[derive(Debug)]
pub(super) enum FileFault {
    /// The file cannot be read.
    Unreadable(io::Error),
    /// The file cannot be written.
    Unwritable(io::Error),
    /// A new match would overwrite a file that contains games.
    Exists,
    /// A new match would overwrite a file that contains something else.
    NotEmpty,
    /// A line is not a record of a game.
    Line { line: u32, error: RecordError },
    /// The last line is incomplete: the match stopped while writing it.
    CutOff { line: u32 },
    /// The last line is neither a record nor the beginning of one.
    Foreign { line: u32 },
    /// The file has changed since it was read.
    Changed,
    /// A line repeats a game of the same file.
    Repeated { line: u32, game: u64 },
    /// A line names more players than a match can have.
    Players { line: u32 },
    /// A line has the number of a game in an earlier file.
    Duplicate {
        line: u32,
        game: u64,
        other: PathBuf,
    },
    /// The fingerprint of a line differs from that of the lines before it.
    OtherMatch {
        line: u32,
        found: String,
        expected: String,
    },
    /// The games were played with settings that differ from those of this match.
    OtherSettings { difference: String },
}

impl ResultsError {
    /// The files contain no game.
    pub(super) const NO_GAMES: Self = Self(Reason::NoGames);

    /// Creates the error for a fault in one file.
    pub(super) fn new(path: &Path, fault: FileFault) -> Self {
        let path = path.to_owned();
        Self(Reason::File { path, fault })
    }
}

impl fmt::Display for ResultsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, fault) = match &self.0 {
            Reason::File { path, fault } => (path, fault),
            Reason::NoGames => return f.write_str("there are no games in these files"),
        };
        let path = file.display();
        match fault {
            FileFault::Unreadable(error) => write!(f, "cannot read {path}: {error}"),
            FileFault::Unwritable(error) => f.write_str(&unwritable(file, error)),
            FileFault::Exists => write!(
                f,
                "{path} already contains games: continue them with --resume, or choose another file"
            ),
            FileFault::NotEmpty => write!(
                f,
                "{path} is not empty and no file of results: choose another file"
            ),
            FileFault::Line { line, error } => write!(f, "{path}, line {line}: {error}"),
            FileFault::CutOff { line } => write!(
                f,
                "{path}, line {line}: cut off in the middle; continue the match with --resume, which repairs the file"
            ),
            FileFault::Foreign { line } => write!(
                f,
                "{path}, line {line}: neither a record of this match nor the beginning of one; the file is left as it is"
            ),
            FileFault::Changed => write!(f, "{path} changed while it was read"),
            FileFault::Players { line } => write!(
                f,
                "{path}, line {line}: more than {MOST_PLAYERS} players in one match"
            ),
            FileFault::Repeated { line, game } => {
                write!(f, "{path}, line {line}: game {game} is there twice")
            }
            FileFault::Duplicate { line, game, other } => write!(
                f,
                "{path}, line {line}: game {game} was in {} already",
                other.display()
            ),
            FileFault::OtherMatch {
                line,
                found,
                expected,
            } => write!(
                f,
                "{path}, line {line}: a game of match {found}, not of {expected}; the settings differ"
            ),
            FileFault::OtherSettings { difference } => {
                write!(f, "{path} contains games of another match: {difference}")
            }
        }
    }
}

impl Error for ResultsError {}

/// Why files of results cannot be joined.
#[derive(Debug)]
pub(crate) enum MergeError {
    /// A file cannot be read.
    Results(ResultsError),
    /// The joined file cannot be written.
    Output(io::Error),
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Results(error) => error.fmt(f),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl Error for MergeError {}
