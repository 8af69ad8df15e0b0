//! Draws boards for people: [`TextBoard`] as text for a terminal, [`Picture`] as
//! an SVG image.
//!
//! [`TextBoard`] asks for a [`Glyph`] on each point, so the caller decides what
//! to show: stones, dead stones, territory, star points. Parentheses mark the
//! last move. It draws letters, or round stones on wood with 256 colours.
//!
//! ```
//! # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
//! use ponnuki::drawing::{Glyph, TextBoard};
//! use ponnuki::{BoardSize, Color};
//!
//! let size = BoardSize::square(3)?;
//! let last = size.point_named("B2");
//! let text = TextBoard { colors: false }.draw(size, last, |point| {
//!     match size.coordinates(point).to_string().as_str() {
//!         "B2" => Glyph::Stone(Color::White),
//!         "B3" => Glyph::Stone(Color::Black),
//!         "A1" => Glyph::Territory(Color::Black),
//!         _ => Glyph::Empty,
//!     }
//! });
//! let expected = [
//!     "   A B C",
//!     " 3 . X . 3",
//!     " 2 .(O). 2",
//!     " 1 x . . 1",
//!     "   A B C",
//! ];
//! assert_eq!(text.lines().collect::<Vec<_>>(), expected);
//! # Ok::<(), ponnuki::board::UnacceptableSize>(())
//! ```
//!
//! [`Picture`] takes a position and adds shades for likely owners, [`Symbol`]s,
//! labels, coordinates and a title. Layers are drawn from the board upwards:
//!
//! ```text
//! wood  grid  stars  coordinates  shades  stones  owners on stones  marks  labels
//! ```

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
