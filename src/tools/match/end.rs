//! The end of a game, and the result that follows from it.

use super::record::{Ending, NO_RESULT, Scores, points};
use ponnuki_core::board::Color;
use ponnuki_core::rules::Score;

/// The end of a game, before the programs are asked for scores.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameEnd {
    pub(super) how: Ending,
    pub(super) verdict: GameVerdict,
    pub(super) detail: String,
}

/// The outcome of a game that has ended, or the way to find it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum GameVerdict {
    /// A win for this colour, without a count.
    Won(Color),
    /// A win for the side with more points in the official count of the final position.
    Counted,
    /// A win by this score, which needs no further count.
    Scored(Score),
    Void,
}

impl GameEnd {
    /// Returns an end without a description.
    pub(super) const fn new(how: Ending, verdict: GameVerdict) -> Self {
        Self {
            how,
            verdict,
            detail: String::new(),
        }
    }

    /// Returns a win for `winner`, without a description.
    pub(super) const fn won(how: Ending, winner: Color) -> Self {
        Self::new(how, GameVerdict::Won(winner))
    }

    pub(super) fn because(self, detail: String) -> Self {
        Self { detail, ..self }
    }

    /// Returns the result as SGF spells it, and the winner.
    ///
    /// A game decided by reported win rates counts as resigned, because SGF has no
    /// other word for a win without points and without a fault.
    pub(super) fn result(&self, scores: &Scores) -> (String, Option<Color>) {
        let by_points = |score: Score| (score.to_string(), score.winner());
        let winner = match self.verdict {
            GameVerdict::Won(winner) => winner,
            GameVerdict::Scored(score) => return by_points(score),
            GameVerdict::Void => return (NO_RESULT.to_owned(), None),
            GameVerdict::Counted => {
                // A referee may write W+3.0, but we write W+3.
                let points = scores.official().and_then(points).unwrap_or(0.0);
                return by_points(Score::from_points(points));
            }
        };
        let letter = match self.how {
            Ending::Time => 'T',
            how if how.is_fault() => 'F',
            _ => 'R',
        };
        (format!("{}+{letter}", winner.initial()), Some(winner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_has_its_result() {
        let scores = Scores {
            ours: Some("B+3".to_owned()),
            referee: Some("W+2.0".to_owned()),
            ..Scores::default()
        };
        let result = |how, verdict| GameEnd::new(how, verdict).result(&scores);
        let won = GameVerdict::Won(Color::White);
        let score = Score::from_points(25.5);
        let [black, white] = [Some(Color::Black), Some(Color::White)];
        for (how, verdict, text, winner) in [
            (Ending::Resign, won, "W+R", white),
            (Ending::WinRate, won, "W+R", white),
            (Ending::Time, won, "W+T", white),
            (Ending::Hang, won, "W+F", white),
            (Ending::Passes, GameVerdict::Counted, "W+2", white),
            (Ending::MaxMoves, GameVerdict::Counted, "W+2", white),
            (Ending::MaxMoves, GameVerdict::Void, "Void", None),
            (Ending::Judged, GameVerdict::Scored(score), "B+25.5", black),
        ] {
            assert_eq!(result(how, verdict), (text.to_owned(), winner), "{how}");
        }
    }
}
