//! Statistics of results: confidence intervals, differences in Elo, a sequential
//! test, and ratings. They depend on counts of wins, draws and losses alone.

mod counts;
mod elo;
mod mean;
mod rating;
mod solve;
mod sprt;
mod strengths;

pub use counts::Counts;
pub(crate) use elo::EloDifference;
use elo::score_of_elo;
pub(crate) use mean::{Mean, error_of_correlated};
pub(crate) use rating::{Rating, ratings};
pub use sprt::{ParseSprtError, Sprt, SprtVerdict};

pub(crate) use crate::statistics::Interval;
use crate::statistics::Z95;
