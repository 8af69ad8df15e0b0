//! Parsers of values: names, which shells can complete, times and numbers.

use std::ffi::OsStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, Error};
use ponnuki_core::Color;
use ponnuki_core::board::Named;

/// Returns a parser of an enum's names. The help lists them with their meanings.
pub(crate) fn named<T: Named + Send + Sync + 'static>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(possible_values(T::names())).try_map(|name| name.parse::<T>())
}

/// Converts names and meanings to values for the help.
pub(crate) fn possible_values(
    names: impl IntoIterator<Item = (&'static str, &'static str)>,
) -> impl Iterator<Item = PossibleValue> {
    let value = |(name, meaning)| PossibleValue::new(name).help(meaning);
    names.into_iter().map(value)
}

/// Returns a parser of colours, by name or initial.
pub(crate) fn color() -> impl TypedValueParser<Value = Color> {
    let black = PossibleValue::new("black").help("Black, who moves first");
    let white = PossibleValue::new("white").help("White");
    let names = PossibleValuesParser::new([black.alias("b"), white.alias("w")]);
    names.map(|name| Color::named(&name).expect("the parser accepts names of colours"))
}

/// Parses values with another parser, and lists names for completion. The parser may accept
/// more than these names, for example other spellings.
#[derive(Clone, Debug)]
pub(crate) struct OneOf<P> {
    names: Vec<&'static str>,
    parser: P,
}

/// Returns a parser that also lists these names for completion. The option must hide them
/// in the help if the help already describes the values.
pub(crate) fn one_of<P>(names: impl IntoIterator<Item = &'static str>, parser: P) -> OneOf<P> {
    OneOf {
        names: names.into_iter().collect(),
        parser,
    }
}

/// Returns a parser of an enum's names, which lists them for completion as [`one_of`] does.
pub(crate) fn spelled<T: Named + Send + Sync + 'static>() -> impl TypedValueParser<Value = T> {
    one_of(T::names().into_iter().map(|(name, _)| name), T::from_str)
}

impl<P: TypedValueParser> TypedValueParser for OneOf<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, Error> {
        let parsed = self.parser.parse_ref(command, argument, value);
        parsed.map_err(|mut error| {
            if let Some(name) = similar(&value.to_string_lossy(), &self.names) {
                error.insert(ContextKind::SuggestedValue, ContextValue::String(name));
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

/// Returns the name that a misspelt word probably means, if one is similar.
pub(crate) fn similar(word: &str, names: &[&'static str]) -> Option<String> {
    let names = PossibleValuesParser::new(names);
    let error = names.parse_ref(&Command::default(), None, OsStr::new(word));
    match error.err()?.get(ContextKind::SuggestedValue) {
        Some(ContextValue::String(name)) => Some(name.clone()),
        _ => None,
    }
}

/// Parses a positive number of seconds, possibly with a fraction.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .map_err(|_| "expected a number of seconds".to_owned())?;
    time_above_zero(seconds).ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

/// Converts seconds to a [`Duration`]. Returns `None` unless they are positive and in its range.
pub(crate) fn time_above_zero(seconds: f64) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(seconds).ok();
    time.filter(|time| !time.is_zero())
}
