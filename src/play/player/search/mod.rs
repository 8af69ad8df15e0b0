//! The search: Monte Carlo tree search that asks a network about each position of its tree.
//!
//! The search repeats one step, some thousand times a second: it descends the tree along the most
//! urgent moves to a position that it has not seen, asks the [network](crate::network) who wins there
//! and where the next move may be, and adds the answer to every node on the path. A move is urgent if
//! its positions are good for the side to move, or if the network expects it and few descents have
//! tried it (PUCT: Rosin, "Multi-armed bandits with episode context", 2011; Silver et al.,
//! "Mastering the game of Go without human knowledge", 2017).
//!
//! All positions of the tree are those of the game itself, with its rules and its whole history, so
//! the search knows every repetition, and a finished game by its score. The tree is kept from move to
//! move. [`passing`](super::passing) decides when to pass and when to resign.
//!
//! Read `tree.rs` (the nodes and the choice between moves), `descent.rs` (the step, on several
//! threads), `playouts.rs` (random games beside the network on large boards), `player.rs` (limits and
//! the move to make), `calibration.rs` (rates that come true) and `sight.rs` (what a low level
//! overlooks); `selfplay` for how the network learns.

mod calibration;
mod decision;
mod descent;
mod options;
mod player;
mod playouts;
mod record;
mod report;
mod root;
pub mod selfplay;
mod sight;
#[cfg(test)]
mod tests;
mod timing;
mod tree;

pub use options::SearchOptions;
pub use player::SearchPlayer;
pub(super) use record::MoveRecord;
pub use report::deviation;
pub(super) use sight::Sight;
