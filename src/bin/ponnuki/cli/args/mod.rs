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

pub(crate) use choice::{
    color, named, number_in, one_of, possible_values, seconds, spelled, time_above_zero,
};
pub(crate) use conflict::Conflict;
pub(crate) use file_rules::FileRulesArgs;
pub(crate) use game::GameArgs;
pub(crate) use log::LogArgs;
pub(crate) use overwrite::OverwriteArgs;
pub(crate) use player::{PLAYERS, PlayerArgs, player_kind};
pub(crate) use rules::{CountArgs, RuleSetArgs, RulesArgs};

/// Parses a line of options in a test.
#[cfg(test)]
pub(crate) fn parsed<T: clap::Args>(line: &str) -> Result<T, clap::Error> {
    let words = ["ponnuki"].into_iter().chain(line.split_whitespace());
    let command = T::augment_args(clap::Command::new("ponnuki"));
    T::from_arg_matches(&command.try_get_matches_from(words)?)
}
