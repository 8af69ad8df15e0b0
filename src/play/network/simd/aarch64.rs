//! Products by NEON, which every 64-bit ARM processor has.

use std::arch::aarch64::{
    int16x4_t, int16x8_t, int32x4_t, vdupq_n_s32, vget_high_s16, vget_low_s8, vget_low_s16,
    vld1_s16, vld1q_s8, vmlal_s16, vmovl_high_s8, vmovl_s8, vpaddq_s32, vst1q_s32,
};

use super::Simd;

/// Each output has four sums of its own, one for each input of a group of four.
pub(super) struct Neon;

#[allow(unused_unsafe, reason = "every processor has these instructions")]
impl Simd for Neon {
    type Input = i16;
    type Inputs = int16x4_t;
    type Weights = [int16x8_t; 2];
    type Sums = [int32x4_t; 4];

    const OUTPUTS: usize = 4;
    const VECTORS: usize = 1;

    #[inline(always)]
    fn zero() -> Self::Sums {
        // SAFETY: always there.
        [unsafe { vdupq_n_s32(0) }; 4]
    }

    #[inline(always)]
    unsafe fn inputs(from: *const i16) -> Self::Inputs {
        // SAFETY: the caller's.
        unsafe { vld1_s16(from) }
    }

    #[inline(always)]
    unsafe fn weights(from: *const i8) -> Self::Weights {
        // SAFETY: the caller's.
        unsafe {
            let bytes = vld1q_s8(from);
            [vmovl_s8(vget_low_s8(bytes)), vmovl_high_s8(bytes)]
        }
    }

    #[inline(always)]
    unsafe fn add(sums: Self::Sums, inputs: Self::Inputs, weights: Self::Weights) -> Self::Sums {
        // SAFETY: the caller's.
        unsafe {
            [
                vmlal_s16(sums[0], vget_low_s16(weights[0]), inputs),
                vmlal_s16(sums[1], vget_high_s16(weights[0]), inputs),
                vmlal_s16(sums[2], vget_low_s16(weights[1]), inputs),
                vmlal_s16(sums[3], vget_high_s16(weights[1]), inputs),
            ]
        }
    }

    #[inline(always)]
    unsafe fn store(sums: Self::Sums, to: *mut i32) {
        // SAFETY: the caller's.
        unsafe {
            let low = vpaddq_s32(sums[0], sums[1]);
            let high = vpaddq_s32(sums[2], sums[3]);
            vst1q_s32(to, vpaddq_s32(low, high));
        }
    }
}
