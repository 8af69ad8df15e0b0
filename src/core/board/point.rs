//! Points, their names, and board sizes.
//!
//! A point is an index on a grid that has one extra column, the *wall*. Rows
//! are counted from the bottom, as in their names. On 3x3 the indices are
//!
//! ```text
//! 3   8  9 10 | 11
//! 2   4  5  6 |  7      | is the wall column, shared by the right edge of
//! 1   0  1  2 |  3        a row and the left edge of the row above it
//!     A  B  C
//! ```
//!
//! The neighbours of point `p` are `p - 1`, `p + 1`, `p - stride` and
//! `p + stride`, where `stride` is `width + 1`. The wall keeps these constant
//! offsets from wrapping around an edge of the board.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{PointSet, UnknownValue};

/// The largest width and height of a board: one column for each letter from A to Z except I.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::BoardSize;
/// use ponnuki::board::MAX_LENGTH;
///
/// // A button for a larger board has no effect on the largest.
/// let larger = |size: BoardSize| BoardSize::square((size.width() + 2).min(MAX_LENGTH));
/// let size = larger(larger(BoardSize::square(23)?)?)?;
/// assert_eq!(size.to_string(), "25x25");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const MAX_LENGTH: usize = 25;

/// The letters of the columns, from the left. The letter I is skipped.
const COLUMN_LETTERS: &[u8; MAX_LENGTH] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A point of a board, stored as its index on the grid with the wall column.
///
/// A point does not know its board, so points of boards of different widths
/// must not be mixed. [`BoardSize::point`] makes points, and
/// [`BoardSize::coordinates`] names them.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::BoardSize;
///
/// let size = BoardSize::square(9)?;
/// let mut visits = vec![0; size.grid_len()]; // one for each index, the wall included
/// for name in ["E5", "C3", "E5"] {
///     visits[size.point_named(name).unwrap().index()] += 1;
/// }
/// let most = size.iter().max_by_key(|point| visits[point.index()]).unwrap();
/// assert_eq!(size.coordinates(most).to_string(), "E5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// Returns the point with this index; see [`index`](Self::index).
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// Returns the index on the grid, which includes the wall column.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A column and a row, counted from 0 at the lower left corner: A1 is (0, 0).
///
/// Coordinates print and parse as names such as `D4`. They may lie outside a given board.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::Coordinates;
///
/// // On 19x19, D4 is `dp` in SGF, which counts the rows from the top.
/// let at: Coordinates = "D4".parse()?;
/// let letters = [at.column, 18 - at.row].map(|number| char::from(b'a' + number));
/// assert_eq!(letters, ['d', 'p']);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coordinates {
    /// The column, 0 for A, 24 for Z.
    pub column: u8,
    /// The row, 0 for the row named 1.
    pub row: u8,
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = COLUMN_LETTERS[usize::from(self.column)] as char;
        write!(f, "{letter}{}", self.row + 1)
    }
}

impl FromStr for Coordinates {
    type Err = UnknownValue;

    /// Reads `D4`, `d4` or `d04`: a letter other than I, then the row.
    ///
    /// # Errors
    /// [`UnknownValue`] for any other string, including rows beyond 25.
    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        let read = || {
            let (letter, digits) = text.split_at_checked(1)?;
            let letter = letter.as_bytes()[0].to_ascii_uppercase();
            let column = COLUMN_LETTERS.iter().position(|&l| l == letter)? as u8;
            // A number could have a sign.
            let is_int = digits.bytes().all(|digit| digit.is_ascii_digit());
            let row @ 1..=MAX_LENGTH = digits.parse().ok().filter(|_| is_int)? else {
                return None;
            };
            let row = row as u8 - 1;
            Some(Self { column, row })
        };
        let expected = "expected a letter A to Z without I and a number 1 to 25, as in D4";
        read().ok_or_else(|| UnknownValue::new(format!("not a point: {expected}")))
    }
}

/// The width and height of a board, each 1 to 25.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::BoardSize;
///
/// let size: BoardSize = "13x9".parse()?;
/// assert_eq!((size.width(), size.height(), size.area()), (13, 9, 117));
/// assert_eq!(size.column_letters().collect::<String>(), "ABCDEFGHJKLMN");
/// let first = size.iter_top_down().next().unwrap();
/// assert_eq!(size.coordinates(first).to_string(), "A9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// The width or the height is not between 1 and 25.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::Board;
/// use ponnuki::board::UnacceptableSize;
///
/// fn empty_board(size: &str) -> Result<Board, UnacceptableSize> {
///     Ok(Board::new(size.parse()?))
/// }
/// assert_eq!(empty_board("19")?.points().len(), 361);
/// let error = empty_board("19x26").unwrap_err();
/// assert_eq!(error.to_string(), "board width and height must each be 1 to 25");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnacceptableSize;

impl fmt::Display for UnacceptableSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board width and height must each be 1 to {MAX_LENGTH}")
    }
}

impl Error for UnacceptableSize {}

impl BoardSize {
    /// Iterates over the letters of the columns.
    pub fn column_letters(self) -> impl Iterator<Item = char> {
        COLUMN_LETTERS[..self.width()]
            .iter()
            .copied()
            .map(char::from)
    }

    /// Returns the size with `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`UnacceptableSize`] unless both are between 1 and 25.
    pub const fn new(width: usize, height: usize) -> Result<Self, UnacceptableSize> {
        if width < 1 || width > MAX_LENGTH || height < 1 || height > MAX_LENGTH {
            return Err(UnacceptableSize);
        }
        Ok(Self {
            width: width as u8,
            height: height as u8,
        })
    }

    /// Returns the size of a square board.
    ///
    /// # Errors
    /// [`UnacceptableSize`] unless the length is between 1 and 25.
    pub const fn square(length: usize) -> Result<Self, UnacceptableSize> {
        Self::new(length, length)
    }

    /// Returns the number of columns.
    #[inline]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Returns the number of points.
    #[inline]
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Returns whether the width equals the height.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Returns the grid distance from a point to the point above it: width + 1.
    #[inline]
    pub const fn stride(self) -> usize {
        self.width() + 1
    }

    /// Returns the length of the grid with its wall column: stride times height.
    #[inline]
    pub const fn grid_len(self) -> usize {
        self.stride() * self.height()
    }

    /// Returns the number of 64-bit words needed for one bit per grid point.
    #[inline(always)]
    pub const fn words(self) -> usize {
        self.grid_len().div_ceil(64)
    }

    /// Returns the point at these coordinates, or `None` if they are off the board.
    #[inline]
    pub const fn point(self, at: Coordinates) -> Option<Point> {
        if at.column < self.width && at.row < self.height {
            Some(Point(
                at.row as u16 * (self.width as u16 + 1) + at.column as u16,
            ))
        } else {
            None
        }
    }

    /// Returns the coordinates of a point on a board of this size.
    #[inline(always)]
    pub const fn coordinates(self, point: Point) -> Coordinates {
        Coordinates {
            column: (point.index() % self.stride()) as u8,
            row: (point.index() / self.stride()) as u8,
        }
    }

    /// Returns the point with a name such as `D4`, or `None` if the string is not
    /// a name or the point is off the board.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// let size = ponnuki::BoardSize::square(9)?;
    /// let point = size.point_named("j9").unwrap(); // there is no column I
    /// assert_eq!(size.coordinates(point).to_string(), "J9");
    /// assert_eq!(size.point_named("i9"), None);
    /// # Ok::<(), ponnuki::board::UnacceptableSize>(())
    /// ```
    pub fn point_named(self, name: &str) -> Option<Point> {
        name.parse().ok().and_then(|at| self.point(at))
    }

    /// Returns the set of all points, without the wall.
    pub fn points<const W: usize>(self) -> PointSet<W> {
        PointSet::rows(self.width(), self.stride(), self.height())
    }

    /// Iterates over all points from the lower left, row by row: A1, B1, ..., A2, B2, ...
    pub fn iter(self) -> impl Iterator<Item = Point> {
        (0..self.height()).flat_map(move |row| self.row(row))
    }

    /// Iterates over all points as people read them, from the upper left: on 9x9 A9,
    /// B9, ..., A8, B8, ...
    pub fn iter_top_down(self) -> impl Iterator<Item = Point> {
        (0..self.height()).rev().flat_map(move |row| self.row(row))
    }

    /// Iterates over the points of one row from the left. Row 0 is the bottom row, named 1.
    pub fn row(self, row: usize) -> impl Iterator<Item = Point> {
        let start = row * self.stride();
        (start..start + self.width()).map(Point::from_index)
    }
}

impl fmt::Display for BoardSize {
    /// Writes `9x9`, the width first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for BoardSize {
    type Err = UnacceptableSize;

    /// Reads a length such as `9`, or a width and a height such as `13x7`.
    ///
    /// # Errors
    /// [`UnacceptableSize`] for any other string or size.
    fn from_str(text: &str) -> Result<Self, UnacceptableSize> {
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let parse = |length: &str| length.parse().map_err(|_| UnacceptableSize);
        Self::new(parse(width)?, parse(height)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        let size = BoardSize::square(25).unwrap();
        for point in size.iter() {
            let name = size.coordinates(point).to_string();
            assert_eq!(size.point_named(&name), Some(point), "{name}");
            assert_eq!(size.point_named(&name.to_lowercase()), Some(point));
        }
        assert_eq!(size.iter().count(), 625);
        assert_eq!(
            size.coordinates(size.iter().last().unwrap()).to_string(),
            "Z25"
        );
    }

    #[test]
    fn other_text_is_no_point() {
        for text in "|D|4|i5|a0|a26|4d|d-1|d+1|d4x|é4|a99999999999".split('|') {
            assert!(text.parse::<Coordinates>().is_err(), "{text}");
        }
        assert_eq!("d04".parse(), Ok(Coordinates { column: 3, row: 3 }));
    }

    #[test]
    fn a_point_off_the_board_is_none() {
        let size = BoardSize::new(3, 2).unwrap();
        assert!(size.point_named("C2").is_some());
        assert!(size.point_named("D1").is_none());
        assert!(size.point_named("A3").is_none());
    }

    #[test]
    fn sizes_are_read_and_bounded() {
        assert_eq!("19".parse(), BoardSize::square(19));
        assert_eq!("13x7".parse(), BoardSize::new(13, 7));
        for text in ["0", "26", "9x", "x9", "9x0", "9x9x9", "-1", "nine"] {
            assert_eq!(text.parse::<BoardSize>(), Err(UnacceptableSize), "{text}");
        }
    }
}
