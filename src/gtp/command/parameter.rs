//! The parameters of a session that a controller can read and change.

use std::error::Error;
use std::fmt;

use crate::board::{UnknownName, named_enum};
use crate::player::OutOfMemory;
use crate::rules::kata::RefusedSetting;

named_enum! {
    /// A parameter of a session. Its name has no spaces; GoGui shows underscores
    /// as spaces.
    ///
    /// The order matters to a controller that restores all parameters in turn:
    /// the player decides which of the others there are.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) enum Parameter {
        /// The player: random, or the search.
        Player = "player",
        /// The level of strength, if the player is a level.
        Level = "level",
        /// The maximum number of playouts per move.
        Playouts = "playouts",
        /// The maximum time per move, in seconds.
        TimePerMove = "time_per_move",
        /// The number of threads.
        Threads = "threads",
        /// Which trees several threads of the search grow.
        Trees = "trees",
        /// The memory of the search, in MiB.
        Memory = "memory",
        /// The opponent that the search expects.
        Opponent = "opponent",
        /// Where the search takes the priors of new moves from.
        Priors = "priors",
        /// Whether the search resigns lost games.
        Resign = "resign",
        /// The rule for true eyes.
        Eyes = "eyes",
        /// When the engine passes.
        Pass = "pass",
        /// The stones that count as dead.
        DeadStones = "dead_stones",
        /// The rules of the game.
        Rules = "rules",
        /// Whether analyses draw on GoGui's board.
        LiveGraphics = "live_graphics",
        /// The seed of the player.
        Seed = "seed",
    }
}

impl Parameter {
    /// Returns the name of the parameter in KataGo's commands, which is KataGo's
    /// own if KataGo has such a parameter.
    pub(crate) const fn kata_name(self) -> &'static str {
        match self {
            Self::Playouts => "maxPlayouts",
            Self::TimePerMove => "maxTime",
            Self::Threads => "numSearchThreads",
            Self::Resign => "allowResignation",
            other => other.name(),
        }
    }

    /// Returns the parameter with this name, its own or KataGo's.
    ///
    /// # Errors
    /// [`RefusedParameter::Unknown`] if no parameter has the name.
    pub(crate) fn named(name: &str) -> Result<Self, RefusedParameter> {
        let is_named = |known: &Self| known.name() == name || known.kata_name() == name;
        let unknown = || RefusedParameter::Unknown(name.to_owned());
        Self::ALL.into_iter().find(is_named).ok_or_else(unknown)
    }
}

/// The reason why a parameter cannot be read or set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RefusedParameter {
    /// No parameter has this name.
    Unknown(String),
    /// The parameter belongs to another player.
    Unused(Parameter),
    /// The parameter has no such value.
    Value {
        /// The parameter.
        parameter: Parameter,
        /// The value.
        value: String,
        /// The reason.
        reason: RefusedValue,
    },
    /// The system does not provide the memory that the player needs.
    Memory(OutOfMemory),
}

/// The reason why a parameter has no such value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RefusedValue {
    /// The values of the parameter are other ones, described here.
    Expected(&'static str),
    /// The value is not one of the names.
    Name(UnknownName),
    /// The engine does not play with this setting of the rules.
    RuleSetting(RefusedSetting),
}

impl fmt::Display for RefusedParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let names = Parameter::NAMES;
                write!(f, "unknown parameter '{name}', expected one of {names}")
            }
            Self::Unused(parameter @ (Parameter::Playouts | Parameter::TimePerMove)) => {
                write!(f, "{parameter} needs the player mcts without a level")
            }
            Self::Unused(parameter) => write!(f, "{parameter} needs a player that searches"),
            Self::Value {
                parameter,
                value,
                reason,
            } => write!(f, "{parameter} cannot be '{value}': {reason}"),
            Self::Memory(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for RefusedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected(values) => write!(f, "expected {values}"),
            Self::Name(error) => error.fmt(f),
            Self::RuleSetting(error) => error.fmt(f),
        }
    }
}

impl Error for RefusedParameter {}
