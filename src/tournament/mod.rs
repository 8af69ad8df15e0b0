#![doc = include_str!("README.md")]
#![doc = include_str!("matches.md")]

mod adjudication;
mod clock;
mod contender;
mod done;
mod end;
mod entrant;
mod format;
mod handicap_ladder;
mod journal;
mod openings;
mod plan;
mod progress;
pub mod record;
mod referee;
mod report;
mod results;
mod results_error;
mod run;
mod schedule;
mod settings;
mod shard;
mod sources;
pub mod statistics;
mod summary;
mod swiss;
#[cfg(test)]
mod testing;
mod umpire;

pub use adjudication::{Adjudication, AtMaxMoves, DrawRule, JudgeRule, ParseRuleError, ResignRule};
pub use clock::{Countdown, ParseTimeError, TimeSettings};
pub use done::Done;
pub use entrant::Entrant;
pub use format::Format;
pub use journal::{Journal, Resumed};
pub use openings::{
    Balance, BalanceProgress, BalancedOpening, BalancedOpenings, OpeningError, OpeningLine,
    OpeningSource, TooFewOpenings,
};
pub use record::{Ending, GameRecord, GameResult, RecordError, Run, sgf_title};
pub use report::{ReportError, ratings_picture, report};
pub use results::Results;
pub use results_error::{MergeError, ResultsError};
pub use run::{Event, Flow, Match, MatchError};
pub use settings::{Beginning, MOST_PLAYERS, MatchSettings};
pub use shard::Shard;
pub use summary::{Crosstable, Precedent, Summary, Tally};
pub use umpire::PlayedGame;
