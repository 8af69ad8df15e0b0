//! Text diagrams of boards: rows from the top, `X` black, `O` white, `.` empty.
//!
//! ```
//! # use ponnuki_core as ponnuki;
//! use ponnuki::board::diagram;
//!
//! let board = diagram::parse("..X./.XO./..X.")?;
//! assert_eq!(board.size().to_string(), "4x3");
//! assert_eq!(diagram::draw(&board), "..X.\n.XO.\n..X.");
//! # Ok::<(), diagram::ParseDiagramError>(())
//! ```

use std::error::Error;
use std::fmt;

use super::{Board, BoardSize, ByColor, Color, Coordinates, PointSet, StonesError};

/// The reason why a string is not the diagram of a position.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::board::diagram::{self, ParseDiagramError};
///
/// let error = diagram::parse("..#/...").unwrap_err();
/// assert_eq!(error.to_string(), "'#' is not one of X, O and .");
/// // The characters are right here, but neither stone has a liberty.
/// assert!(matches!(diagram::parse("XO"), Err(ParseDiagramError::Stones(_))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseDiagramError {
    /// The rows differ in length, or the width or the height is not between 1 and 25.
    Size,
    /// A character other than `X`, `O` and `.`.
    Character(char),
    /// The stones do not form a legal position.
    Stones(StonesError),
}

impl fmt::Display for ParseDiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size => {
                f.write_str("rows must have equal lengths of 1 to 25, and be 1 to 25 in number")
            }
            Self::Character(other) => write!(f, "'{other}' is not one of X, O and ."),
            Self::Stones(error) => write!(f, "{error}"),
        }
    }
}

impl Error for ParseDiagramError {}

/// Draws one row per line, the top row first, without a final line break.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{Board, BoardSize, Color};
/// use ponnuki::board::diagram;
///
/// let size = BoardSize::new(4, 3)?;
/// let mut board = Board::new(size);
/// board.place(Color::White, size.point_named("B3").unwrap());
/// assert_eq!(diagram::draw(&board), ".O..\n....\n....");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw(board: &Board) -> String {
    rows(board, "\n")
}

/// Draws all rows on one line, the top row first, separated by `/`.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::board::diagram;
///
/// let board = diagram::parse(
///     "..X.
///      .O..",
/// )?;
/// let entry = format!("move 2: {}", diagram::draw_line(&board));
/// assert_eq!(entry, "move 2: ..X./.O..");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_line(board: &Board) -> String {
    rows(board, "/")
}

fn rows(board: &Board, separator: &str) -> String {
    let size = board.size();
    let rows: Vec<String> = (0..size.height())
        .rev()
        .map(|row| {
            size.row(row)
                .map(|point| board.at(point).map_or('.', Color::letter))
                .collect()
        })
        .collect();
    rows.join(separator)
}

/// Reads rows, the top row first, separated by `/` or line breaks. Spaces around
/// a row are ignored.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::Color;
/// use ponnuki::board::diagram;
///
/// let board = diagram::parse(
///     "..X.
///      .XO.
///      ....",
/// )?;
/// assert_eq!(board.stones(Color::White).names(board.size()), "C2");
/// assert_eq!(board, diagram::parse("..X./.XO./....")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ParseDiagramError`] for any string that is not the diagram of a position.
pub fn parse(text: &str) -> Result<Board, ParseDiagramError> {
    let rows: Vec<&str> = text.trim().split(['/', '\n']).map(str::trim).collect();
    let width = rows[0].chars().count();
    let size = BoardSize::new(width, rows.len()).map_err(|_| ParseDiagramError::Size)?;
    let mut stones = ByColor::<PointSet>::default();
    for (row, line) in rows.iter().rev().enumerate() {
        if line.chars().count() != width {
            return Err(ParseDiagramError::Size);
        }
        for (column, letter) in line.chars().enumerate() {
            let color = match letter {
                'X' => Color::Black,
                'O' => Color::White,
                '.' => continue,
                other => return Err(ParseDiagramError::Character(other)),
            };
            let at = Coordinates {
                column: column as u8,
                row: row as u8,
            };
            stones[color].extend(size.point(at));
        }
    }
    Board::with_stones(size, &stones).map_err(ParseDiagramError::Stones)
}

/// Reads the diagram of a test as a board of fixed width.
#[doc(hidden)]
pub fn sized<const W: usize, const N: usize>(text: &str) -> super::SizedBoard<W, N> {
    let board = parse(text).unwrap();
    super::SizedBoard::with_stones(board.size(), &board.position().map(PointSet::resized))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_are_read_back() {
        for rows in [".", "X./.O", "...../.XXX./.X.X./.XXX./.....", "X.O"] {
            let board = parse(rows).unwrap();
            assert_eq!(draw_line(&board), rows);
            assert_eq!(parse(&draw(&board)).unwrap(), board);
        }
    }

    #[test]
    fn other_text_is_refused() {
        assert_eq!(parse(""), Err(ParseDiagramError::Size));
        assert_eq!(parse("X./X"), Err(ParseDiagramError::Size));
        assert_eq!(parse("X?"), Err(ParseDiagramError::Character('?')));
        assert_eq!(
            parse("XO"),
            Err(ParseDiagramError::Stones(StonesError::NoLiberty))
        );
        assert_eq!(parse(&".".repeat(26)), Err(ParseDiagramError::Size));
    }
}
