#![doc = include_str!("README.md")]

mod context;
mod facts;
mod features;
mod ladder;
mod model;
mod shapes;
#[cfg(all(test, feature = "program"))]
mod tests;
#[cfg(feature = "program")]
pub mod training;

use std::sync::LazyLock;

use crate::board::{BoardSize, Point};
use crate::playout::cpu::{self, Kernel, Processor};

use super::position::Position;
use context::Context;
use facts::Facts;
use model::{DOUBLING, Model};

/// The longest side of a board that uses the weights for small boards.
const SMALL: usize = 11;

static SMALL_BOARDS: LazyLock<Model> =
    LazyLock::new(|| included(include_str!("weights/small.txt")));
static LARGE_BOARDS: LazyLock<Model> =
    LazyLock::new(|| included(include_str!("weights/large.txt")));

fn included(text: &str) -> Model {
    Model::read(text).unwrap_or_else(Model::zero)
}

/// Returns whether boards of this size use the weights for large boards.
pub(super) fn is_large(size: BoardSize) -> bool {
    size.width().max(size.height()) > SMALL
}

fn model(size: BoardSize) -> &'static Model {
    if is_large(size) {
        &LARGE_BOARDS
    } else {
        &SMALL_BOARDS
    }
}

/// Computes the probability of each of the plays at `points`; they add up to 1.
///
/// All arithmetic is exact or correctly rounded, so the results are the same on every
/// platform.
pub(super) fn chances<const W: usize, const N: usize>(
    position: &Position<W, N>,
    points: &[Point],
    chances: &mut Vec<f32>,
) {
    let model = model(position.board.size());
    let scores = cpu::dispatch(Scores {
        model,
        position,
        points,
    });
    let best = scores.iter().copied().max().unwrap_or(0);
    chances.clear();
    chances.extend(scores.iter().map(|score| power(score - best)));
    let sum: f32 = chances.iter().sum();
    for chance in chances {
        *chance /= sum;
    }
}

/// Computes the scores of plays. The hashes of a shape under all symmetries fit one vector.
struct Scores<'a, const W: usize, const N: usize> {
    model: &'a Model,
    position: &'a Position<W, N>,
    points: &'a [Point],
}

impl<const W: usize, const N: usize> Kernel for Scores<'_, W, N> {
    type Output = Vec<i32>;

    #[inline(always)]
    fn run<P: Processor>(self) -> Vec<i32> {
        let size = self.position.board.size();
        let context = Context::new(self.position);
        let mut scores = Vec::with_capacity(self.points.len());
        // A loop, because `collect` is not inlined.
        for &point in self.points {
            let facts = Facts::new(&context, point);
            let shapes = context.grid.shapes(size.coordinates(point));
            scores.push(self.model.score(&facts, shapes));
        }
        scores
    }
}

/// Returns 2^(`weight` / [`DOUBLING`]). `weight` must be at most 0.
fn power(weight: i32) -> f32 {
    let halvings = (-weight.div_euclid(DOUBLING)).min(100);
    let part = weight.rem_euclid(DOUBLING) as usize;
    POWERS[part] / (1_u128 << halvings) as f32
}

/// The powers 2^(i / [`DOUBLING`]) by index i.
const POWERS: [f32; DOUBLING as usize] = {
    /// The 64th root of 2.
    const ROOT: f64 = 1.010_889_286_051_700_5;
    let mut powers = [1.0; DOUBLING as usize];
    let mut exact = 1.0;
    let mut index = 0;
    while index < powers.len() {
        powers[index] = exact as f32;
        exact *= ROOT;
        index += 1;
    }
    powers
};
