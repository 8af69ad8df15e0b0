//! The layers, from planes to the numbers of the heads.
//!
//! What is computed for each activation wraps, because a test for overflow keeps a loop from using
//! vectors. Exported weights leave no step outside its range (see [`Convolution`]).

use super::planes::{CHANNELS, Question};
use super::simd::{Input, Kernel, Products, Simd};
use super::weights::{Convolution, Scale, Weights};

/// The bits that are dropped from a sum before it is multiplied.
const SUM_SHIFT: u32 = 7;
/// The largest activation of the inputs of a convolution.
const MAX_INPUT: i32 = 255;
/// The largest residual value.
const MAX_RESIDUAL: i32 = i16::MAX as i32;
/// The largest activation of the hidden channels of the heads.
const MAX_HIDDEN: i32 = 8191;
/// What a pooled activation is multiplied by.
const POOLED: i32 = 16;

/// What the heads say, in whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The logits of the plays, row by row, and of the pass, times 1024.
    pub(crate) policy: Vec<i32>,
    /// The logit of a win of the side to move, times 4096.
    pub(crate) win: i32,
    /// The lead of the side to move in units of 20 points, times 4096.
    pub(crate) lead: i32,
    /// For each point the logit that it will be the side to move's, times 1024.
    pub(crate) owners: Vec<i32>,
}

/// The evaluation of a question, at the level of the processor.
pub(super) struct Evaluate<'a> {
    pub(super) weights: &'a Weights<'a>,
    pub(super) question: &'a Question,
}

impl Kernel for Evaluate<'_> {
    type Output = Answer;

    #[inline(always)]
    fn run<S: Simd>(self) -> Answer {
        Tower::<S>::new(self.weights, self.question).answer()
    }
}

/// The rectangle of the points.
#[derive(Clone, Copy)]
struct Grid {
    width: usize,
    height: usize,
}

/// Activations of all points, with a border of zeros of one point.
struct Inputs<I> {
    values: Vec<I>,
    channels: usize,
    grid: Grid,
}

struct Tower<'a, S: Simd> {
    weights: &'a Weights<'a>,
    question: &'a Question,
    grid: Grid,
    /// The residual values, without a border.
    residual: Vec<i16>,
    /// The inputs of the first convolution of a block, of the second one, and of the heads.
    outer: Inputs<S::Input>,
    inner: Inputs<S::Input>,
    /// The sums of a row.
    sums: Vec<i32>,
}

impl Grid {
    /// Returns the taps of a row for a convolution of three by three points, as [`Products::sums`]
    /// takes them. Rows beyond the edge hold zeros, so they have no tap.
    #[inline(always)]
    fn taps(self, row: usize) -> ([(usize, usize); 9], usize) {
        let (mut taps, mut count) = ([(0, 0); 9], 0);
        for tap in 0..9 {
            let above = row + tap / 3;
            if above > 0 && above <= self.height {
                taps[count] = (tap, above * (self.width + 2) + tap % 3);
                count += 1;
            }
        }
        (taps, count)
    }
}

impl<I: Input> Inputs<I> {
    fn new(grid: Grid, channels: usize) -> Self {
        let points = (grid.width + 2) * (grid.height + 2);
        Self {
            values: vec![I::default(); points * channels],
            channels,
            grid,
        }
    }

    #[inline(always)]
    fn row(&self, row: usize) -> &[I] {
        let start = ((row + 1) * (self.grid.width + 2) + 1) * self.channels;
        &self.values[start..start + self.grid.width * self.channels]
    }

    #[inline(always)]
    fn row_mut(&mut self, row: usize) -> &mut [I] {
        let start = ((row + 1) * (self.grid.width + 2) + 1) * self.channels;
        &mut self.values[start..start + self.grid.width * self.channels]
    }

    /// Computes the sums of a row of a convolution of three by three points.
    #[inline(always)]
    fn sums<S: Simd<Input = I>>(&self, layer: &Convolution, row: usize, sums: &mut [i32]) {
        let (taps, count) = self.grid.taps(row);
        self.products(layer).sums::<S>(&taps[..count], sums);
    }

    #[inline(always)]
    fn products<'a>(&'a self, layer: &Convolution<'a>) -> Products<'a, I> {
        Products {
            inputs: &self.values,
            input_channels: self.channels,
            weights: layer.weights,
            outputs: layer.outputs,
        }
    }

    /// Returns the mean of each channel, then the maximum of each, times [`POOLED`].
    #[inline(always)]
    fn pooled(&self) -> Vec<i16> {
        let mut sums = vec![0_i32; self.channels];
        let mut most = vec![0_i32; self.channels];
        for row in 0..self.grid.height {
            for point in self.row(row).chunks_exact(self.channels) {
                for ((sum, most), &input) in sums.iter_mut().zip(&mut most).zip(point) {
                    let input: i32 = input.into();
                    *sum += input;
                    *most = input.max(*most);
                }
            }
        }
        let points = (self.grid.width * self.grid.height) as i32;
        let means = sums.iter().map(|&sum| (sum * POOLED + points / 2) / points);
        means
            .chain(most.iter().map(|&most| most * POOLED))
            .map(|pooled| pooled as i16)
            .collect()
    }
}

impl Convolution<'_> {
    /// Returns the outputs of a point, given its sums, with these offsets.
    #[inline(always)]
    fn outputs<'a>(
        &'a self,
        sums: &'a [i32],
        offsets: &'a [i32],
    ) -> impl Iterator<Item = i32> + 'a {
        let factors = self.multipliers.iter().zip(self.biases).zip(offsets);
        sums.iter()
            .zip(factors)
            .map(|(&sum, ((&multiplier, &bias), &offset))| {
                let product = (sum >> SUM_SHIFT).wrapping_mul(i32::from_le(multiplier));
                let biased = product.wrapping_add(i32::from_le(bias));
                biased.wrapping_shr(self.shift).wrapping_add(offset)
            })
    }

    /// Returns the offsets of the file.
    fn offsets(&self) -> Vec<i32> {
        self.offsets.iter().copied().map(i32::from_le).collect()
    }
}

/// Returns a residual value as an input of a convolution.
#[inline(always)]
fn input(residual: i32, scale: Scale) -> u8 {
    let half = 1_i32.wrapping_shl(scale.shift) >> 1;
    let rounded = residual.wrapping_mul(scale.multiplier).wrapping_add(half);
    rounded.wrapping_shr(scale.shift).min(MAX_INPUT) as u8
}

impl Weights<'_> {
    /// Returns how many products of an activation and a weight the convolutions make for a point.
    pub(super) fn products_per_point(&self) -> usize {
        let blocks = self
            .blocks
            .iter()
            .flat_map(|block| [&block.first, &block.second]);
        let layers = [&self.stem, &self.heads].into_iter().chain(blocks);
        layers.map(|layer| layer.weights.len()).sum()
    }
}

impl<'a, S: Simd> Tower<'a, S> {
    #[inline(always)]
    fn new(weights: &'a Weights<'a>, question: &'a Question) -> Self {
        let grid = Grid {
            width: question.width,
            height: question.height,
        };
        let values = grid.width * grid.height * weights.channels;
        Self {
            weights,
            question,
            grid,
            residual: vec![0; values],
            outer: Inputs::new(grid, weights.channels),
            inner: Inputs::new(grid, weights.channels),
            sums: vec![0; grid.width * weights.channels.max(2 * weights.head)],
        }
    }

    #[inline(always)]
    fn answer(mut self) -> Answer {
        self.stem();
        for block in 0..self.weights.blocks.len() {
            self.block(block);
        }
        self.heads()
    }

    #[inline(always)]
    fn stem(&mut self) {
        let (grid, weights, question) = (self.grid, self.weights, self.question);
        let mut planes = Inputs::<S::Input>::new(grid, CHANNELS);
        for row in 0..grid.height {
            let bits = &question.planes[row * grid.width..][..grid.width];
            for (point, &bits) in planes.row_mut(row).chunks_exact_mut(CHANNELS).zip(bits) {
                for (plane, value) in point.iter_mut().enumerate() {
                    *value = S::Input::from((bits >> plane & 1) as u8 * super::planes::SET);
                }
            }
        }
        // Beyond nine points of an edge, the mean of both edges counts.
        let size = (grid.width + grid.height) as i32 - 18;
        let [komi, pass, beyond_nine] = weights.context;
        let offsets: Vec<i32> = (0..weights.channels)
            .map(|channel| {
                let context = question.komi * i32::from_le(komi[channel])
                    + i32::from(question.after_pass) * i32::from_le(pass[channel])
                    + size * i32::from_le(beyond_nine[channel]) / 2;
                i32::from_le(weights.stem.offsets[channel]) + ((context + 128) >> 8)
            })
            .collect();
        for row in 0..grid.height {
            let sums = &mut self.sums[..grid.width * weights.channels];
            planes.sums::<S>(&weights.stem, row, sums);
            self.add_row(&weights.stem, &offsets, row, weights.scales[0]);
        }
    }

    #[inline(always)]
    fn block(&mut self, index: usize) {
        let (grid, weights) = (self.grid, self.weights);
        let block = &weights.blocks[index];
        let channels = weights.channels;
        let first = block.first.offsets();
        for row in 0..grid.height {
            let sums = &mut self.sums[..grid.width * channels];
            self.outer.sums::<S>(&block.first, row, sums);
            let points = self.inner.row_mut(row).chunks_exact_mut(channels);
            for (point, sums) in points.zip(sums.chunks_exact(channels)) {
                for (input, value) in point.iter_mut().zip(block.first.outputs(sums, &first)) {
                    *input = S::Input::from(value.clamp(0, MAX_INPUT) as u8);
                }
            }
        }
        let mut offsets = block.second.offsets();
        if let Some(layer) = &block.pooled {
            let pooled = self.inner.pooled();
            for (offset, bias) in offsets.iter_mut().zip(layer.outputs(&pooled)) {
                *offset += bias;
            }
        }
        for row in 0..grid.height {
            let sums = &mut self.sums[..grid.width * channels];
            self.inner.sums::<S>(&block.second, row, sums);
            self.add_row(&block.second, &offsets, row, weights.scales[index + 1]);
        }
    }

    /// Adds the outputs of a row to the residual values, and makes the next inputs of them.
    #[inline(always)]
    fn add_row(&mut self, layer: &Convolution, offsets: &[i32], row: usize, scale: Scale) {
        let channels = self.weights.channels;
        let width = self.grid.width;
        let residual = &mut self.residual[row * width * channels..][..width * channels];
        let points = self.outer.row_mut(row).chunks_exact_mut(channels);
        let rows = self
            .sums
            .chunks_exact(channels)
            .zip(residual.chunks_exact_mut(channels));
        for (point, (sums, residual)) in points.zip(rows) {
            let values = point.iter_mut().zip(residual);
            for ((point, residual), value) in values.zip(layer.outputs(sums, offsets)) {
                let value = value.wrapping_add((*residual).into());
                let value = value.clamp(0, MAX_RESIDUAL);
                *residual = value as i16;
                *point = S::Input::from(input(value, scale));
            }
        }
    }

    #[inline(always)]
    fn heads(&mut self) -> Answer {
        let (grid, weights) = (self.grid, self.weights);
        let points = grid.width * grid.height;
        let pooled = self.outer.pooled();
        let layer = weights.heads;
        let mut offsets = layer.offsets();
        for (offset, bias) in offsets
            .iter_mut()
            .zip(weights.policy_context.outputs(&pooled))
        {
            *offset += bias;
        }
        let mut answer = Answer {
            policy: Vec::with_capacity(points + 1),
            owners: Vec::with_capacity(points),
            ..Answer::default()
        };
        let mut hidden = vec![0_i16; layer.outputs];
        let mut sums = vec![0_i32; weights.head];
        let mut most = vec![0_i16; weights.head];
        for row in 0..grid.height {
            let start = (row + 1) * (grid.width + 2) + 1;
            let row = &mut self.sums[..grid.width * layer.outputs];
            self.outer.products(&layer).sums::<S>(&[(0, start)], row);
            for point in row.chunks_exact(layer.outputs) {
                for (hidden, value) in hidden.iter_mut().zip(layer.outputs(point, &offsets)) {
                    *hidden = value.clamp(0, MAX_HIDDEN) as i16;
                }
                let (policy, values) = hidden.split_at(weights.head);
                answer.policy.push(weights.play.output(0, policy));
                answer.owners.push(weights.owner.output(0, values));
                for ((sum, most), &value) in sums.iter_mut().zip(&mut most).zip(values) {
                    *sum += i32::from(value);
                    *most = value.max(*most);
                }
            }
        }
        answer.policy.push(weights.pass.output(0, &pooled));
        let points = points as i32;
        let means = sums.iter().map(|&sum| ((sum + points / 2) / points) as i16);
        let pooled: Vec<i16> = means.chain(most.iter().copied()).collect();
        let mut hidden = vec![0_i16; weights.hidden.count()];
        for (hidden, value) in hidden.iter_mut().zip(weights.hidden.outputs(&pooled)) {
            *hidden = value.clamp(0, MAX_HIDDEN) as i16;
        }
        answer.win = weights.values.output(0, &hidden);
        answer.lead = weights.values.output(1, &hidden);
        answer
    }
}
