//! The settings of the search player.

use std::time::Duration;

use crate::playout::TacticalPolicy;

/// The opponent that the search expects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// The opponent finds the best moves, as the search itself does.
    #[default]
    Strong,
    /// The opponent is the random player. Its moves are drawn uniformly, in the
    /// tree and in the playouts, so the search prefers what works most often
    /// against random replies to what works against the best reply.
    Random,
}

/// The settings of the search player.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// The maximum number of playouts per move. `None` means 10,000, or no
    /// maximum if `time_per_move` or a clock limits the move.
    pub playouts: Option<u32>,
    /// The maximum time per move.
    pub time_per_move: Option<Duration>,
    /// The number of threads, each with a tree of its own; 0 counts as 1.
    pub threads: usize,
    /// The memory of all trees together, in MiB.
    pub memory: usize,
    /// Whether lost games are played to the end instead of resigned.
    pub never_resign: bool,
    /// The opponent that the search expects.
    pub opponent: Opponent,
    /// The rules of thumb that the playouts follow.
    pub policy: TacticalPolicy,
}

impl Default for SearchOptions {
    /// Returns options with one thread, 256 MiB and no limits.
    fn default() -> Self {
        Self {
            playouts: None,
            time_per_move: None,
            threads: 1,
            memory: 256,
            never_resign: false,
            opponent: Opponent::Strong,
            policy: TacticalPolicy::default(),
        }
    }
}
