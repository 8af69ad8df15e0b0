//! The search: Monte Carlo tree search with one of two judges of its positions.
//!
//! - On boards of 64 to 81 points, a [network](crate::network) judges each position (`network`).
//! - On others, and without the feature `network`, random games do (`playouts`): the network has
//!   learned on 9x9 only, and is no stronger there.
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

pub use options::SearchOptions;
pub use player::SearchPlayer;
#[cfg(feature = "learned")]
pub use playouts::learned;
pub use playouts::{OutOfMemory, PlayoutCache, PlayoutPlayer};
pub(super) use record::MoveRecord;
