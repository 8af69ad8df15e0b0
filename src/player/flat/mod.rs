//! Flat Monte Carlo analysis: random playouts after each first move.
//!
//! Every move that the player may make begins playouts of its own, and what
//! they come to on average is what is said about the move. There is no tree:
//! whatever follows the first move is drawn at random, so the values tell which
//! side random play favours, not what a strong player would do.
//!
//! The next playout goes to the move with the highest upper confidence bound
//! ([`Arm::bound`]), so that the moves that look best are looked at most.
//!
//! The playouts are numbered and follow from the seed and their number, and
//! the bounds use no function that differs from machine to machine. So after
//! the same number of playouts the same seed says the same everywhere.

mod arm;
mod statistics;

use std::thread;
use std::time::Duration;

use crate::board::{Color, EyeRule, true_eyes};
use crate::game::{Game, Move};
use crate::random::RandomStream;

use super::{Analysis, AnalysisOptions, MoveAnalysis, Ownership, ReportTimer, StopFlag};
use arm::Arm;
use statistics::Statistics;

/// How often the stop flag is looked at when there is nothing to play out.
const IDLE: Duration = Duration::from_millis(2);

/// When to report besides every interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reports {
    /// At the end, unless the stop flag brings it after an earlier report.
    UntilStopped,
    /// At the end in any case.
    AndAtTheEnd,
}

/// A flat analysis of one position.
pub(super) struct FlatAnalysis {
    game: Game,
    color: Color,
    seed: u64,
    /// The moves, in the order in which they are first tried.
    arms: Vec<Arm>,
    total: Statistics,
    /// Playouts that ended with the point in the colour's area minus those
    /// that ended with it in the opponent's, by grid index. `None` when nobody
    /// asks.
    owned: Option<Vec<i64>>,
}

impl FlatAnalysis {
    /// Prepares the playouts of every permitted move: the legal points that are
    /// no own true eyes, and the pass. Where the options name the moves to
    /// choose from, an eye is a move like any other.
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
        // The random player passes only when there is nothing to play.
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

    /// The number of moves that are looked at.
    pub(super) fn len(&self) -> usize {
        self.arms.len()
    }

    /// Plays one playout after the move that is most worth it. `false` when
    /// there is no move.
    pub(super) fn step(&mut self) -> bool {
        let number = self.total.visits();
        // Log base 2 rounded up, times ln 2, is at most ln 2 above the natural
        // logarithm, and the same on every machine.
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

    /// Plays on, and reports after every interval.
    pub(super) fn run(
        &mut self,
        options: &AnalysisOptions,
        reports: Reports,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) {
        let mut timer = ReportTimer::new(options.interval);
        // Something is known before the first look at the flag.
        self.step();
        // What is known for certain need not be tried again and again.
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

    /// What is known now.
    pub(super) fn analysis(&self) -> Analysis {
        let mut arms: Vec<&Arm> = self.arms.iter().collect();
        arms.sort_by(|a, b| a.compare(b));
        let visits = self.total.visits();
        let part = |&sum: &i64| sum as f64 / visits.max(1) as f64;
        let ownership = self.owned.as_ref();
        Analysis {
            color: self.color,
            moves: arms.into_iter().map(|arm| self.describe(arm)).collect(),
            visits,
            winrate: self.total.winrate(),
            score_lead: self.lead(&self.total),
            score_stdev: self.total.deviation(),
            ownership: ownership.map(|sums| Ownership::new(sums.iter().map(part).collect())),
        }
    }

    fn describe(&self, arm: &Arm) -> MoveAnalysis {
        // Of a move that was not tried is said what is true on average.
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

    /// By how many points the colour leads, komi counted.
    fn lead(&self, statistics: &Statistics) -> f64 {
        statistics.margin() + f64::from(self.color.sign()) * self.game.compensation()
    }
}

#[cfg(test)]
mod tests;
