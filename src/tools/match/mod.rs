#![doc = include_str!("README.md")]

mod adjudication;
pub(crate) mod command;
mod contender;
mod end;
mod journal;
mod openings;
mod plan;
pub(crate) mod record;
mod referee;
mod report;
mod results;
mod run;
mod schedule;
mod settings;
pub(crate) mod statistics;
mod summary;
#[cfg(any(test, feature = "corpus"))]
pub(crate) mod testing;
mod umpire;

pub(crate) use adjudication::{Adjudication, AtMaxMoves, JudgeRule, ResignRule};
pub(crate) use journal::Journal;
pub(crate) use openings::OpeningSource;
pub(crate) use record::{Ending, GameRecord, GameResult, Run, sgf_title};
pub(crate) use report::{ratings_picture, report};
pub(crate) use results::Results;
pub(crate) use run::{Match, MatchEvent};
pub(crate) use schedule::Shard;
pub(crate) use settings::{Beginning, Entrant, MAX_PLAYERS, MatchSettings, TournamentFormat};
pub(crate) use summary::{Crosstable, MatchTally, Summary};
pub(crate) use umpire::PlayedGame;
