//! How fast evaluations could be: the products that a processor makes when nothing else takes time.

use std::hint::black_box;

use super::Network;
use super::simd::{Kernel, KernelLevel, Simd, dispatch};
use ponnuki_core::board::BoardSize;

/// Independent sums, enough to fill the time until an instruction has its result, and few enough
/// for the registers: AVX-512 has twice as many, and needs one for a sum where others need two.
const SUMS: usize = 6;
const SUMS_OF_AVX512: usize = 12;

/// Makes products of the same few activations and weights, `rounds` times some hundreds, with the
/// instructions of a level. Returns how many.
///
/// Evaluations, which also read weights and write sums, cannot be faster.
pub fn repeat_products(level: KernelLevel, rounds: u64) -> u64 {
    dispatch(Repeat(rounds), level)
}

impl Network<'_> {
    /// Returns how many products the convolutions of an evaluation make on a board of this size.
    pub fn products(&self, size: BoardSize) -> u64 {
        (self.weights.products_per_point() * size.area()) as u64
    }
}

struct Repeat(u64);

impl Kernel for Repeat {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self) -> u64 {
        let inputs = black_box([S::Input::from(1); 64]);
        let weights = black_box([1_i8; 64]);
        let mut stored = [0_i32; 16];
        let sums = if S::VECTORS > 1 {
            S::repeat::<SUMS_OF_AVX512>(&inputs, &weights, self.0, &mut stored);
            SUMS_OF_AVX512
        } else {
            S::repeat::<SUMS>(&inputs, &weights, self.0, &mut stored);
            SUMS
        };
        black_box(stored);
        self.0 * (sums * 4 * S::OUTPUTS) as u64
    }
}
