//! Flat Monte Carlo analysis: random playouts after each first move.
//!
//! The values of each permitted move are the averages over the playouts that begin with it.
//! There is no tree: every move after the first is drawn at random, so the values show
//! which side random play favours, not how a strong player would play.
//!
//! The playouts run in lockstep, in rounds. A round is divided among the moves by
//! their upper confidence bounds ([`Arm::bound`]), so the moves that look best get
//! most of the playouts. Threads share the playouts of a round, and reports do not
//! wait for its end.
//!
//! Each playout follows from the seed and its number, the results are sums, and the
//! bounds use no function that differs between machines. The same seed and number
//! of playouts therefore give the same analysis everywhere, on any number of
//! threads.

mod arm;
mod statistics;

use std::ops::Range;
use std::rc::Rc;
use std::thread;
use std::time::Duration;

use crate::board::{ByColor, Color, EyeRule, Point, PointSet, true_eyes};
use crate::game::{Game, Move};
use crate::playout::{GameEnd, OwnershipCounts, Series, ShareSize, SharedSeries};
use crate::random::RandomStream;

use super::{
    Analysis, AnalysisOptions, ChoiceRule, Judge, MoveAnalysis, Ownership, ReportTimer, StopFlag,
};
use arm::{After, Arm};
use statistics::Statistics;

/// The interval at which the stop flag is polled when all results are certain.
const IDLE: Duration = Duration::from_millis(2);

/// The playouts per move in the first round. Each later round has half as many playouts as
/// all earlier rounds together.
const FIRST_ROUND: u64 = 2;

const MAX_ROUND_PLAYOUTS: u64 = 65_536;

/// A round is divided into at most this many parts, which are assigned one by one to the
/// move with the highest bound.
const PARTS: u64 = 512;

/// Judges the ends of playouts for a colour.
struct EndJudge {
    game: Game,
    color: Color,
}

impl EndJudge {
    /// Adds playouts that end with this margin.
    fn add(&self, results: &mut Statistics, black_margin: i32, playouts: u64) {
        let half_wins = match self.game.score_of(f64::from(black_margin)).winner() {
            Some(winner) => 2 * u64::from(winner == self.color),
            None => 1,
        };
        results.add(half_wins, self.color.sign() * black_margin, playouts);
    }

    /// Returns what a move takes off Black's margin: the point that a play may cost. The
    /// playouts after it are assumed to cost both colours the same.
    fn cost(&self, action: Move) -> i32 {
        match action {
            Move::Play(_) if self.game.rules().plays_cost() => self.color.sign(),
            _ => 0,
        }
    }
}

pub(super) struct FlatAnalysis {
    /// The judge of final positions, shared with the playouts of a round.
    judge: Rc<EndJudge>,
    seed: u64,
    /// The largest number of threads; 0 counts as 1.
    threads: usize,
    /// The moves, in the random order in which they are first tried.
    arms: Vec<Arm>,
    total: Statistics,
    /// The owners of the points at the end of the playouts.
    owners: OwnershipCounts,
    reports_ownership: bool,
}

impl FlatAnalysis {
    /// Prepares playouts on one thread for every permitted move: the legal points
    /// that are not own true eyes, and the pass. If the options name the moves to
    /// choose from, own eyes and the stones whose block a play lifts are included.
    pub(super) fn new(
        game: &Game,
        color: Color,
        eyes: EyeRule,
        seed: u64,
        options: &AnalysisOptions,
    ) -> Self {
        let restrictions = &options.restrictions;
        let mut points = game.legal_points(color);
        if restrictions.names_moves(color, 1) {
            points |= game.lifting_points(color);
        } else {
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
            seed,
            threads: 1,
            arms,
            total: Statistics::default(),
            owners: OwnershipCounts::new(game.size()),
            reports_ownership: options.ownership,
            judge: Rc::new(EndJudge { game, color }),
        }
    }

    pub(super) fn on_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Returns the number of moves under analysis.
    pub(super) fn len(&self) -> usize {
        self.arms.len()
    }

    /// Plays a round of at most this many playouts, unless the flag stops it. Calls `progress`
    /// whenever some of them have been counted.
    fn round(&mut self, most: u64, stop: &StopFlag, progress: &mut dyn FnMut(&Self)) {
        let mut starts = Vec::new();
        for (arm, numbers) in self.parts(self.next_round().min(most)) {
            match self.arms[arm].after.clone() {
                After::Playouts(start) => starts.push((arm, start, numbers)),
                After::End(area) => self.count_end(arm, &area, numbers.end - numbers.start),
            }
        }
        let series: Vec<Series> = starts
            .iter()
            .map(|(_, start, numbers)| Series {
                start,
                numbers: numbers.clone(),
            })
            .collect();
        let shared = SharedSeries {
            size: self.judge.game.size(),
            series: &series,
            seed: self.seed,
            threads: self.threads,
            shares: ShareSize::Small,
        };
        let cost = |arm: usize| self.judge.cost(self.arms[arm].action);
        let arms: Vec<_> = starts.iter().map(|&(arm, _, _)| (arm, cost(arm))).collect();
        let zeros = vec![Statistics::default(); self.arms.len()];
        let judge = Rc::clone(&self.judge);
        let judge = judge.as_ref();
        let ended = |results: &mut Vec<Statistics>, end: GameEnd| {
            let (arm, cost) = arms[end.series];
            judge.add(&mut results[arm], end.margin - cost, 1);
        };
        let is_stopped = || stop.is_raised();
        shared.play(&zeros, ended, &is_stopped, &mut |results, owners| {
            self.count(results, owners);
            progress(self);
        });
    }

    /// Returns the number of playouts in the next round.
    fn next_round(&self) -> u64 {
        match self.total.visits() / 2 {
            0 => FIRST_ROUND * self.arms.len() as u64,
            half => half.min(MAX_ROUND_PLAYOUTS),
        }
    }

    /// Counts playouts by their results for each move and by the owners of the
    /// points at their ends.
    fn count(&mut self, results: &[Statistics], owners: &OwnershipCounts) {
        for (arm, result) in self.arms.iter_mut().zip(results) {
            arm.statistics += result;
            self.total += result;
        }
        self.owners += owners;
    }

    /// Counts playouts after a move that ends the game with these areas.
    fn count_end(&mut self, arm: usize, area: &ByColor<PointSet>, playouts: u64) {
        let mut result = Statistics::default();
        self.judge.add(&mut result, area.margin(), playouts);
        self.arms[arm].statistics += &result;
        self.total += &result;
        self.owners.add_times(area, playouts);
    }

    /// Divides the next playouts among the moves, and returns the index of a move with the
    /// numbers of each part. A part goes to the move with the highest bound, assuming that
    /// playouts assigned in this round keep the mean of a move.
    fn parts(&self, count: u64) -> Vec<(usize, Range<u64>)> {
        let mut parts = Vec::new();
        let mut shares = vec![0; self.arms.len()];
        let length = count.div_ceil(PARTS);
        let end = self.total.visits() + count;
        let mut number = self.total.visits();
        while number < end {
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
            let Some((_, arm)) = best else {
                break;
            };
            let numbers = number..end.min(number + length);
            number = numbers.end;
            shares[arm] += numbers.end - numbers.start;
            parts.push((arm, numbers));
        }
        parts
    }

    /// Plays until a limit is reached. Reports after every interval and, unless the stop flag
    /// ends the analysis after an earlier report, at the end. Returns whether it did the latter.
    pub(super) fn run(
        &mut self,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> bool {
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
                let most = most.min(left(self.total.visits()));
                self.round(most, stop, &mut |now| {
                    if timer.is_due() {
                        report(&now.analysis());
                    }
                });
            } else if options.playouts.is_some() {
                break;
            } else {
                thread::sleep(IDLE);
            }
            if timer.is_due() {
                report(&self.analysis());
            }
        }
        let is_whole = !(stop.is_raised() && timer.has_reported());
        if is_whole {
            report(&self.analysis());
        }
        is_whole
    }

    pub(super) fn analysis(&self) -> Analysis {
        let mut arms: Vec<&Arm> = self.arms.iter().collect();
        arms.sort_by(|a, b| a.compare(b));
        let color = self.judge.color;
        let mean = |index| self.owners.mean(color, Point::from_index(index));
        let points = 0..self.owners.size().grid_len();
        let ownership = || Ownership::new(points.map(mean).collect());
        Analysis {
            color,
            choice_rule: ChoiceRule::Random,
            judge: Judge::Playouts,
            bonus: 0.0,
            moves: arms.into_iter().map(|arm| self.describe(arm)).collect(),
            visits: self.total.visits(),
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
            pv_visits: vec![arm.statistics.visits()],
        }
    }

    /// Returns the mean score of the colour in points, komi included.
    fn lead(&self, statistics: &Statistics) -> f64 {
        statistics.margin() + f64::from(self.judge.color.sign()) * self.judge.game.compensation()
    }
}

#[cfg(test)]
mod tests;
