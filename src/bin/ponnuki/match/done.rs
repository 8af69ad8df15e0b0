//! The games of a match that earlier runs have played.

use std::collections::HashSet;

use super::progress::Standing;
use super::record::{GameRecord, GameResult};
use super::settings::MatchSettings;
use ponnuki::board::ByColor;

/// The numbers of the games that earlier runs have played and, if later games depend
/// on them, their results. The records themselves are not kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Done {
    games: HashSet<u64>,
    /// The results; `None` if no game depends on another.
    results: Option<Vec<EarlierGame>>,
}

/// A game on whose result later ones depend.
#[derive(Clone, Debug)]
pub(super) struct EarlierGame {
    /// The game number.
    pub(super) game: u64,
    /// The handicap stones.
    pub(super) handicap: usize,
    /// The result.
    pub(super) result: GameResult,
    /// The labels of the players.
    pub(super) players: ByColor<String>,
}

impl EarlierGame {
    /// Extracts the result from a record.
    pub(super) fn new(record: &GameRecord) -> Self {
        Self {
            game: record.game,
            handicap: record.handicap,
            result: record.result(),
            players: ByColor {
                black: record.black.player.clone(),
                white: record.white.player.clone(),
            },
        }
    }
}

impl Done {
    /// Creates an empty set of games.
    pub(crate) fn new(settings: &MatchSettings) -> Self {
        Self {
            games: HashSet::new(),
            results: Standing::is_needed(settings).then(Vec::new),
        }
    }

    /// Adds a game. Returns `false` if the game is already in the set.
    pub(crate) fn add(&mut self, record: &GameRecord) -> bool {
        if let Some(results) = &mut self.results {
            results.push(EarlierGame::new(record));
        }
        self.games.insert(record.game)
    }

    /// Returns whether a game has been played.
    pub(crate) fn contains(&self, game: u64) -> bool {
        self.games.contains(&game)
    }

    /// Returns the results on which later games depend, sorted by game number.
    pub(super) fn in_order(&self) -> Vec<&EarlierGame> {
        let mut games: Vec<_> = self.results.iter().flatten().collect();
        games.sort_unstable_by_key(|earlier| earlier.game);
        games
    }
}
