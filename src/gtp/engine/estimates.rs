//! Commands that judge by playouts, and what the end of a game counts.

use super::Engine;
use crate::board::{Area, Color, PointSet, area, pass_alive};
use crate::estimate::{ChainStatus, DeadStones, Estimate, EstimateOptions, counted_dead};
use crate::game::{Game, Outcome};
use crate::gtp::command::Status;
use crate::gtp::response::{Answer, Failure, Reply, vertices};
use crate::player::StopFlag;

/// The most playouts that a command may ask for: some seconds on 19x19.
const MOST_PLAYOUTS: u64 = 20_000;

impl Engine {
    /// `estimate_score`: the mean score of playouts, in GNU Go's form, with
    /// one decimal. The bounds are White's lead, in points, one standard
    /// deviation of the playouts up and down.
    ///
    /// Deviation: GNU Go's bounds are the scores with either side to move.
    pub(super) fn estimate_score(&self) -> Answer {
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

    /// `ponnuki-ownership`: how far each point is Black's, 1, or White's, -1,
    /// at the ends of playouts: rows from the top.
    ///
    /// Fails: "invalid number of playouts" unless it is 1 to 20,000.
    pub(super) fn ownership(&self, playouts: u64) -> Reply {
        if !(1..=MOST_PLAYOUTS).contains(&playouts) {
            return Err(Failure::InvalidPlayouts);
        }
        let estimate = self.estimate(|seed| EstimateOptions {
            playouts,
            ..EstimateOptions::picture(seed)
        });
        Ok(self.cells(|point| decimal(estimate.ownership(point), 2)))
    }

    /// `ponnuki-estimate_dead` and `ponnuki-estimate_seki`: the stones of this
    /// status by playouts, as if the game were over.
    pub(super) fn estimate_stones(&self, status: ChainStatus) -> Answer {
        let stones = self.status_estimate().stones(status);
        Answer::points(self.game.size(), &stones)
    }

    /// `ponnuki-pass_alive`: the stones that live unconditionally and the
    /// territory around them that is certain, of one colour or of both.
    pub(super) fn pass_alive(&self, colors: &[Color]) -> Answer {
        let life = pass_alive(self.game.board());
        let points = colors.iter().map(|&color| life[color].points());
        let all = points.fold(PointSet::EMPTY, |all, points| all | points);
        Answer::points(self.game.size(), &all)
    }

    /// `final_score`: the score by area. What is taken off first are the stones
    /// marked dead or, with `--dead-stones estimate`, those that an estimate
    /// finds.
    pub(super) fn final_score(&self) -> Answer {
        Answer::text(self.game.score_of(self.counted_area().margin()))
    }

    /// `final_status_list`: the chains of one status, one a line.
    ///
    /// Dead are the chains that `final_score` takes off. Of the others those
    /// are seki that an estimate takes for candidates, if it is to be asked,
    /// and the rest are alive.
    pub(super) fn final_status_list(&self, status: Status) -> Answer {
        let (dead, seki) = match self.dead_stones {
            DeadStones::Marked => (*self.game.dead(), PointSet::EMPTY),
            DeadStones::Estimated => {
                let estimate = self.status_estimate();
                let dead = estimate.counted_dead(self.dead_stones);
                (dead, estimate.stones(ChainStatus::Seki) - dead)
            }
        };
        let listed = |stones: &PointSet| match status {
            Status::Alive => !stones.intersects(&(dead | seki)),
            Status::Dead => stones.intersects(&dead),
            Status::Seki => stones.intersects(&seki),
        };
        let chains = self.game.board().chains().into_iter();
        let lines = chains
            .filter(|chain| listed(&chain.stones))
            .map(|chain| vertices(self.game.size(), &chain.stones));
        Answer::lines(lines)
    }

    /// The stones that count as dead: those marked, or those that an estimate
    /// finds if it is to be asked and nobody has marked or cleared any.
    pub(super) fn counted_dead(&self) -> PointSet {
        counted_dead(&self.game, self.dead_stones, self.player.seed())
    }

    /// Who owns what by the same count.
    pub(super) fn counted_area(&self) -> Area {
        area(self.game.board(), &self.counted_dead())
    }

    /// The game, at its end with the stones that count as dead marked.
    pub(super) fn counted_game(&self) -> Game {
        let mut game = self.game.clone();
        if game.outcome() == Some(Outcome::TwoPasses) {
            game.decide_dead(self.counted_dead());
        }
        game
    }

    /// `kgs-genmove_cleanup`: a move that takes dead stones of the opponent
    /// off the board or makes that possible; a pass once none is left.
    /// Never fails.
    pub(super) fn clean_up(&mut self, color: Color, stop: &StopFlag) -> Answer {
        let choice = self.player.clean_up(&self.game, color, stop);
        self.answer_made(color, choice)
    }

    /// An estimate as if the game were over.
    fn status_estimate(&self) -> Estimate {
        self.estimate(EstimateOptions::status)
    }

    /// An estimate that follows from the player's seed.
    fn estimate(&self, options: impl Fn(u64) -> EstimateOptions) -> Estimate {
        Estimate::new(&self.game, &options(self.player.seed()))
    }
}

/// A number with so many decimals, and no minus before nothing but zeros.
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
    fn no_minus_stands_before_zero() {
        assert_eq!(decimal(-0.004, 2), "0.00");
        assert_eq!(decimal(-0.005_1, 2), "-0.01");
        assert_eq!(decimal(12.25, 1), "12.3");
        assert_eq!(decimal(-1.0, 2), "-1.00");
    }
}
