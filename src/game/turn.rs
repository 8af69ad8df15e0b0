//! Moves, the record of a move, the start and the end of a game.

use crate::board::{BoardSize, ByColor, Color, Point, PointSet};

/// What a player may do on the board. The colour travels beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Play nowhere.
    Pass,
    /// Put a stone on a point.
    Play(Point),
}

impl Move {
    /// The point of a play; `None` for a pass.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Pass => None,
            Self::Play(point) => Some(point),
        }
    }

    /// The name of the move on a board of this size: `D4`, or `pass`.
    pub fn name(self, size: BoardSize) -> String {
        match self {
            Self::Pass => "pass".to_owned(),
            Self::Play(point) => size.coordinates(point).to_string(),
        }
    }
}

impl From<Option<Point>> for Move {
    /// A play on the point, or a pass where there is none.
    #[inline]
    fn from(point: Option<Point>) -> Self {
        point.map_or(Self::Pass, Self::Play)
    }
}

/// What a player decides when asked: a move, or to give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// To move.
    Move(Move),
    /// To resign.
    Resign,
}

/// A move that was made, and the stones it took off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who moved.
    pub color: Color,
    /// The pass or the play.
    pub action: Move,
    /// The opponent's stones that it captured.
    pub captured: PointSet,
    /// The own stones that it lost by suicide, the one just played included.
    pub suicided: PointSet,
    /// Under the simple ko rule: the number of the earlier move after which
    /// the same position stood with the same side to move, if this play
    /// brought one back.
    pub repeats: Option<usize>,
}

impl Turn {
    pub(super) const fn pass(color: Color) -> Self {
        Self {
            color,
            action: Move::Pass,
            captured: PointSet::EMPTY,
            suicided: PointSet::EMPTY,
            repeats: None,
        }
    }
}

/// The position a game begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The stones on the board, handicap or setup stones.
    pub stones: ByColor<PointSet>,
    /// How many of Black's stones are a handicap that White is paid for, as
    /// the rules say; 0 for an even game and for setup stones.
    pub handicap: usize,
    /// Who moves first.
    pub to_move: Color,
}

impl Default for Start {
    /// The empty board, Black to move.
    fn default() -> Self {
        Self {
            stones: ByColor::default(),
            handicap: 0,
            to_move: Color::Black,
        }
    }
}

impl Start {
    /// Handicap stones for Black, White to move.
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
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Both players passed in a row: the area decides.
    TwoPasses,
    /// One player resigned.
    Resignation {
        /// The other player.
        winner: Color,
    },
    /// A position came back under the simple ko rule: nobody wins.
    NoResult {
        /// The number of the move after which it first stood; 0 is the start.
        repeats: usize,
    },
}
