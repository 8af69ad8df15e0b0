//! Who played whom, and the ratings that follow.

use serde::Serialize;

use super::PlayerSummary;
use crate::board::Color;
use crate::tournament::GameRecord;
use crate::tournament::statistics::{Counts, Rating, Ratings, ratings};

/// The players by rating, the strongest first, and their results against each
/// other.
#[derive(Clone, Debug, Serialize)]
pub struct Crosstable {
    /// The player whose rating is 0; without one that is the mean of all.
    pub(crate) anchor: Option<String>,
    /// The players.
    pub(crate) players: Vec<RatedPlayer>,
    /// The games of each player against each, as the first sees them, in the
    /// order of `players`.
    pub(crate) results: Vec<Vec<Counts>>,
    /// Whether two drawn games were made up for each player, as some won or
    /// lost everything against the rest, or did not meet them.
    pub(crate) with_virtual_draws: bool,
    /// In the order of `players`.
    #[serde(skip)]
    ratings: Ratings,
}

/// A player with its rating.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RatedPlayer {
    /// Who it is in the match.
    pub(crate) player: String,
    /// Its rating in Elo; that of the anchor or the mean of all players is 0.
    pub(crate) elo: f64,
    /// Half the width of the 95 % interval of the rating.
    pub(crate) error: f64,
    /// How much stronger it is than the next player in the table.
    pub(crate) over_next: Option<Rating>,
}

impl Crosstable {
    /// The table of these games among these players.
    pub(super) fn of(records: &[&GameRecord], players: &[PlayerSummary]) -> Self {
        let names: Vec<_> = players
            .iter()
            .map(|player| player.player.as_str())
            .collect();
        let results = results(records, &names);
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

    /// Gives all ratings over that of a player, or says `false` when nobody
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

/// The results of each player against each, in the order of the sorted names.
fn results(records: &[&GameRecord], names: &[&str]) -> Vec<Vec<Counts>> {
    let mut results = vec![vec![Counts::default(); names.len()]; names.len()];
    for record in records {
        let place = |color| {
            let player = record.participant(color).player.as_str();
            names.binary_search(&player)
        };
        if let (Ok(black), Ok(white)) = (place(Color::Black), place(Color::White))
            && black != white
        {
            let counts = record.result().counts(Color::Black);
            results[black][white] += counts;
            results[white][black] += counts.reversed();
        }
    }
    results
}
