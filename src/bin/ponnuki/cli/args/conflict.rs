//! Options that conflict because of their values.

use std::error::Error;
use std::fmt;

/// Two options that cannot be used together. Conflicts that do not depend on the values are
/// declared in the definition of the command line instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conflict {
    option: &'static str,
    other: &'static str,
    reason: &'static str,
}

impl Conflict {
    /// Creates the conflict of two options, both as the user types them, and its reason.
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
