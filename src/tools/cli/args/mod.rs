//! Groups of arguments and parsers of values that several subcommands share.

mod axes;
mod choice;
mod game;
mod log;
mod overwrite;
mod player;
mod rules;

use clap::error::ErrorKind;

use crate::cli::plain;

pub(crate) use axes::{AxisArgs, OfMatches};
pub(crate) use choice::{
    color, named, one_of, possible_values, seconds, similar, spelled, time_above_zero,
};
pub(crate) use game::GameArgs;
pub(crate) use log::LogArgs;
pub(crate) use overwrite::{OverwriteArgs, replacing_nothing};
pub(crate) use player::{PLAYERS, PlayerArgs, player_kind};
pub(crate) use rules::{FileRulesArgs, RecordArgs, RuleSetArgs, RulesArgs};

/// Returns the error of two options, both as the user types them, that conflict because of their
/// values. Other conflicts are declared in the definition of the command line instead.
pub(crate) fn conflict(option: &str, other: &str, reason: &str) -> clap::Error {
    let text = format!("the argument '{option}' cannot be used with '{other}': {reason}");
    clap::Error::raw(ErrorKind::ArgumentConflict, text)
}

/// Checks a name or another answer of a program that is shown to people and sent to programs.
/// `what` names it in the message.
pub(crate) fn visible_name(what: &str, text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err(format!("the {what} is empty"));
    }
    if !plain::is_line(text) {
        return Err(format!("the {what} {text:?} contains a control character"));
    }
    Ok(text.to_owned())
}

/// Parses a line of options in a test.
#[cfg(test)]
pub(crate) fn parsed<T: clap::Args>(line: &str) -> Result<T, clap::Error> {
    let words = ["ponnuki"].into_iter().chain(line.split_whitespace());
    let command = T::augment_args(clap::Command::new("ponnuki"));
    T::from_arg_matches(&command.try_get_matches_from(words)?)
}
