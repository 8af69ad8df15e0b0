//! Products by SSE2, AVX2 and AVX-512 with VNNI.

use std::arch::x86_64::{
    __m128i, __m256i, __m512i, _mm_add_epi32, _mm_castps_si128, _mm_castsi128_ps, _mm_cmpgt_epi8,
    _mm_loadu_si128, _mm_madd_epi16, _mm_set1_epi64x, _mm_setzero_si128, _mm_shuffle_ps,
    _mm_storeu_si128, _mm_unpackhi_epi8, _mm_unpacklo_epi8, _mm256_add_epi32, _mm256_cvtepi8_epi16,
    _mm256_hadd_epi32, _mm256_madd_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_storeu_si256, _mm512_dpbusd_epi32, _mm512_loadu_si512,
    _mm512_set1_epi32, _mm512_setzero_si512, _mm512_storeu_si512,
};

use super::{Kernel, Simd};

#[target_feature(enable = "avx2")]
pub(super) fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx2>()
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
pub(super) fn run_vnni<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Vnni>()
}

/// Each half of a vector of weights holds two outputs, with two sums each.
pub(super) struct Sse2;

#[allow(
    unused_unsafe,
    reason = "every x86-64 processor has these instructions"
)]
impl Simd for Sse2 {
    type Input = i16;
    type Inputs = __m128i;
    type Weights = [__m128i; 2];
    type Sums = [__m128i; 2];

    const OUTPUTS: usize = 4;
    const VECTORS: usize = 1;

    #[inline(always)]
    fn zero() -> Self::Sums {
        // SAFETY: always there.
        [unsafe { _mm_setzero_si128() }; 2]
    }

    #[inline(always)]
    unsafe fn inputs(from: *const i16) -> Self::Inputs {
        // SAFETY: the caller's.
        unsafe { _mm_set1_epi64x(from.cast::<i64>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn weights(from: *const i8) -> Self::Weights {
        // SAFETY: the caller's.
        unsafe {
            let bytes = _mm_loadu_si128(from.cast());
            let signs = _mm_cmpgt_epi8(_mm_setzero_si128(), bytes);
            [
                _mm_unpacklo_epi8(bytes, signs),
                _mm_unpackhi_epi8(bytes, signs),
            ]
        }
    }

    #[inline(always)]
    unsafe fn add(sums: Self::Sums, inputs: Self::Inputs, weights: Self::Weights) -> Self::Sums {
        // SAFETY: the caller's.
        unsafe {
            [
                _mm_add_epi32(sums[0], _mm_madd_epi16(inputs, weights[0])),
                _mm_add_epi32(sums[1], _mm_madd_epi16(inputs, weights[1])),
            ]
        }
    }

    #[inline(always)]
    unsafe fn store(sums: Self::Sums, to: *mut i32) {
        // SAFETY: the caller's.
        unsafe {
            let (low, high) = (_mm_castsi128_ps(sums[0]), _mm_castsi128_ps(sums[1]));
            let even = _mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(low, high));
            let odd = _mm_castps_si128(_mm_shuffle_ps::<0b11_01_11_01>(low, high));
            _mm_storeu_si128(to.cast(), _mm_add_epi32(even, odd));
        }
    }
}

/// As [`Sse2`], with twice the outputs.
struct Avx2;

impl Simd for Avx2 {
    type Input = i16;
    type Inputs = __m256i;
    type Weights = [__m256i; 2];
    type Sums = [__m256i; 2];

    const OUTPUTS: usize = 8;
    const VECTORS: usize = 1;

    #[inline(always)]
    fn zero() -> Self::Sums {
        // SAFETY: only `run_avx2` uses this type.
        [unsafe { _mm256_setzero_si256() }; 2]
    }

    #[inline(always)]
    unsafe fn inputs(from: *const i16) -> Self::Inputs {
        // SAFETY: the caller's.
        unsafe { _mm256_set1_epi64x(from.cast::<i64>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn weights(from: *const i8) -> Self::Weights {
        // SAFETY: the caller's.
        unsafe {
            [
                _mm256_cvtepi8_epi16(_mm_loadu_si128(from.cast())),
                _mm256_cvtepi8_epi16(_mm_loadu_si128(from.add(16).cast())),
            ]
        }
    }

    #[inline(always)]
    unsafe fn add(sums: Self::Sums, inputs: Self::Inputs, weights: Self::Weights) -> Self::Sums {
        // SAFETY: the caller's.
        unsafe {
            [
                _mm256_add_epi32(sums[0], _mm256_madd_epi16(inputs, weights[0])),
                _mm256_add_epi32(sums[1], _mm256_madd_epi16(inputs, weights[1])),
            ]
        }
    }

    #[inline(always)]
    unsafe fn store(sums: Self::Sums, to: *mut i32) {
        // SAFETY: the caller's.
        unsafe {
            // Adds pairs within each half of 128 bits, so the middle two quarters are swapped.
            let pairs = _mm256_hadd_epi32(sums[0], sums[1]);
            let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(pairs);
            _mm256_storeu_si256(to.cast(), ordered);
        }
    }
}

/// One instruction adds four products of bytes to each of 16 sums.
struct Vnni;

impl Simd for Vnni {
    type Input = u8;
    type Inputs = __m512i;
    type Weights = __m512i;
    type Sums = __m512i;

    const OUTPUTS: usize = 16;
    const VECTORS: usize = 4;

    #[inline(always)]
    fn zero() -> Self::Sums {
        // SAFETY: only `run_vnni` uses this type.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn inputs(from: *const u8) -> Self::Inputs {
        // SAFETY: the caller's.
        unsafe { _mm512_set1_epi32(from.cast::<i32>().read_unaligned()) }
    }

    #[inline(always)]
    unsafe fn weights(from: *const i8) -> Self::Weights {
        // SAFETY: the caller's.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }

    #[inline(always)]
    unsafe fn add(sums: Self::Sums, inputs: Self::Inputs, weights: Self::Weights) -> Self::Sums {
        // SAFETY: the caller's.
        unsafe { _mm512_dpbusd_epi32(sums, inputs, weights) }
    }

    #[inline(always)]
    unsafe fn store(sums: Self::Sums, to: *mut i32) {
        // SAFETY: the caller's.
        unsafe { _mm512_storeu_si512(to.cast(), sums) }
    }
}
