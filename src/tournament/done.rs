//! The games of a match that earlier runs have played.

use std::collections::HashSet;

use super::handicap_ladder::HandicapLadder;
use super::record::GameRecord;
use super::settings::{Beginning, MatchSettings};
use crate::board::Color;

/// The numbers of the games that earlier runs have played, and on a ladder their
/// results. The records themselves are not kept.
#[derive(Clone, Debug, Default)]
pub struct Done {
    games: HashSet<u64>,
    /// The games of a ladder, whose results decide the next handicap; `None` in
    /// other matches.
    ladder: Option<Vec<Rung>>,
}

/// A game of a ladder.
#[derive(Clone, Copy, Debug)]
struct Rung {
    game: u64,
    handicap: usize,
    winner: Option<Color>,
}

impl Done {
    /// Begins without games.
    pub fn new(settings: &MatchSettings) -> Self {
        let is_ladder = matches!(settings.beginning, Beginning::Ladder);
        Self {
            games: HashSet::new(),
            ladder: is_ladder.then(Vec::new),
        }
    }

    /// Adds a game. Returns `false` if it is there already.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        if let Some(ladder) = &mut self.ladder {
            ladder.push(Rung {
                game: record.game,
                handicap: record.handicap,
                winner: record.winner,
            });
        }
        self.games.insert(record.game)
    }

    /// Returns whether a game has been played.
    pub fn contains(&self, game: u64) -> bool {
        self.games.contains(&game)
    }

    /// Returns the ladder after these games, or `None` if they are not its first
    /// games or their handicaps do not follow from their results.
    pub(super) fn ladder(&self, most_handicap: usize) -> Option<HandicapLadder> {
        let mut ladder = HandicapLadder::default();
        let mut rungs = self.ladder.clone().unwrap_or_default();
        rungs.sort_unstable_by_key(|rung| rung.game);
        for (game, rung) in (0..).zip(rungs) {
            if rung.game != game || rung.handicap != ladder.handicap() {
                return None;
            }
            ladder.step(rung.winner, most_handicap);
        }
        Some(ladder)
    }
}
