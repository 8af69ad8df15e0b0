//! Fits the weights of the features to the moves of games.
//!
//! Each position counts as a competition among its candidates, won by the played move.
//! The log-likelihood of all competitions is maximised by AdaGrad, a stochastic gradient
//! ascent with a step size per weight (Duchi, Hazan and Singer, "Adaptive subgradient
//! methods", 2011).

use std::collections::HashMap;
use std::fmt;

use crate::board::{Point, SizedBoard, on_sized};
use crate::game::{Game, Move, Setup, Start};
use crate::player::search::playouts::position::Position;
use crate::random::RandomStream;
use crate::statistics::counted;

use super::context::Context;
use super::facts::Facts;
use super::features::{CODES, FEATURES};
use super::model::{DOUBLING, Model};
use super::shapes::SHAPES;

/// One game in this many is held out to test the fit.
const TEST_EVERY: usize = 10;

/// The settings of a fit.
#[derive(Clone, Copy, Debug)]
pub struct TrainingOptions {
    /// The approximate number of training positions.
    pub positions: usize,
    /// How often a shape must have been played to get a weight.
    pub least: u32,
    /// How many passes are made over the positions.
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
    /// How many positions were predicted.
    pub positions: usize,
    /// The mean natural logarithm of the probability of the played move.
    pub log_likelihood: f64,
    /// The log-likelihood if all candidates were equally probable.
    pub uniform: f64,
    /// The share of positions in which the played move ranks first.
    pub first: f64,
    /// The share of positions in which the played move ranks among the first five.
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

/// Fitted weights and how well they predict.
pub struct Fit {
    model: Model,
    /// How many games were read, including those held out.
    pub games: usize,
    /// How many shapes were played often enough to be fitted.
    pub shapes: usize,
    /// The accuracy on the training positions.
    pub seen: Prediction,
    /// The accuracy on the games that were held out.
    pub unseen: Prediction,
}

impl Fit {
    /// Returns the contents of a file of weights.
    pub fn weights(&self) -> String {
        self.model.to_string()
    }
}

/// Fits the weights to the moves of games. The result is reproducible.
pub fn train(games: &[Game], options: &TrainingOptions) -> Fit {
    let turns: usize = games.iter().map(|game| game.turns().len()).sum();
    let share = (options.positions as f64 / turns.max(1) as f64).min(1.0);
    let shapes = played_shapes(games, share, options.least);
    let (mut seen, mut unseen) = (Samples::default(), Samples::default());
    for_each(games, share, |number, candidates, chosen| {
        let is_test = number % TEST_EVERY == TEST_EVERY - 1;
        let samples = if is_test { &mut unseen } else { &mut seen };
        samples.push(candidates, chosen, &shapes);
    });
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

/// Visits a reproducible random share of the positions of games. `visit` gets the index
/// of the game, the candidates and the index of the played one.
fn for_each(games: &[Game], share: f64, mut visit: impl FnMut(usize, &[Candidate], usize)) {
    for (number, game) in games.iter().enumerate() {
        let mut stream = RandomStream::new(0, number as u64);
        let mut is_wanted = || stream.bits() as f64 <= share * u64::MAX as f64;
        visit_positions(game, &mut is_wanted, &mut |candidates, chosen| {
            visit(number, candidates, chosen);
        });
    }
}

/// Returns the shapes that were played at least `least` times in the training games, with
/// the index of each one's weight.
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

/// Positions with their candidates and the indices of the weights of these, in flat arrays.
#[derive(Default)]
struct Samples {
    features: Vec<u32>,
    /// By candidate: the end of its range in `features`.
    candidates: Vec<u32>,
    /// By position: the end of its range in `candidates`, and the index of the played one.
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

    /// Computes the probabilities of the candidates of a position, the softmax of their
    /// scores.
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
        /// The step size of the first epoch; it falls to a fifth towards the last.
        const STEP: f32 = 0.1;
        /// The weight decay (L2 regularisation).
        const DECAY: f32 = 0.0005;
        /// The smallest error of a probability that is worth a step.
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

/// A play that was available in a position, whether or not it was chosen.
pub(super) struct Candidate {
    pub(super) facts: Facts,
    pub(super) shapes: [u32; SHAPES],
}

/// Calls `visit` with the candidates of each position of a game and the index of the
/// played one. Skips the turns for which `is_wanted` returns false, and passes and plays
/// that the search would not consider.
pub(super) fn visit_positions(
    game: &Game,
    is_wanted: &mut dyn FnMut() -> bool,
    visit: &mut dyn FnMut(&[Candidate], usize),
) {
    on_sized!(game.board().sized(), board => visit_on(board, game, is_wanted, visit));
}

fn visit_on<const W: usize, const N: usize>(
    _: &SizedBoard<W, N>,
    game: &Game,
    is_wanted: &mut dyn FnMut() -> bool,
    visit: &mut dyn FnMut(&[Candidate], usize),
) {
    let (size, rules) = (game.size(), game.rules());
    let position_at = |start| {
        let start = Game::with_start(size, rules, game.komi().clone(), start).ok()?;
        Some(Position::<W, N>::new(&start, start.to_move()))
    };
    let Some(mut position) = position_at(*game.start()) else {
        return;
    };
    let mut candidates = Vec::new();
    for (moves, turn) in game.turns().iter().enumerate() {
        if let Some(&Setup {
            stones, to_move, ..
        }) = game.setup_after(moves)
        {
            let set_up = position_at(Start {
                stones,
                to_move,
                ..*game.start()
            });
            let Some(set_up) = set_up else { return };
            position = set_up;
        }
        position.to_move = turn.color;
        if let Move::Play(played) = turn.action {
            if !turn.suicided.is_empty() || turn.lifted.is_some() {
                return;
            }
            if is_wanted()
                && let Some(chosen) = collect(&position, played, &mut candidates)
            {
                visit(&candidates, chosen);
            }
        }
        position.play(turn.action);
    }
}

/// Collects the candidates of a position, and returns the index of the played one, if it
/// is among them.
fn collect<const W: usize, const N: usize>(
    position: &Position<W, N>,
    played: Point,
    candidates: &mut Vec<Candidate>,
) -> Option<usize> {
    let board = &position.board;
    let context = Context::new(position);
    let mut chosen = None;
    candidates.clear();
    let is_legal = |point| {
        position.ko != Some(point)
            && board
                .preview(position.to_move, point)
                .is_ok_and(|preview| preview.suicided == 0)
    };
    for point in position.candidates(is_legal) {
        if point == played {
            chosen = Some(candidates.len());
        }
        candidates.push(Candidate {
            facts: Facts::new(&context, point),
            shapes: context.grid.shapes(board.size().coordinates(point)),
        });
    }
    chosen
}
