//! A player that asks a network about each position of its tree.
//!
//! The search repeats one step, some thousand times a second: it descends the tree along the most
//! urgent moves to a position that it has not seen, asks the network who wins there and where the
//! next move may be, and adds the answer to every node on the path. A move is urgent if its
//! positions are good for the side to move, or if the network expects it and few descents have
//! tried it (PUCT: Rosin, "Multi-armed bandits with episode context", 2011; Silver et al.,
//! "Mastering the game of Go without human knowledge", 2017).
//!
//! All positions of the tree are those of the game itself, with its rules and its whole history, so
//! the search knows every repetition, and a finished game by its score.
//!
//! Read `tree.rs` (the nodes and the choice between moves), `descent.rs` (the step, on several
//! threads) and `player.rs` (limits and the move to make); `selfplay` for how the network learns.

mod descent;
mod player;
mod playouts;
mod report;
#[cfg(feature = "selfplay")]
pub mod selfplay;
mod tree;

#[cfg(test)]
mod tests;

pub(super) use player::NetworkPlayer;
pub(super) use report::glance;
