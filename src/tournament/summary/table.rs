//! The crosstable of a tournament: ratings, and the results of each pair.

use serde::Serialize;

use super::PlayerSummary;
use crate::tournament::statistics::{Counts, Rating, Ratings, ratings};

/// The players sorted by rating, the strongest first, and the results of each
/// pair.
#[derive(Clone, Debug, Serialize)]
pub struct Crosstable {
    /// The player whose rating is 0; `None` if the mean of all ratings is 0.
    pub(crate) anchor: Option<String>,
    /// The players and their ratings.
    pub(crate) players: Vec<RatedPlayer>,
    /// The results of each player (row) against each other player (column), in
    /// the order of `players`.
    pub(crate) results: Vec<Vec<Counts>>,
    /// Whether two draws were added for each player, because some players won or
    /// lost all games against the rest, or did not meet them.
    pub(crate) with_virtual_draws: bool,
    /// The ratings with their covariances, in the order of `players`.
    #[serde(skip)]
    ratings: Ratings,
}

/// A player with its rating.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RatedPlayer {
    /// The player's name in the tournament.
    pub(crate) player: String,
    /// The rating in Elo, relative to the anchor or to the mean of all players.
    pub(crate) elo: f64,
    /// Half the width of the 95 % interval of the rating.
    pub(crate) error: f64,
    /// The difference to the next player in the table; `None` for the last.
    pub(crate) over_next: Option<Rating>,
}

impl Crosstable {
    /// Builds the table from the results of each pair, Black's place first, and
    /// the players of a tournament.
    pub(super) fn of(
        pairs: impl Iterator<Item = ((usize, usize), Counts)>,
        players: &[PlayerSummary],
    ) -> Self {
        let names: Vec<_> = players
            .iter()
            .map(|player| player.player.as_str())
            .collect();
        let results = results(pairs, names.len());
        let ratings = ratings(&results);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| ratings.players[b].elo.total_cmp(&ratings.players[a].elo));
        let ratings = ratings.in_order(&order);
        let rated = |(place, &index): (usize, &usize)| {
            let Rating { elo, error } = ratings.players[place];
            let next = place + 1;
            RatedPlayer {
                player: names[index].to_owned(),
                elo,
                error,
                over_next: (next < order.len()).then(|| ratings.difference(place, next)),
            }
        };
        Self {
            anchor: None,
            players: order.iter().enumerate().map(rated).collect(),
            results: order
                .iter()
                .map(|&row| order.iter().map(|&column| results[row][column]).collect())
                .collect(),
            with_virtual_draws: ratings.with_virtual_draws,
            ratings,
        }
    }

    /// Shifts all ratings so that this player has 0. Returns `false` if no player
    /// has this name.
    pub(super) fn set_anchor(&mut self, name: &str) -> bool {
        let Some(anchor) = self.players.iter().position(|rated| rated.player == name) else {
            return false;
        };
        for (place, rated) in self.players.iter_mut().enumerate() {
            let Rating { elo, error } = self.ratings.difference(place, anchor);
            (rated.elo, rated.error) = (elo, error);
        }
        self.anchor = Some(name.to_owned());
        true
    }
}

/// Counts the results of each player (row) against each other (column).
fn results(
    pairs: impl Iterator<Item = ((usize, usize), Counts)>,
    players: usize,
) -> Vec<Vec<Counts>> {
    let mut results = vec![vec![Counts::default(); players]; players];
    for ((black, white), counts) in pairs {
        if black != white {
            results[black][white] += counts;
            results[white][black] += counts.reversed();
        }
    }
    results
}
