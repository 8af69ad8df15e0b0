//! The loops over siblings, in which a tree spends most of its time.
//!
//! Loads and stores of atomics do not vectorise, but an exclusive reference to an atomic
//! gives access to the plain number inside. A tree that one thread grows is therefore read
//! and written in place, and the numbers of a shared one are copied to [`Buffers`].

use std::sync::atomic::{AtomicU16, Ordering};

use crate::playout::cpu::{Kernel, Processor};

use super::nodes::{Mean, pack, unpack};

/// A power of two that is larger than the index of every point.
const POINTS: usize = 1024;

/// The numbers in the widest vector of AVX2.
const LANES: usize = 8;

/// The buffers of a thread.
#[derive(Debug)]
pub(in crate::player::search::playouts) struct Buffers {
    pub(super) results: Vec<Mean>,
    pub(super) amaf: Vec<Mean>,
    pub(super) points: Vec<AtomicU16>,
    pub(super) urgencies: Vec<f32>,
    /// By point: 1 if it was played first, otherwise 0.
    pub(super) first: Box<[f32; POINTS]>,
}

impl Default for Buffers {
    fn default() -> Self {
        Self {
            results: Vec::new(),
            amaf: Vec::new(),
            points: Vec::new(),
            urgencies: Vec::new(),
            first: Box::new([0.0; POINTS]),
        }
    }
}

pub(super) fn copied<'a>(means: &[Mean], buffer: &'a mut Vec<Mean>) -> &'a mut [Mean] {
    buffer.clear();
    buffer.extend(
        means
            .iter()
            .map(|mean| Mean::new(mean.load(Ordering::Relaxed))),
    );
    buffer
}

pub(super) fn copied_points<'a>(
    points: &[AtomicU16],
    buffer: &'a mut Vec<AtomicU16>,
) -> &'a mut [AtomicU16] {
    buffer.clear();
    buffer.extend(
        points
            .iter()
            .map(|point| AtomicU16::new(point.load(Ordering::Relaxed))),
    );
    buffer
}

/// The selection of the most urgent sibling. The urgency of a move is a weighted mean of
/// the results of its playouts and of its AMAF statistics, whose weight falls with the
/// visits (RAVE; Gelly and Silver, 2007, with the schedule of Silver, 2009).
pub(super) struct Selection<'a> {
    pub(super) results: &'a mut [Mean],
    pub(super) amaf: &'a mut [Mean],
    /// The equivalence parameter of RAVE.
    pub(super) equivalence: f32,
    pub(super) urgencies: &'a mut Vec<f32>,
}

impl Kernel for Selection<'_> {
    /// The index of the first of the most urgent siblings.
    type Output = Option<usize>;

    #[inline(always)]
    fn run<P: Processor>(self) -> Option<usize> {
        let per_equivalence = 1.0 / self.equivalence;
        let all = self.results.iter_mut().zip(self.amaf).map(
            #[inline(always)]
            |(result, amaf)| {
                let (weight, value) = unpack(*result.get_mut());
                let (amaf_weight, amaf_value) = unpack(*amaf.get_mut());
                let beta =
                    amaf_weight / (amaf_weight + weight + weight * amaf_weight * per_equivalence);
                value + beta * (amaf_value - value)
            },
        );
        self.urgencies.clear();
        self.urgencies.extend(all);
        first_maximum(self.urgencies)
    }
}

/// The update of the AMAF statistics of some siblings.
///
/// About half of the points are played first, unpredictably for a branch predictor, so the
/// update is computed for all siblings and multiplied by 1 or 0.
pub(super) struct AmafUpdate<'a> {
    /// The words of the set of points that were played first.
    pub(super) words: &'a [u64],
    pub(super) points: &'a mut [AtomicU16],
    pub(super) amaf: &'a mut [Mean],
    pub(super) result: f32,
    pub(super) first: &'a mut [f32; POINTS],
}

impl Kernel for AmafUpdate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self) {
        for (lanes, &word) in self.first.chunks_exact_mut(64).zip(self.words) {
            let (low, high) = lanes.split_at_mut(32);
            for (lanes, half) in [(low, word as u32), (high, (word >> 32) as u32)] {
                for (bit, lane) in lanes.iter_mut().enumerate() {
                    *lane = (half >> bit & 1) as i32 as f32;
                }
            }
        }
        for (point, mean) in self.points.iter_mut().zip(self.amaf) {
            // The remainder for a pass is greater than the index of every point.
            let hit = self.first[usize::from(*point.get_mut()) % POINTS];
            let (weight, value) = unpack(*mean.get_mut());
            let weight = weight + hit;
            let value = value + hit * (self.result - value) / weight.max(1.0);
            *mean.get_mut() = pack(weight, value);
        }
    }
}

/// Returns the index of the first maximum, and leaves the numbers padded. Each lane of a vector
/// finds its own maximum, and then the first number that equals the largest of all.
#[inline(always)]
fn first_maximum(numbers: &mut Vec<f32>) -> Option<usize> {
    numbers.extend([f32::NEG_INFINITY; LANES - 1]);
    let (blocks, _) = numbers.as_chunks::<LANES>();
    let mut maxima = [f32::NEG_INFINITY; LANES];
    for block in blocks {
        for (most, &number) in maxima.iter_mut().zip(block) {
            *most = greater(number, *most);
        }
    }
    let mut half = LANES / 2;
    while half > 0 {
        let (low, high) = maxima.split_at_mut(half);
        for (low, &high) in low.iter_mut().zip(&*high) {
            *low = greater(*low, high);
        }
        half /= 2;
    }
    let [most, ..] = maxima;
    let mut indices = [u32::MAX; LANES];
    for (start, block) in (0..).step_by(LANES).zip(blocks) {
        for ((first, &number), lane) in indices.iter_mut().zip(block).zip(0..) {
            let index = if number >= most {
                start + lane
            } else {
                u32::MAX
            };
            *first = index.min(*first);
        }
    }
    let first = indices.into_iter().fold(u32::MAX, u32::min);
    (first != u32::MAX).then_some(first as usize)
}

/// Returns the greater of two numbers, neither of which is NaN.
#[inline(always)]
const fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
