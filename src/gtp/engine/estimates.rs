//! Commands that judge the position by playouts or by proof.

use super::Engine;
use super::row::{CommandRow, quick};
use crate::parse::{Vertex, arguments as form};
use crate::response::{Answer, Failure, Reply};
use ponnuki_core::board::{Color, PointSet, pass_alive};
use ponnuki_formats::text::lead_text;
use ponnuki_play::estimate::{ChainStatus, Estimate, EstimateOptions};

pub(super) const COMMANDS: &[CommandRow] = &[
    quick(
        "estimate_score",
        "the mean score, as in `B+12.5 (upper bound: -8.1, lower: -16.9)`; \
         the bounds are White's lead plus and minus one standard deviation",
        |e, _| Ok(e.estimate_score()),
    ),
    quick(
        "ponnuki-ownership [PLAYOUTS]",
        "every point from 1 (Black's) to -1 (White's), in rows from the top (GoGui's `dboard`)",
        |e, a| {
            let default = EstimateOptions::picture(0).playouts;
            e.ownership(a.read(form::count_or(default))?)
        },
    ),
    quick(
        "ponnuki-estimate_dead",
        "the dead stones, as if the game were over",
        |e, _| Ok(e.estimate_stones(ChainStatus::Dead)),
    ),
    quick(
        "ponnuki-estimate_seki",
        "the seki candidates, as if the game were over",
        |e, _| Ok(e.estimate_stones(ChainStatus::Seki)),
    ),
    quick(
        "ponnuki-pass_alive [COLOR]",
        "stones that cannot be captured under the rules of the game even if their owner always passes, \
         and the territory in which no other stones can live",
        |e, a| Ok(e.pass_alive(&a.read(form::color_or_both)?)),
    ),
    // Fails: "invalid vertex".
    quick(
        "unconditional_status VERTEX",
        "`alive` or `dead` for a stone, `black_territory` or `white_territory` for an empty point, where no \
         play can change it; else `undecided`",
        |e, a| e.unconditional_status(a.read(form::vertex)?),
    ),
];

impl Engine {
    /// Answers with the mean score of playouts in GNU Go's form, with one decimal.
    ///
    /// Deviation: GNU Go's bounds are the scores with either side to move.
    fn estimate_score(&self) -> Answer {
        let estimate = self.estimate(EstimateOptions::picture);
        let lead = -estimate.score().value();
        let deviation = estimate.score_deviation();
        let leader = lead_text(-lead);
        Answer::Text(format!(
            "{leader} (upper bound: {}, lower: {})",
            decimal(lead + deviation, 1),
            decimal(lead - deviation, 1)
        ))
    }

    /// Shows the mean owner of every point at the end of playouts.
    ///
    /// Fails: "invalid number of playouts" unless it is 1 to 20,000.
    fn ownership(&self, playouts: u64) -> Reply {
        if !(1..=EstimateOptions::MAX_PLAYOUTS).contains(&playouts) {
            return Err(Failure::InvalidPlayouts);
        }
        let estimate = self.estimate(|seed| EstimateOptions {
            playouts,
            ..EstimateOptions::picture(seed)
        });
        Ok(self.cells(|point| decimal(estimate.ownership(point), 2)))
    }

    /// Answers with the stones of this status according to playouts.
    fn estimate_stones(&self, status: ChainStatus) -> Answer {
        let stones = self.status_estimate().stones(status);
        Answer::points(self.game.size(), &stones)
    }

    /// Answers with the stones of these colours that live unconditionally, and the
    /// territory that they secure.
    fn pass_alive(&self, colors: &[Color]) -> Answer {
        let life = pass_alive(self.game.board(), self.game.rules().suicide);
        let points = colors.iter().map(|&color| life[color].points());
        Answer::points(self.game.size(), &PointSet::union(points))
    }

    /// Answers with the unconditional status of a vertex, as `ponnuki-pass_alive` finds it.
    fn unconditional_status(&self, vertex: Vertex) -> Reply {
        let point = self.point(vertex)?;
        let board = self.game.board();
        let life = pass_alive(board, self.game.rules().suicide);
        let owner = Color::BOTH
            .into_iter()
            .find(|&color| life[color].points().contains(point));
        Ok(match (owner, board.at(point)) {
            (None, _) => Answer::text("undecided"),
            (Some(owner), None) => Answer::text(format_args!("{owner}_territory")),
            (Some(owner), Some(color)) => {
                Answer::text(if owner == color { "alive" } else { "dead" })
            }
        })
    }

    /// Estimates the position as if the game were over.
    pub(super) fn status_estimate(&self) -> Estimate {
        self.estimate(EstimateOptions::status)
    }

    /// Estimates the position with the player's seed.
    fn estimate(&self, options: impl Fn(u64) -> EstimateOptions) -> Estimate {
        Estimate::new(&self.game, &options(self.player.seed()))
    }
}

/// Formats a number with the given number of decimals, and zero without a minus sign.
fn decimal(value: f64, decimals: i32) -> String {
    let unit = 10_f64.powi(decimals);
    // Adding zero turns -0 into 0.
    let rounded = (value * unit).round() / unit + 0.0;
    format!("{rounded:.*}", decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_minus_sign() {
        assert_eq!(decimal(-0.004, 2), "0.00");
        assert_eq!(decimal(-0.005_1, 2), "-0.01");
        assert_eq!(decimal(12.25, 1), "12.3");
        assert_eq!(decimal(-1.0, 2), "-1.00");
    }
}
