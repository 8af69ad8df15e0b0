//! Players, and what they judge by: the network, random playouts, and the estimates of both.
//!
//! The package `ponnuki` exports what a program needs of it; the rest is shared by the packages
//! of the engine and may change.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
// The kernels for each kind of processor need it; each use has its reason.
#![deny(unsafe_code)]

pub mod estimate;
pub mod network;
pub mod player;
pub mod playout;

pub use player::{Player, RandomPlayer, play_match};
