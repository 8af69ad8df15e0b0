//! The handicaps of a match on a ladder, where every result changes the handicap
//! of the next game, as in the Random Go Challenge (G. Farnebäck, 2004,
//! <http://www.lysator.liu.se/~gunnar/gtp/random_go_challenge.html>).

use serde::Serialize;

use super::CourseGame;
use crate::r#match::record::GameResult;
use crate::r#match::statistics::{SampleMean, error_of_correlated};
use ponnuki::board::Color;

/// The handicaps that White gave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct LadderSummary {
    /// The mean over all games, which is the figure of the challenge.
    pub(crate) mean: LadderMean,
    /// The mean from Black's first win on, which excludes the climb from the first
    /// handicap; `null` if Black never won.
    pub(crate) settled: Option<LadderMean>,
    pub(crate) largest: usize,
    /// The largest handicap with which White won; `null` if White never won.
    pub(crate) largest_won: Option<usize>,
    pub(crate) last: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct LadderMean {
    pub(crate) mean: f64,
    /// The standard error, which allows for the correlation between successive
    /// handicaps; `null` for fewer than ten games.
    pub(crate) error: Option<f64>,
    pub(crate) games: usize,
}

impl LadderMean {
    /// Computes the mean of the handicaps, or returns `None` without games.
    fn from_course(course: &[CourseGame]) -> Option<Self> {
        let values: Vec<_> = course.iter().map(|game| f64::from(game.handicap)).collect();
        let mean: SampleMean = values.iter().copied().collect();
        Some(Self {
            mean: mean.value?,
            error: error_of_correlated(&values),
            games: values.len(),
        })
    }
}

impl LadderSummary {
    /// Summarises the handicaps, or returns `None` if the handicap never changed.
    pub(super) fn from_course(course: &[CourseGame]) -> Option<Self> {
        let (first, last) = (course.first()?, course.last()?);
        if course.iter().all(|game| game.handicap == first.handicap) {
            return None;
        }
        let won = |color| move |game: &&CourseGame| game.result == GameResult::Won(color);
        let settled = course.iter().position(|game| won(Color::Black)(&game));
        let white_wins = course.iter().filter(won(Color::White));
        let handicap = |game: &CourseGame| usize::from(game.handicap);
        Some(Self {
            mean: LadderMean::from_course(course)?,
            settled: settled.and_then(|start| LadderMean::from_course(&course[start..])),
            largest: course.iter().map(handicap).max()?,
            largest_won: white_wins.map(handicap).max(),
            last: handicap(last),
        })
    }
}
