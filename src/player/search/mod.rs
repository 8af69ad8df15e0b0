//! The search: Monte Carlo tree search with one of two judges of its positions.
//!
//! - On boards of sizes that it has learned, a [network](crate::network) judges each position
//!   (`network`).
//! - On others, and without the feature `network`, random games do (`playouts`).
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
#[cfg(feature = "learned")]
pub use playouts::learned;
pub use playouts::{OutOfMemory, PlayoutCache, PlayoutPlayer};
pub(super) use record::MoveRecord;
