//! The defects of a record, and their places.

use std::str::FromStr;

use crate::board::{IllegalMove, UnknownValue, named_enum};

named_enum! {
    names only:
    /// A kind of defect.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Defect {
        /// The file cannot be read.
        File = "file",
        /// The text is not SGF, cut off, or too long.
        Syntax = "syntax",
        /// The game is not Go.
        OtherGame = "other-game",
        /// Bytes have no meaning in the encoding of the file.
        Encoding = "encoding",
        /// The size of the board cannot be read or is not supported.
        Size = "size",
        /// The komi cannot be read, or is in hundredths, as the Fox server writes it.
        Komi = "komi",
        /// Another property that the game depends on cannot be read.
        Value = "value",
        /// Setup stones lie off the board or have no liberty.
        Setup = "setup",
        /// A node has setup stones and a move, which the format forbids.
        SetupWithMove = "setup-with-move",
        /// A node has more than one move, which the format forbids.
        TwoMoves = "two-moves",
        /// A colour moves although it is the other's turn.
        Turn = "turn",
        /// A move lies off the board.
        OffBoard = "off-board",
        /// A move takes a point that has a stone.
        Occupied = "occupied",
        /// A move is suicide, which the rules forbid.
        Suicide = "suicide",
        /// A move retakes a ko at once.
        Ko = "ko",
        /// A move repeats a position, which the rules forbid.
        Superko = "superko",
        /// The result is not what the board shows, or cannot be read.
        Result = "result",
        /// An earlier game has the same moves.
        Duplicate = "duplicate",
    }
}

impl From<IllegalMove> for Defect {
    fn from(reason: IllegalMove) -> Self {
        match reason {
            IllegalMove::OffBoard => Self::OffBoard,
            IllegalMove::Occupied => Self::Occupied,
            IllegalMove::Suicide => Self::Suicide,
            IllegalMove::Ko => Self::Ko,
            IllegalMove::Superko { .. } => Self::Superko,
        }
    }
}

impl FromStr for Defect {
    type Err = UnknownValue;

    /// Reads a name.
    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        let named = |defect: &Self| defect.name() == text;
        let unknown = || UnknownValue::new(format!("not one of {}", Self::NAMES));
        Self::ALL.into_iter().find(named).ok_or_else(unknown)
    }
}

/// A defect in the record of a game, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind of the defect.
    pub defect: Defect,
    /// The number of the move, counted from 1 along its line of play; `None` for
    /// the game as a whole.
    pub number: Option<usize>,
    /// The number of the variation in the order of the text; 0 is the main line.
    pub variation: usize,
    /// The line of the text, counted from 1.
    pub line: usize,
    /// For superko, the number of the move after which the position first
    /// occurred; 0 is the start.
    pub repeats: Option<usize>,
    /// The description.
    pub message: String,
}
