//! What the results of games say about the players: intervals, differences in
//! strength, a test that decides early, and ratings. Nothing here knows where
//! the results come from.

mod counts;
mod elo;
mod mean;
mod rating;
mod solve;
mod sprt;

pub use counts::Counts;
pub(crate) use elo::EloDifference;
use elo::score_of_elo;
pub(crate) use mean::{Mean, error_of_correlated};
pub(crate) use rating::{Rating, Ratings, ratings};
pub use sprt::{ParseSprtError, Sprt, SprtVerdict};

pub(crate) use crate::statistics::Interval;
use crate::statistics::Z95;
