//! Boards drawn for people: as text for a terminal, and as an SVG picture.

mod svg;
mod text;

pub use svg::{Picture, Symbol};
pub use text::{Glyph, TextBoard};

#[cfg(feature = "program")]
pub(crate) use svg::escape;
