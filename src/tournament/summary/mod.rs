//! What the games of a match amount to: for people as text, for programs as
//! JSON.

mod conditions;
mod duplicates;
mod handicap;
mod player;
mod table;
mod text;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;

use super::record::{Ending, GameRecord, GameResult};
use super::statistics::{Counts, EloDifference, Mean, Sprt, SprtVerdict};
use crate::board::Color;

use conditions::Conditions;
use duplicates::Duplicates;
use handicap::LadderSummary;
pub(crate) use player::PlayerSummary;
pub use table::Crosstable;
pub(crate) use table::RatedPlayer;
pub(crate) use text::{VIRTUAL_DRAWS, by_kind, cell, seconds};

/// The figures of a match, or of a tournament. [`of`](Self::of) makes it,
/// `Display` writes it for people, `serde` for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The fingerprint of the match.
    #[serde(rename = "match")]
    pub(crate) fingerprint: String,
    /// The number of games.
    pub games: u64,
    /// Those among them that have no result, by repetition or by the move
    /// limit. They count in no score.
    pub(crate) no_result: u64,
    /// Board, komi, rules and handicap.
    pub(crate) conditions: Conditions,
    /// The players in the order of their names, A before B.
    pub(crate) players: Vec<PlayerSummary>,
    /// The results of all games as Black sees them.
    pub(crate) black: Counts,
    /// How much stronger the first of two players is, but on a ladder, whose
    /// handicaps see to even results.
    pub(crate) elo: Option<EloDifference>,
    /// What the sequential test says, if one was asked for and there are two
    /// players.
    pub(crate) sprt: Option<SprtSummary>,
    /// Ratings and who played whom how, of more than two players.
    pub crosstable: Option<Crosstable>,
    /// The handicaps, where they changed from game to game.
    pub(crate) ladder: Option<LadderSummary>,
    /// How long the games were.
    pub(crate) length: LengthSummary,
    /// How many games ended in which way.
    pub(crate) endings: BTreeMap<Ending, u64>,
    /// How many games repeated an earlier one.
    pub(crate) duplicates: Duplicates,
    /// Games after which a player's own `final_score` differed from the score
    /// that counts.
    pub(crate) disputed: u64,
}

/// The state of a sequential probability ratio test.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct SprtSummary {
    /// What H0 claims.
    pub(crate) elo0: f64,
    /// What H1 claims.
    pub(crate) elo1: f64,
    /// The log-likelihood ratio.
    pub(crate) ratio: f64,
    /// H0 is accepted at this ratio or below.
    pub(crate) lower_bound: f64,
    /// H1 is accepted at this ratio or above.
    pub(crate) upper_bound: f64,
    /// `H0`, `H1` or `null` while undecided.
    pub(crate) accepted: Option<&'static str>,
}

/// The lengths of the games in moves, passes included.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct LengthSummary {
    /// The mean.
    pub(crate) mean: f64,
    /// The standard error of the mean, unless there is one game only.
    pub(crate) error: Option<f64>,
    /// The shortest game.
    pub(crate) shortest: usize,
    /// The longest game.
    pub(crate) longest: usize,
}

impl Summary {
    /// The figures of these games of one match, in whatever order. A sequential
    /// test is made of two players' games only.
    pub fn of(records: &[GameRecord], sprt: Option<&Sprt>) -> Self {
        let mut records: Vec<&GameRecord> = records.iter().collect();
        records.sort_by_key(|record| record.game);
        let records = records.as_slice();
        let players = player::summaries(records);
        let ladder = LadderSummary::of(records);
        let is_duel = players.len() == 2 && ladder.is_none();
        let first = is_duel.then(|| players[0].counts());
        let mut endings = BTreeMap::new();
        let mut black = Counts::default();
        let mut no_result = 0;
        for &record in records {
            let result = record.result();
            *endings.entry(record.end).or_default() += 1;
            black += result.counts(Color::Black);
            no_result += u64::from(result == GameResult::NoResult);
        }
        Self {
            fingerprint: records
                .first()
                .map_or(String::new(), |r| r.fingerprint.clone()),
            games: records.len() as u64,
            no_result,
            conditions: Conditions::of(records),
            black,
            elo: first.and_then(EloDifference::of),
            sprt: first.zip(sprt).map(|(counts, sprt)| test(sprt, counts)),
            crosstable: (players.len() > 2).then(|| Crosstable::of(records, &players)),
            ladder,
            length: length(records),
            endings,
            duplicates: Duplicates::of(records),
            disputed: records.iter().filter(|record| record.is_disputed()).count() as u64,
            players,
        }
    }

    /// Gives the ratings over that of a player, who has 0 then, or says
    /// `false` and changes nothing when no player with a rating has this name.
    pub fn set_anchor(&mut self, name: &str) -> bool {
        let table = self.crosstable.as_mut();
        table.is_some_and(|table| table.set_anchor(name))
    }
}

impl Summary {
    /// Whether it is of two players who played for a score, so that one may be
    /// called stronger: no tournament and no ladder.
    pub fn has_two_players(&self) -> bool {
        self.players.len() == 2 && self.ladder.is_none()
    }
}

/// The state of a sequential test.
fn test(sprt: &Sprt, counts: Counts) -> SprtSummary {
    SprtSummary {
        elo0: sprt.elo0(),
        elo1: sprt.elo1(),
        ratio: sprt.log_likelihood_ratio(counts),
        lower_bound: sprt.lower_bound(),
        upper_bound: sprt.upper_bound(),
        accepted: match sprt.verdict(counts) {
            SprtVerdict::Undecided => None,
            SprtVerdict::AcceptH0 => Some("H0"),
            SprtVerdict::AcceptH1 => Some("H1"),
        },
    }
}

/// The lengths of games.
fn length(records: &[&GameRecord]) -> LengthSummary {
    let lengths = || records.iter().map(|record| record.moves.len());
    let mean: Mean = lengths().map(|length| length as f64).collect();
    LengthSummary {
        mean: mean.value().unwrap_or_default(),
        error: mean.error(),
        shortest: lengths().min().unwrap_or_default(),
        longest: lengths().max().unwrap_or_default(),
    }
}
