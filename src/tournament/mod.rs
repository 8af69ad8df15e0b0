#![doc = include_str!("README.md")]
#![doc = include_str!("matches.md")]

mod clock;
mod contender;
mod done;
mod handicap_ladder;
mod journal;
mod lines;
mod openings;
mod plan;
pub mod record;
mod referee;
mod report;
mod results;
mod results_error;
mod run;
mod settings;
mod sources;
pub mod statistics;
mod summary;
#[cfg(test)]
mod testing;
mod umpire;

pub use clock::{Countdown, ParseTimeError, TimeSettings};
pub use done::Done;
pub use journal::{Journal, Resumed};
pub use openings::{OpeningError, OpeningLine};
pub use record::{Ending, GameRecord, GameResult, RecordError, Run, sgf_title};
pub use report::{ReportError, ratings_picture, report};
pub use results::Results;
pub use results_error::{MergeError, ResultsError};
pub use run::{Event, Flow, Match, MatchError};
pub use settings::{Beginning, Entrant, MOST_PLAYERS, MatchSettings, Shard};
pub use summary::{Crosstable, Summary, Tally};
pub use umpire::PlayedGame;
