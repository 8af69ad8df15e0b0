//! The search: Monte Carlo tree search with one of two judges of its positions.
//!
//! - A [network](crate::network) judges each position, on large boards with random games beside (`network`).
//! - Random games judge for levels, on boards that no network knows, and without the feature `network`
//!   (`playouts`).
//!
//! Both keep their tree from move to move, plan their time ([`timing`]) and end a search
//! ([`decision`]) alike, and ask [`passing`](super::passing) when to pass and when to resign.

mod decision;
#[cfg(feature = "network")]
mod network;
mod options;
mod player;
mod playouts;
mod record;
mod root;
mod timing;

#[cfg(feature = "selfplay")]
pub use network::selfplay;
pub use options::SearchOptions;
pub use player::SearchPlayer;
pub use playouts::{OutOfMemory, PlayoutPlayer};
pub(super) use record::MoveRecord;
