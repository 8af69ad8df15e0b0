//! Statistics of results: confidence intervals, differences in Elo, a sequential
//! test and its expected length, and ratings. All of them depend only on the counts of
//! wins, draws and losses, or on those of pairs of games.

mod counts;
mod elo;
mod interval;
mod likelihood;
mod mean;
mod pairs;
mod rating;
mod score;
mod sprt;
mod strengths;

pub(crate) use counts::Counts;
pub(crate) use elo::EloDifference;
use elo::score_of_elo;
pub(crate) use interval::Interval;
use interval::{Z95, wilson};
pub(crate) use mean::SampleMean;
pub(crate) use pairs::PairCounts;
pub(crate) use rating::{Rating, ratings};
pub(crate) use score::MeanScore;
pub(crate) use sprt::{EloModel, ExpectedLength, Hypothesis, Sequence, Sprt};
