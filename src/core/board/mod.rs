//! Positions: points, sets of points, stones, chains, liberties and hashes, with true
//! eyes, area and unconditional life. `README.md` has the files in reading order.

pub(crate) mod area;
mod chain;
pub(crate) mod color;
mod count;
pub mod diagram;
pub mod eye;
mod illegal;
mod liberties;
mod named;
pub(crate) mod pass_alive;
pub(crate) mod point;
pub(crate) mod point_set;
mod seki;
mod setup;
mod sized;
mod suicide;
mod symmetry;
pub(crate) mod zobrist;

pub use area::{Area, area, dead_region};
pub use chain::Chain;
pub use color::{ByColor, Color};
pub use count::{Count, Scoring, Tax};
pub use eye::{EyeRule, true_eyes};
pub use illegal::IllegalMove;
pub use named::{Named, UnknownValue};
pub use pass_alive::{PassAlive, pass_alive};
pub use point::{BoardSize, Coordinates, MAX_LENGTH, Point, UnacceptableSize};
pub use point_set::{MAX_WORDS, PointSet};
pub use seki::NeutralPoints;
pub use setup::StonesError;
pub use suicide::Suicide;
pub use symmetry::Symmetry;
pub use zobrist::Zobrist;

pub use area::owned;
pub use named::named_enum;
pub use sized::{PlacementObserver, SizedBoard};

use std::fmt;

/// A position: the stones, their chains and liberties, and a hash.
///
/// A board has no side to move, no history and no komi; a [`Game`](crate::game::Game) has.
///
/// The size is a run-time value. Internally, the board is specialised to the
/// number of 64-bit words that its point sets need. Only this type makes that
/// choice.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::Color;
/// use ponnuki::board::diagram;
///
/// let board = diagram::parse("...../..O../.OX../..O../.....")?;
/// let [stone, escape] = ["C3", "D3"].map(|name| board.size().point_named(name).unwrap());
/// assert_eq!(board.chain(stone).unwrap().liberties.only(), Some(escape));
/// // Does it help to extend? A copy of the board tells.
/// let mut extended = board.clone();
/// extended.place(Color::Black, escape);
/// assert_eq!(extended.chain(stone).unwrap().liberties.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Board(Width);

/// A board, specialised to the number of words in its point sets. [`on_sized!`] gives it to
/// code for any width.
#[derive(Clone)]
#[doc(hidden)]
pub enum Width {
    /// Boards up to 4x4.
    Half(Box<SizedBoard<1, 32>>),
    /// Boards up to 6x6.
    One(Box<SizedBoard<1, 64>>),
    /// Boards up to 9x9.
    Two(Box<SizedBoard<2, 128>>),
    /// Boards up to 13x13.
    Three(Box<SizedBoard<3, 256>>),
    /// Boards up to 19x19.
    Six(Box<SizedBoard<6, 512>>),
    /// Boards up to 25x25.
    Eleven(Box<SizedBoard<MAX_WORDS, 1024>>),
}

/// Evaluates an expression on a board of any [`Width`]. It is compiled once for each.
#[doc(hidden)]
#[macro_export]
macro_rules! on_sized {
    ($width:expr, $board:ident => $result:expr) => {
        match $width {
            $crate::board::Width::Half($board) => $result,
            $crate::board::Width::One($board) => $result,
            $crate::board::Width::Two($board) => $result,
            $crate::board::Width::Three($board) => $result,
            $crate::board::Width::Six($board) => $result,
            $crate::board::Width::Eleven($board) => $result,
        }
    };
}
pub use on_sized;

/// The effect of a play on an empty point.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::Color;
/// use ponnuki::board::diagram;
///
/// let board = diagram::parse("XXO../O..../...OX")?;
/// let captured = |point| {
///     let preview = board.preview(Color::White, point);
///     preview.map_or(0, |preview| preview.captured)
/// };
/// let greediest = board.empty().iter().max_by_key(|&point| captured(point)).unwrap();
/// assert_eq!(board.size().coordinates(greediest).to_string(), "B2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The number of the opponent's stones that the play would capture.
    pub captured: usize,
    /// The number of the player's own stones that the play would remove,
    /// including the one played: 0 unless it is suicide.
    pub suicided: usize,
    /// The hash of the position after the play.
    pub hash: Zobrist,
}

/// The stones that a play removes from the board.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::Color;
/// use ponnuki::board::diagram;
///
/// let board = diagram::parse(".O../XO../O...")?;
/// let corner = board.size().point_named("A3").unwrap();
/// let white = board.removed_by(Color::White, corner);
/// assert_eq!(white.captured.names(board.size()), "A2");
/// let black = board.removed_by(Color::Black, corner);
/// assert_eq!(black.suicided.names(board.size()), "A2 A3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemovedStones<const W: usize = MAX_WORDS> {
    /// The opponent's stones.
    pub captured: PointSet<W>,
    /// The player's own stones, including the one played. Empty if the play captures.
    pub suicided: PointSet<W>,
}

impl<const W: usize> RemovedStones<W> {
    fn widened(self) -> RemovedStones {
        RemovedStones {
            captured: self.captured.resized(),
            suicided: self.suicided.resized(),
        }
    }
}

impl Board {
    /// Returns the empty board.
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

    /// Returns the board with stones that are known to form a legal position.
    pub fn restored(size: BoardSize, stones: &ByColor<PointSet>) -> Self {
        let mut board = Self::new(size);
        on_sized!(&mut board.0, board => board.place_all(&stones.map(PointSet::resized)));
        board
    }

    /// Returns the board for code that is specialised to its width.
    pub const fn sized(&self) -> &Width {
        &self.0
    }

    /// Returns the size of the board.
    pub fn size(&self) -> BoardSize {
        on_sized!(&self.0, board => board.size())
    }

    /// Returns all points of the board, empty or not.
    pub fn points(&self) -> PointSet {
        on_sized!(&self.0, board => board.points().resized())
    }

    /// Returns the empty points.
    pub fn empty(&self) -> PointSet {
        on_sized!(&self.0, board => board.empty().resized())
    }

    /// Returns the share of the points that have stones, from 0 to 1.
    pub fn stone_share(&self) -> f64 {
        let area = self.size().area();
        (area - self.empty().len()) as f64 / area as f64
    }

    /// Returns the stones of one colour.
    pub fn stones(&self, color: Color) -> PointSet {
        on_sized!(&self.0, board => board.stones()[color].resized())
    }

    /// Returns the stones of both colours.
    pub fn position(&self) -> ByColor<PointSet> {
        on_sized!(&self.0, board => board.stones().map(PointSet::resized))
    }

    /// Returns the colour of the stone on a point, or `None` if the point is empty.
    pub fn at(&self, point: Point) -> Option<Color> {
        on_sized!(&self.0, board => board.at(point))
    }

    /// Returns the hash of the stones and their grid indices. Empty boards of
    /// all sizes have the same hash.
    pub fn hash(&self) -> Zobrist {
        on_sized!(&self.0, board => board.hash())
    }

    /// Previews a play without making it.
    ///
    /// The board reports suicide and leaves the judgement to
    /// [`Suicide::permits`]. It does not know about ko, which requires the
    /// history of a [`Game`](crate::game::Game).
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::{Color, IllegalMove};
    /// use ponnuki::board::diagram;
    ///
    /// let board = diagram::parse(
    ///     ".XO.
    ///      XO.O
    ///      .XO.",
    /// )?;
    /// let at = |name| board.size().point_named(name).expect(name);
    ///
    /// // At C2 a black stone captures a stone; at D3 it would have no liberty.
    /// let capture = board.preview(Color::Black, at("C2"))?;
    /// assert_eq!((capture.captured, capture.suicided), (1, 0));
    /// let suicide = board.preview(Color::Black, at("D3"))?;
    /// assert_eq!((suicide.captured, suicide.suicided), (0, 1));
    /// assert_eq!(
    ///     board.preview(Color::Black, at("B2")),
    ///     Err(IllegalMove::Occupied)
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`IllegalMove::OffBoard`] or [`IllegalMove::Occupied`] if the point is
    /// not an empty point of the board.
    #[inline]
    pub fn preview(&self, color: Color, point: Point) -> Result<Preview, IllegalMove> {
        on_sized!(&self.0, board => board.preview(color, point))
    }

    /// Returns the stones that a play on an empty point would remove.
    pub fn removed_by(&self, color: Color, point: Point) -> RemovedStones {
        on_sized!(&self.0, board => board.removed_by(color, point).widened())
    }

    /// Returns the stones on the board after a play on an empty point.
    pub fn position_after(&self, color: Color, point: Point) -> ByColor<PointSet> {
        let removed = self.removed_by(color, point);
        let mut stones = self.position();
        stones[color].insert(point);
        stones[color] -= removed.suicided;
        stones[!color] -= removed.captured;
        stones
    }

    /// Puts a stone on an empty point and removes the chains without a liberty:
    /// the opponent's or, if there are none, the stone's own.
    ///
    /// The caller must have judged the play; see [`preview`](Self::preview).
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::Color;
    /// use ponnuki::board::diagram;
    ///
    /// let mut board = diagram::parse(".../O../X..")?;
    /// let corner = board.size().point_named("B1").unwrap();
    /// assert!(board.preview(Color::White, corner).is_ok());
    /// assert_eq!(board.place(Color::White, corner).captured.len(), 1);
    /// assert_eq!(diagram::draw_line(&board), ".../O../.O.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn place(&mut self, color: Color, point: Point) -> RemovedStones {
        on_sized!(&mut self.0, board => board.place(color, point).widened())
    }

    /// Recomputes all derived state from the stones and compares it with the
    /// state that was kept up to date. This costs far more than a move and is
    /// meant for tests.
    pub fn is_consistent(&self) -> bool {
        on_sized!(&self.0, board => board.is_consistent())
    }
}

impl PartialEq for Board {
    /// Compares the sizes and the stones.
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size() && self.position() == other.position()
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    /// Writes the size and the [diagram](diagram::draw).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {}\n{}", self.size(), diagram::draw(self))
    }
}

#[cfg(test)]
mod tests;
