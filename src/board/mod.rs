//! The board: stones, chains and their liberties, and the hash of the position.
//!
//! A board knows one position only. It has no turn, no history, no komi and no
//! ko rule; it can say what a play would do to it. Those other things are the
//! game's.

pub(crate) mod area;
pub(crate) mod color;
pub mod diagram;
pub(crate) mod eye;
mod illegal;
mod liberties;
pub(crate) mod pass_alive;
pub(crate) mod point;
pub(crate) mod point_set;
mod sized;
pub(crate) mod zobrist;

pub use area::{Area, area, dead_region};
pub use color::{ByColor, Color, UnknownColor};
pub use eye::{EyeRule, UnknownEyeRule, true_eyes};
pub use illegal::IllegalMove;
pub use pass_alive::{PassAlive, pass_alive, pass_alive_of};
pub use point::{BoardSize, Coordinates, MAX_LENGTH, ParsePointError, Point, UnacceptableSize};
pub use point_set::{PointSet, WIDEST};
pub use zobrist::Zobrist;

pub(crate) use area::owned;
pub(crate) use eye::is_enemy_diagonal_eye;

use std::fmt;

pub(crate) use sized::{PlacementObserver, SizedBoard};

/// Stones as sets of points, chains with their liberties kept up to date, and
/// the hash. Holds no turn, no history and no komi.
///
/// The size is a run-time value. Inside, the board is specialised to the
/// number of 64-bit words that hold its points; this type is the only place
/// where that choice is made.
#[derive(Clone)]
pub struct Board(Width);

/// A board by the number of words that its sets take.
#[derive(Clone)]
enum Width {
    /// Up to 4x5 and 5x4.
    Half(Box<SizedBoard<1, 32>>),
    /// Up to 6x6.
    One(Box<SizedBoard<1, 64>>),
    /// Up to 9x9.
    Two(Box<SizedBoard<2, 128>>),
    /// Up to 13x13.
    Three(Box<SizedBoard<3, 256>>),
    /// Up to 19x19.
    Six(Box<SizedBoard<6, 512>>),
    /// Up to 25x25.
    Eleven(Box<SizedBoard<WIDEST, 1024>>),
}

/// Runs the same expression on the board of whatever width.
macro_rules! on_sized {
    ($width:expr, $board:ident => $result:expr) => {
        match $width {
            Width::Half($board) => $result,
            Width::One($board) => $result,
            Width::Two($board) => $result,
            Width::Three($board) => $result,
            Width::Six($board) => $result,
            Width::Eleven($board) => $result,
        }
    };
}

/// Work on a board whose width the compiler knows.
pub(crate) trait OnSized {
    /// What the work gives.
    type Output;
    /// Does the work.
    fn run<const W: usize, const N: usize>(self, board: &SizedBoard<W, N>) -> Self::Output;
}

/// What a play on an empty point would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The number of stones of the opponent that it would capture.
    pub captured: usize,
    /// The number of own stones that it would lose by suicide, the one played
    /// included. 0 when it captures.
    pub suicided: usize,
    /// The hash of the board after it.
    pub hash: Zobrist,
}

/// The stones that a play takes off the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removed<const W: usize = WIDEST> {
    /// The opponent's stones.
    pub captured: PointSet<W>,
    /// The player's own stones, the one just placed included. Never together
    /// with captured ones.
    pub suicided: PointSet<W>,
}

impl<const W: usize> Removed<W> {
    fn widened(self) -> Removed {
        Removed {
            captured: self.captured.resized(),
            suicided: self.suicided.resized(),
        }
    }
}

/// A chain: stones of one colour connected along the lines, and the empty
/// points next to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The colour of the stones.
    pub color: Color,
    /// The stones.
    pub stones: PointSet,
    /// The empty points next to the stones.
    pub liberties: PointSet,
}

/// The stones cannot stand on a board so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StonesError {
    /// A stone is off the board.
    OffBoard,
    /// A point has a stone of each colour.
    Overlap,
    /// A chain has no liberty.
    NoLiberty,
}

impl fmt::Display for StonesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OffBoard => "a stone is off the board",
            Self::Overlap => "a point has stones of both colours",
            Self::NoLiberty => "a chain has no liberty",
        })
    }
}

impl std::error::Error for StonesError {}

impl Board {
    /// The empty board.
    pub fn new(size: BoardSize) -> Self {
        Self(if SizedBoard::<1, 32>::fits(size) {
            Width::Half(Box::new(SizedBoard::new(size)))
        } else if SizedBoard::<1, 64>::fits(size) {
            Width::One(Box::new(SizedBoard::new(size)))
        } else if SizedBoard::<2, 128>::fits(size) {
            Width::Two(Box::new(SizedBoard::new(size)))
        } else if SizedBoard::<3, 256>::fits(size) {
            Width::Three(Box::new(SizedBoard::new(size)))
        } else if SizedBoard::<6, 512>::fits(size) {
            Width::Six(Box::new(SizedBoard::new(size)))
        } else {
            Width::Eleven(Box::new(SizedBoard::new(size)))
        })
    }

    /// The board with these stones.
    ///
    /// # Errors
    /// [`StonesError`] when a stone is off the board, a point has two stones
    /// or a chain has no liberty.
    pub fn with_stones(size: BoardSize, stones: &ByColor<PointSet>) -> Result<Self, StonesError> {
        let points = size.points();
        let ByColor { black, white } = *stones;
        if !(black | white).is_subset(&points) {
            return Err(StonesError::OffBoard);
        }
        if black.intersects(&white) {
            return Err(StonesError::Overlap);
        }
        let empty = points - black - white;
        // Every stone must be reached from an empty point over its own colour.
        let breathing = |own: PointSet| empty.neighbours(size).flood(&own, size) == own;
        if !breathing(black) || !breathing(white) {
            return Err(StonesError::NoLiberty);
        }
        Ok(Self::restored(size, stones))
    }

    /// The board with stones that are known to stand by themselves, because
    /// they have stood on a board of this size before.
    pub(crate) fn restored(size: BoardSize, stones: &ByColor<PointSet>) -> Self {
        let mut board = Self::new(size);
        on_sized!(&mut board.0, board => board.place_all(&stones.map(PointSet::resized)));
        board
    }

    /// Does work that is specialised to the width of the board.
    pub(crate) fn on_sized<T: OnSized>(&self, work: T) -> T::Output {
        on_sized!(&self.0, board => work.run(board))
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        on_sized!(&self.0, board => board.size())
    }

    /// All points of the board.
    pub fn points(&self) -> PointSet {
        on_sized!(&self.0, board => board.points().resized())
    }

    /// The empty points.
    pub fn empty(&self) -> PointSet {
        on_sized!(&self.0, board => board.empty().resized())
    }

    /// The stones of one colour.
    pub fn stones(&self, color: Color) -> PointSet {
        on_sized!(&self.0, board => board.stones()[color].resized())
    }

    /// The stones of both colours.
    pub fn position(&self) -> ByColor<PointSet> {
        on_sized!(&self.0, board => board.stones().map(PointSet::resized))
    }

    /// The stone on a point of the board, if any.
    pub fn at(&self, point: Point) -> Option<Color> {
        on_sized!(&self.0, board => board.at(point))
    }

    /// The hash of the position. Sizes are not told apart: the empty boards of
    /// all sizes have the same hash.
    pub fn hash(&self) -> Zobrist {
        on_sized!(&self.0, board => board.hash())
    }

    /// The chain of the stone on a point, or `None` for an empty point.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        let color = self.at(point)?;
        Some(on_sized!(&self.0, board => {
            let stones = board.chain_at(point);
            Chain {
                color,
                stones: stones.resized(),
                liberties: board.liberties_of(&stones).resized(),
            }
        }))
    }

    /// All chains, in the order of their lowest points.
    pub fn chains(&self) -> Vec<Chain> {
        let mut rest = self.points() - self.empty();
        let mut chains = Vec::new();
        while let Some(chain) = rest.first().and_then(|point| self.chain(point)) {
            rest -= chain.stones;
            chains.push(chain);
        }
        chains
    }

    /// What a play would do. The preview reports suicide and does not judge it;
    /// [`Suicide::permits`](crate::rules::Suicide::permits) does. Ko is the
    /// game's question.
    ///
    /// # Errors
    /// [`IllegalMove::OffBoard`] or [`IllegalMove::Occupied`] when nothing can
    /// be played there.
    #[inline]
    pub fn preview(&self, color: Color, point: Point) -> Result<Preview, IllegalMove> {
        on_sized!(&self.0, board => board.preview(color, point))
    }

    /// The stones that a play on an empty point would remove.
    pub fn removed_by(&self, color: Color, point: Point) -> Removed {
        on_sized!(&self.0, board => board.removed_by(color, point).widened())
    }

    /// The stones as they would stand after a play on an empty point.
    pub fn position_after(&self, color: Color, point: Point) -> ByColor<PointSet> {
        let removed = self.removed_by(color, point);
        let mut stones = self.position();
        stones[color].insert(point);
        stones[color] -= removed.suicided;
        stones[!color] -= removed.captured;
        stones
    }

    /// Puts a stone on an empty point and removes what then has no liberty:
    /// the opponent's chains first, else the own one.
    ///
    /// The caller has judged the play: see [`preview`](Self::preview).
    #[inline]
    pub fn place(&mut self, color: Color, point: Point) -> Removed {
        on_sized!(&mut self.0, board => board.place(color, point).widened())
    }

    /// Recomputes all derived state from the stones and says whether it agrees
    /// with what was kept up to date. Costs far more than a move: for tests.
    pub fn is_consistent(&self) -> bool {
        on_sized!(&self.0, board => board.is_consistent())
    }
}

impl PartialEq for Board {
    /// The same size and the same stones.
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size() && self.position() == other.position()
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {}\n{}", self.size(), diagram::draw(self))
    }
}

#[cfg(test)]
mod tests;
