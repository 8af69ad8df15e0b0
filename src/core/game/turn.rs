//! Moves, turns, and the start and the end of a game.

use crate::board::{BoardSize, ByColor, Color, Point, PointSet};

/// A move without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Leave the board unchanged.
    Pass,
    /// Put a stone on a point.
    Play(Point),
}

impl Move {
    /// Returns the point of a play, or `None` for a pass.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Pass => None,
            Self::Play(point) => Some(point),
        }
    }

    /// Returns the name of the move on a board of this size, such as `D4` or `pass`.
    pub fn name(self, size: BoardSize) -> String {
        match self {
            Self::Pass => "pass".to_owned(),
            Self::Play(point) => size.coordinates(point).to_string(),
        }
    }
}

impl From<Option<Point>> for Move {
    /// Returns a play on the point, or a pass for `None`.
    #[inline]
    fn from(point: Option<Point>) -> Self {
        point.map_or(Self::Pass, Self::Play)
    }
}

/// A player's decision: a move or resignation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Make this move.
    Move(Move),
    /// Give up the game.
    Resign,
}

/// A move of the game and the stones that it removed from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The colour that moved.
    pub color: Color,
    /// The move itself: a pass or a play.
    pub action: Move,
    /// The opponent's stones that the move captured.
    pub captured: PointSet,
    /// The player's own stones that the move removed by suicide, including the one played.
    pub suicided: PointSet,
    /// The number of the move after which this position first occurred with the
    /// same side to move, if the play brought it back under the simple ko rule or in a
    /// clean-up phase.
    pub repeats: Option<usize>,
    /// The stone of a ko whose block the play lifted; such a play leaves the board alone.
    pub lifted: Option<Point>,
}

impl Turn {
    pub(super) const fn pass(color: Color) -> Self {
        Self {
            color,
            action: Move::Pass,
            captured: PointSet::EMPTY,
            suicided: PointSet::EMPTY,
            repeats: None,
            lifted: None,
        }
    }
}

/// The position in which a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The handicap or setup stones on the board.
    pub stones: ByColor<PointSet>,
    /// The number of handicap stones as it was given; 0 for an even game and for setup
    /// stones. [`handicap_stones`](Self::handicap_stones) says how many count.
    pub handicap: usize,
    /// The colour that moves first.
    pub to_move: Color,
}

impl Default for Start {
    /// Returns the empty board with Black to move.
    fn default() -> Self {
        Self {
            stones: ByColor::default(),
            handicap: 0,
            to_move: Color::Black,
        }
    }
}

impl Start {
    /// Returns the position with `number` handicap stones for Black and White to move.
    pub const fn handicap(stones: PointSet, number: usize) -> Self {
        Self {
            stones: ByColor {
                black: stones,
                white: PointSet::EMPTY,
            },
            handicap: number,
            to_move: Color::White,
        }
    }

    /// Returns the number of black stones that count as a handicap: the number given, as far
    /// as the stones are there. For example, a record of an empty board with `HA[4]` gives
    /// White no points.
    ///
    /// Black stones without such a number are a position that was set up, not a handicap,
    /// although KataGo counts two or more as one (`computeNumHandicapStones`).
    pub fn handicap_stones(&self) -> usize {
        self.handicap.min(self.stones.black.len())
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Two passes in a row: the area decides.
    TwoPasses,
    /// One player resigned.
    Resignation {
        /// The colour that did not resign.
        winner: Color,
    },
    /// A position came back under the simple ko rule, so the game has no result.
    NoResult {
        /// The number of the move after which the position first occurred; 0 is
        /// the start position.
        repeats: usize,
    },
}
