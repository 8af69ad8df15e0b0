//! The board, the rules and the engine's habits.

use clap::Args;
use ponnuki::{BoardSize, EyeRule};

use super::RulesArgs;

/// The board, the rules and the engine's habits.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// Board size: 9, or width x height as in 9x13, each 1 to 25 [default: 19]
    #[arg(
        long,
        value_name = "SIZE",
        hide_default_value = true,
        default_value = "19"
    )]
    pub(crate) boardsize: BoardSize,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Which own points the engine never fills: own-diagonals or enemy-diagonals [default: own-diagonals]
    ///
    /// Both want own stones on all neighbours. own-diagonals also wants own
    /// stones on three of the four diagonals, on the edge and in the corner on
    /// all of them. enemy-diagonals allows one enemy diagonal, on the edge none.
    #[arg(long, value_name = "RULE", hide_default_value = true, default_value_t)]
    pub(crate) eyes: EyeRule,
    /// Seed of the player; the same seed plays the same games [default: a fresh one]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}
