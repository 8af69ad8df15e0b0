//! Flat Monte Carlo analysis: random playouts after each first move.
//!
//! Each permitted move begins playouts of its own, and its values are the
//! averages of their results. There is no tree: every move after the first is
//! drawn at random, so the values show which side random play favours, not what
//! a strong player would do.
//!
//! The playouts run in lockstep, in rounds. A round is divided among
//! the moves by their upper confidence bounds ([`Arm::bound`]), so the moves that
//! look best get most of the playouts.
//!
//! Each playout follows from the seed and its number, and the bounds use no
//! function that differs between machines. The same seed and number of playouts
//! therefore give the same analysis everywhere.

mod arm;
mod statistics;

use std::thread;
use std::time::Duration;

use crate::board::{Color, EyeRule, Point, true_eyes};
use crate::game::{Game, Move};
use crate::playout::{GameEnd, OwnershipCounts, Series, lockstep_series};
use crate::random::RandomStream;

use super::{
    Analysis, AnalysisOptions, ChoiceRule, MoveAnalysis, Ownership, ReportTimer, StopFlag,
};
use arm::{After, Arm};
use statistics::Statistics;

/// The interval at which the stop flag is polled when all results are certain.
const IDLE: Duration = Duration::from_millis(2);

/// The number of playouts after each move in the first round. Each later round has
/// half as many playouts as all rounds before it.
const FIRST_ROUND: u64 = 2;

/// The largest number of playouts in a round, which takes up to a tenth of a
/// second.
const LARGEST_ROUND: u64 = 4096;

/// A round is divided in this many parts, each of which goes to the move that has
/// the highest bound then.
const PARTS: u64 = 512;

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
    /// The owners of the points at the end of the playouts.
    owners: OwnershipCounts,
    reports_ownership: bool,
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
            owners: OwnershipCounts::new(game.size()),
            reports_ownership: options.ownership,
            game,
        }
    }

    /// Returns the number of moves under analysis.
    pub(super) fn len(&self) -> usize {
        self.arms.len()
    }

    /// Plays a round of playouts, at most this many. Returns the number played,
    /// which is 0 if there is no move or the stop flag was raised.
    fn round(&mut self, most: u64, stop: &StopFlag) -> u64 {
        let played = self.total.visits();
        let count = match played / 2 {
            0 => FIRST_ROUND * self.arms.len() as u64,
            half => half.min(LARGEST_ROUND),
        };
        let count = count.min(most);
        let shares = self.shares(count);
        let mut numbers = played..played;
        let mut series = Vec::new();
        let mut arm_of_series = Vec::new();
        for (index, &share) in shares.iter().enumerate() {
            if let (After::Playouts(start), 1..) = (&self.arms[index].after, share) {
                numbers = numbers.end..numbers.end + share;
                series.push(Series {
                    start,
                    numbers: numbers.clone(),
                });
                arm_of_series.push(index);
            }
        }
        let mut results = vec![Statistics::default(); self.arms.len()];
        let mut add = |arm: usize, black_margin: i32, playouts: u64| {
            let half_wins = match self.game.score_of(f64::from(black_margin)).winner() {
                Some(winner) => 2 * u64::from(winner == self.color),
                None => 1,
            };
            let margin = self.color.sign() * black_margin;
            results[arm].add(half_wins, margin, playouts);
        };
        let mut ended = |end: GameEnd| add(arm_of_series[end.series], end.margin, 1);
        let is_stopped = || stop.is_raised();
        let size = self.game.size();
        let Some(owners) = lockstep_series(size, &series, self.seed, &mut ended, &is_stopped)
        else {
            return 0;
        };
        self.owners += &owners;
        for (index, &share) in shares.iter().enumerate() {
            if let After::End(area) = &self.arms[index].after {
                add(index, area.margin(), share);
                for _ in 0..share {
                    self.owners.add(area);
                }
            }
        }
        for (arm, result) in self.arms.iter_mut().zip(&results) {
            arm.statistics += result;
            self.total += result;
        }
        self.total.visits() - played
    }

    /// Divides playouts among the moves. A part goes to the move whose bound is
    /// highest, if the playouts that it gets in this round turn out like those
    /// before.
    fn shares(&self, count: u64) -> Vec<u64> {
        let mut shares = vec![0; self.arms.len()];
        let mut left = count;
        while left > 0 {
            let number = self.total.visits() + count - left;
            // The binary logarithm, rounded up, times ln 2. It exceeds the natural
            // logarithm by at most ln 2 and is the same on every machine.
            let log = f64::from(u64::BITS - number.leading_zeros()) * std::f64::consts::LN_2;
            let mut best = None;
            for (index, arm) in self.arms.iter().enumerate() {
                let bound = arm.bound(log, shares[index], self.total.winrate());
                if best.is_none_or(|(highest, _)| bound > highest) {
                    best = Some((bound, index));
                }
            }
            let Some((_, index)) = best else {
                break;
            };
            let part = count.div_ceil(PARTS).min(left);
            shares[index] += part;
            left -= part;
        }
        shares
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
        let left = |done: u64| {
            options
                .playouts
                .map_or(u64::MAX, |most| most.saturating_sub(done))
        };
        while !stop.is_raised() && left(self.total.visits()) > 0 {
            if !certain || self.arms.iter().any(|arm| arm.statistics.visits() == 0) {
                let most = if certain {
                    self.arms.len() as u64
                } else {
                    u64::MAX
                };
                self.round(left(self.total.visits()).min(most), stop);
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
        let part = |index| {
            let count = |color| self.owners.count(color, Point::from_index(index)) as f64;
            (count(self.color) - count(!self.color)) / visits.max(1) as f64
        };
        let ownership = || Ownership::new((0..self.game.size().grid_len()).map(part).collect());
        Analysis {
            color: self.color,
            choice_rule: ChoiceRule::Random,
            bonus: 0.0,
            moves: arms.into_iter().map(|arm| self.describe(arm)).collect(),
            visits,
            winrate: self.total.winrate(),
            score_lead: self.lead(&self.total),
            score_stdev: self.total.deviation(),
            ownership: self.reports_ownership.then(ownership),
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
