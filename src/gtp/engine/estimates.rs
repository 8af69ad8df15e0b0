//! Commands that judge the position by playouts or by proof.

use super::Engine;
use crate::board::{Color, PointSet, pass_alive};
use crate::estimate::{ChainStatus, Estimate, EstimateOptions};
use crate::gtp::command::EstimateCommand;
use crate::gtp::response::{Answer, Failure, Reply};

/// The maximum number of playouts that a command may ask for. They take some
/// seconds on 19x19.
const MAX_PLAYOUTS: u64 = 20_000;

impl Engine {
    /// Carries out a command that judges the position.
    pub(super) fn judge_position(&self, command: &EstimateCommand) -> Reply {
        Ok(match command {
            EstimateCommand::Dead => self.estimate_stones(ChainStatus::Dead),
            EstimateCommand::Ownership(playouts) => return self.ownership(*playouts),
            EstimateCommand::PassAlive(colors) => self.pass_alive(colors),
            EstimateCommand::Score => self.estimate_score(),
            EstimateCommand::Seki => self.estimate_stones(ChainStatus::Seki),
        })
    }

    /// `estimate_score`: answers with the mean score of playouts in GNU Go's
    /// form, with one decimal. The bounds are White's lead in points plus and
    /// minus one standard deviation of the playouts.
    ///
    /// Deviation: GNU Go's bounds are the scores with either side to move.
    fn estimate_score(&self) -> Answer {
        let estimate = self.estimate(EstimateOptions::picture);
        let lead = -estimate.score().value();
        let deviation = estimate.score_deviation();
        let winner = match lead {
            lead if lead <= -0.05 => format!("B+{:.1}", -lead),
            lead if lead >= 0.05 => format!("W+{lead:.1}"),
            _ => "0".to_owned(),
        };
        Answer::Text(format!(
            "{winner} (upper bound: {}, lower: {})",
            decimal(lead + deviation, 1),
            decimal(lead - deviation, 1)
        ))
    }

    /// `ponnuki-ownership`: shows the mean owner of every point at the end of
    /// playouts, from 1 for Black to -1 for White, in rows from the top.
    ///
    /// Fails: "invalid number of playouts" unless it is 1 to 20,000.
    fn ownership(&self, playouts: u64) -> Reply {
        if !(1..=MAX_PLAYOUTS).contains(&playouts) {
            return Err(Failure::InvalidPlayouts);
        }
        let estimate = self.estimate(|seed| EstimateOptions {
            playouts,
            ..EstimateOptions::picture(seed)
        });
        Ok(self.cells(|point| decimal(estimate.ownership(point), 2)))
    }

    /// `ponnuki-estimate_dead` and `ponnuki-estimate_seki`: answers with the
    /// stones of this status according to playouts, as if the game were over.
    fn estimate_stones(&self, status: ChainStatus) -> Answer {
        let stones = self.status_estimate().stones(status);
        Answer::points(self.game.size(), &stones)
    }

    /// `ponnuki-pass_alive`: answers with the stones of these colours that live
    /// unconditionally under the rules of the game, and the territory that they
    /// secure.
    fn pass_alive(&self, colors: &[Color]) -> Answer {
        let life = pass_alive(self.game.board(), self.game.rules().suicide);
        let points = colors.iter().map(|&color| life[color].points());
        let all = points.fold(PointSet::EMPTY, |all, points| all | points);
        Answer::points(self.game.size(), &all)
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

/// Formats a number with the given number of decimals, and zero without a minus
/// sign.
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
