//! The settings of the search player.

use std::time::Duration;

use crate::board::named_enum;
use crate::playout::TacticalPolicy;
use crate::random::RandomStream;
use crate::threads;

named_enum! {
    /// The opponent that the search expects.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Opponent {
        /// Finds the best moves.
        ///
        /// The search itself does so.
        #[default]
        Strong = "strong",
        /// Strong until its replies show that it plays at random.
        ///
        /// Far more handicap stones than usual show it too.
        Auto = "auto",
        /// Plays at random.
        ///
        /// The opponent's moves are drawn uniformly, in the tree and in the playouts, so
        /// the search prefers what works most often against random replies to what
        /// works against the best reply.
        Random = "random",
    }
}

#[cfg(feature = "learned")]
named_enum! {
    /// Where the priors of new nodes come from.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum PriorSource {
        /// Weights learned from the moves of games.
        #[default]
        Learned = "learned",
        /// Rules of thumb with weights set by hand.
        Rules = "rules",
    }
}

#[cfg(not(feature = "learned"))]
named_enum! {
    /// Where the priors of new nodes come from. The feature `learned` adds weights that
    /// were fitted to the moves of games.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum PriorSource {
        /// Rules of thumb with weights set by hand.
        #[default]
        Rules = "rules",
    }
}

named_enum! {
    /// Which trees several threads grow.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum TreeSharing {
        /// All threads grow one tree.
        ///
        /// One tree is the stronger choice, but the result depends on which thread comes
        /// first.
        #[default]
        Shared = "shared",
        /// Each thread grows a tree of its own.
        ///
        /// With a given number of threads and playouts, the same seed gives the same
        /// game.
        Separate = "separate",
    }
}

/// The settings of the search player.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// The maximum number of playouts per move, or of positions that the network judges. `None`
    /// means 10,000, or 1,000 of the network, and no maximum if `time_per_move` or a clock limits
    /// the move.
    pub playouts: Option<u32>,
    /// The maximum time per move.
    pub time_per_move: Option<Duration>,
    /// The time kept in reserve on a clock for delays on the way, such as those of a network.
    /// `None` means a margin for clocks on the same machine: 0.2 s, less in short periods and
    /// more of an absolute time.
    pub lag_buffer: Option<Duration>,
    /// The number of threads; 0 counts as 1.
    pub threads: usize,
    /// Which trees several threads grow.
    pub trees: TreeSharing,
    /// The memory of all trees together, in MiB. If the system does not provide
    /// it, the trees are smaller and the log contains a warning.
    pub memory: usize,
    /// Whether lost games are played to the end instead of resigned.
    pub never_resign: bool,
    /// The opponent that the search expects.
    pub opponent: Opponent,
    /// The rules of thumb that the playouts follow. `None` means those that go with
    /// the priors: [`TacticalPolicy::SEARCH`], or [`TacticalPolicy::ALL`] with
    /// [`PriorSource::Rules`], whose games stay the same.
    pub policy: Option<TacticalPolicy>,
    /// Where the priors of new nodes come from.
    pub priors: PriorSource,
}

impl Default for SearchOptions {
    /// Returns options with one thread, 256 MiB and no limits.
    fn default() -> Self {
        Self {
            playouts: None,
            time_per_move: None,
            lag_buffer: None,
            threads: 1,
            trees: TreeSharing::default(),
            memory: 256,
            never_resign: false,
            opponent: Opponent::default(),
            policy: None,
            priors: PriorSource::default(),
        }
    }
}

impl SearchOptions {
    /// The most threads that the program and GTP accept.
    pub const MAX_THREADS: usize = 256;

    /// Returns how many threads the machine runs at a time, within the maximum.
    pub(crate) fn all_threads() -> usize {
        threads::available().min(Self::MAX_THREADS)
    }

    /// The most memory that the program and GTP accept, in MiB: one TiB.
    pub const MAX_MEMORY: usize = 1 << 20;

    /// Returns the rules of thumb that the playouts follow.
    pub(super) fn playout_policy(&self) -> TacticalPolicy {
        self.policy.unwrap_or(match self.priors {
            #[cfg(feature = "learned")]
            PriorSource::Learned => TacticalPolicy::SEARCH,
            PriorSource::Rules => TacticalPolicy::ALL,
        })
    }
}

/// The settings from which trees are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeSettings {
    /// The number of threads, at least 1.
    pub(super) threads: usize,
    pub(super) sharing: TreeSharing,
    /// The memory of all trees together, in bytes.
    pub(super) memory: usize,
    pub(super) policy: TacticalPolicy,
    pub(super) expects_random: bool,
    pub(super) priors: PriorSource,
    /// The seed, from which the random streams follow together with the game number, the
    /// turn and the thread.
    pub(super) seed: u64,
    pub(super) game_number: u64,
}

impl TreeSettings {
    pub(super) const fn trees(&self) -> usize {
        trees_for(self.threads, self.sharing)
    }

    /// Returns the random stream of a thread for the search at this turn.
    pub(super) fn stream(&self, turn: usize, thread: usize) -> RandomStream {
        let number = self.game_number << 32 | (turn as u64) << 8 | thread as u64;
        RandomStream::new(self.seed, number)
    }
}

pub(super) const fn trees_for(threads: usize, sharing: TreeSharing) -> usize {
    match sharing {
        TreeSharing::Shared => 1,
        TreeSharing::Separate => threads,
    }
}
