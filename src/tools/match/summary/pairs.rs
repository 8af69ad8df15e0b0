//! The pairs of games with the same opening and exchanged colours.

use std::fmt;

use serde::Serialize;

use super::CourseGame;
use crate::r#match::statistics::{EloDifference, Interval, MeanScore, PairCounts};
use ponnuki_formats::text::counted;

/// The pairs of a match between two players.
///
/// Only pairs of two games with a result count. A game is in no pair if it has no
/// result, or if its partner has none or has not been played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PairSummary {
    /// The numbers of pairs with 0, 0.5, 1, 1.5 and 2 points for the first player.
    pub(crate) counts: [u64; 5],
    pub(crate) unpaired: u64,
    /// The first player's points per game in the pairs, 0 to 1; `null` without pairs.
    pub(crate) score: Option<f64>,
    /// The 95 % interval of the score, from the variance of the scores of pairs or, if
    /// they are few or all equal, from the games.
    pub(crate) interval: Option<Interval>,
    /// The strength of the first player relative to the second, with the same interval.
    pub(crate) elo: Option<EloDifference>,
    /// The variance of the score relative to that of as many independent games with
    /// the same results; `null` if all pairs or all games are equal.
    pub(crate) variance_ratio: Option<f64>,
    /// The outcome of each pair in ascending order of number: its number of half points, 0 to 4.
    #[serde(skip)]
    pub(super) outcomes: Vec<usize>,
}

impl PairSummary {
    /// Returns the pairs from the first player's side, or `None` if no game belongs to a
    /// pair. Games with the same pair number are in no pair unless there are exactly two,
    /// with exchanged colours.
    pub(super) fn from_course(course: &[CourseGame]) -> Option<Self> {
        let mut games: Vec<_> = course.iter().filter(|game| game.pair.is_some()).collect();
        if games.is_empty() {
            return None;
        }
        games.sort_by_key(|game| game.pair);
        let mut unpaired = course.len() - games.len();
        let (mut counts, mut outcomes) = (PairCounts::default(), Vec::new());
        for games in games.chunk_by(|one, other| one.pair == other.pair) {
            let pair = match games {
                [one, other] if is_reversed(one, other) => {
                    PairCounts::from_games(one.counts(0), other.counts(0))
                }
                _ => PairCounts::default(),
            };
            counts += pair;
            match pair.outcome() {
                Some(outcome) => outcomes.push(outcome),
                None => unpaired += games.len(),
            }
        }
        Some(Self {
            counts: counts.by_points(),
            unpaired: unpaired as u64,
            score: counts.score(),
            interval: counts.mean_score().map(MeanScore::interval),
            elo: counts.mean_score().map(EloDifference::new),
            variance_ratio: counts.variance_ratio(),
            outcomes,
        })
    }

    /// Returns the score of one player with its interval, and the difference in Elo, or
    /// `None` without pairs.
    pub(super) fn certainty(&self, is_first: bool) -> Option<(f64, Interval, EloDifference)> {
        let (score, interval, elo) = (self.score?, self.interval?, self.elo?);
        if is_first {
            return Some((score, interval, elo));
        }
        let interval = Interval {
            low: 1.0 - interval.high,
            high: 1.0 - interval.low,
        };
        Some((1.0 - score, interval, elo.reversed()))
    }
}

impl fmt::Display for PairSummary {
    /// Writes the rest of a line that begins with `pairs with`: `0, 0.5, 1, 1.5 and 2
    /// points: 12, 0, 140, 0, 48; variance 0.54 of that of single games, which is worth
    /// 1.85 times the games`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lost, half, one, more, won] = self.counts;
        f.write_str("0, 0.5, 1, 1.5 and 2 points: ")?;
        write!(f, "{lost}, {half}, {one}, {more}, {won}")?;
        if let Some(ratio) = self.variance_ratio {
            write!(f, "; variance {ratio:.2} of that of single games")?;
            write!(f, ", which is worth {:.2} times the games", ratio.recip())?;
        }
        if self.unpaired > 0 {
            write!(f, "; {} in no pair", counted(self.unpaired, "game"))?;
        }
        Ok(())
    }
}

/// Returns whether two games have the same players, with exchanged colours.
fn is_reversed(one: &CourseGame, other: &CourseGame) -> bool {
    (one.players.black, one.players.white) == (other.players.white, other.players.black)
}
