//! The search player: searches until a limit is reached, then decides.

use std::time::Duration;

use web_time::Instant;

use crate::board::{Color, EyeRule};
use crate::game::{Choice, Clocks, Game, Move, Phase};
use crate::player::passing::{ResignCounter, SearchResult};
use crate::player::search::decision::{
    is_clear_choice, is_decided, move_without_a_tree, move_without_search,
};
use crate::player::search::options::SearchOptions;
use crate::player::search::timing::{Deadline, Timekeeper};
use crate::player::{Analysis, Player, Question, ReportTimer, StopFlag, position_number};
use crate::playout::TacticalPolicy;

use super::analysis::Reporter;
use super::distraction::Distraction;
use super::dynamic_komi::ScoringGoal;
use super::parallel::ParallelTree;
use super::settings::TreeSettings;

/// The minimum number of playouts per thread in a round. Limits are checked and reports
/// are made between rounds.
const ROUND: u32 = 128;

/// The maximum length of a round, in multiples of the minimum. Rounds grow, because each
/// restarts the threads and waits for the last to finish. The rounds of a move grow to an
/// eighth of the playouts so far, those of an analysis, which reports, while they take less
/// than [`SHORT_ROUND`].
const MAX_ROUND: u32 = 16;
const SHORT_ROUND: Duration = Duration::from_millis(10);

/// The limit of playouts per move if no other limit is set.
const DEFAULT_PLAYOUTS: u32 = 10_000;

/// Plays by Monte Carlo tree search with playouts.
///
/// Games are reproducible from the seed if playouts are the only limit.
pub struct PlayoutPlayer {
    options: SearchOptions,
    seed: u64,
    game_number: u64,
    tree: ParallelTree,
    time: Timekeeper,
    resign_counter: ResignCounter,
    policy: TacticalPolicy,
    distraction: Option<Distraction>,
}

impl PlayoutPlayer {
    /// Creates a player whose games follow from the seed. Games are numbered
    /// from 0, and game `n` follows from the seed and `n`.
    pub fn new(seed: u64, options: SearchOptions) -> Self {
        Self {
            options,
            seed,
            game_number: 0,
            tree: ParallelTree::default(),
            time: Timekeeper::default(),
            resign_counter: ResignCounter::default(),
            policy: TacticalPolicy::SEARCH,
            distraction: None,
        }
    }

    /// Makes the playouts follow these rules of thumb.
    pub(in crate::player) fn with_policy(self, policy: TacticalPolicy) -> Self {
        Self { policy, ..self }
    }

    /// Makes the player choose some moves [without thought](Distraction), with probability
    /// `chance / 256`, but never in analyses and clean-up phases.
    pub(in crate::player) fn distracted(self, eyes: EyeRule, chance: u8) -> Self {
        Self {
            distraction: Some(Distraction::new(eyes, chance, self.seed)),
            ..self
        }
    }

    fn begin_game(&mut self, number: u64) {
        self.game_number = number;
        self.tree.forget();
        self.time.new_game();
        self.resign_counter = ResignCounter::default();
        if let Some(distraction) = &mut self.distraction {
            *distraction = distraction.begun(self.seed, number);
        }
    }

    /// Sets the root of the tree.
    fn prepare(&mut self, reporter: &Reporter, goal: ScoringGoal) {
        let settings = TreeSettings {
            threads: self.options.threads.max(1),
            memory: self.options.memory.saturating_mul(1 << 20),
            policy: self.policy,
            seed: self.seed,
            game_number: self.game_number,
        };
        let restrictions = &reporter.options.restrictions;
        self.tree
            .prepare(reporter.game, reporter.color, restrictions, goal, &settings);
    }

    /// Returns the minimum number of playouts in a round, over all threads.
    fn shortest_round(&self) -> u32 {
        ROUND * self.options.threads.max(1) as u32
    }

    /// Searches for a move until a limit is reached, the flag is raised, or further playouts
    /// hardly change the choice. Reports after every interval.
    fn search(
        &mut self,
        reporter: &Reporter,
        goal: ScoringGoal,
        report: &mut dyn FnMut(&Analysis),
    ) {
        let (game, color, stop) = (reporter.game, reporter.color, reporter.stop);
        self.prepare(reporter, goal);
        let mut timer = ReportTimer::new(reporter.options.interval);
        let clock = self.time.allowance(game, color, self.options.lag_buffer);
        let deadline = Deadline::new(self.options.time_per_move, clock);
        let most =
            self.options
                .most_playouts(reporter.options.playouts, &deadline, DEFAULT_PLAYOUTS);
        let least = self.shortest_round();
        let mut played = 0;
        let mut is_clear = true;
        loop {
            let is_over = || stop.is_raised() || deadline.is_over(is_clear);
            if played >= most || is_over() {
                break;
            }
            let round = (played / 8).clamp(least, least * MAX_ROUND);
            played += self.tree.search(round.min(most - played), &is_over);
            if timer.is_due() {
                report(&reporter.analysis(&self.tree));
            }
            let moves = self.tree.moves();
            is_clear = !deadline.saves() || is_clear_choice(&moves);
            let left = deadline.playouts_left(played, is_clear);
            let left = left.unwrap_or(u32::MAX).min(most - played);
            let needed = if deadline.saves() { left / 2 } else { left };
            if is_decided(&moves, needed) {
                break;
            }
        }
        self.time.spend(color, deadline.elapsed());
    }

    /// Analyses without a choice: continues in the tree of the last search and leaves it
    /// to the next one.
    fn analyze(&mut self, reporter: &Reporter, report: &mut dyn FnMut(&Analysis)) {
        let (options, stop) = (reporter.options, reporter.stop);
        self.prepare(reporter, ScoringGoal::Win);
        let mut timer = ReportTimer::new(options.interval);
        let most = options.playouts.unwrap_or(u64::MAX);
        let least = self.shortest_round();
        let mut round = least;
        let mut played = 0;
        while played < most && !stop.is_raised() {
            let begun = Instant::now();
            let rest = (most - played).min(round.into()) as u32;
            played += u64::from(self.tree.search(rest, &|| stop.is_raised()));
            if begun.elapsed() < SHORT_ROUND {
                round = (2 * round).min(MAX_ROUND * least);
            }
            if timer.is_due() {
                report(&reporter.analysis(&self.tree));
            }
        }
        if !(stop.is_raised() && timer.has_reported()) {
            report(&reporter.analysis(&self.tree));
        }
    }

    /// Searches for the answer to a question. A plain choice may use a dynamic komi; a choice
    /// with an analysis does not.
    fn consider(
        &mut self,
        game: &Game,
        color: Color,
        question: &Question,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Option<Choice> {
        let options = question.options();
        let reporter = Reporter::new(game, color, &options, stop, self.seed);
        match question {
            Question::Analysis(_) => {
                self.analyze(&reporter, report);
                return None;
            }
            Question::Choice { .. } => {
                if let Some(action) = move_without_search(game, color, self.seed) {
                    return Some(Choice::Move(action));
                }
                self.search(&reporter, ScoringGoal::DynamicKomi, report);
            }
            Question::AnalyzedChoice(_) => {
                self.search(&reporter, ScoringGoal::Win, report);
                report(&reporter.analysis(&self.tree));
                if options.restrictions.0.is_empty()
                    && let Some(action) = move_without_search(game, color, self.seed)
                {
                    return Some(Choice::Move(action));
                }
            }
        }
        Some(self.decide(&reporter))
    }

    /// Chooses from the result of the search. With restrictions, the most visited
    /// move is played without regard to the passing policy.
    fn decide(&mut self, reporter: &Reporter) -> Choice {
        let (game, color) = (reporter.game, reporter.color);
        let restrictions = &reporter.options.restrictions;
        let moves = self.tree.moves();
        let Some(best) = moves.first() else {
            return Choice::Move(move_without_a_tree(game, color, restrictions));
        };
        log::debug!(
            "{color}: {} of {} visits, {:.3} won, ahead by {:.1}, {}",
            best.visits,
            moves.iter().map(|found| found.visits).sum::<u32>(),
            best.value,
            best.margin,
            names(game, &self.tree.line(best.action)),
        );
        let chance = if self.tree.has_dynamic_komi() {
            0.0
        } else {
            best.value
        };
        if self.resign_counter.count(game, chance) && !self.options.never_resign {
            return Choice::Resign;
        }
        if !restrictions.0.is_empty() {
            return Choice::Move(best.action);
        }
        let result = SearchResult {
            game,
            color,
            moves: &moves,
            is_lost: SearchResult::is_lost(chance),
            ownership: self.tree.ownership(color),
            seed: self.seed,
        };
        Choice::Move(result.choice(|playouts| {
            let is_over = || reporter.stop.is_raised();
            self.tree.search_move(Move::Pass, playouts, &is_over)
        }))
    }
}

fn names(game: &Game, line: &[(Move, u32)]) -> String {
    let names = line.iter().map(|(action, _)| action.name(game.size()));
    names.collect::<Vec<_>>().join(" ")
}

impl Player for PlayoutPlayer {
    fn new_game(&mut self) {
        self.begin_game(self.game_number + 1);
    }

    fn set_clocks(&mut self, clocks: &Clocks) {
        self.time.set(clocks);
    }

    fn think(
        &mut self,
        game: &Game,
        color: Color,
        question: &Question,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Option<Choice> {
        let is_plain = matches!(question, Question::Choice { .. }) && game.phase() == Phase::Main;
        // A copy, so that it is not lost if the search panics.
        let Some(mut distraction) = self.distraction.clone().filter(|_| is_plain) else {
            return self.consider(game, color, question, stop, report);
        };
        let choice = distraction.choose(game, color, || {
            self.consider(game, color, question, stop, report)
        });
        self.distraction = Some(distraction);
        choice
    }

    fn fresh(&self, game: &Game, color: Color) -> Box<dyn Player> {
        let begun = |it: &Distraction| it.begun(self.seed, position_number(game, color));
        Box::new(Self {
            distraction: self.distraction.as_ref().map(begun),
            policy: self.policy,
            ..Self::new(self.seed, self.options.clone())
        })
    }

    fn thinks(&self) -> bool {
        true
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.begin_game(0);
    }
}
