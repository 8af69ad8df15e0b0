//! Groups of arguments that several subcommands take.

mod player;
mod rules;
mod seconds;

pub(crate) use player::PlayerArgs;
pub(crate) use rules::RulesArgs;
pub(crate) use seconds::{seconds, time_above_zero};
