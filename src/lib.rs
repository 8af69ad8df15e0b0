//! Ponnuki's rules core, players and protocol as a library.

mod color;
mod point;
mod point_set;

pub use color::{ByColor, Color};
pub use point::{BoardSize, Coordinates, MAX_LENGTH, ParsePointError, Point, UnacceptableSize};
pub use point_set::{PointSet, WIDEST};
