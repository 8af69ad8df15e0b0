//! The options that each replace one axis of the rules, generated from the table of axes.

use std::fmt::Debug;
use std::marker::PhantomData;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use ponnuki_core::rules::{Axis, AxisForm, AxisOption, Decides, Rules};

use super::one_of;

/// The options of the axes that `O` offers, with the values given.
#[derive(Clone, Debug)]
pub(crate) struct AxisArgs<O> {
    given: Vec<(&'static Axis, &'static str)>,
    offer: PhantomData<O>,
}

/// A choice of axes that have options.
pub(crate) trait AxisOffer {
    /// Returns the help of the option for an axis, if there is one.
    fn help(axis: &Axis) -> Option<&'static str>;
}

/// The axes that decide the moves.
#[derive(Clone, Debug)]
pub(crate) struct OfMoves;

/// The axes that decide the points, which can be counted again after a game.
#[derive(Clone, Debug)]
pub(crate) struct OfPoints;

/// All axes, in `ponnuki match`.
#[derive(Clone, Debug)]
pub(crate) struct OfMatches;

impl AxisOffer for OfMoves {
    fn help(axis: &Axis) -> Option<&'static str> {
        let option = axis.option.filter(|_| axis.decides == Decides::Moves)?;
        Some(option.help)
    }
}

impl AxisOffer for OfPoints {
    fn help(axis: &Axis) -> Option<&'static str> {
        let option = axis.option.filter(|_| axis.decides == Decides::Points)?;
        Some(option.help)
    }
}

impl AxisOffer for OfMatches {
    fn help(axis: &Axis) -> Option<&'static str> {
        let option = axis.option?;
        Some(option.help_of_match.unwrap_or(option.help))
    }
}

impl<O> Default for AxisArgs<O> {
    fn default() -> Self {
        Self::from_iter([])
    }
}

impl<O> FromIterator<(&'static Axis, &'static str)> for AxisArgs<O> {
    fn from_iter<T: IntoIterator<Item = (&'static Axis, &'static str)>>(given: T) -> Self {
        Self {
            given: given.into_iter().collect(),
            offer: PhantomData,
        }
    }
}

impl<O> AxisArgs<O> {
    /// Returns the rules with the values given.
    pub(crate) fn apply(&self, mut rules: Rules) -> Rules {
        for (axis, value) in &self.given {
            // The values have been read, so the axis knows them.
            let _ = (axis.set)(&mut rules, value);
        }
        rules
    }
}

impl<O: AxisOffer> Args for AxisArgs<O> {
    fn augment_args(command: Command) -> Command {
        let options = Axis::ALL.iter().filter_map(|axis| {
            let help = O::help(axis)?;
            Some(option(axis, axis.option?, help))
        });
        command.args(options)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<O: AxisOffer> FromArgMatches for AxisArgs<O> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let offered = Axis::ALL.iter().filter(|axis| O::help(axis).is_some());
        let given = offered.filter_map(|axis| match axis.form {
            AxisForm::Flag(_) => matches.get_flag(axis.key).then_some((axis, "true")),
            AxisForm::Names(_) => Some((axis, *matches.get_one(axis.key)?)),
        });
        Ok(given.collect())
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the option for an axis.
fn option(axis: &'static Axis, option: AxisOption, help: &'static str) -> Arg {
    let arg = Arg::new(axis.key).long(axis.key).help(help);
    match axis.form {
        AxisForm::Flag(_) => arg.action(ArgAction::SetTrue),
        AxisForm::Names(names) => {
            let names = names().into_iter().map(|(name, _)| name);
            let arg = arg.value_name(option.placeholder);
            arg.hide_possible_values(true)
                .value_parser(one_of(names, |text: &str| axis.value(text)))
        }
    }
}
