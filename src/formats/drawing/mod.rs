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
