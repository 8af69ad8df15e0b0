//! Run-time dispatch to code for the current processor.
//!
//! The default build runs on any x86-64 processor. Some lack the instructions
//! that count the bits of a word (`popcnt`) and that find its n-th bit
//! (`pdep`). Playouts one game at a time do little else, so their whole loop is
//! compiled twice, with and without these instructions. Games in lockstep are
//! compiled three times ([`SimdLevel`]), with one bit for each game in the widest
//! vector that the processor has ([`Vector`]). All copies give the same results.
//!
//! This file holds the only `unsafe` code of the engine. Calling a function
//! that is compiled for instructions that the processor might lack is
//! `unsafe`; the test just before each call makes it sound. The types of the
//! processors are private to this file, so that no other code calls the
//! instructions that they stand for.
#![allow(unsafe_code)]

mod vector;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod words;

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

pub(crate) use vector::Vector;
#[cfg(any(test, not(target_arch = "x86_64")))]
pub(crate) use words::Words;

/// Code that is compiled once for each kind of processor.
///
/// `run` and every hot function below it must be `#[inline(always)]`: a
/// function that is not inlined is compiled for the baseline processor only, which
/// `scripts/check/kernels.sh` finds.
pub(crate) trait Kernel {
    type Output;
    fn run<P: Processor>(self) -> Self::Output;
}

/// The operations that differ between processors.
pub(crate) trait Processor {
    /// The widest vector of bits.
    type Vector: Vector;

    /// Returns the position of the set bit that has `rank` set bits below it.
    /// The word must have more than `rank` set bits.
    fn select(word: u64, rank: u32) -> u32;
}

/// The instruction set that plays games in lockstep.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::playout::{LockstepPlayouts, PlayoutCore, SimdLevel};
/// use ponnuki::{Board, BoardSize, Color};
///
/// let board = Board::new(BoardSize::square(5)?);
/// let mut playouts = LockstepPlayouts::new(&board, Color::Black, None);
/// let levels = SimdLevel::ALL.into_iter().filter(|level| level.is_available());
/// let mut signatures = levels.map(|level| {
///     playouts.set_level(level);
///     playouts.run(1, 0..1_000).signature()
/// });
/// // The higher levels compute the same, only faster.
/// let baseline = signatures.next();
/// assert!(signatures.all(|signature| Some(signature) == baseline));
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdLevel {
    /// The instructions that every processor of the target has: SSE2 on x86-64.
    Baseline,
    /// AVX2, with the bit instructions of the same processors (Haswell, Zen).
    Avx2,
    /// AVX-512, with its instructions for bytes and for bit counts (Ice Lake,
    /// Zen 4).
    Avx512,
}

/// The highest level that this process uses.
static LIMIT: AtomicU8 = AtomicU8::new(SimdLevel::Avx512 as u8);

impl SimdLevel {
    /// All levels, from the lowest.
    pub const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];

    /// Makes this the highest level that all playouts and searches of this process use from
    /// now on, to compare the levels. Only their speed depends on it.
    pub fn limit(self) {
        LIMIT.store(self as u8, Ordering::Relaxed);
    }

    /// Returns the highest level that this processor supports, up to the
    /// [limit](Self::limit).
    pub fn best() -> Self {
        if Self::Avx512.is_available() {
            Self::Avx512
        } else if Self::Avx2.is_available() {
            Self::Avx2
        } else {
            Self::Baseline
        }
    }

    /// Returns whether this processor has the instructions, up to the
    /// [limit](Self::limit).
    #[cfg(target_arch = "x86_64")]
    pub fn is_available(self) -> bool {
        if self as u8 > LIMIT.load(Ordering::Relaxed) {
            return false;
        }
        match self {
            Self::Baseline => true,
            Self::Avx2 => {
                is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
                    && is_x86_feature_detected!("avx2")
            }
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512cd")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512bitalg")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
        }
    }

    /// Returns whether this processor has the instructions.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_available(self) -> bool {
        self == Self::Baseline
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Baseline => "baseline",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512",
        })
    }
}

/// Runs the best copy for this processor, except for the AVX-512 one.
pub(crate) fn dispatch<T: Kernel>(kernel: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if SimdLevel::Avx2.is_available() {
        // SAFETY: the processor has the features that the function is
        // compiled for.
        return unsafe { x86::run_avx2(kernel) };
    }
    run_portable(kernel)
}

/// Runs the copy for this level, or for the best level below it that the
/// processor supports.
pub(super) fn dispatch_at<T: Kernel>(kernel: T, level: SimdLevel) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if level == SimdLevel::Avx512 && level.is_available() {
        // SAFETY: the processor has the features that the function is
        // compiled for.
        return unsafe { x86::run_avx512(kernel) };
    }
    if level == SimdLevel::Baseline {
        run_portable(kernel)
    } else {
        dispatch(kernel)
    }
}

/// Runs the copy for any processor. A kernel is large, so it is not inlined again.
#[inline(never)]
fn run_portable<T: Kernel>(kernel: T) -> T::Output {
    kernel.run::<Portable>()
}

/// The baseline processor of the target: no special instructions.
pub(super) struct Portable;

impl Processor for Portable {
    #[cfg(target_arch = "x86_64")]
    type Vector = x86::TwoBits128;
    #[cfg(not(target_arch = "x86_64"))]
    type Vector = Words;

    /// Counts the bits of larger and larger fields of the word, then halves
    /// the field around the bit until it is found (Vigna, "Broadword
    /// implementation of rank/select queries", 2008, describes this method and
    /// faster ones).
    #[inline(always)]
    fn select(word: u64, rank: u32) -> u32 {
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        // Byte i holds the number of set bits in bytes 0 to i.
        let sums = bytes.wrapping_mul(0x0101_0101_0101_0101);
        // 1 in each byte below the one that holds the bit.
        let ranks = u64::from(rank) * 0x0101_0101_0101_0101;
        let before = ((ranks | 0x8080_8080_8080_8080) - sums) >> 7 & 0x0101_0101_0101_0101;
        let place = (before.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32 * 8;
        let mut rank = rank - ((sums << 8) >> (place & 63) & 0xff) as u32;
        let mut byte = word >> (place & 63) & 0xff;
        let mut bit = 0;
        for (width, counts) in [(4, nibbles), (2, pairs)] {
            let low = (counts >> ((place + bit) & 63) & ((1 << width) - 1)) as u32;
            let is_above = rank >= low;
            rank -= if is_above { low } else { 0 };
            bit += if is_above { width } else { 0 };
        }
        byte >>= bit;
        bit += u32::from(rank >= (byte & 1) as u32);
        place + bit
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        __m128i, __m256i, __m512i, _mm_and_si128, _mm_cmpeq_epi8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set1_epi64x, _mm_setzero_si128, _mm_xor_si128, _mm256_and_si256, _mm256_or_si256,
        _mm256_set1_epi64x, _mm256_testz_si256, _mm256_xor_si256, _mm512_and_si512,
        _mm512_or_si512, _mm512_set1_epi64, _mm512_test_epi64_mask, _mm512_xor_si512, _pdep_u64,
    };
    use std::marker::PhantomData;
    use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

    use super::vector::operators;
    use super::{Kernel, Processor, Vector};

    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
    pub(super) fn run_avx2<T: Kernel>(kernel: T) -> T::Output {
        kernel.run::<Bmi2<Bits256>>()
    }

    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
    #[target_feature(enable = "avx512bitalg,avx512vpopcntdq")]
    pub(super) fn run_avx512<T: Kernel>(kernel: T) -> T::Output {
        kernel.run::<Bmi2<Bits512>>()
    }

    /// A processor with BMI2, and with the instructions for these vectors.
    struct Bmi2<V>(PhantomData<V>);

    impl<V: Vector> Processor for Bmi2<V> {
        type Vector = V;

        /// Deposits a single bit at the position of the set bit of this rank.
        #[inline(always)]
        fn select(word: u64, rank: u32) -> u32 {
            // SAFETY: only the functions above use this type, and they run only
            // on a processor with these instructions.
            unsafe { _pdep_u64(1 << rank, word) }.trailing_zeros()
        }
    }

    /// A vector that is a register of the processor, or an array of registers.
    macro_rules! register {
        (
            $(#[$attribute:meta])*
            $vector:ident($register:ty): $words:literal, $ternary:literal, $fill:expr, $and:expr, $or:expr, $xor:expr, $is_none:expr
        ) => {
            $(#[$attribute])*
            #[derive(Clone, Copy)]
            pub(in super::super) struct $vector($register);

            // SAFETY: a processor has this vector only if it has the instructions,
            // and only code that runs on such a processor makes vectors.
            operators! {
                $vector:
                |a: Self, b: Self| Self(unsafe { $and(a.0, b.0) }),
                |a: Self, b: Self| Self(unsafe { $or(a.0, b.0) }),
                |a: Self, b: Self| Self(unsafe { $xor(a.0, b.0) })
            }

            impl Vector for $vector {
                const WORDS: usize = $words;
                const HAS_TERNARY: bool = $ternary;

                #[inline(always)]
                fn filled(word: u64) -> Self {
                    // SAFETY: as for the operators.
                    Self(unsafe { $fill(word.cast_signed()) })
                }

                #[inline(always)]
                fn words(&self) -> &[u64] {
                    // SAFETY: the register has the size of the words, is aligned
                    // at least as they are, and all bits may have any value.
                    unsafe { &*std::ptr::from_ref(self).cast::<[u64; $words]>() }
                }

                #[inline(always)]
                fn words_mut(&mut self) -> &mut [u64] {
                    // SAFETY: as for `words`.
                    unsafe { &mut *std::ptr::from_mut(self).cast::<[u64; $words]>() }
                }

                #[inline(always)]
                fn is_none(self) -> bool {
                    // SAFETY: as for the operators.
                    unsafe { $is_none(self.0) }
                }
            }
        };
    }

    register! {
        /// 256 bits in two registers of 128, which every x86-64 processor has. One
        /// register alone is slower by a tenth: half of all instructions compute
        /// addresses and control loops, and two registers share them.
        #[allow(unused_unsafe, reason = "needs no test, unlike the other vectors")]
        TwoBits128([__m128i; 2]): 4, false,
        |word| [_mm_set1_epi64x(word); 2],
        |a: [_; 2], b: [_; 2]| [_mm_and_si128(a[0], b[0]), _mm_and_si128(a[1], b[1])],
        |a: [_; 2], b: [_; 2]| [_mm_or_si128(a[0], b[0]), _mm_or_si128(a[1], b[1])],
        |a: [_; 2], b: [_; 2]| [_mm_xor_si128(a[0], b[0]), _mm_xor_si128(a[1], b[1])],
        |bits: [_; 2]| {
            let either = _mm_or_si128(bits[0], bits[1]);
            _mm_movemask_epi8(_mm_cmpeq_epi8(either, _mm_setzero_si128())) == 0xffff
        }
    }

    register! {
        /// 256 bits of AVX2.
        Bits256(__m256i): 4, false, _mm256_set1_epi64x, _mm256_and_si256, _mm256_or_si256,
        _mm256_xor_si256, |bits| _mm256_testz_si256(bits, bits) == 1
    }

    register! {
        /// 512 bits of AVX-512.
        Bits512(__m512i): 8, true, _mm512_set1_epi64, _mm512_and_si512, _mm512_or_si512,
        _mm512_xor_si512, |bits| _mm512_test_epi64_mask(bits, bits) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::random::RandomStream;

    struct Selects(Vec<u64>);

    impl Kernel for Selects {
        type Output = Vec<u32>;

        fn run<P: Processor>(self) -> Vec<u32> {
            let each = |&word: &u64| (0..word.count_ones()).map(move |n| P::select(word, n));
            self.0.iter().flat_map(each).collect()
        }
    }

    #[test]
    fn every_processor_finds_the_same_bits() {
        let mut stream = RandomStream::new(5, 0);
        let mut words = vec![0, 1, u64::MAX, 1 << 63, 0xff00_0000_0000_00ff];
        for _ in 0..1_000 {
            words.push(stream.bits());
            words.push(stream.bits() & stream.bits() & stream.bits());
        }
        let expected: Vec<u32> = words
            .iter()
            .flat_map(|&word| (0..64).filter(move |bit| word >> bit & 1 != 0))
            .collect();
        assert_eq!(Selects(words.clone()).run::<Portable>(), expected);
        assert_eq!(dispatch(Selects(words)), expected);
    }
}
