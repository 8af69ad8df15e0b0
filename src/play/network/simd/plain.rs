//! Products without vectors, which all others must equal.

use super::Simd;

pub(super) struct Plain;

impl Simd for Plain {
    type Input = u8;
    type Inputs = [u8; 4];
    type Weights = [i8; 16];
    type Sums = [i32; 4];

    const OUTPUTS: usize = 4;
    const VECTORS: usize = 1;

    #[inline(always)]
    fn zero() -> Self::Sums {
        [0; 4]
    }

    #[inline(always)]
    unsafe fn inputs(from: *const u8) -> Self::Inputs {
        // SAFETY: the caller's.
        unsafe { from.cast::<[u8; 4]>().read() }
    }

    #[inline(always)]
    unsafe fn weights(from: *const i8) -> Self::Weights {
        // SAFETY: the caller's.
        unsafe { from.cast::<[i8; 16]>().read() }
    }

    #[inline(always)]
    unsafe fn add(
        mut sums: Self::Sums,
        inputs: Self::Inputs,
        weights: Self::Weights,
    ) -> Self::Sums {
        for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(4)) {
            for (&input, &weight) in inputs.iter().zip(weights) {
                *sum += i32::from(input) * i32::from(weight);
            }
        }
        sums
    }

    #[inline(always)]
    unsafe fn store(sums: Self::Sums, to: *mut i32) {
        // SAFETY: the caller's.
        unsafe { to.cast::<[i32; 4]>().write_unaligned(sums) }
    }
}
