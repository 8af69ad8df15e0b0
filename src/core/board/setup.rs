//! Boards with given stones.

use std::error::Error;
use std::fmt;

use super::{Board, BoardSize, ByColor, PointSet};

/// The reason why stones do not form a legal position.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{Board, BoardSize, ByColor, PointSet};
///
/// let size = BoardSize::square(9)?;
/// let [corner, above, beside] = ["A1", "A2", "B1"].map(|name| size.point_named(name).unwrap());
/// let black = PointSet::single(corner);
/// let white = [above, beside].into_iter().collect();
/// let error = Board::with_stones(size, &ByColor { black, white }).unwrap_err();
/// assert_eq!(error.to_string(), "a chain has no liberty");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

impl Error for StonesError {}

impl Board {
    /// Returns the board with these stones.
    ///
    /// # Errors
    /// [`StonesError`] if a stone is off the board, a point has two stones or a
    /// chain has no liberty.
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
        // Every stone must be connected to an empty point.
        let has_liberties = |own: PointSet| empty.neighbours(size).flood(&own, size) == own;
        if !has_liberties(black) || !has_liberties(white) {
            return Err(StonesError::NoLiberty);
        }
        Ok(Self::restored(size, stones))
    }
}
