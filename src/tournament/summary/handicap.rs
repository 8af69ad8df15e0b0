//! A series of games in which every result changes the handicap of the next,
//! as in the Random Go Challenge (G. Farnebäck, 2004,
//! <http://www.lysator.liu.se/~gunnar/gtp/random_go_challenge.html>).

use serde::Serialize;

use crate::board::Color;
use crate::tournament::record::{GameRecord, GameResult};
use crate::tournament::statistics::{Mean, error_of_correlated};

/// The handicaps that White gave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct LadderSummary {
    /// The mean of all games, as the challenge has it.
    pub(crate) mean: LadderMean,
    /// The mean from the first game on that Black won, so without the climb
    /// from the first handicap; `null` while Black has won none.
    pub(crate) settled: Option<LadderMean>,
    /// The largest handicap.
    pub(crate) largest: usize,
    /// The largest handicap with which White won, if White won.
    pub(crate) largest_won: Option<usize>,
    /// The handicap of the last game.
    pub(crate) last: usize,
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct LadderMean {
    /// The mean.
    pub(crate) mean: f64,
    /// The standard error, which takes into account that games in a row have
    /// handicaps alike; `null` of too few games.
    pub(crate) error: Option<f64>,
    /// The number of games.
    pub(crate) games: usize,
}

impl LadderMean {
    /// Of these handicaps; `None` of none.
    fn of(handicaps: &[usize]) -> Option<Self> {
        let values: Vec<_> = handicaps.iter().map(|&handicap| handicap as f64).collect();
        let mean: Mean = values.iter().copied().collect();
        Some(Self {
            mean: mean.value()?,
            error: error_of_correlated(&values),
            games: values.len(),
        })
    }
}

impl LadderSummary {
    /// The ladder that these games make up, or `None` where the handicap never
    /// changed or came with openings.
    pub(super) fn of(records: &[&GameRecord]) -> Option<Self> {
        let handicaps: Vec<_> = records.iter().map(|record| record.handicap).collect();
        let changed = handicaps.iter().any(|handicap| handicap != &handicaps[0]);
        if !changed || records.iter().any(|record| record.opening.is_some()) {
            return None;
        }
        let won = |color| move |record: &GameRecord| record.result() == GameResult::Won(color);
        let settled = records.iter().position(|record| won(Color::Black)(record));
        let white_wins = records.iter().filter(|record| won(Color::White)(record));
        Some(Self {
            mean: LadderMean::of(&handicaps)?,
            settled: settled.and_then(|start| LadderMean::of(&handicaps[start..])),
            largest: handicaps.iter().copied().max()?,
            largest_won: white_wins.map(|record| record.handicap).max(),
            last: *handicaps.last()?,
        })
    }
}
