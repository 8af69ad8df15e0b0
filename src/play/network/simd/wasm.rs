//! Products by the SIMD instructions of WebAssembly.

use std::arch::wasm32::{
    i16x8_extend_high_i8x16, i16x8_extend_low_i8x16, i32x4_add, i32x4_dot_i16x8, i32x4_shuffle,
    i32x4_splat, i64x2_splat, v128, v128_load, v128_store,
};

use super::Simd;

/// Each half of a vector of weights holds two outputs, with two sums each.
pub(super) struct Simd128;

impl Simd for Simd128 {
    type Input = i16;
    type Inputs = v128;
    type Weights = [v128; 2];
    type Sums = [v128; 2];

    const OUTPUTS: usize = 4;
    const VECTORS: usize = 1;

    #[inline(always)]
    fn zero() -> Self::Sums {
        [i32x4_splat(0); 2]
    }

    #[inline(always)]
    unsafe fn inputs(from: *const i16) -> Self::Inputs {
        // SAFETY: the caller's.
        i64x2_splat(unsafe { from.cast::<i64>().read_unaligned() })
    }

    #[inline(always)]
    unsafe fn weights(from: *const i8) -> Self::Weights {
        // SAFETY: the caller's.
        let bytes = unsafe { v128_load(from.cast()) };
        [
            i16x8_extend_low_i8x16(bytes),
            i16x8_extend_high_i8x16(bytes),
        ]
    }

    #[inline(always)]
    unsafe fn add(sums: Self::Sums, inputs: Self::Inputs, weights: Self::Weights) -> Self::Sums {
        [
            i32x4_add(sums[0], i32x4_dot_i16x8(inputs, weights[0])),
            i32x4_add(sums[1], i32x4_dot_i16x8(inputs, weights[1])),
        ]
    }

    #[inline(always)]
    unsafe fn store(sums: Self::Sums, to: *mut i32) {
        let even = i32x4_shuffle::<0, 2, 4, 6>(sums[0], sums[1]);
        let odd = i32x4_shuffle::<1, 3, 5, 7>(sums[0], sums[1]);
        // SAFETY: the caller's.
        unsafe { v128_store(to.cast(), i32x4_add(even, odd)) }
    }
}
