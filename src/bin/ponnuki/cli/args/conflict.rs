//! Options that exclude each other because of their values.

use std::error::Error;
use std::fmt;

/// An option that cannot be used together with another one. Where the values do not
/// matter, the definition of the command line says so; this is for the other cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conflict {
    option: &'static str,
    other: &'static str,
    reason: &'static str,
}

impl Conflict {
    /// Returns the conflict of an option with another one, both as the user types
    /// them, and its reason.
    pub(crate) const fn new(
        option: &'static str,
        other: &'static str,
        reason: &'static str,
    ) -> Self {
        Self {
            option,
            other,
            reason,
        }
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (option, other, reason) = (self.option, self.other, self.reason);
        write!(
            f,
            "the argument '{option}' cannot be used with '{other}': {reason}"
        )
    }
}

impl Error for Conflict {}
