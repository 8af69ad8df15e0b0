//! The checks of random inputs, one for each target of `scripts/fuzz/`, and the kept inputs.
//! The checks of the program's own arguments and files are in its package.

mod analysis;
mod frames;
mod game;
mod gtp;
mod inputs;
mod sgf;

pub use analysis::analyze;
pub use game::play as game;
pub use gtp::{line, session};
pub use inputs::read as inputs;
pub use sgf::read as sgf;
