//! Flat Monte Carlo analysis: random playouts after each first move.
//!
//! Each permitted move begins playouts of its own, and its values are the
//! averages of their results. There is no tree: every move after the first is
//! drawn at random, so the values show which side random play favours, not what
//! a strong player would do.
//!
//! The next playout goes to the move with the highest upper confidence bound
//! ([`Arm::bound`]), so the moves that look best get most of the playouts.
//!
//! Each playout follows from the seed and its number, and the bounds use no
//! function that differs between machines. The same seed and number of playouts
//! therefore give the same analysis everywhere.

mod arm;
mod statistics;

use std::thread;
use std::time::Duration;

use crate::board::{Color, EyeRule, true_eyes};
use crate::game::{Game, Move};
use crate::random::RandomStream;

use super::{
    Analysis, AnalysisOptions, ChoiceRule, MoveAnalysis, Ownership, ReportTimer, StopFlag,
};
use arm::Arm;
use statistics::Statistics;

/// The interval at which the stop flag is polled when all results are certain.
const IDLE: Duration = Duration::from_millis(2);

/// The reports in addition to those after every interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reports {
    /// A report at the end, unless the stop flag ends the analysis after an
    /// earlier report.
    UntilStopped,
    /// A report at the end in any case.
    AndAtTheEnd,
}

/// A flat analysis of one position.
pub(super) struct FlatAnalysis {
    game: Game,
    color: Color,
    seed: u64,
    /// The moves, in the random order in which they are first tried.
    arms: Vec<Arm>,
    total: Statistics,
    /// By grid index: the number of playouts in which the colour owned the point
    /// minus the number in which the opponent did. `None` if not requested.
    owned: Option<Vec<i64>>,
}

impl FlatAnalysis {
    /// Prepares playouts for every permitted move: the legal points that are not
    /// own true eyes, and the pass. If the options name the moves to choose
    /// from, own eyes are included.
    pub(super) fn new(
        game: &Game,
        color: Color,
        eyes: EyeRule,
        seed: u64,
        options: &AnalysisOptions,
    ) -> Self {
        let restrictions = &options.restrictions;
        let mut points = game.legal_points(color);
        if !restrictions.names_moves(color, 1) {
            points -= true_eyes(game.board(), color, eyes);
        }
        let moves = points.iter().map(Move::Play).chain([Move::Pass]);
        let moves: Vec<Move> = moves
            .filter(|&action| restrictions.permits(color, action, 1))
            .collect();
        let plays = moves.iter().filter(|&&action| action != Move::Pass).count();
        // The random player passes only if it has no other move.
        let prior = |action| match (action, plays) {
            (Move::Pass, 1..) => 0.0,
            (Move::Pass, 0) => 1.0,
            (Move::Play(_), _) => 1.0 / plays as f64,
        };
        let mut game = game.clone();
        let mut arms: Vec<Arm> = moves
            .into_iter()
            .filter_map(|action| Arm::new(&mut game, color, action, prior(action)))
            .collect();
        RandomStream::new(seed, u64::MAX).shuffle(&mut arms);
        Self {
            color,
            seed,
            arms,
            total: Statistics::default(),
            owned: (options.ownership).then(|| vec![0; game.size().grid_len()]),
            game,
        }
    }

    /// Returns the number of moves under analysis.
    pub(super) fn len(&self) -> usize {
        self.arms.len()
    }

    /// Plays one playout after the move with the highest bound. Returns `false`
    /// if there is no move.
    pub(super) fn step(&mut self) -> bool {
        let number = self.total.visits();
        // The binary logarithm, rounded up, times ln 2. It exceeds the natural
        // logarithm by at most ln 2 and is the same on every machine.
        let log = f64::from(u64::BITS - number.leading_zeros()) * std::f64::consts::LN_2;
        let mut best = None;
        for (index, arm) in self.arms.iter().enumerate() {
            let bound = arm.bound(log);
            if best.is_none_or(|(highest, _)| bound > highest) {
                best = Some((bound, index));
            }
        }
        let Some((_, index)) = best else {
            return false;
        };
        let arm = &mut self.arms[index];
        let black_margin = arm.play(self.seed, number);
        let half_wins = match self.game.score_of(f64::from(black_margin)).winner() {
            Some(winner) => 2 * u64::from(winner == self.color),
            None => 1,
        };
        let margin = self.color.sign() * black_margin;
        self.arms[index].statistics.add(half_wins, margin);
        self.total.add(half_wins, margin);
        if let Some(owned) = &mut self.owned {
            let area = self.arms[index].last_area();
            for (color, part) in [(self.color, 1), (!self.color, -1)] {
                for point in area[color] {
                    owned[point.index()] += part;
                }
            }
        }
        true
    }

    /// Plays until a limit is reached, and reports after every interval.
    pub(super) fn run(
        &mut self,
        options: &AnalysisOptions,
        reports: Reports,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) {
        let mut timer = ReportTimer::new(options.interval);
        // Certain results need no more than one playout per move.
        let certain = self.arms.iter().all(Arm::is_certain);
        let is_done = |done: u64| options.playouts.is_some_and(|most| done >= most);
        while !stop.is_raised() && !is_done(self.total.visits()) {
            if !certain || self.arms.iter().any(|arm| arm.statistics.visits() == 0) {
                self.step();
            } else if options.playouts.is_some() {
                break;
            } else {
                thread::sleep(IDLE);
            }
            if timer.is_due() {
                report(&self.analysis());
            }
        }
        let cut_short = stop.is_raised() && timer.has_reported();
        if reports == Reports::AndAtTheEnd || !cut_short {
            report(&self.analysis());
        }
    }

    /// Returns the analysis after the playouts so far.
    pub(super) fn analysis(&self) -> Analysis {
        let mut arms: Vec<&Arm> = self.arms.iter().collect();
        arms.sort_by(|a, b| a.compare(b));
        let visits = self.total.visits();
        let part = |&sum: &i64| sum as f64 / visits.max(1) as f64;
        let ownership = self.owned.as_ref();
        Analysis {
            color: self.color,
            choice_rule: ChoiceRule::Random,
            bonus: 0.0,
            moves: arms.into_iter().map(|arm| self.describe(arm)).collect(),
            visits,
            winrate: self.total.winrate(),
            score_lead: self.lead(&self.total),
            score_stdev: self.total.deviation(),
            ownership: ownership.map(|sums| Ownership::new(sums.iter().map(part).collect())),
        }
    }

    fn describe(&self, arm: &Arm) -> MoveAnalysis {
        // A move that has not been tried yet is reported with the average over
        // all moves.
        let known = if arm.statistics.visits() > 0 {
            &arm.statistics
        } else {
            &self.total
        };
        MoveAnalysis {
            action: arm.action,
            visits: arm.statistics.visits(),
            winrate: known.winrate(),
            prior: arm.prior,
            lcb: arm.statistics.lower_bound(),
            score_lead: self.lead(known),
            score_stdev: known.deviation(),
            pv: vec![arm.action],
        }
    }

    /// Returns the mean score of the colour in points, komi included.
    fn lead(&self, statistics: &Statistics) -> f64 {
        statistics.margin() + f64::from(self.color.sign()) * self.game.compensation()
    }
}

#[cfg(test)]
mod tests;
