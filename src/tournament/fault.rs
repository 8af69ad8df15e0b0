//! The faults of a program.

use std::fmt;

use super::record::Ending;
use crate::plain;

/// A fault that loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// How the fault ends the game.
    pub(super) end: Ending,
    /// A description that follows the program's colour or label: `ended with
    /// exit status: 1`.
    pub(super) detail: String,
    /// Whether the system could not start the program. No program is to blame.
    pub(super) is_unstarted: bool,
}

impl Fault {
    /// Creates a fault. The description may quote the program.
    pub(super) fn new(end: Ending, detail: impl AsRef<str>) -> Self {
        Self {
            end,
            detail: plain::line(detail.as_ref()),
            is_unstarted: false,
        }
    }

    /// Creates the fault of a program that could not be started.
    pub(super) fn unstarted(detail: impl AsRef<str>) -> Self {
        Self {
            is_unstarted: true,
            ..Self::new(Ending::Crash, detail)
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}
