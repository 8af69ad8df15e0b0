//! The player: thinks as long as it may, then decides.

use crate::board::Color;
use crate::game::{Choice, Clocks, Game, Move};
use crate::player::{Analysis, AnalysisOptions, Player, ReportTimer, Restrictions, StopFlag};

use super::analysis::analysis;
use super::forest::{Aim, Forest, Planting};
use super::manners::{Despair, Findings, passing_wins};
use super::options::SearchOptions;
use super::timing::{Deadline, Timekeeper};

/// The least playouts of each tree between two looks at what was found.
const ROUND: u32 = 128;

/// A look costs little and starting threads some more, so the rounds grow with
/// what has been played: to an eighth of it, and no further than so many times
/// the least.
const LONGEST_ROUND: u32 = 16;

/// The playouts for a move when nothing else limits it.
const USUAL_PLAYOUTS: u32 = 10_000;

/// Plays by Monte Carlo tree search.
///
/// Its games follow from the seed when playouts are all that limits it.
pub struct SearchPlayer {
    options: SearchOptions,
    seed: u64,
    game_number: u64,
    forest: Forest,
    time: Timekeeper,
    despair: Despair,
}

impl SearchPlayer {
    /// A player whose first game follows from the seed and the number 0, the
    /// next one from 1, and so on.
    pub fn new(seed: u64, options: SearchOptions) -> Self {
        Self {
            options,
            seed,
            game_number: 0,
            forest: Forest::default(),
            time: Timekeeper::default(),
            despair: Despair::default(),
        }
    }

    fn begin_game(&mut self, number: u64) {
        self.game_number = number;
        self.forest.forget();
        self.time.new_game();
        self.despair = Despair::default();
    }

    fn prepare(&mut self, game: &Game, color: Color, restrictions: &Restrictions, aim: Aim) {
        let trees = self.options.threads.max(1);
        let planting = Planting {
            trees,
            memory: self.options.memory << 20,
            policy: self.options.policy,
            opponent: self.options.opponent,
            seed: self.seed,
            game_number: self.game_number,
        };
        self.forest
            .prepare(game, color, restrictions, aim, &planting);
    }

    /// Searches until a limit is reached, the flag is raised, or more cannot
    /// change the choice. `look` is called after each round.
    fn think(
        &mut self,
        game: &Game,
        color: Color,
        playouts: Option<u32>,
        stop: &StopFlag,
        look: &mut dyn FnMut(&Forest),
    ) {
        let clock = self.time.budget(game, color);
        let deadline = Deadline::first_of([self.options.time_per_move, clock]);
        let is_over = || stop.is_raised() || deadline.is_over();
        let usual = (!deadline.is_limited()).then_some(USUAL_PLAYOUTS);
        let most = playouts.or(self.options.playouts).or(usual);
        let most = most.unwrap_or(u32::MAX);
        let least = ROUND * self.options.threads.max(1) as u32;
        let mut played = 0;
        while played < most && !is_over() {
            let round = (played / 8).clamp(least, least * LONGEST_ROUND);
            let done = self.forest.grow(round.min(most - played), &is_over);
            played += done;
            look(&self.forest);
            let left = deadline.playouts_left(played).unwrap_or(u32::MAX);
            if self.is_decided(left.min(most - played)) {
                break;
            }
        }
        self.time.spend(color, deadline.elapsed());
    }

    /// So many more playouts cannot change the move with the most visits.
    fn is_decided(&self, left: u32) -> bool {
        match self.forest.moves().as_slice() {
            [best, second, ..] => best.visits > second.visits.saturating_add(left),
            _ => true,
        }
    }

    fn decide(&mut self, game: &Game, color: Color, restrictions: &Restrictions) -> Choice {
        let moves = self.forest.moves();
        let Some(best) = moves.first() else {
            return Choice::Move(Move::Pass);
        };
        log::debug!(
            "{color}: {} of {} visits, {:.3} won, ahead by {:.1}, {}",
            best.visits,
            moves.iter().map(|found| found.visits).sum::<u32>(),
            best.value,
            best.margin,
            show_line(game, &self.forest.line(best.point)),
        );
        let chance = if self.forest.looks_lost() {
            0.0
        } else {
            best.value
        };
        if self.despair.gives_up(game, chance) && !self.options.never_resign {
            return Choice::Resign;
        }
        if !restrictions.0.is_empty() {
            return Choice::Move(best.point.map_or(Move::Pass, Move::Play));
        }
        let findings = Findings {
            game,
            color,
            moves: &moves,
            is_lost: Findings::is_lost(chance),
            ownership: &self.forest.ownership(),
        };
        Choice::Move(findings.choice())
    }
}

/// The names of moves in a row.
fn show_line(game: &Game, line: &[Option<crate::board::Point>]) -> String {
    let names: Vec<_> = line
        .iter()
        .map(|point| {
            point.map_or_else(
                || "pass".to_owned(),
                |point| game.size().coordinates(point).to_string(),
            )
        })
        .collect();
    names.join(" ")
}

impl Player for SearchPlayer {
    fn new_game(&mut self) {
        self.begin_game(self.game_number + 1);
    }

    fn set_clocks(&mut self, clocks: &Clocks) {
        self.time.set(clocks);
    }

    fn choose(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice {
        if passing_wins(game, color) {
            return Choice::Move(Move::Pass);
        }
        let all = Restrictions::default();
        self.prepare(game, color, &all, Aim::Most);
        self.think(game, color, None, stop, &mut |_| {});
        self.decide(game, color, &all)
    }

    /// Goes on in the tree of the last search, and leaves the tree to the next.
    fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) {
        self.prepare(game, color, &options.restrictions, Aim::Win);
        let mut timer = ReportTimer::new(options.interval);
        let most = options.playouts.unwrap_or(u64::MAX);
        let round = ROUND * self.options.threads.max(1) as u32;
        let mut played = 0;
        while played < most && !stop.is_raised() {
            let rest = (most - played).min(round.into()) as u32;
            played += u64::from(self.forest.grow(rest, &|| stop.is_raised()));
            if timer.is_due() {
                report(&analysis(&self.forest, game, color, options));
            }
        }
        if !(stop.is_raised() && timer.has_reported()) {
            report(&analysis(&self.forest, game, color, options));
        }
    }

    fn choose_and_analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Choice {
        self.prepare(game, color, &options.restrictions, Aim::Win);
        let mut timer = ReportTimer::new(options.interval);
        let most = options.playouts;
        let playouts = most.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
        self.think(game, color, playouts, stop, &mut |forest| {
            if timer.is_due() {
                report(&analysis(forest, game, color, options));
            }
        });
        report(&analysis(&self.forest, game, color, options));
        if options.restrictions.0.is_empty() && passing_wins(game, color) {
            return Choice::Move(Move::Pass);
        }
        self.decide(game, color, &options.restrictions)
    }

    /// In a tree of its own.
    fn suggest(&self, game: &Game, color: Color) -> Choice {
        let mut fresh = Self::new(self.seed, self.options.clone());
        fresh.choose(game, color, &StopFlag::new())
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
