//! The values of the options about the end of a game.

use clap::ValueEnum;
use ponnuki::estimate::DeadStones;
use ponnuki::gtp::Passing;

/// The values of --dead-stones.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DeadStonesChoice {
    /// Those marked by a command
    Marked,
    /// Those that playouts find dead, unless some are marked
    Estimate,
}

impl From<DeadStonesChoice> for DeadStones {
    fn from(choice: DeadStonesChoice) -> Self {
        match choice {
            DeadStonesChoice::Marked => Self::Marked,
            DeadStonesChoice::Estimate => Self::Estimated,
        }
    }
}

/// The values of --pass.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PassChoice {
    /// When its player passes
    Filled,
    /// Also when nothing is left to play for
    Settled,
}

impl From<PassChoice> for Passing {
    fn from(choice: PassChoice) -> Self {
        match choice {
            PassChoice::Filled => Self::Player,
            PassChoice::Settled => Self::Settled,
        }
    }
}
