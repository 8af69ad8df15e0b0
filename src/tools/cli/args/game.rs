//! The board, the rules, and the engine's eye rule and seed.

use clap::Args;
use ponnuki_core::{BoardSize, EyeRule};

use super::{RulesArgs, spelled};

/// The options that set up a game.
#[derive(Debug, Args)]
#[command(next_help_heading = "Game")]
pub(crate) struct GameArgs {
    /// Board size: 9, or width x height as in 9x13, each 1 to 25 [default: 19]
    #[arg(
        long,
        value_name = "SIZE",
        hide_default_value = true,
        default_value_t = Self::default().boardsize
    )]
    pub(crate) boardsize: BoardSize,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Rule for the eyes that the engine never fills: own-diagonals or enemy-diagonals [default: own-diagonals]
    ///
    /// Both rules require own stones on all neighbours. own-diagonals also
    /// requires own stones on three of the four diagonal neighbours, and at the
    /// edge or in the corner on all of them. enemy-diagonals allows an enemy
    /// stone on one diagonal neighbour, and none at the edge.
    #[arg(
        long,
        value_name = "RULE",
        hide_default_value = true,
        default_value_t,
        hide_possible_values = true,
        value_parser = spelled::<EyeRule>()
    )]
    pub(crate) eyes: EyeRule,
    /// Seed of the player; the same seed gives the same games [default: a random seed]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

impl Default for GameArgs {
    fn default() -> Self {
        Self {
            boardsize: BoardSize::square(19).expect("19 is a size"),
            rules: RulesArgs::default(),
            eyes: EyeRule::default(),
            seed: None,
        }
    }
}
