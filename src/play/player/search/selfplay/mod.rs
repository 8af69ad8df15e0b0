//! Games of a network against itself, and the positions of them that teach it.
//!
//! Many games go on side by side. Each waits for an evaluation of one position, so that a caller
//! evaluates one position of every game at once, on whatever computes best, and gives the answers
//! back; or [`SelfPlay::run`] lets networks of whole numbers answer.
//!
//! A move is chosen by Gumbel's trick (Danihelka et al., "Policy improvement by planning with
//! Gumbel", 2022): the root's moves are drawn from the policy, and sequential halving gives the better
//! ones a larger share of the few visits (`gumbel.rs`). Below the root the engine's own search
//! descends. Some moves get more visits and teach the policy; the others only lead on (playout caps:
//! Wu, "Accelerating self-play learning in Go", 2019). Most games may be played by the policy alone:
//! they cost a thirtieth, and what they came to teaches who wins and what belongs to whom.
//!
//! ```
//! # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
//! use ponnuki::network::Network;
//! use ponnuki::player::selfplay::{SelfPlay, SelfPlayOptions};
//!
//! let size = ponnuki::BoardSize::square(5)?;
//! let mut games = SelfPlay::new(&SelfPlayOptions { games: 4, ..SelfPlayOptions::new(size) }, 1);
//! games.run(&[Network::on(size)], 10_000);
//! let samples = games.take_samples();
//! assert!(samples.iter().all(|sample| sample.owners.len() == 25));
//! assert!(games.counts().games > 0);
//! # Ok::<(), ponnuki::board::UnacceptableSize>(())
//! ```

mod begin;
mod gumbel;
mod ongoing;
mod record;
mod sample;
#[cfg(test)]
mod tests;

use std::sync::Mutex;

use crate::network::{Answer, KernelLevel, Network, POINT_UNITS, VALUE_UNITS, images};
use ponnuki_core::board::{BoardSize, Symmetry};
use ponnuki_core::threads::{lock, on_threads};

pub use record::{read_record, samples_of};
pub use sample::Sample;

use ongoing::OngoingGame;

/// The largest logit that an answer may hold, so that no sum of two leaves 32 bits.
const MAX_LOGIT: f32 = 1_000.0;

/// How many of the last games are kept as text.
const MAX_KEPT_GAMES: usize = 200;

/// How games are played, and which positions of them teach.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlayOptions {
    /// The size of the boards.
    pub size: BoardSize,
    /// The games side by side.
    pub games: usize,
    /// The visits of a move that teaches the policy.
    pub visits: u32,
    /// How many moves share the first of these visits.
    pub considered: u32,
    /// The visits of the other moves.
    pub quick_visits: u32,
    /// How many moves share the first of those visits.
    pub quick_considered: u32,
    /// The share of the moves that teach the policy, from 0 to 1.
    pub teaching_share: f64,
    /// The share of the games that the policy plays alone, from 0 to 1. They cost a thirtieth, and teach
    /// winner, lead and owners.
    pub policy_share: f64,
    /// Whether the first games begin with many moves drawn from the policy, so that they end at
    /// different times. Without it, games of about equal length end together for a long while.
    pub is_staggered: bool,
    /// Whether two networks play each other, with `quick_visits` for every move: the first has Black
    /// in every second game. Nothing is learned then.
    pub is_match: bool,
}

impl SelfPlayOptions {
    /// Returns the usual options for boards of this size.
    pub const fn new(size: BoardSize) -> Self {
        Self {
            size,
            games: 16,
            visits: 96,
            considered: 16,
            quick_visits: 16,
            quick_considered: 8,
            teaching_share: 0.25,
            policy_share: 0.0,
            is_staggered: false,
            is_match: false,
        }
    }

    /// Returns the most moves of a game; a longer one ends as it stands.
    const fn max_moves(&self) -> usize {
        self.size.area() * 8 / 5 + 60
    }
}

/// What games have come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SelfPlayCounts {
    /// The finished games.
    pub games: u64,
    /// Their moves.
    pub moves: u64,
    /// The answers that were used.
    pub evaluations: u64,
    /// In a match, the games that the first network won, a tie counting as half of one.
    pub won: f64,
}

impl SelfPlayCounts {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.moves += other.moves;
        self.evaluations += other.evaluations;
        self.won += other.won;
    }
}

/// Games of a network against itself, or of two against each other.
pub struct SelfPlay {
    size: BoardSize,
    ongoing: Vec<OngoingGame>,
    images: Vec<usize>,
    counts: SelfPlayCounts,
    samples: Vec<Sample>,
    records: Vec<String>,
}

impl SelfPlay {
    /// Begins games that follow from the seed and the answers.
    pub fn new(options: &SelfPlayOptions, seed: u64) -> Self {
        let images = images(options.size, Symmetry::default());
        let ongoing = (0..options.games as u64)
            .map(|number| OngoingGame::new(options, seed, number, &images));
        Self {
            size: options.size,
            ongoing: ongoing.collect(),
            images,
            counts: SelfPlayCounts::default(),
            samples: Vec::new(),
            records: Vec::new(),
        }
    }

    /// Returns the number of games side by side.
    pub fn games(&self) -> usize {
        self.ongoing.len()
    }

    /// Returns the values of an answer: the logits of the points, row by row from A1, and of the pass,
    /// the logit of a win of the side to move, and its lead in units of 20 points.
    pub fn answer_values(&self) -> usize {
        self.size.area() + 3
    }

    /// Writes what the network is asked about each game: the bits of the planes of each point; what
    /// the side to move gains by the komi, divided by 10, whether the last move was a pass, and the
    /// size of the board beyond nine, divided by 10; and the number of the network that is asked.
    ///
    /// # Panics
    ///
    /// If a slice has another length than the games need.
    pub fn write_questions(&self, planes: &mut [u16], context: &mut [f32], judges: &mut [u8]) {
        let area = self.size.area();
        assert!(planes.len() == self.games() * area && context.len() == self.games() * 3);
        assert!(judges.len() == self.games());
        let slots = planes
            .chunks_exact_mut(area)
            .zip(context.chunks_exact_mut(3));
        for ((game, (planes, context)), judge) in self.ongoing.iter().zip(slots).zip(judges) {
            let question = game.question();
            planes.copy_from_slice(&question.planes);
            context.copy_from_slice(&sample::context(question));
            *judge = game.judge() as u8;
        }
    }

    /// Takes the answers to the questions, and goes on to the next ones, on this number of threads.
    ///
    /// # Panics
    ///
    /// If there are not [`answer_values`](Self::answer_values) for each game.
    pub fn answer(&mut self, values: &[f32], threads: usize) {
        let count = self.answer_values();
        assert_eq!(values.len(), self.games() * count);
        let images = &self.images;
        let share = self.ongoing.len().div_ceil(threads.max(1) * 4).max(1);
        let parts = self
            .ongoing
            .chunks_mut(share)
            .zip(values.chunks(share * count));
        let parts = Mutex::new(parts);
        on_threads(threads, || {
            while let Some((games, values)) = { lock(&parts).next() } {
                for (game, values) in games.iter_mut().zip(values.chunks_exact(count)) {
                    game.answer(&answer_of(values), images);
                }
            }
        });
        self.collect();
    }

    /// Plays on until networks in whole numbers have answered this many more questions. One network
    /// plays itself; two play each other.
    ///
    /// # Panics
    ///
    /// If a match has no second network.
    pub fn run(&mut self, networks: &[&Network], evaluations: u64) {
        let level = KernelLevel::best();
        let end = self.counts.evaluations + evaluations;
        while self.counts.evaluations < end {
            for game in &mut self.ongoing {
                let answer = networks[game.judge()].answer(game.question(), level);
                game.answer(&answer, &self.images);
            }
            self.collect();
        }
    }

    /// Returns what the games have come to.
    pub fn counts(&self) -> SelfPlayCounts {
        self.counts
    }

    /// Returns the samples of the games that have ended since the last call.
    pub fn take_samples(&mut self) -> Vec<Sample> {
        std::mem::take(&mut self.samples)
    }

    /// Returns some of the games that have ended since the last call, one a line: the size of the board,
    /// the komi and the moves, Black's first.
    pub fn take_records(&mut self) -> Vec<String> {
        std::mem::take(&mut self.records)
    }

    /// Gathers what the games have brought.
    fn collect(&mut self) {
        for game in &mut self.ongoing {
            self.counts.add(&game.take_counts());
            if let Some(end) = game.take_end() {
                self.samples.extend(end.samples);
                if self.records.len() < MAX_KEPT_GAMES {
                    self.records.extend(end.record);
                }
            }
        }
    }
}

/// Returns an answer in the units of whole numbers, without owners.
fn answer_of(values: &[f32]) -> Answer {
    let (policy, values) = values.split_at(values.len() - 2);
    let whole = |value: f32, units: f32| (value.clamp(-MAX_LOGIT, MAX_LOGIT) * units) as i32;
    Answer {
        policy: policy
            .iter()
            .map(|&logit| whole(logit, POINT_UNITS))
            .collect(),
        win: whole(values[0], VALUE_UNITS),
        lead: whole(values[1], VALUE_UNITS),
        owners: Vec::new(),
    }
}

/// Returns a random number from 0 to 1, both excluded.
fn fraction(bits: u64) -> f64 {
    ((bits >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}
