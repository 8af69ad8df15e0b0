//! The options that end games early.

use std::str::FromStr;

use crate::r#match::{Adjudication, AtMaxMoves, DrawRule, JudgeRule, ResignRule};
use clap::Args;

use crate::cli::args::one_of;

/// The rules by which games end before the players end them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Adjudication")]
pub(super) struct AdjudicationArgs {
    /// End a game as lost when both programs report it so: the loser at most PERCENT in its last MOVES moves, the winner at least 100 - PERCENT
    ///
    /// Programs report win rates if they have the command `kata-genmove_analyze` or
    /// `lz-genmove_analyze`, as this program, KataGo and Leela Zero do; they are then
    /// asked for moves with it. If one of the two has neither, the rule ends none of
    /// their games, and a warning says so.
    #[arg(long, value_name = "PERCENT,MOVES")]
    resign_rule: Option<ResignRule>,
    /// End a game as a draw from move FROM on when both programs report 50 +- PERCENT in their last MOVES moves
    ///
    /// The win rates are reported as for --resign-rule.
    #[arg(long, value_name = "FROM,PERCENT,MOVES")]
    draw_rule: Option<DrawRule>,
    /// Judge the position after move FROM and every EVERY moves, and end the game when the same side leads by MARGIN points twice in a row [default: EVERY 10, MARGIN 20]
    ///
    /// The referee judges: with `estimate_score` if it has that command, as GNU Go and
    /// this program do, else with `final_score`. Without --referee our own estimate by
    /// playouts judges.
    #[arg(long, value_name = "FROM[,EVERY[,MARGIN]]")]
    judge_after: Option<JudgeRule>,
    /// Result of a game that reaches --max-moves: none, or the score of the position by the referee or by our own count of the area [default: void]
    #[arg(
        long,
        value_name = "void|score",
        hide_default_value = true,
        default_value_t,
        hide_possible_values = true,
        value_parser = one_of(["void", "score"], AtMaxMoves::from_str)
    )]
    at_max_moves: AtMaxMoves,
}

impl AdjudicationArgs {
    /// Returns the rules.
    pub(super) const fn rules(&self) -> Adjudication {
        Adjudication {
            resign: self.resign_rule,
            draw: self.draw_rule,
            judge: self.judge_after,
            at_max_moves: self.at_max_moves,
        }
    }
}
