//! Values with names that shells complete.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use ponnuki::Color;
use ponnuki::board::Named;

/// Returns a parser of an enum's names, which the help lists with their meanings.
pub(crate) fn named<T: Named + Send + Sync + 'static>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(possible_values(T::names())).try_map(|name| name.parse::<T>())
}

/// Returns names with their meanings as the help lists them.
pub(crate) fn possible_values(
    names: impl IntoIterator<Item = (&'static str, &'static str)>,
) -> impl Iterator<Item = PossibleValue> {
    let value = |(name, meaning)| PossibleValue::new(name).help(meaning);
    names.into_iter().map(value)
}

/// Returns a parser of colours, which may be initials.
pub(crate) fn color() -> impl TypedValueParser<Value = Color> {
    let black = PossibleValue::new("black").help("Black, who moves first");
    let white = PossibleValue::new("white").help("White");
    PossibleValuesParser::new([black.alias("b"), white.alias("w")]).map(|name| {
        if name.starts_with('b') {
            Color::Black
        } else {
            Color::White
        }
    })
}

/// Reads a value as another parser does, and lists names of values for completion. The
/// parser may accept more than these, such as other spellings.
#[derive(Clone, Debug)]
pub(crate) struct OneOf<P> {
    names: Vec<&'static str>,
    parser: P,
}

/// Returns a parser that also lists these names. The help describes the values, so an
/// option with such a parser hides the list there.
pub(crate) fn one_of<P>(names: impl IntoIterator<Item = &'static str>, parser: P) -> OneOf<P> {
    OneOf {
        names: names.into_iter().collect(),
        parser,
    }
}

impl<P: TypedValueParser> TypedValueParser for OneOf<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, Error> {
        self.parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            self.names.iter().map(|&name| PossibleValue::new(name)),
        ))
    }
}
