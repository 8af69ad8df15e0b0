//! The defects of a record, and their locations.

use std::str::FromStr;

use ponnuki_core::board::{IllegalMove, UnknownValue, named_enum};

named_enum! {
    names only:
    /// A kind of defect.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
    /// use ponnuki::sgf::Games;
    /// use ponnuki::sgf::check::{Checker, Defect};
    ///
    /// let ignored: Defect = "komi".parse()?; // such as the value of an option
    /// let record = &b"(;SZ[9]KM[a few];B[ee];W[ee])"[..];
    /// let mut checked = Checker::default().check(&Games::new(record).next().unwrap()?);
    /// checked.findings.retain(|finding| finding.defect != ignored);
    /// let rest: Vec<_> = checked.findings.iter().map(|finding| finding.defect.name()).collect();
    /// assert_eq!(rest, ["occupied"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Defect {
        /// The file cannot be read.
        File = "file",
        /// The file is not SGF, is truncated, or is too long. What can be mended is.
        Syntax = "syntax",
        /// The game is not Go.
        OtherGame = "other-game",
        /// Some bytes are invalid in the encoding of the file, or the encoding that it states is
        /// not known or not that of its bytes.
        Encoding = "encoding",
        /// The size of the board cannot be read or is not supported.
        Size = "size",
        /// The komi cannot be read, is in hundredths, as the Fox server writes it, or is beyond
        /// the board.
        Komi = "komi",
        /// The rules that the file states are not known.
        Rules = "rules",
        /// The handicap differs from the number of black stones that are set up.
        Handicap = "handicap",
        /// The root has a property twice that the game depends on.
        Repeated = "repeated",
        /// Some properties have no upper-case letter. They are read as if they had only such.
        LowerCase = "lower-case",
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
        /// A move is played on a stone.
        Occupied = "occupied",
        /// A move is suicide, which the rules forbid.
        Suicide = "suicide",
        /// A move retakes a ko at once.
        Ko = "ko",
        /// A move repeats a position, which the rules forbid.
        Superko = "superko",
        /// The result contradicts the final position, or cannot be read.
        Result = "result",
        /// The moves are those of an earlier game.
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

    /// Parses the name of a defect.
    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        let named = |defect: &Self| defect.name() == text;
        let unknown = || UnknownValue::new(format!("not one of {}", Self::NAMES));
        Self::ALL.into_iter().find(named).ok_or_else(unknown)
    }
}

/// A defect in the record of a game, and its location.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::Games;
/// use ponnuki::sgf::check::{Checker, Finding};
///
/// let record = "(;SZ[9];B[ee]\n;W[ee])";
/// let checked = Checker::default().check(&Games::new(record.as_bytes()).next().unwrap()?);
/// let Finding { line, number, message, .. } = &checked.findings[0];
/// assert_eq!((*line, *number), (2, Some(2)));
/// assert_eq!(format!("game.sgf:{line}: {message}"), "game.sgf:2: E5 already has a stone");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind of the defect.
    pub defect: Defect,
    /// The move number, from 1 along its line of play; `None` for the game as a whole.
    pub number: Option<usize>,
    /// The index of the variation in file order; 0 is the main line.
    pub variation: usize,
    /// The line number in the file, from 1.
    pub line: usize,
    /// For superko, the number of the move that first led to the repeated position; 0 is
    /// the start position.
    pub repeats: Option<usize>,
    /// The description of the defect, for people.
    pub message: String,
}
