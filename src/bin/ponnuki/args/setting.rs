//! Options of the command line that are made from tables of settings.

use clap::builder::{PossibleValuesParser, RangedI64ValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Error};
use ponnuki::board::UnknownName;
use ponnuki::player::{Form, Setting};

use super::choice::{one_of, possible_values};
use super::seconds;

/// Returns the option of a setting, if it has one. Its help names the default.
pub(super) fn option<T>(setting: &Setting<T>, default: &T) -> Option<Arg> {
    let long = setting.option?.trim_start_matches('-');
    let help = setting.help.replace("{default}", &setting.write(default));
    let mut arg = Arg::new(setting.name).long(long);
    if let Some(details) = setting.details {
        arg = arg.long_help(format!("{help}\n\n{}", details()));
    }
    let arg = arg.help(help);
    let with_value = |arg: Arg| arg.value_name(setting.placeholder);
    Some(match &setting.form {
        Form::Flag(..) => arg.action(ArgAction::SetTrue),
        Form::Names(names, ..) => {
            let names = PossibleValuesParser::new(possible_values(names()));
            with_value(arg).value_parser(names)
        }
        Form::Number(range, ..) | Form::Limit(_, range, ..) => {
            let (least, most) = (*range.start(), *range.end());
            let number = move |text: &str| {
                let number = text.parse().ok();
                let number = number.filter(|number| (least..=most).contains(number));
                number.ok_or_else(|| format!("expected a number from {least} to {most}"))
            };
            let listed = setting.form.listed().iter().copied();
            if listed.len() > 0 {
                let arg = with_value(arg).hide_possible_values(true);
                arg.value_parser(one_of(listed, number))
            } else {
                let within = RangedI64ValueParser::<u64>::new();
                with_value(arg).value_parser(within.range(least as i64..=most as i64))
            }
        }
        Form::Seconds(..) => with_value(arg).value_parser(seconds),
        Form::Notation(..) => with_value(arg),
    })
}

/// Returns whether the option of a setting is given.
pub(super) fn is_given<T>(setting: &Setting<T>, matches: &ArgMatches) -> bool {
    let source = || matches.value_source(setting.name);
    setting.option.is_some() && source() == Some(ValueSource::CommandLine)
}

/// Changes a setting as its option says, which is given.
///
/// # Errors
/// A value that the setting does not have.
pub(super) fn set<T>(setting: &Setting<T>, matches: &ArgMatches, to: &mut T) -> Result<(), Error> {
    let number = || matches.get_one(setting.name).copied();
    let text = || matches.get_one::<String>(setting.name);
    let refused = |error: UnknownName| Error::raw(ErrorKind::InvalidValue, error);
    match &setting.form {
        Form::Flag(get, set) => {
            let reversed = !get(to);
            set(to, reversed);
        }
        Form::Names(_, _, set) => text()
            .map_or(Ok(()), |name| set(to, name))
            .map_err(refused)?,
        Form::Number(_, _, set) => {
            if let Some(number) = number() {
                set(to, number);
            }
        }
        Form::Limit(_, _, _, set) => set(to, number()),
        Form::Seconds(_, _, set) => set(to, matches.get_one(setting.name).copied()),
        // Only parameters of GTP have a notation of their own.
        Form::Notation(..) => {}
    }
    Ok(())
}
