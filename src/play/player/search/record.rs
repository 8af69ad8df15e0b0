//! The moves of a root, with their statistics.

use ponnuki_core::game::Move;

/// The statistics of a move of the root, or of a reply to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::player) struct MoveRecord {
    pub(in crate::player) action: Move,
    pub(in crate::player) visits: u32,
    /// What the search compares, for the colour that makes the move: from 0, a loss, to 1, a win,
    /// with a little for the lead.
    pub(in crate::player) value: f64,
    /// The win rate of the visits, or 0 before the first.
    pub(in crate::player) winrate: f64,
    /// The probability of the move by the network.
    pub(in crate::player) prior: f32,
}
