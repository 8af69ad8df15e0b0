//! Enums whose values have names in options, commands and files.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// An enum whose values are read by name.
pub trait Named: Copy + FromStr<Err = UnknownValue> {
    /// Returns the name of every value and a phrase for the help of an option: the
    /// first line of the value's documentation without its full stop.
    fn names() -> Vec<(&'static str, &'static str)>;
}

/// A string that names no value, or a setting that is refused. `Display` says why, and lists the
/// values that are expected.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{KoRule, Komi};
/// use ponnuki::board::UnknownValue;
///
/// fn settings(ko: &str, komi: &str) -> Result<(KoRule, Komi), UnknownValue> {
///     Ok((ko.parse()?, komi.parse()?))
/// }
/// assert!(settings("simple", "6.5").is_ok());
/// let error = settings("simple", "6,5").unwrap_err();
/// assert_eq!(error.to_string(), "komi must be a finite decimal number such as 7.5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownValue(Cow<'static, str>);

impl UnknownValue {
    /// Returns the error with this message.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UnknownValue {}

/// Defines an enum whose values have names: `KoRule::Simple` is `simple`.
///
/// The enum gets the list `ALL`, the names joined as `NAMES`, the method `name`,
/// [`Display`](std::fmt::Display), [`Named`] and a [`FromStr`] that ignores case. A
/// value therefore cannot be added without a name, and no list can omit it. With
/// `names only:` the last two are left out, for types with a parser of their own.
#[macro_export]
macro_rules! named_enum {
    (
        names only:
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident {
            $(#[$first_attribute:meta])* $first:ident = $first_name:literal,
            $($(#[$other_attribute:meta])* $other:ident = $other_name:literal,)*
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $type {
            $(#[$first_attribute])* $first,
            $($(#[$other_attribute])* $other,)*
        }

        impl $type {
            /// Every value, in the order of definition.
            $visibility const ALL: [Self; [$first_name, $($other_name),*].len()] =
                [Self::$first, $(Self::$other),*];

            /// The names of all values, separated by commas.
            $visibility const NAMES: &'static str = concat!($first_name, $(", ", $other_name),*);

            /// Returns the name of the value in options, commands and files.
            $visibility const fn name(self) -> &'static str {
                match self {
                    Self::$first => $first_name,
                    $(Self::$other => $other_name,)*
                }
            }
        }

        impl std::fmt::Display for $type {
            /// Writes the [name](Self::name).
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
    (first line: [doc = $line:literal] $($rest:tt)*) => {
        $line
    };
    (first line: $attribute:tt $($rest:tt)*) => {
        $crate::named_enum!(first line: $($rest)*)
    };
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident {
            $($(#[$($value_attribute:tt)*])* $value:ident = $name:literal,)*
        }
    ) => {
        $crate::named_enum! {
            names only:
            $(#[$attribute])*
            $visibility enum $type {
                $($(#[$($value_attribute)*])* $value = $name,)*
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::board::UnknownValue;

            /// Reads a name in any case.
            fn from_str(text: &str) -> Result<Self, $crate::board::UnknownValue> {
                let expected = || format!("expected one of {}", Self::NAMES);
                let unknown = || $crate::board::UnknownValue::new(expected());
                let mut values = Self::ALL.into_iter();
                values.find(|value| value.name().eq_ignore_ascii_case(text)).ok_or_else(unknown)
            }
        }

        impl $crate::board::Named for $type {
            fn names() -> Vec<(&'static str, &'static str)> {
                const MEANINGS: [&str; $type::ALL.len()] =
                    [$($crate::named_enum!(first line: $([$($value_attribute)*])*)),*];
                let meanings = MEANINGS.map(|line| line.trim().trim_end_matches('.'));
                $type::ALL.map($type::name).into_iter().zip(meanings).collect()
            }
        }
    };
}

pub use named_enum;
