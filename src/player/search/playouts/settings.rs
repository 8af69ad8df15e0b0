//! What the tree of a search is made from.

use crate::playout::TacticalPolicy;
use crate::random::RandomStream;

/// How a tree grows, and what its random numbers follow from.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeSettings {
    /// The number of threads, at least 1.
    pub(super) threads: usize,
    /// The memory of the tree, in bytes.
    pub(super) memory: usize,
    /// The rules of thumb that the playouts follow.
    pub(super) policy: TacticalPolicy,
    /// The seed of the player's games. The random stream of each thread follows from it, the number
    /// of the game and the turn.
    pub(super) seed: u64,
    pub(super) game_number: u64,
}

impl TreeSettings {
    /// Returns the random stream of a thread for the search at this turn.
    pub(super) fn stream(&self, turn: usize, thread: usize) -> RandomStream {
        let number = self.game_number << 32 | (turn as u64) << 8 | thread as u64;
        RandomStream::new(self.seed, number)
    }
}
