//! Counting all sequences of turns, to compare rules with others' (a "perft",
//! as chess programmers call it).
//!
//! `nodes` at depth `d` is the number of different sequences of exactly `d`
//! turns from a position. Colours alternate, a turn is a play or a pass, and
//! two passes in a row end the game. The other counts are about the last turn
//! of those sequences. The counting runs on the real [`Game`]: every turn but
//! the last is made by [`Game::play`], and the last is judged by
//! [`Game::check`], so whatever the rules say is in the numbers.

use std::fmt;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::board::IllegalMove;
use crate::color::Color;
use crate::game::{Game, Move};

/// What was counted at one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftCounts {
    /// Sequences of exactly so many turns.
    pub nodes: u64,
    /// Those whose last turn is a play.
    pub plays: u64,
    /// Those whose last turn is a pass.
    pub passes: u64,
    /// Those whose last turn captures.
    pub capturing_plays: u64,
    /// The stones of the opponent captured by the last turns.
    pub stones_captured: u64,
    /// Those whose last turn is suicide.
    pub suicide_plays: u64,
    /// Plays refused as ko or superko after one turn fewer.
    pub ko_rejected: u64,
    /// Plays refused as suicide after one turn fewer.
    pub suicide_rejected: u64,
    /// Those whose last turn ends the game.
    pub games_ended: u64,
}

impl AddAssign for PerftCounts {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.plays += other.plays;
        self.passes += other.passes;
        self.capturing_plays += other.capturing_plays;
        self.stones_captured += other.stones_captured;
        self.suicide_plays += other.suicide_plays;
        self.ko_rejected += other.ko_rejected;
        self.suicide_rejected += other.suicide_rejected;
        self.games_ended += other.games_ended;
    }
}

impl fmt::Display for PerftCounts {
    /// The counts in the order of the fields, separated by tabs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            self.nodes,
            self.plays,
            self.passes,
            self.capturing_plays,
            self.stones_captured,
            self.suicide_plays,
            self.ko_rejected,
            self.suicide_rejected,
            self.games_ended
        )
    }
}

/// Whether a turn may be a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// A turn is a play or a pass.
    Counted,
    /// A turn is a play.
    LeftOut,
}

/// The counts at depths 1 to `depth` from where the game stands, on so many
/// threads. Entry `d - 1` is for depth `d`.
///
/// The game's own moves count as history; two passes just made end it.
pub fn perft(game: &Game, depth: usize, passes: Passes, threads: usize) -> Vec<PerftCounts> {
    // The first turns are shared out between the threads.
    let shared = if threads > 1 { depth.saturating_sub(1).min(2) } else { 0 };
    let mut jobs = Vec::new();
    let mut counter = Counter::new(game, depth, passes);
    counter.count(0, shared, &mut |game| jobs.push(game.clone()));
    let mut totals = counter.counts;
    if shared == 0 {
        return totals;
    }
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut sum = vec![PerftCounts::default(); depth];
                    while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let mut counter = Counter::new(job, depth, passes);
                        counter.count(shared, depth, &mut |_| {});
                        add_all(&mut sum, &counter.counts);
                    }
                    sum
                })
            })
            .collect();
        for worker in workers {
            match worker.join() {
                Ok(sum) => add_all(&mut totals, &sum),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    totals
}

fn add_all(totals: &mut [PerftCounts], more: &[PerftCounts]) {
    for (total, &counts) in totals.iter_mut().zip(more) {
        *total += counts;
    }
}

/// A game that is walked through, and the counts so far.
struct Counter {
    game: Game,
    counts: Vec<PerftCounts>,
    passes: Passes,
}

impl Counter {
    fn new(game: &Game, depth: usize, passes: Passes) -> Self {
        Self {
            game: game.clone(),
            counts: vec![PerftCounts::default(); depth],
            passes,
        }
    }

    /// Counts everything that follows `ply` turns. With `stop` short of the
    /// full depth, the games after `stop` turns are handed out instead.
    fn count(&mut self, ply: usize, stop: usize, hand_out: &mut impl FnMut(&Game)) {
        let depth = self.counts.len();
        if ply == depth || self.has_ended() {
            return;
        }
        if ply == stop && stop < depth && stop > 0 {
            hand_out(&self.game);
            return;
        }
        let goes_on = ply + 1 < depth;
        let color = self.game.to_move();
        for point in self.game.board().empty() {
            match self.game.check(color, point) {
                Ok(()) => {
                    self.count_play(ply, color, point);
                    if goes_on {
                        self.follow(ply, stop, color, Move::Play(point), hand_out);
                    }
                }
                Err(IllegalMove::Suicide) => self.counts[ply].suicide_rejected += 1,
                Err(_) => self.counts[ply].ko_rejected += 1,
            }
        }
        if self.passes == Passes::Counted {
            let ends = self.game.turns().last().is_some_and(|turn| turn.action == Move::Pass);
            let counts = &mut self.counts[ply];
            counts.nodes += 1;
            counts.passes += 1;
            counts.games_ended += u64::from(ends);
            if goes_on {
                self.follow(ply, stop, color, Move::Pass, hand_out);
            }
        }
    }

    fn follow(
        &mut self,
        ply: usize,
        stop: usize,
        color: Color,
        action: Move,
        hand_out: &mut impl FnMut(&Game),
    ) {
        if self.game.play(color, action).is_ok() {
            self.count(ply + 1, stop, hand_out);
            self.game.undo();
        }
    }

    fn count_play(&mut self, ply: usize, color: Color, point: crate::point::Point) {
        let removed = self.game.board().removed_by(color, point);
        let captured = removed.captured.len() as u64;
        let counts = &mut self.counts[ply];
        counts.nodes += 1;
        counts.plays += 1;
        counts.capturing_plays += u64::from(captured > 0);
        counts.stones_captured += captured;
        counts.suicide_plays += u64::from(!removed.suicided.is_empty());
    }

    fn has_ended(&self) -> bool {
        matches!(self.game.turns(), [.., a, b] if a.action == Move::Pass && b.action == Move::Pass)
    }
}
