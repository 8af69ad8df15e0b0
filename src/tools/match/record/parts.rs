//! The parts of a record: the programs, the rules, the start, the times and the scores.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Ending;
use ponnuki_core::board::Color;

/// A program that took part in a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Participant {
    /// The player's label, the same for both colours: `A` for the program given as
    /// `--black`, `B` for the one given as `--white`, or the player's name in a
    /// tournament.
    pub(crate) player: String,
    /// The name that the user gave the player in a match of two. Tables, pages and SGF
    /// files show it instead of the program's own name. Absent if none was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// The answer to the command `name`, or the program's file name.
    pub(crate) name: String,
    /// The answer to `version`; may be empty.
    pub(crate) version: String,
    /// The command line that starts the program.
    pub(crate) command: String,
    /// The player's Elo rating. Absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) elo: Option<f64>,
    /// The seed that `set_random_seed` gave the program for this game, or
    /// `null` if the program does not know that command.
    pub(crate) seed: Option<u64>,
}

/// The stones on the board before the first move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordStones {
    /// The names of Black's points, including handicap stones.
    pub(crate) black: Vec<String>,
    /// The names of White's points.
    pub(crate) white: Vec<String>,
}

/// The source of a game's first moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordOpening {
    /// The name of the file, with the number of the game or line if it has several, or `random`.
    pub(crate) from: String,
    /// The number of moves that come from the opening.
    pub(crate) moves: usize,
}

/// The time that each side spent, and when the game ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Times {
    /// Black's time.
    pub(crate) black: TimeSpent,
    /// White's time.
    pub(crate) white: TimeSpent,
    /// The time at which the game ended, in UTC: `2026-01-31T23:59:59Z`. Absent in
    /// files of early versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ended: Option<String>,
}

/// The time that one side spent on its own moves, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TimeSpent {
    /// The time for all moves.
    pub(crate) total: f64,
    /// The time for the slowest move.
    pub(crate) longest: f64,
    /// The number of moves that the program was asked for, including the one
    /// that lost the game.
    pub(crate) moves: usize,
}

impl TimeSpent {
    /// Sums up the times of the moves, in seconds with microsecond precision.
    pub(crate) fn new(times: &[Duration]) -> Self {
        let seconds = |time: Duration| time.as_micros() as f64 / 1e6;
        Self {
            total: seconds(times.iter().sum()),
            longest: seconds(times.iter().copied().max().unwrap_or_default()),
            moves: times.len(),
        }
    }
}

/// The scores of the final position. A score is `null` if the party was not asked or
/// answered with an error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Scores {
    /// Our own count: `B+3.5`. Where area counts, all stones are taken as alive unless a
    /// program lists dead ones; otherwise an estimate finds the dead ones.
    pub(crate) ours: Option<String>,
    /// Black's answer to `final_score`.
    pub(crate) black: Option<String>,
    /// White's answer to `final_score`.
    pub(crate) white: Option<String>,
    /// The referee's answer to `final_score`, which decides the result, or its last
    /// judgement, if that ended the game.
    pub(crate) referee: Option<String>,
}

/// A fault that kept the referee from scoring or judging the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RefereeFault {
    /// The kind of the fault.
    pub(crate) end: Ending,
    /// A description: `gave no answer within 300 s`.
    pub(crate) detail: String,
}

impl Scores {
    /// Returns the score that decides the game: the referee's or, without a
    /// referee, ours.
    pub(crate) fn official(&self) -> Option<&str> {
        self.referee.as_deref().or(self.ours.as_deref())
    }

    /// Returns whether a program's own `final_score` differs from the official
    /// score. A program that gave no answer does not disagree.
    pub(crate) fn disagrees(&self, color: Color) -> bool {
        let theirs = match color {
            Color::Black => self.black.as_deref(),
            Color::White => self.white.as_deref(),
        };
        match (self.official(), theirs) {
            (Some(official), Some(theirs)) => match (points(official), points(theirs)) {
                (Some(official), Some(theirs)) => (official - theirs).abs() > 1e-6,
                _ => true,
            },
            _ => false,
        }
    }
}

/// Reads a score such as `B+3.5`, `W+12` or `0` as Black's points minus White's.
pub(crate) fn points(score: &str) -> Option<f64> {
    let (sign, number) = match score.get(..2) {
        Some("B+" | "b+") => (1.0, &score[2..]),
        Some("W+" | "w+") => (-1.0, &score[2..]),
        _ => (1.0, score),
    };
    let number: f64 = number.trim().parse().ok()?;
    number.is_finite().then_some(sign * number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::r#match::testing;

    #[test]
    fn times_are_recorded_in_seconds() {
        let spent = TimeSpent::new(&[250, 1500, 1000].map(Duration::from_millis));
        assert_eq!((spent.total, spent.longest, spent.moves), (2.75, 1.5, 3));
    }

    #[test]
    fn scores_are_compared_as_numbers() {
        let mut record = testing::record("m", 0);
        record.scores.ours = Some("B+8.5".to_owned());
        assert!(!record.is_disputed());
        record.scores.black = Some("B+8.50".to_owned());
        record.scores.white = Some("B+8.5".to_owned());
        assert!(!record.is_disputed());
        record.scores.referee = Some("W+12".to_owned());
        assert!(record.scores.disagrees(Color::Black));
        record.scores.black = Some("W+12.0".to_owned());
        assert!(!record.scores.disagrees(Color::Black));
        record.scores.white = Some("unknown".to_owned());
        assert!(record.scores.disagrees(Color::White));
        assert_eq!(points("0"), Some(0.0));
        assert_eq!(points("B+NaN"), None);
        assert_eq!(points(""), None);
    }
}
