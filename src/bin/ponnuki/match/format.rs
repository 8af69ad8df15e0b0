//! The format of a tournament: which players meet.

/// Which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TournamentFormat {
    /// Each player meets every other.
    #[default]
    RoundRobin,
    /// The first player meets every other.
    Gauntlet,
    /// In each round every player meets one that has about as many points, and whom
    /// it has met as seldom as possible.
    Swiss {
        /// The number of games that two players play in a round, at least 1.
        games: u64,
    },
}

impl TournamentFormat {
    /// Returns the number of pairs that meet, in a Swiss tournament in each round.
    pub(super) const fn pairings(self, players: u64) -> u64 {
        match self {
            Self::RoundRobin => players * players.saturating_sub(1) / 2,
            Self::Gauntlet => players.saturating_sub(1),
            Self::Swiss { .. } => players / 2,
        }
    }
}
