//! The loops over siblings, in which a tree spends most of its time.
//!
//! Loads of atomics do not vectorise, so each loop first copies them to a buffer, two
//! numbers per word, and then computes with vectors.

use std::sync::atomic::{AtomicU16, Ordering};

use crate::playout::cpu::{Kernel, Processor};

use super::nodes::{Mean, pack, unpack};

/// A power of two that is larger than the index of every point.
const POINTS: usize = 1024;

/// The buffers of a thread.
#[derive(Clone, Debug)]
pub(in crate::player::search) struct Buffers {
    results: Vec<u64>,
    amaf: Vec<u64>,
    urgencies: Vec<f32>,
    /// By point: 1 if it was played first, otherwise 0.
    first: Box<[f32; POINTS]>,
    /// The entry of each sibling in `first`.
    hits: Vec<f32>,
}

impl Default for Buffers {
    fn default() -> Self {
        Self {
            results: Vec::new(),
            amaf: Vec::new(),
            urgencies: Vec::new(),
            first: Box::new([0.0; POINTS]),
            hits: Vec::new(),
        }
    }
}

/// Copies the numbers of siblings to a buffer.
#[inline(always)]
fn load(means: &[Mean], buffer: &mut Vec<u64>) {
    buffer.clear();
    buffer.extend(means.iter().map(
        #[inline(always)]
        |mean| mean.load(Ordering::Relaxed),
    ));
}

/// The selection of the most urgent sibling. The urgency of a move is a weighted mean of
/// the results of its playouts and of its AMAF statistics, whose weight falls with the
/// visits (RAVE; Gelly and Silver, 2007, with the schedule of Silver, 2009).
pub(super) struct Selection<'a> {
    pub(super) results: &'a [Mean],
    pub(super) amaf: &'a [Mean],
    /// The equivalence parameter of RAVE.
    pub(super) equivalence: f32,
    pub(super) buffers: &'a mut Buffers,
}

impl Kernel for Selection<'_> {
    /// The index of the first of the most urgent siblings.
    type Output = Option<usize>;

    #[inline(always)]
    fn run<P: Processor>(self) -> Option<usize> {
        let Buffers {
            results,
            amaf,
            urgencies,
            ..
        } = self.buffers;
        load(self.results, results);
        load(self.amaf, amaf);
        let per_equivalence = 1.0 / self.equivalence;
        let all = results.iter().zip(&*amaf).map(
            #[inline(always)]
            |(&result, &amaf)| {
                let (weight, value) = unpack(result);
                let (amaf_weight, amaf_value) = unpack(amaf);
                let beta =
                    amaf_weight / (amaf_weight + weight + weight * amaf_weight * per_equivalence);
                value + beta * (amaf_value - value)
            },
        );
        urgencies.clear();
        urgencies.extend(all);
        first_maximum(urgencies)
    }
}

/// The update of the AMAF statistics of some siblings.
///
/// About half of the points are played first, unpredictably for a branch predictor, so the
/// update is computed for all siblings and multiplied by 1 or 0. A concurrent change by
/// another thread is lost.
pub(super) struct AmafUpdate<'a> {
    /// The words of the set of points that were played first.
    pub(super) words: &'a [u64],
    pub(super) points: &'a [AtomicU16],
    pub(super) amaf: &'a [Mean],
    pub(super) result: f32,
    pub(super) buffers: &'a mut Buffers,
}

impl Kernel for AmafUpdate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self) {
        let Buffers {
            amaf, first, hits, ..
        } = self.buffers;
        for (lanes, &word) in first.chunks_exact_mut(64).zip(self.words) {
            let (low, high) = lanes.split_at_mut(32);
            for (lanes, half) in [(low, word as u32), (high, (word >> 32) as u32)] {
                for (bit, lane) in lanes.iter_mut().enumerate() {
                    *lane = (half >> bit & 1) as i32 as f32;
                }
            }
        }
        let entries = self.points.iter().map(
            // The remainder for a pass is greater than the index of every point.
            #[inline(always)]
            |point| first[usize::from(point.load(Ordering::Relaxed)) % POINTS],
        );
        hits.clear();
        hits.extend(entries);
        load(self.amaf, amaf);
        for (&hit, mean) in hits.iter().zip(&mut *amaf) {
            let (weight, value) = unpack(*mean);
            let weight = weight + hit;
            let value = value + hit * (self.result - value) / weight.max(1.0);
            *mean = pack(weight, value);
        }
        for (mean, &changed) in self.amaf.iter().zip(&*amaf) {
            mean.store(changed, Ordering::Relaxed);
        }
    }
}

/// Returns the index of the first maximum. The maxima of 16 interleaved lanes are computed
/// first, in a loop that vectorises.
#[inline(always)]
fn first_maximum(numbers: &[f32]) -> Option<usize> {
    let mut maxima = [f32::NEG_INFINITY; 16];
    for chunk in numbers.chunks(maxima.len()) {
        for (most, &number) in maxima.iter_mut().zip(chunk) {
            *most = if number > *most { number } else { *most };
        }
    }
    let most = maxima.into_iter().fold(f32::NEG_INFINITY, f32::max);
    // One branch skips a whole block.
    let has_most = |block: &&[f32]| block.iter().filter(|&&number| number >= most).count() > 0;
    let blocks = numbers
        .chunks(maxima.len())
        .take_while(|block| !has_most(block));
    let start = maxima.len() * blocks.count();
    let mut rest = numbers.get(start..)?.iter();
    Some(start + rest.position(|&number| number >= most)?)
}
