//! The reasons why a play is illegal.

use std::error::Error;
use std::fmt;

/// The reason why a play is illegal. If several apply, the first in the order
/// of this list is reported.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{BoardSize, Color, Game, Komi, Move, Rules};
///
/// let mut game = Game::new(BoardSize::square(9)?, Rules::default(), Komi::default());
/// let centre = game.size().point_named("E5").unwrap();
/// game.play(Color::Black, Move::Play(centre))?;
/// let reason = game.play(Color::White, Move::Play(centre)).unwrap_err();
/// assert_eq!(format!("illegal move: {reason}"), "illegal move: occupied");
/// assert!(!reason.is_repetition()); // so a ko threat would not help
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMove {
    /// The point is not on the board.
    OffBoard,
    /// The point already has a stone.
    Occupied,
    /// The play would remove the player's own stones, which the rules forbid.
    Suicide,
    /// The play would retake a ko at once.
    Ko,
    /// The play would bring back an earlier position of the game.
    Superko {
        /// The number of the move after which the position first occurred; 0
        /// is the start position.
        repeats: usize,
    },
}

impl IllegalMove {
    /// Returns whether the ko rule, simple or superko, forbids the play.
    pub const fn is_repetition(self) -> bool {
        matches!(self, Self::Ko | Self::Superko { .. })
    }

    /// Returns the number of the move whose position superko forbids repeating.
    pub const fn repeats(self) -> Option<usize> {
        match self {
            Self::Superko { repeats } => Some(repeats),
            _ => None,
        }
    }

    /// Returns the reason code of `kata-check-move`, as a fork of KataGo defines it
    /// (<https://github.com/ChinChangYang/KataGo/pull/14>).
    pub const fn code(self) -> &'static str {
        match self {
            Self::OffBoard => "out_of_bounds",
            Self::Occupied => "occupied",
            Self::Suicide => "suicide",
            Self::Ko => "ko",
            Self::Superko { .. } => "superko",
        }
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
