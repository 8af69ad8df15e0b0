//! Draws boards for people: [`TextBoard`] as text for a terminal, [`Picture`] as
//! an SVG image.

mod svg;
mod text;
mod wood;

use ponnuki_core::board::Color;

pub use svg::{Picture, Symbol};
pub use text::TextBoard;

pub use svg::escape;

/// The content of a point in a drawing.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::board::diagram;
/// use ponnuki::drawing::{Glyph, TextBoard};
///
/// let board = diagram::parse(".XO/.X./.XX")?;
/// let dead = board.position().white; // the caller knows that it cannot live
/// let text = TextBoard { colors: false }.draw(board.size(), None, |point| match board.at(point) {
///     Some(color) if dead.contains(point) => Glyph::Dead(color),
///     Some(color) => Glyph::Stone(color),
///     None => Glyph::Empty,
/// });
/// assert_eq!(text.lines().nth(1), Some(" 3 . X @ 3"));
/// # Ok::<(), diagram::ParseDiagramError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    /// A stone.
    Stone(Color),
    /// A stone of this colour that is dead.
    Dead(Color),
    /// A point of a player's territory.
    Territory(Color),
    /// An empty point.
    Empty,
    /// An empty point where handicap stones are placed.
    Star,
}

impl Glyph {
    /// Returns the letter of the glyph in a drawing without colours.
    const fn letter(self) -> char {
        match self {
            Self::Stone(color) => color.letter(),
            Self::Dead(Color::Black) => '#',
            Self::Dead(Color::White) => '@',
            Self::Territory(color) => color.letter().to_ascii_lowercase(),
            Self::Empty => '.',
            Self::Star => '+',
        }
    }
}
