//! The scores of a game as counted by each party.

use serde::{Deserialize, Serialize};

use super::Ending;
use ponnuki::board::Color;

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
