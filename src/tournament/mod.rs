//! Matches between any two programs that speak the Go Text Protocol.
//!
//! Every game becomes one line of JSON, a [`GameRecord`].

mod record;
pub mod statistics;
mod text;

pub use record::{
    Clock, Ending, GameRecord, Opening, Participant, RecordError, RecordRules, SCHEMA, Scores,
    Stones, Times,
};
