//! The error messages of commands.

use std::error::Error;
use std::fmt::{self, Display};

use ponnuki_core::board::UnknownValue;

/// The reason a command failed. `Display` writes the message of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// No command has this name.
    UnknownCommand,
    /// The arguments cannot be read.
    Syntax,
    /// The line is longer than the session accepts.
    LineTooLong,
    /// The width or the height is not within 1 to 25.
    UnacceptableSize,
    /// The move is illegal. The reason is logged.
    IllegalMove,
    /// The game has fewer moves than `undo` should take back.
    CannotUndo,
    /// The game ended without a result, so it has no score.
    CannotScore,
    /// The file cannot be read or is not a game record, with the reason unless it must not be
    /// told.
    CannotLoadFile(Option<String>),
    /// The file must not or cannot be written.
    CannotWriteFile,
    /// Handicap and setup stones need an empty board without moves.
    BoardNotEmpty,
    /// The board does not support a handicap of this many stones.
    InvalidHandicap,
    /// A vertex was given twice.
    RepeatedVertex,
    /// The vertex is off the board, or a pass where a point is needed.
    InvalidVertex,
    /// The number of playouts is out of range.
    InvalidPlayouts,
    /// The vertex holds no stone.
    EmptyVertex,
    /// A chain would have no liberty.
    InvalidPosition,
    /// The game has no moves yet.
    NoMove,
    /// The engine does not play by these rules, or a parameter cannot be read or set.
    Refused(UnknownValue),
    /// No key of an analysis command has this name.
    UnknownKey(String),
    /// This key of an analysis command has no readable value.
    UnreadableValue(String),
    /// The restrictions of an analysis leave no move, not even a pass.
    NoMoveLeft,
    /// A defect in this program.
    Internal,
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Refused(reason) => return reason.fmt(f),
            Self::UnknownKey(key) => return write!(f, "unknown key '{key}'"),
            Self::UnreadableValue(key) => return write!(f, "{key} needs {}", expected_value(key)),
            Self::CannotLoadFile(Some(reason)) => {
                return write!(f, "cannot load file: {reason}");
            }
            Self::CannotLoadFile(None) => "cannot load file",
            Self::NoMoveLeft => "no move left to analyze",
            Self::UnknownCommand => "unknown command",
            Self::Syntax => "syntax error",
            Self::LineTooLong => "line too long",
            Self::UnacceptableSize => "unacceptable size",
            Self::IllegalMove => "illegal move",
            Self::CannotUndo => "cannot undo",
            Self::CannotScore => "cannot score",
            Self::CannotWriteFile => "cannot write file",
            Self::BoardNotEmpty => "board not empty",
            Self::InvalidHandicap => "invalid handicap",
            Self::RepeatedVertex => "repeated vertex",
            Self::InvalidVertex => "invalid vertex",
            Self::InvalidPlayouts => "invalid number of playouts",
            Self::EmptyVertex => "vertex must not be empty",
            Self::InvalidPosition => "invalid position",
            Self::NoMove => "no previous move known",
            Self::Internal => "internal error",
        })
    }
}

impl Error for Failure {}

impl From<UnknownValue> for Failure {
    fn from(reason: UnknownValue) -> Self {
        Self::Refused(reason)
    }
}

/// Describes the values that a key of an analysis command takes.
fn expected_value(key: &str) -> &'static str {
    match key {
        "avoid" | "allow" => "a color, vertices as in D4,Q16 and a number of turns",
        "interval" => "a number of hundredths of a second",
        "minmoves" | "maxmoves" | "playouts" => "a whole number",
        _ => "true or false",
    }
}
