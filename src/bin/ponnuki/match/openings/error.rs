//! Why openings cannot be used.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use ponnuki::board::{BoardSize, IllegalMove, StonesError};
use ponnuki::sgf::SgfError;

/// Why openings cannot be used.
#[derive(Debug)]
pub(crate) struct OpeningError(Reason);

/// The reason behind an [`OpeningError`].
#[derive(Debug)]
pub(super) enum Reason {
    /// The file or the folder cannot be read.
    Unreadable { path: PathBuf, error: io::Error },
    /// The folder contains no file whose name ends in `.sgf`.
    EmptyFolder { path: PathBuf },
    /// The list contains no moves.
    EmptyList { path: PathBuf },
    /// An opening cannot be used.
    Opening { place: Place, fault: Fault },
    /// There is no ready set for boards of this size.
    NotReady { size: BoardSize, ready: String },
}

/// The place of an opening, for an error.
#[derive(Debug)]
pub(super) enum Place {
    /// A file with one opening.
    File(PathBuf),
    /// A line of a list, counted from 1.
    Line(PathBuf, usize),
    /// A game of a collection, counted from 1.
    Game(PathBuf, usize),
}

/// Why a game or a line cannot serve as an opening. Moves count from 1.
#[derive(Debug)]
pub(super) enum Fault {
    /// The game cannot be read.
    Sgf(SgfError),
    /// The game is played on a board of another size.
    Size(BoardSize),
    /// The text of a move is neither a point nor a pass.
    Vertex { number: usize, text: String },
    /// A move lies off the board.
    Off {
        number: usize,
        name: String,
        size: BoardSize,
    },
    /// One colour moves twice in a row. The number is that of the second move.
    Turn { number: usize },
    /// A move is illegal under the rules of the match.
    Illegal {
        number: usize,
        name: String,
        reason: IllegalMove,
    },
    /// The setup stones are not a legal position.
    Stones(StonesError),
    /// The game is over before the move with this number.
    OverBefore { number: usize },
    /// The game is over after the last move.
    Over,
}

impl From<Reason> for OpeningError {
    fn from(reason: Reason) -> Self {
        Self(reason)
    }
}

impl Reason {
    /// Returns a function that makes the reason from the error of a path.
    pub(super) fn unreadable(path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Unreadable {
            path: path.clone(),
            error,
        }
    }
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Reason::Unreadable { path, error } => {
                write!(f, "cannot read the openings in {}: {error}", path.display())
            }
            Reason::EmptyFolder { path } => write!(
                f,
                "the folder of openings {} contains no .sgf file",
                path.display()
            ),
            Reason::EmptyList { path } => {
                write!(f, "{} contains no opening", path.display())
            }
            Reason::Opening { place, fault } => write!(f, "{place} cannot be an opening: {fault}"),
            Reason::NotReady { size, ready } => write!(
                f,
                "there are no ready openings for {size}, only for {ready}; \
                 'ponnuki match openings' makes others"
            ),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Line(path, line) => write!(f, "{}, line {line}", path.display()),
            Self::Game(path, game) => write!(f, "{}, game {game}", path.display()),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sgf(error) => write!(f, "{error}"),
            Self::Size(size) => write!(f, "it is for a board of {size}"),
            Self::Vertex { number, text } => write!(
                f,
                "move {number}, {text:?}, is neither a point such as D4 nor pass"
            ),
            Self::Off { number, name, size } => {
                write!(f, "move {number}, {name}, lies off the board of {size}")
            }
            Self::Turn { number } => {
                write!(f, "move {number} is of the same colour as the one before")
            }
            Self::Illegal {
                number,
                name,
                reason,
            } => write!(f, "move {number}, {name}, is illegal: {reason}"),
            Self::Stones(error) => write!(f, "{error}"),
            Self::OverBefore { number } => write!(f, "the game is over before move {number}"),
            Self::Over => f.write_str("the game is over after it"),
        }
    }
}

impl Error for OpeningError {}
