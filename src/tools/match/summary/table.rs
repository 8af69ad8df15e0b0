//! The crosstable of a tournament: ratings, and the results of each pair of players.

use serde::Serialize;

use super::{CourseGame, PlayerSummary};
use crate::cli::failure::Failure;
use crate::r#match::statistics::{Counts, Rating, ratings};
use ponnuki_core::board::{ByColor, Color};

/// The players in descending order of rating, and the results of each pair of players.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Crosstable {
    /// The players with known ratings. Without any, the mean of all ratings is 0.
    pub(crate) anchors: Vec<Anchor>,
    pub(crate) players: Vec<RatedPlayer>,
    /// The results of each player (row) against each other player (column), in
    /// the order of `players`.
    pub(crate) results: Vec<Vec<Counts>>,
    /// Whether two draws were added for each player, because some players won or
    /// lost all games against the rest, or did not meet them.
    pub(crate) with_virtual_draws: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Anchor {
    /// The player's name in the tournament.
    pub(crate) player: String,
    pub(crate) elo: f64,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct RatedPlayer {
    /// The player's name in the tournament.
    pub(crate) player: String,
    /// The rating in Elo, relative to the mean of all players or on the scale of
    /// the anchors.
    pub(crate) elo: f64,
    /// Half the width of the 95 % interval of the rating.
    pub(crate) error: f64,
    /// The rating relative to the next player in the table; `None` for the last.
    pub(crate) over_next: Option<Rating>,
}

impl Crosstable {
    pub(super) fn new(course: &[CourseGame], players: &[PlayerSummary]) -> Self {
        let names: Vec<_> = players
            .iter()
            .map(|player| player.player.as_str())
            .collect();
        let known: Vec<_> = players.iter().map(|player| player.known_elo).collect();
        Self::rated(&names, &results(course, names.len()), &known)
    }

    /// Rates players from the results of each player (row) against each other (column)
    /// and the known ratings.
    fn rated(names: &[&str], results: &[Vec<Counts>], known: &[Option<f64>]) -> Self {
        let ratings = ratings(results, known);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| ratings.players[b].elo.total_cmp(&ratings.players[a].elo));
        let rated = |(place, &index): (usize, &usize)| {
            let Rating { elo, error } = ratings.players[index];
            let next = order.get(place + 1);
            RatedPlayer {
                player: names[index].to_owned(),
                elo,
                error,
                over_next: next.map(|&next| ratings.difference(index, next)),
            }
        };
        Self {
            anchors: anchors(names, known),
            players: order.iter().enumerate().map(rated).collect(),
            results: order
                .iter()
                .map(|&row| order.iter().map(|&column| results[row][column]).collect())
                .collect(),
            with_virtual_draws: ratings.with_virtual_draws,
        }
    }

    /// Recomputes the ratings with these known ratings instead of the earlier ones. If no player has
    /// one of the names, nothing changes.
    pub(super) fn set_anchors(&mut self, anchors: &[(String, f64)]) -> Result<(), Failure> {
        let players = self.players.iter();
        let names: Vec<_> = players.map(|rated| rated.player.as_str()).collect();
        let mut known = vec![None; names.len()];
        for (name, elo) in anchors {
            let player = names.iter().position(|player| player == name);
            known[player.ok_or_else(|| unrated(name))?] = Some(*elo);
        }
        *self = Self::rated(&names, &self.results, &known);
        Ok(())
    }

    /// Describes the scale of the ratings: `relative to the mean of all players`, or
    /// `on a scale with A at 1500, B at 1800`.
    pub(crate) fn scale(&self) -> String {
        match self.anchors.as_slice() {
            [] => "relative to the mean of all players".to_owned(),
            [Anchor { player, elo }] if *elo == 0.0 => format!("relative to {player}"),
            anchors => {
                let known = anchors
                    .iter()
                    .map(|Anchor { player, elo }| format!("{player} at {elo}"));
                format!("on a scale with {}", known.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

fn anchors(names: &[&str], known: &[Option<f64>]) -> Vec<Anchor> {
    let anchor = |(name, elo): (&&str, &Option<f64>)| {
        let elo = (*elo)?;
        let player = (*name).to_owned();
        Some(Anchor { player, elo })
    };
    names.iter().zip(known).filter_map(anchor).collect()
}

/// Counts the results of each player (row) against each other (column).
fn results(course: &[CourseGame], players: usize) -> Vec<Vec<Counts>> {
    let mut results = vec![vec![Counts::default(); players]; players];
    for game in course {
        let ByColor { black, white } = game.players.map(usize::from);
        if black != white {
            let counts = game.result.counts(Color::Black);
            results[black][white] += counts;
            results[white][black] += counts.reversed();
        }
    }
    results
}

/// Returns the failure of a name that no rated player has.
pub(super) fn unrated(name: &str) -> Failure {
    Failure::new(format_args!("no player with a rating is called {name:?}"))
}
