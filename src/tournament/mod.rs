//! Matches between any two programs that speak the Go Text Protocol.
//!
//! [`MatchSettings`] say what is played, [`Match::run`] plays it, and every
//! game becomes one line of JSON, a [`GameRecord`], in a [`Journal`].
//! [`Results`] joins such files, and [`Summary`] says what they amount to.
//!
//! ```text
//! MatchSettings -> Plan (of one game) -> Umpire -> GameRecord -> Journal
//!                                          |
//!                         Contender (one program) -> Program (a process)
//!                                                       |         \
//!                                                    Answers    Watchdog
//! ```

mod answers;
mod clock;
mod command_line;
mod contender;
mod journal;
mod ladder;
mod openings;
mod plan;
mod program;
mod record;
mod record_sgf;
mod report;
mod results;
mod run;
mod settings;
pub mod statistics;
mod summary;
#[cfg(test)]
mod tests;
mod text;
mod umpire;
mod watchdog;

pub use clock::{ParseTimeError, TimeSettings};
pub use journal::{Journal, JournalError, Resumed};
pub use openings::{FileFault, OpeningError, OpeningLine};
pub use record::{
    Clock, Ending, GameRecord, Opening, Participant, RecordError, RecordRules, SCHEMA, Scores,
    Stones, Times,
};
pub use report::{ReportError, ratings_picture, report};
pub use results::{Results, ResultsError};
pub use run::{Event, Flow, Match, MatchError};
pub use settings::{Beginning, MatchSettings, Player, Shard};
pub use summary::{
    Conditions, Crosstable, Duplicates, Ladder, LadderMean, LengthSummary, PlayerSummary,
    RatedPlayer, SprtSummary, Summary, TimeSummary,
};
pub use umpire::PlayedGame;
pub use watchdog::Interrupt;
