//! Fits the weights of the features to the moves of games.
//!
//! Each position is a competition of its candidates that the played one has won. The
//! log-likelihood of all results is maximised by stochastic gradient steps with a step
//! size of its own for each weight (Duchi, Hazan and Singer, "Adaptive subgradient
//! methods", 2011).

pub(super) mod samples;

use std::collections::HashMap;
use std::fmt;

use crate::game::Game;
use crate::random::RandomStream;
use crate::statistics::counted;

use super::features::{CODES, FEATURES};
use super::model::{DOUBLING, Model};
use samples::Candidate;

/// One game in this many is kept apart to test the fit.
const TEST_EVERY: usize = 10;

/// The settings of a fit.
#[derive(Clone, Copy, Debug)]
pub struct TrainingOptions {
    /// The number of positions, about.
    pub positions: usize,
    /// How often a shape must have been played to get a weight.
    pub least: u32,
    /// The number of passes over the positions.
    pub epochs: usize,
}

impl Default for TrainingOptions {
    fn default() -> Self {
        Self {
            positions: 100_000,
            least: 20,
            epochs: 12,
        }
    }
}

/// How well the weights predict the moves of games.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// The number of positions.
    pub positions: usize,
    /// The mean natural logarithm of the chance of the played move.
    pub log_likelihood: f64,
    /// The same if all candidates have equal chances.
    pub uniform: f64,
    /// The share of played moves that are ranked first.
    pub first: f64,
    /// The share of played moves among the first five.
    pub first_five: f64,
}

impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, log-likelihood {:.3} (uniform {:.3}), ranked first {:.1} %, in the first five {:.1} %",
            counted(self.positions as u64, "position"),
            self.log_likelihood,
            self.uniform,
            100.0 * self.first,
            100.0 * self.first_five,
        )
    }
}

/// Fitted weights.
pub struct Fit {
    model: Model,
    /// The number of games.
    pub games: usize,
    /// The number of shapes with a weight.
    pub shapes: usize,
    /// The prediction of the positions of the fit.
    pub seen: Prediction,
    /// The prediction of games that were not used.
    pub unseen: Prediction,
}

impl Fit {
    /// Returns the text form of the weights, which the program reads.
    pub fn weights(&self) -> String {
        self.model.to_string()
    }
}

/// Fits weights to the moves of games.
pub fn train(games: &[Game], options: &TrainingOptions) -> Fit {
    let turns: usize = games.iter().map(|game| game.turns().len()).sum();
    let share = (options.positions as f64 / turns.max(1) as f64).min(1.0);
    let shapes = played_shapes(games, share, options.least);
    let mut parts = [Samples::default(), Samples::default()];
    for_each(games, share, |number, candidates, chosen| {
        let is_test = number % TEST_EVERY == TEST_EVERY - 1;
        parts[usize::from(is_test)].push(candidates, chosen, &shapes);
    });
    let [seen, unseen] = parts;
    let weights = seen.fit(FEATURES.len() * CODES + shapes.len(), options.epochs);
    let mut model = Model::zero();
    let rounded = |weight: f32| (weight * DOUBLING as f32 / f32::ln(2.0)).round() as i16;
    for (number, weight) in weights[..FEATURES.len() * CODES].iter().enumerate() {
        model.set_code(number / CODES, number % CODES, rounded(*weight));
    }
    for (&hash, &number) in &shapes {
        let weight = rounded(weights[number as usize]);
        if weight != 0 {
            model.set_shape(hash, weight);
        }
    }
    Fit {
        model,
        games: games.len(),
        shapes: shapes.len(),
        seen: seen.prediction(&weights),
        unseen: unseen.prediction(&weights),
    }
}

/// Visits a share of the positions of games, always the same ones, with the number of
/// the game.
fn for_each(games: &[Game], share: f64, mut visit: impl FnMut(usize, &[Candidate], usize)) {
    for (number, game) in games.iter().enumerate() {
        let mut stream = RandomStream::new(0, number as u64);
        let mut is_wanted = || stream.bits() as f64 <= share * u64::MAX as f64;
        samples::visit(game, &mut is_wanted, &mut |candidates, chosen| {
            visit(number, candidates, chosen);
        });
    }
}

/// Returns the shapes that were played this often or more, with a number for each.
fn played_shapes(games: &[Game], share: f64, least: u32) -> HashMap<u32, u32> {
    let mut counts = HashMap::new();
    for_each(games, share, |number, candidates, chosen| {
        if number % TEST_EVERY != TEST_EVERY - 1 {
            for shape in candidates[chosen].shapes {
                *counts.entry(shape).or_insert(0) += 1;
            }
        }
    });
    let mut often: Vec<u32> = counts
        .into_iter()
        .filter(|&(_, count)| count >= least)
        .map(|(shape, _)| shape)
        .collect();
    often.sort_unstable();
    let first = (FEATURES.len() * CODES) as u32;
    often.into_iter().zip(first..).collect()
}

/// Positions with the features of their candidates, as numbers of weights.
#[derive(Default)]
struct Samples {
    features: Vec<u32>,
    /// The end of each candidate's features.
    candidates: Vec<u32>,
    /// The end of each position's candidates, and the index of the played one.
    positions: Vec<(u32, u32)>,
}

impl Samples {
    fn push(&mut self, candidates: &[Candidate], chosen: usize, shapes: &HashMap<u32, u32>) {
        let first = self.candidates.len();
        for candidate in candidates {
            for (number, feature) in FEATURES.iter().enumerate() {
                if let Some(code) = (feature.code)(&candidate.facts) {
                    self.features.push((number * CODES + code.index()) as u32);
                }
            }
            let known = candidate
                .shapes
                .iter()
                .filter_map(|shape| shapes.get(shape));
            self.features.extend(known);
            self.candidates.push(self.features.len() as u32);
        }
        let end = self.candidates.len() as u32;
        self.positions.push((end, (first + chosen) as u32));
    }

    fn candidates(&self, position: usize) -> std::ops::Range<usize> {
        let start = position
            .checked_sub(1)
            .map_or(0, |before| self.positions[before].0);
        start as usize..self.positions[position].0 as usize
    }

    fn features(&self, candidate: usize) -> &[u32] {
        let start = candidate
            .checked_sub(1)
            .map_or(0, |before| self.candidates[before]);
        &self.features[start as usize..self.candidates[candidate] as usize]
    }

    /// Computes the chances of the candidates of a position.
    fn chances(&self, position: usize, weights: &[f32], chances: &mut Vec<f32>) {
        let score = |candidate| -> f32 {
            let features = self.features(candidate).iter();
            features.map(|&feature| weights[feature as usize]).sum()
        };
        chances.clear();
        chances.extend(self.candidates(position).map(score));
        let best = chances.iter().copied().fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for chance in &mut *chances {
            *chance = (*chance - best).exp();
            sum += *chance;
        }
        for chance in chances {
            *chance /= sum;
        }
    }

    fn fit(&self, weights: usize, epochs: usize) -> Vec<f32> {
        /// The step of the first epoch; the last has a fifth of it.
        const STEP: f32 = 0.1;
        /// The pull of weights towards 0.
        const DECAY: f32 = 0.0005;
        /// Smaller errors of a chance are not worth a step.
        const MIN_ERROR: f32 = 1e-4;
        let mut weights = vec![0.0_f32; weights];
        let mut squares = vec![1.0_f32; weights.len()];
        let mut order: Vec<usize> = (0..self.positions.len()).collect();
        let mut stream = RandomStream::new(0, u64::MAX);
        let mut chances = Vec::new();
        for epoch in 0..epochs {
            stream.shuffle(&mut order);
            let step = STEP * (1.0 - 0.8 * epoch as f32 / epochs as f32);
            for &position in &order {
                self.chances(position, &weights, &mut chances);
                let chosen = self.positions[position].1 as usize;
                for (candidate, chance) in self.candidates(position).zip(&chances) {
                    let error = f32::from(u8::from(candidate == chosen)) - chance;
                    if error.abs() < MIN_ERROR {
                        continue;
                    }
                    for &feature in self.features(candidate) {
                        let weight = &mut weights[feature as usize];
                        let square = &mut squares[feature as usize];
                        let slope = error - DECAY * *weight;
                        *square += slope * slope;
                        *weight += step * slope / square.sqrt();
                    }
                }
            }
        }
        weights
    }

    fn prediction(&self, weights: &[f32]) -> Prediction {
        let mut chances = Vec::new();
        let (mut likelihood, mut uniform, mut first, mut first_five) = (0.0, 0.0, 0, 0);
        for position in 0..self.positions.len() {
            self.chances(position, weights, &mut chances);
            let start = self.candidates(position).start;
            let chance = chances[self.positions[position].1 as usize - start];
            let rank = chances.iter().filter(|&&other| other > chance).count();
            likelihood += f64::from(chance).ln();
            uniform -= (chances.len() as f64).ln();
            first += usize::from(rank == 0);
            first_five += usize::from(rank < 5);
        }
        let mean = |sum: f64| sum / self.positions.len().max(1) as f64;
        Prediction {
            positions: self.positions.len(),
            log_likelihood: mean(likelihood),
            uniform: mean(uniform),
            first: mean(first as f64),
            first_five: mean(first_five as f64),
        }
    }
}
