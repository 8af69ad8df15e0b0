//! The handicaps of a match on a ladder, where every result changes the handicap
//! of the next game, as in the Random Go Challenge (G. Farnebäck, 2004,
//! <http://www.lysator.liu.se/~gunnar/gtp/random_go_challenge.html>).

use serde::Serialize;

use super::Step;
use crate::r#match::record::GameResult;
use crate::r#match::statistics::{Mean, error_of_correlated};
use ponnuki::board::Color;

/// The handicaps that White gave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct LadderSummary {
    /// The mean over all games, which is the figure of the challenge.
    pub(crate) mean: LadderMean,
    /// The mean from Black's first win on, which leaves out the climb from the
    /// first handicap; `null` as long as Black has not won.
    pub(crate) settled: Option<LadderMean>,
    /// The largest handicap.
    pub(crate) largest: usize,
    /// The largest handicap with which White won; `null` if White never won.
    pub(crate) largest_won: Option<usize>,
    /// The handicap of the last game.
    pub(crate) last: usize,
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct LadderMean {
    /// The mean.
    pub(crate) mean: f64,
    /// The standard error, which allows for the correlation between successive
    /// handicaps; `null` for fewer than ten games.
    pub(crate) error: Option<f64>,
    /// The number of games.
    pub(crate) games: usize,
}

impl LadderMean {
    /// Computes the mean of the handicaps; `None` without games.
    fn of(steps: &[Step]) -> Option<Self> {
        let values: Vec<_> = steps.iter().map(|step| f64::from(step.handicap)).collect();
        let mean: Mean = values.iter().copied().collect();
        Some(Self {
            mean: mean.value()?,
            error: error_of_correlated(&values),
            games: values.len(),
        })
    }
}

impl LadderSummary {
    /// Sums up the handicaps of these games; `None` if the handicap never changed.
    pub(super) fn of(steps: &[Step]) -> Option<Self> {
        let (first, last) = (steps.first()?, steps.last()?);
        if steps.iter().all(|step| step.handicap == first.handicap) {
            return None;
        }
        let won = |color| move |step: &&Step| step.result == GameResult::Won(color);
        let settled = steps.iter().position(|step| won(Color::Black)(&step));
        let white_wins = steps.iter().filter(won(Color::White));
        let handicap = |step: &Step| usize::from(step.handicap);
        Some(Self {
            mean: LadderMean::of(steps)?,
            settled: settled.and_then(|start| LadderMean::of(&steps[start..])),
            largest: steps.iter().map(handicap).max()?,
            largest_won: white_wins.map(handicap).max(),
            last: handicap(last),
        })
    }
}
