//! The reasons why a parameter of the session cannot be read or set.

use std::error::Error;
use std::fmt;

use crate::board::UnknownValue;
use crate::player::{OutOfMemory, Players};

/// The reason why a parameter cannot be read or set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RefusedParameter {
    /// No parameter has this name.
    Unknown {
        /// The name.
        name: String,
        /// The names of all parameters.
        names: Vec<&'static str>,
    },
    /// The parameter applies only to other players, which are given.
    Unused(&'static str, Players),
    /// The value is invalid for the parameter.
    Value {
        /// The parameter.
        name: &'static str,
        /// The value.
        value: String,
        /// The reason.
        reason: UnknownValue,
    },
    /// The system does not provide the memory that the player needs.
    Memory(OutOfMemory),
}

impl fmt::Display for RefusedParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, names } => {
                let names = names.join(", ");
                write!(f, "unknown parameter '{name}', expected one of {names}")
            }
            Self::Unused(name, Players::Unleveled) => {
                write!(f, "{name} needs the player mcts without a level")
            }
            Self::Unused(name, _) => write!(f, "{name} needs a player that searches"),
            Self::Value {
                name,
                value,
                reason,
            } => write!(f, "{name} cannot be '{value}': {reason}"),
            Self::Memory(error) => error.fmt(f),
        }
    }
}

impl Error for RefusedParameter {}
