//! Why a play is not allowed.

use std::error::Error;
use std::fmt;

/// The reason a play is illegal. When several apply, the first of this order
/// is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMove {
    /// The point is not on the board.
    OffBoard,
    /// A stone stands there.
    Occupied,
    /// The play would remove its own stones, and the rules forbid it.
    Suicide,
    /// The play takes back a ko at once.
    Ko,
    /// The play brings back an earlier position of the game.
    Superko {
        /// The number of the move after which that position first stood; 0 is
        /// the start position.
        repeats: usize,
    },
}

impl IllegalMove {
    /// The play would bring back an earlier position that the ko rule, simple
    /// or superko, forbids.
    pub const fn is_repetition(self) -> bool {
        matches!(self, Self::Ko | Self::Superko { .. })
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard => f.write_str("off the board"),
            Self::Occupied => f.write_str("occupied"),
            Self::Suicide => f.write_str("suicide"),
            Self::Ko => f.write_str("ko"),
            Self::Superko { repeats: 0 } => f.write_str("superko, repeats the start position"),
            Self::Superko { repeats } => {
                write!(f, "superko, repeats the position after move {repeats}")
            }
        }
    }
}

impl Error for IllegalMove {}
