//! Drawing a board as text and as an SVG picture.

mod svg;

pub use svg::{Mark, Picture};

pub(crate) use svg::escape;
