//! The faults of files of results that are read, joined or continued.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::record::RecordError;

/// The error for files of results that cannot be used.
#[derive(Debug)]
pub struct ResultsError(Reason);

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
    /// Another match has locked the file.
    InUse,
    /// A new match would overwrite a file that is not empty.
    Exists,
    /// A line is not a record of a game.
    Line { line: usize, error: RecordError },
    /// The last line is incomplete: the match stopped while writing it.
    CutOff { line: usize },
    /// A line repeats a game of the same file.
    Repeated { line: usize, game: u64 },
    /// A line has the number of a game in an earlier file.
    Duplicate {
        line: usize,
        game: u64,
        other: PathBuf,
    },
    /// The fingerprint of a line differs from that of the lines before it.
    OtherMatch {
        line: usize,
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
        let (path, fault) = match &self.0 {
            Reason::File { path, fault } => (path.display(), fault),
            Reason::NoGames => return f.write_str("there are no games in these files"),
        };
        match fault {
            FileFault::Unreadable(error) => write!(f, "cannot read {path}: {error}"),
            FileFault::Unwritable(error) => write!(f, "cannot write {path}: {error}"),
            FileFault::InUse => write!(f, "another match is writing {path}"),
            FileFault::Exists => write!(
                f,
                "{path} already contains games: continue them with --resume, or choose another file"
            ),
            FileFault::Line { line, error } => write!(f, "{path}, line {line}: {error}"),
            FileFault::CutOff { line } => write!(
                f,
                "{path}, line {line}: cut off in the middle; continue the match with --resume, which repairs the file"
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
