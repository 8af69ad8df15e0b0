//! How the playouts of a search choose, and what its trees are made from.

use crate::playout::TacticalPolicy;
use crate::random::RandomStream;

/// Where the priors of new nodes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PriorSource {
    /// Weights learned from the moves of games.
    #[cfg(feature = "learned")]
    Learned,
    /// Rules of thumb with weights set by hand.
    Rules,
}

/// The knowledge in the playouts and in the priors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// The rules of thumb that the playouts follow.
    pub(super) policy: TacticalPolicy,
    pub(super) priors: PriorSource,
}

impl Style {
    /// Returns a style without anything that was learned from games.
    pub(super) const fn by_hand(policy: TacticalPolicy) -> Self {
        let priors = PriorSource::Rules;
        Self { policy, priors }
    }
}

impl Default for Style {
    #[cfg(feature = "learned")]
    fn default() -> Self {
        Self {
            policy: TacticalPolicy::SEARCH,
            priors: PriorSource::Learned,
        }
    }

    #[cfg(not(feature = "learned"))]
    fn default() -> Self {
        Self::by_hand(TacticalPolicy::ALL)
    }
}

/// The settings from which trees are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeSettings {
    /// The number of threads, at least 1.
    pub(super) threads: usize,
    /// The memory of all trees together, in bytes.
    pub(super) memory: usize,
    pub(super) style: Style,
    /// The seed, from which the random streams follow together with the game number, the
    /// turn and the thread.
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
