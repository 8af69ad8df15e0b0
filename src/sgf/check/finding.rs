//! The defects of a record, and their places.

use std::fmt;
use std::str::FromStr;

use crate::board::IllegalMove;

/// A kind of defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Defect {
    /// The file cannot be read.
    File,
    /// The text is not SGF, cut off, or too long.
    Syntax,
    /// The game is not Go.
    OtherGame,
    /// Bytes have no meaning in the encoding of the file.
    Encoding,
    /// The size of the board cannot be read or is not supported.
    Size,
    /// The komi cannot be read, or is in hundredths, as the Fox server writes it.
    Komi,
    /// Another property that the game depends on cannot be read.
    Value,
    /// Setup stones lie off the board or have no liberty.
    Setup,
    /// A node has setup stones and a move, which the format forbids.
    SetupWithMove,
    /// A node has more than one move, which the format forbids.
    TwoMoves,
    /// A colour moves although it is the other's turn.
    Turn,
    /// A move lies off the board.
    OffBoard,
    /// A move takes a point that has a stone.
    Occupied,
    /// A move is suicide, which the rules forbid.
    Suicide,
    /// A move retakes a ko at once.
    Ko,
    /// A move repeats a position, which the rules forbid.
    Superko,
    /// The result is not what the board shows, or cannot be read.
    Result,
    /// An earlier game has the same moves.
    Duplicate,
}

impl Defect {
    /// All kinds.
    pub const ALL: [Self; 18] = [
        Self::File,
        Self::Syntax,
        Self::OtherGame,
        Self::Encoding,
        Self::Size,
        Self::Komi,
        Self::Value,
        Self::Setup,
        Self::SetupWithMove,
        Self::TwoMoves,
        Self::Turn,
        Self::OffBoard,
        Self::Occupied,
        Self::Suicide,
        Self::Ko,
        Self::Superko,
        Self::Result,
        Self::Duplicate,
    ];

    /// Returns the name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Syntax => "syntax",
            Self::OtherGame => "other-game",
            Self::Encoding => "encoding",
            Self::Size => "size",
            Self::Komi => "komi",
            Self::Value => "value",
            Self::Setup => "setup",
            Self::SetupWithMove => "setup-with-move",
            Self::TwoMoves => "two-moves",
            Self::Turn => "turn",
            Self::OffBoard => "off-board",
            Self::Occupied => "occupied",
            Self::Suicide => "suicide",
            Self::Ko => "ko",
            Self::Superko => "superko",
            Self::Result => "result",
            Self::Duplicate => "duplicate",
        }
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

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The name is not that of a [`Defect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownDefect;

impl fmt::Display for UnknownDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Defect::ALL.map(Defect::name);
        write!(f, "not one of {}", names.join(", "))
    }
}

impl std::error::Error for UnknownDefect {}

impl FromStr for Defect {
    type Err = UnknownDefect;

    fn from_str(text: &str) -> Result<Self, UnknownDefect> {
        let named = |defect: &Self| defect.name() == text;
        Self::ALL.into_iter().find(named).ok_or(UnknownDefect)
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
