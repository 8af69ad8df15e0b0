//! The settings of the search player.

use std::time::Duration;

use crate::playout::TacticalPolicy;

/// Whom a search takes its opponent for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// One who searches as it does itself, and finds the best moves.
    #[default]
    Strong,
    /// The random player: in the tree and in the playouts his moves are drawn
    /// uniformly. So the search looks for what is most likely to work against
    /// him, which it does not find by expecting the best answer.
    Random,
}

/// How the search player plays.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// The most playouts for a move. Without this, a time for the move and a
    /// clock it is 10,000.
    pub playouts: Option<u32>,
    /// The most time for a move.
    pub time_per_move: Option<Duration>,
    /// How many trees are searched side by side, at least 1.
    pub threads: usize,
    /// The memory of all trees together, in MiB.
    pub memory: usize,
    /// It never resigns.
    pub never_resign: bool,
    /// Whom it takes its opponent for.
    pub opponent: Opponent,
    /// What the playouts do.
    pub policy: TacticalPolicy,
}

impl Default for SearchOptions {
    /// One thread, 256 MiB, no limits.
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
