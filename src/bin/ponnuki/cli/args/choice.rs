//! Parsers of named values, which shells can complete.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use ponnuki::Color;
use ponnuki::board::{Named, UnknownValue};

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
pub(crate) fn spelled<T: Named>() -> OneOf<fn(&str) -> Result<T, UnknownValue>> {
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
        self.parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}
