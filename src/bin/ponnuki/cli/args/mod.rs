//! Groups of arguments and parsers of values that several subcommands share.

mod choice;
mod conflict;
mod file_rules;
mod game;
mod log;
mod overwrite;
mod player;
mod rules;
mod setting;
mod values;

pub(crate) use choice::{color, named, one_of, possible_values, spelled};
pub(crate) use conflict::Conflict;
pub(crate) use file_rules::FileRulesArgs;
pub(crate) use game::GameArgs;
pub(crate) use log::LogArgs;
pub(crate) use overwrite::OverwriteArgs;
pub(crate) use player::{PLAYERS, PlayerArgs, player_kind};
pub(crate) use rules::{CountArgs, RuleSetArgs, RulesArgs};
pub(crate) use values::{number_in, seconds, time_above_zero};
