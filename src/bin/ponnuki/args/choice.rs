//! Values with names that shells complete.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};

/// Reads a value as another parser does, and lists names of values for completion. The
/// parser may accept more than these, such as other spellings.
#[derive(Clone, Debug)]
pub(crate) struct Choice<P> {
    names: Vec<&'static str>,
    parser: P,
}

/// Returns a parser that also lists these names. The help describes the values, so an
/// option with such a parser hides the list there.
pub(crate) fn one_of<P>(names: impl IntoIterator<Item = &'static str>, parser: P) -> Choice<P> {
    Choice {
        names: names.into_iter().collect(),
        parser,
    }
}

impl<P: TypedValueParser> TypedValueParser for Choice<P> {
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
