//! Options generated from tables of settings.

use clap::builder::{PossibleValuesParser, RangedI64ValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Error};
use ponnuki::player::{Form, Setting};

use super::choice::{one_of, possible_values};
use super::seconds;

/// A placeholder for the default in a help.
const DEFAULT: &str = "{default}";

/// Returns the option of a setting, if it has one. The help names the default.
pub(super) fn option<T>(setting: &Setting<T>, default: &T) -> Option<Arg> {
    let long = setting.option?.trim_start_matches('-');
    let mut help = setting.help.to_owned();
    // To get a default may take a question to the system.
    if help.contains(DEFAULT) {
        help = help.replace(DEFAULT, &(setting.get)(default));
    }
    let mut arg = Arg::new(setting.name).long(long);
    if let Some(details) = setting.details {
        arg = arg.long_help(format!("{help}\n\n{}", details()));
    }
    let arg = arg.help(help);
    let with_value = |arg: Arg| arg.value_name(setting.placeholder);
    Some(match &setting.form {
        Form::Flag => arg.action(ArgAction::SetTrue),
        Form::Names(names) => {
            let names = PossibleValuesParser::new(possible_values(names()));
            with_value(arg).value_parser(names)
        }
        Form::Number(range, _) => {
            let (least, most) = (*range.start(), *range.end());
            let listed = setting.form.listed().iter().copied();
            if listed.len() == 0 {
                let within = RangedI64ValueParser::<u64>::new();
                with_value(arg).value_parser(within.range(least as i64..=most as i64))
            } else {
                let number = move |text: &str| {
                    let number = text.parse().ok();
                    let number = number.filter(|number| (least..=most).contains(number));
                    number.ok_or_else(|| format!("expected a number from {least} to {most}"))
                };
                let arg = with_value(arg).hide_possible_values(true);
                arg.value_parser(one_of(listed, number))
            }
        }
        Form::Seconds(_) => with_value(arg).value_parser(seconds),
    })
}

/// Returns whether the option of a setting was given.
pub(super) fn is_given<T>(setting: &Setting<T>, matches: &ArgMatches) -> bool {
    let source = || matches.value_source(setting.name);
    setting.option.is_some() && source() == Some(ValueSource::CommandLine)
}

/// Applies a given option to its setting.
pub(super) fn set<T>(setting: &Setting<T>, matches: &ArgMatches, to: &mut T) -> Result<(), Error> {
    let mut texts = matches.get_raw(setting.name).into_iter().flatten();
    let text = texts
        .next()
        .map_or("".into(), |text| text.to_string_lossy());
    let text = match setting.form {
        Form::Flag if (setting.get)(to) == "1" => "0",
        Form::Flag => "1",
        _ => &text,
    };
    (setting.set)(to, text).map_err(|error| Error::raw(ErrorKind::InvalidValue, error))
}
