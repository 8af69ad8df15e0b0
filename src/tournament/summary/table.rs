//! Who played whom, and the ratings that follow.

use serde::Serialize;

use super::{GameResult, PlayerSummary};
use crate::Color;
use crate::tournament::GameRecord;
use crate::tournament::statistics::{Counts, Rating, Ratings, ratings};

/// The players by rating, the strongest first, and their results against each
/// other.
#[derive(Clone, Debug, Serialize)]
pub struct Crosstable {
    /// The players.
    pub players: Vec<RatedPlayer>,
    /// The games of each player against each, as the first sees them, in the
    /// order of `players`.
    pub results: Vec<Vec<Counts>>,
    /// Whether two drawn games were made up for each player, as some won or
    /// lost everything against the rest, or did not meet them.
    pub with_virtual_draws: bool,
}

/// A player with its rating.
#[derive(Clone, Debug, Serialize)]
pub struct RatedPlayer {
    /// Who it is in the match.
    pub player: String,
    /// Its rating in Elo; the mean of all players is 0.
    pub elo: f64,
    /// Half the width of the 95 % interval of the rating.
    pub error: f64,
}

impl Crosstable {
    /// The table of these games among these players.
    pub(super) fn of(records: &[&GameRecord], players: &[PlayerSummary]) -> Self {
        let names: Vec<_> = players
            .iter()
            .map(|player| player.player.as_str())
            .collect();
        let results = results(records, &names);
        let Ratings {
            players: rated,
            with_virtual_draws,
        } = ratings(&results);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| rated[b].elo.total_cmp(&rated[a].elo));
        Self {
            players: order
                .iter()
                .map(|&index| {
                    let Rating { elo, error } = rated[index];
                    let player = names[index].to_owned();
                    RatedPlayer { player, elo, error }
                })
                .collect(),
            results: order
                .iter()
                .map(|&row| order.iter().map(|&column| results[row][column]).collect())
                .collect(),
            with_virtual_draws,
        }
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
            let counts = GameResult::of(record).counts(Color::Black);
            results[black][white] += counts;
            results[white][black] += counts.reversed();
        }
    }
    results
}
