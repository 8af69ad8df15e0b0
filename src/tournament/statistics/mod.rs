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
pub use elo::{EloDifference, elo_of_score, score_of_elo};
pub use mean::{Mean, error_of_correlated};
pub use rating::{Rating, Ratings, ratings};
pub use sprt::{ParseSprtError, Sprt, SprtVerdict};

pub use crate::statistics::Interval;

use crate::statistics::Z95;
