//! The outcome of a match in one sentence.

use super::{PlayerSummary, Summary};
use crate::r#match::statistics::Interval;

const NO_RESULT: &str = "played without a result";

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
        match &self.ladder {
            Some(ladder) => {
                let (white, black) = if one.white.games() > 0 {
                    (one, other)
                } else {
                    (other, one)
                };
                let (white, black, mean) = (&white.title, &black.title, ladder.mean.mean);
                format!("{white} gave {mean:.1} stones on average to {black}")
            }
            None => duel(one, other),
        }
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
