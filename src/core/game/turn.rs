//! Moves, turns, and the start and the end of a game.

use crate::board::{BoardSize, ByColor, Color, Point, PointSet};

/// A move without its colour.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{BoardSize, Color, Game, Komi, Move, Rules};
///
/// let size = BoardSize::square(9)?;
/// let mut game = Game::new(size, Rules::default(), Komi::default());
/// game.play(Color::Black, Move::Play(size.point_named("D4").unwrap()))?;
/// game.play(Color::White, Move::Pass)?;
/// let record: Vec<_> = game.turns().iter().map(|turn| turn.action.name(size)).collect();
/// assert_eq!(record.join(" "), "D4 pass");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{BoardSize, Choice, Color, Game, Komi, Move, Outcome, Rules};
///
/// let mut game = Game::new(BoardSize::square(9)?, Rules::default(), Komi::default());
/// for choice in [Choice::Move(Move::Pass), Choice::Resign] {
///     match choice {
///         Choice::Move(action) => _ = game.play(game.to_move(), action)?,
///         Choice::Resign => game.resign(game.to_move()),
///     }
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Resignation { winner: Color::Black }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Make this move.
    Move(Move),
    /// Give up the game.
    Resign,
}

/// A move of the game and the stones that it removed from the board.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{BoardSize, Color, Game, Komi, Move, Rules};
///
/// let size = BoardSize::square(9)?;
/// let mut game = Game::new(size, Rules::default(), Komi::default());
/// for name in ["A1", "A2", "E5", "B1"] {
///     game.play(game.to_move(), Move::Play(size.point_named(name).unwrap()))?;
/// }
/// let turn = game.turns().last().unwrap();
/// assert_eq!((turn.color, turn.action.name(size).as_str()), (Color::White, "B1"));
/// assert_eq!(turn.captured.names(size), "A1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::rules::fixed_handicap;
/// use ponnuki::{BoardSize, Color, Game, Komi, Rules, Start};
///
/// let size = BoardSize::square(19)?;
/// let start = Start::handicap(fixed_handicap(size, 4).unwrap(), 4);
/// let game = Game::with_start(size, Rules::default(), Komi::of_handicap(), start)?;
/// assert_eq!((game.to_move(), game.start().handicap_stones()), (Color::White, 4));
/// // Set up as a problem, the same stones are no handicap.
/// assert_eq!(Start { handicap: 0, ..start }.handicap_stones(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{BoardSize, Color, Game, Komi, Outcome, Rules};
///
/// let mut game = Game::new(BoardSize::square(9)?, Rules::default(), Komi::default());
/// game.resign(Color::Black);
/// let result = game.outcome().map(|outcome| match outcome {
///     Outcome::TwoPasses => game.score().to_string(),
///     Outcome::Resignation { winner } => format!("{}+R", winner.initial()),
///     Outcome::NoResult { .. } => "Void".to_owned(),
/// });
/// assert_eq!(result, Some("W+R".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
