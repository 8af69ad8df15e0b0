//! The format of a tournament: which players meet.

/// The system that decides which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TournamentFormat {
    /// Each player meets every other.
    #[default]
    RoundRobin,
    /// The first player meets every other.
    Gauntlet,
    /// In each round, every player meets one with about as many points, preferably one
    /// that it has met least often.
    Swiss {
        /// The number of games of each pair in a round, at least 1.
        games: u64,
    },
}

impl TournamentFormat {
    /// Returns the number of pairs that meet, or that meet in each round of a Swiss tournament.
    pub(super) const fn pairings(self, players: u64) -> u64 {
        match self {
            Self::RoundRobin => players * players.saturating_sub(1) / 2,
            Self::Gauntlet => players.saturating_sub(1),
            Self::Swiss { .. } => players / 2,
        }
    }
}
