//! The moves of a root, with their statistics.

use crate::game::Move;

/// The statistics of a move of the root, or of a reply to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::player) struct MoveRecord {
    pub(in crate::player) action: Move,
    pub(in crate::player) visits: u32,
    /// The share of wins for the colour that makes the move, virtual visits included. The
    /// search compares moves by this value.
    pub(in crate::player) value: f64,
    /// The win rate of real visits alone, or 0 before the first. Analyses report it, because
    /// a few dozen virtual visits hide that a position is lost.
    pub(in crate::player) winrate: f64,
    /// The mean margin of the colour that makes the move, in points and komi included, and
    /// the mean squared margin.
    pub(in crate::player) margin: f64,
    pub(in crate::player) square: f64,
    /// The virtual wins of the prior.
    pub(in crate::player) prior: f32,
}
