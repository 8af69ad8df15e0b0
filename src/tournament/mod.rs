//! Matches between any two programs that speak the Go Text Protocol.
//!
//! Every game becomes one line of JSON, a [`GameRecord`].

mod record;
mod report;
mod results;
pub mod statistics;
mod summary;
#[cfg(test)]
mod tests;
mod text;

pub use record::{
    Clock, Ending, GameRecord, Opening, Participant, RecordError, RecordRules, SCHEMA, Scores,
    Stones, Times,
};
pub use report::{ReportError, ReportOptions, report};
pub use results::{Results, ResultsError};
pub use summary::{
    Conditions, Crosstable, Duplicates, Ladder, LadderMean, LengthSummary, PlayerSummary,
    RatedPlayer, SprtSummary, Summary, TimeSummary,
};
