//! The summary of a match, as plain text for users and as JSON for programs.

mod conditions;
mod duplicates;
mod pairs;
mod player;
mod runs;
mod table;
mod tally;
mod text;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;

use super::record::Ending;
use super::statistics::{
    Counts, EloDifference, EloModel, ExpectedLength, Hypothesis, Interval, Sequence, Sprt,
};
use crate::cli::failure::Failure;

use conditions::Conditions;
use duplicates::Duplicates;
pub(crate) use pairs::PairSummary;
pub(crate) use player::PlayerSummary;
use runs::Runs;
use table::unrated;
pub(crate) use table::{Crosstable, RatedPlayer};
pub(crate) use tally::{CourseGame, MatchTally};
pub(crate) use text::{VIRTUAL_DRAWS, by_kind, cell};

const NO_RESULT: &str = "played without a result";

/// The statistics of a match or tournament, which a [`MatchTally`] collects.
/// `Display` writes them for users, and `serde` for programs.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    #[serde(rename = "match")]
    pub(crate) fingerprint: String,
    pub(crate) games: u64,
    /// The number of games without a result, because of a repetition or the move limit,
    /// which count in no score.
    pub(crate) no_result: u64,
    pub(crate) conditions: Conditions,
    /// The players, sorted by name.
    pub(crate) players: Vec<PlayerSummary>,
    /// The results of all games from Black's side.
    pub(crate) black: Counts,
    /// The strength of the first of two players relative to the second.
    pub(crate) elo: Option<EloDifference>,
    /// The pairs of games with exchanged colours; `None` unless two players played
    /// pairs.
    pub(crate) pairs: Option<PairSummary>,
    /// The state of the sequential test, if one was requested and there are two
    /// players.
    pub(crate) sprt: Option<SprtSummary>,
    /// The ratings, and the results of each pair of players, for more than two players.
    pub(crate) crosstable: Option<Crosstable>,
    pub(crate) length: LengthSummary,
    pub(crate) endings: BTreeMap<Ending, u64>,
    /// The number of games that repeat an earlier one.
    pub(crate) duplicates: Duplicates,
    /// The number of games after which a player's own `final_score` differed
    /// from the official score.
    pub(crate) disputed: u64,
    /// The number of games that the referee failed to count or judge, by fault. Our own
    /// count decides the games that were to be counted.
    pub(crate) referee_faults: BTreeMap<Ending, u64>,
    pub(crate) runs: Runs,
    /// The games in ascending order of number, for charts and lists.
    #[serde(skip)]
    pub(crate) course: Vec<CourseGame>,
}

/// The state of a sequential probability ratio test.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct SprtSummary {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
    pub(crate) model: EloModel,
    /// The results that the test judges: `games` or `pairs`.
    pub(crate) on: &'static str,
    /// The log-likelihood ratio of H1 to H0, after the deciding result or, while
    /// undecided, after all results.
    pub(crate) ratio: f64,
    /// The ratio at or below which H0 is accepted.
    pub(crate) lower_bound: f64,
    /// The ratio at or above which H1 is accepted.
    pub(crate) upper_bound: f64,
    /// The expected lengths of such a test; `null` once it is decided, and before two results
    /// differ.
    pub(crate) expected_games: Option<ExpectedLength>,
    /// The accepted hypothesis; `null` while undecided.
    pub(crate) accepted: Option<Hypothesis>,
    /// The number of games with a result up to the deciding one, in ascending order of
    /// number; `null` while undecided.
    pub(crate) decided_after: Option<u64>,
}

/// The lengths of the games in moves, passes included.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct LengthSummary {
    pub(crate) mean: f64,
    /// The standard error of the mean; `None` for a single game.
    pub(crate) error: Option<f64>,
    pub(crate) shortest: u32,
    pub(crate) longest: u32,
}

impl Summary {
    /// Summarises the games of one match, which may come in any order. The sequential
    /// test is computed only for matches of two players.
    #[cfg(test)]
    pub(crate) fn new(records: &[super::record::GameRecord], sprt: Option<&Sprt>) -> Self {
        let mut tally = MatchTally::default();
        for record in records {
            tally.add(record);
        }
        tally.summary(sprt)
    }

    /// Recomputes the ratings, given the known Elo ratings of some players. If no rated player has
    /// one of the names, nothing changes.
    pub(crate) fn set_anchors(&mut self, anchors: &[(String, f64)]) -> Result<(), Failure> {
        match (&mut self.crosstable, anchors) {
            (_, []) => Ok(()),
            (Some(table), anchors) => table.set_anchors(anchors),
            (None, [(name, _), ..]) => Err(unrated(name)),
        }
    }

    pub(crate) fn is_rated(&self, name: &str) -> bool {
        let mut players = self.crosstable.iter().flat_map(|table| &table.players);
        players.any(|rated| rated.player == name)
    }

    /// Returns whether exactly two players competed, so that one of them can be called stronger.
    pub(crate) const fn has_two_players(&self) -> bool {
        self.players.len() == 2
    }

    /// Returns the score of one player with its 95 % interval, and the difference in
    /// Elo: from the pairs of games if there are any, otherwise from all games.
    pub(crate) fn certainty(
        &self,
        player: &PlayerSummary,
    ) -> Option<(f64, Interval, EloDifference)> {
        let first = self.players.first();
        let is_first = first.is_some_and(|first| first.player == player.player);
        if let Some(pairs) = &self.pairs
            && let Some(found) = pairs.certainty(is_first)
        {
            return Some(found);
        }
        let elo = EloDifference::new(player.counts().mean_score()?);
        Some((player.score?, player.interval?, elo))
    }

    /// Returns the 95 % interval of a player's score over all games: that of the pairs if
    /// they contain all games, so that it has the ends of the difference in Elo.
    pub(crate) fn interval(&self, player: &PlayerSummary) -> Option<Interval> {
        let is_paired = self.pairs.as_ref().is_some_and(|pairs| pairs.unpaired == 0);
        if is_paired {
            self.certainty(player).map(|(_, interval, _)| interval)
        } else {
            player.interval
        }
    }
}

impl SprtSummary {
    /// Computes the state of a test on games or on pairs. `outcomes` holds the index of each
    /// of the possible outcomes, 0 for the worst, in ascending order of number. Results after
    /// the deciding one do not count, because those games were already in progress.
    fn new(sprt: &Sprt, possible: usize, outcomes: impl Iterator<Item = usize>) -> Self {
        let (on, games_each) = if possible == 3 {
            ("games", 1)
        } else {
            ("pairs", 2)
        };
        let mut test = Sequence::new(sprt, possible);
        outcomes.for_each(|outcome| test.add(outcome));
        let accepted = test.verdict();
        let expected = test.expected_length(games_each);
        Self {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            model: sprt.model,
            on,
            ratio: test.ratio(),
            lower_bound: Sprt::lower_bound(),
            upper_bound: Sprt::upper_bound(),
            expected_games: expected.filter(|_| accepted.is_none()),
            accepted,
            decided_after: accepted.map(|_| games_each * test.results()),
        }
    }
}

impl Summary {
    /// Returns the outcome of the match in one sentence without a full stop, such
    /// as `GNU Go 3.8 beat Ponnuki 0.1.0 14.5 : 5.5`.
    pub(crate) fn verdict(&self) -> String {
        if let Some(table) = &self.crosstable {
            let players = table.players.len();
            if self.games == self.no_result {
                return format!("{players} players {NO_RESULT}");
            }
            return match table.players.as_slice() {
                [first, second, ..] => format!(
                    "{} won the tournament of {players} players, {:.0} Elo ahead of {}",
                    first.player,
                    first.elo - second.elo,
                    second.player
                ),
                _ => String::new(),
            };
        }
        let [one, other] = self.players.as_slice() else {
            return "No games".to_owned();
        };
        duel(one, other)
    }

    /// Returns whether a match of two leaves open who is stronger, because the 95 %
    /// interval of the score contains one half.
    pub(crate) fn is_open(&self) -> bool {
        let first = self.players.first().filter(|_| self.has_two_players());
        first
            .and_then(|player| self.certainty(player))
            .is_some_and(|(_, Interval { low, high }, _)| low <= 0.5 && 0.5 <= high)
    }
}

fn duel(one: &PlayerSummary, other: &PlayerSummary) -> String {
    let (first, second) = (one.counts().points(), other.counts().points());
    let (one, other) = (&one.title, &other.title);
    if first > second {
        format!("{one} beat {other} {first} : {second}")
    } else if first < second {
        format!("{other} beat {one} {second} : {first}")
    } else if first > 0.0 {
        format!("{one} and {other} drew {first} : {second}")
    } else {
        format!("{one} and {other} {NO_RESULT}")
    }
}
