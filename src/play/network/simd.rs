//! Sums of products for each kind of processor.
//!
//! A convolution multiplies activations from 0 to 255 with weights from -127 to 127 and adds the
//! products in 32 bits, exactly, so every [`Simd`] gives the same sums. They differ in how many
//! products one instruction makes:
//!
//! | level | instructions | products |
//! |---|---|---|
//! | [`KernelLevel::Vnni`] | AVX-512 with VNNI: four products of bytes and their sum | 64 |
//! | [`KernelLevel::Avx2`] | AVX2: two products of 16 bits and their sum | 16 |
//! | [`KernelLevel::Native`] | SSE2, NEON or SIMD of WebAssembly, likewise | 8 or 4 |
//! | [`KernelLevel::Plain`] | what the compiler makes of a loop; the reference | |
//!
//! All `unsafe` code of the network is in this file and in the folder beside it. It has two
//! reasons: calling a function that is compiled for instructions that the processor might lack,
//! after a test for them, and reading weights and activations without a test of the bounds for
//! each vector, in [`sums`], which tests them once.
#![allow(unsafe_code)]

#[cfg(target_arch = "aarch64")]
mod aarch64;
mod plain;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt;
use std::hint::black_box;

/// The most points of a row whose sums are computed together, sharing each load of weights.
const MAX_TILE_POINTS: usize = 5;

/// Work that is compiled once for each kind of processor. Each function that `run` calls is
/// `#[inline(always)]`, or it would be compiled for any processor.
pub(super) trait Kernel {
    type Output;
    fn run<S: Simd>(self) -> Self::Output;
}

/// The instructions that multiply activations and weights.
pub(super) trait Simd {
    /// An activation as the instructions read it.
    type Input: Input;
    /// Four activations of one point, repeated to fill a vector.
    type Inputs: Copy;
    /// Four weights for each of [`OUTPUTS`](Self::OUTPUTS) outputs.
    type Weights: Copy;
    /// The sums of one point for these outputs.
    type Sums: Copy;

    /// The outputs that one vector of weights is for.
    const OUTPUTS: usize;
    /// How many such vectors are used at once.
    const VECTORS: usize;

    fn zero() -> Self::Sums;

    /// Reads four activations.
    ///
    /// # Safety
    ///
    /// They are in bounds, and the processor has the instructions; so for all others.
    unsafe fn inputs(from: *const Self::Input) -> Self::Inputs;

    /// Reads `4 * OUTPUTS` weights, each output's four side by side.
    unsafe fn weights(from: *const i8) -> Self::Weights;

    unsafe fn add(sums: Self::Sums, inputs: Self::Inputs, weights: Self::Weights) -> Self::Sums;

    /// Writes `OUTPUTS` sums.
    unsafe fn store(sums: Self::Sums, to: *mut i32);

    /// Adds products to this number of independent sums, again and again. All that is read fits
    /// into the nearest cache.
    #[inline(always)]
    fn repeat<const SUMS: usize>(
        inputs: &[Self::Input; 64],
        weights: &[i8; 64],
        rounds: u64,
        to: &mut [i32; 16],
    ) {
        const { assert!(4 * SUMS <= 64 && Self::OUTPUTS <= 16) };
        // SAFETY: the arrays hold as much as the widest vectors.
        unsafe {
            let weights = Self::weights(weights.as_ptr());
            let mut sums = [Self::zero(); SUMS];
            for _ in 0..rounds {
                // Or the compiler would multiply once.
                let inputs = black_box(inputs).as_ptr();
                for (number, sum) in sums.iter_mut().enumerate() {
                    *sum = Self::add(*sum, Self::inputs(inputs.add(4 * number)), weights);
                }
            }
            for sum in sums {
                Self::store(sum, to.as_mut_ptr());
                black_box(&to);
            }
        }
    }
}

/// An activation from 0 to 255.
pub(super) trait Input: Copy + Default + From<u8> + Into<i32> + 'static {}

impl Input for u8 {}
impl Input for i16 {}

/// The instruction set that evaluates positions. Evaluations do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KernelLevel {
    /// Rust without vectors, the reference.
    Plain,
    /// The vectors that every processor of the target has: SSE2, NEON, or WebAssembly's.
    Native,
    /// AVX2 (Haswell, Zen).
    Avx2,
    /// AVX-512 with VNNI (Ice Lake, Zen 4).
    Vnni,
}

impl KernelLevel {
    /// All levels, from the lowest.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Native, Self::Avx2, Self::Vnni];

    /// Returns the highest level that this processor supports.
    pub fn best() -> Self {
        let levels = Self::ALL.into_iter().rev();
        let mut available = levels.filter(|level| level.is_available());
        available.next().unwrap_or(Self::Plain)
    }

    /// Returns whether this processor has the instructions.
    pub fn is_available(self) -> bool {
        match self {
            Self::Plain => true,
            Self::Native => cfg!(any(
                target_arch = "x86_64",
                target_arch = "aarch64",
                all(target_arch = "wasm32", target_feature = "simd128")
            )),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Vnni => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vnni")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Vnni => false,
        }
    }
}

impl fmt::Display for KernelLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Plain => "plain",
            Self::Native if cfg!(target_arch = "aarch64") => "NEON",
            Self::Native if cfg!(target_arch = "wasm32") => "SIMD128",
            Self::Native => "SSE2",
            Self::Avx2 => "AVX2",
            Self::Vnni => "VNNI",
        })
    }
}

/// Runs the copy of a kernel for this level, or the plain one if the processor lacks it.
pub(super) fn dispatch<K: Kernel>(kernel: K, level: KernelLevel) -> K::Output {
    if !level.is_available() {
        return kernel.run::<plain::Plain>();
    }
    match level {
        // SAFETY: the processor has the instructions.
        #[cfg(target_arch = "x86_64")]
        KernelLevel::Vnni => unsafe { x86::run_vnni(kernel) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        KernelLevel::Avx2 => unsafe { x86::run_avx2(kernel) },
        #[cfg(target_arch = "x86_64")]
        KernelLevel::Native => kernel.run::<x86::Sse2>(),
        #[cfg(target_arch = "aarch64")]
        KernelLevel::Native => kernel.run::<aarch64::Neon>(),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        KernelLevel::Native => kernel.run::<wasm::Simd128>(),
        _ => kernel.run::<plain::Plain>(),
    }
}

/// A convolution's view of its input and its weights.
pub(super) struct Products<'a, I> {
    /// Activations, point by point, with the channels of a point side by side.
    pub(super) inputs: &'a [I],
    pub(super) input_channels: usize,
    /// For each tap and each four inputs, the four weights of each output.
    pub(super) weights: &'a [i8],
    pub(super) outputs: usize,
}

impl<I> Products<'_, I> {
    /// Computes the sums of a row of points, `outputs` for each, over some taps.
    ///
    /// A tap is its number among the weights and the index of the point that the first point of
    /// the row reads by it; the other points read those that follow it.
    ///
    /// # Panics
    ///
    /// If anything is out of bounds.
    #[inline(always)]
    pub(super) fn sums<S: Simd<Input = I>>(&self, taps: &[(usize, usize)], sums: &mut [i32]) {
        let points = sums.len() / self.outputs;
        let (channels, outputs) = (self.input_channels, self.outputs);
        assert!(sums.len() == points * outputs && outputs % S::OUTPUTS == 0 && channels % 4 == 0);
        for &(tap, from) in taps {
            assert!((tap + 1) * channels * outputs <= self.weights.len());
            assert!((from + points) * channels <= self.inputs.len());
        }
        let tiles = points.div_ceil(MAX_TILE_POINTS).max(1);
        let mut first = 0;
        for tile in 0..tiles {
            let next = points * (tile + 1) / tiles;
            let mut output = 0;
            while output < outputs {
                // SAFETY: all was tested above, for all points of the row and all outputs.
                unsafe {
                    let left = (outputs - output) / S::OUTPUTS;
                    macro_rules! tile {
                        ($points:literal) => {
                            match left.min(S::VECTORS) {
                                4 => self.tile::<S, $points, 4>(taps, first, output, sums),
                                3 => self.tile::<S, $points, 3>(taps, first, output, sums),
                                2 => self.tile::<S, $points, 2>(taps, first, output, sums),
                                _ => self.tile::<S, $points, 1>(taps, first, output, sums),
                            }
                        };
                    }
                    match next - first {
                        5 => tile!(5),
                        4 => tile!(4),
                        3 => tile!(3),
                        2 => tile!(2),
                        _ => tile!(1),
                    }
                    output += left.min(S::VECTORS) * S::OUTPUTS;
                }
            }
            first = next;
        }
    }

    /// Computes the sums of some points and outputs.
    ///
    /// # Safety
    ///
    /// The taps, points and outputs are in bounds, and the processor has the instructions.
    #[inline(always)]
    unsafe fn tile<S: Simd<Input = I>, const POINTS: usize, const VECTORS: usize>(
        &self,
        taps: &[(usize, usize)],
        first: usize,
        output: usize,
        to: &mut [i32],
    ) {
        // SAFETY: the caller's.
        unsafe {
            let mut sums = [[S::zero(); VECTORS]; POINTS];
            for &(tap, from) in taps {
                let mut inputs = self
                    .inputs
                    .as_ptr()
                    .add((from + first) * self.input_channels);
                let mut weights = self.weights.as_ptr();
                weights = weights.add(tap * self.input_channels * self.outputs + 4 * output);
                for _ in 0..self.input_channels / 4 {
                    let mut vectors = [S::weights(weights); VECTORS];
                    for (index, vector) in vectors.iter_mut().enumerate() {
                        *vector = S::weights(weights.add(4 * S::OUTPUTS * index));
                    }
                    for (point, sums) in sums.iter_mut().enumerate() {
                        let inputs = S::inputs(inputs.add(point * self.input_channels));
                        for (sums, &weights) in sums.iter_mut().zip(&vectors) {
                            *sums = S::add(*sums, inputs, weights);
                        }
                    }
                    inputs = inputs.add(4);
                    weights = weights.add(4 * self.outputs);
                }
            }
            for (point, sums) in sums.iter().enumerate() {
                let to = to.as_mut_ptr().add((first + point) * self.outputs + output);
                for (vector, &sums) in sums.iter().enumerate() {
                    S::store(sums, to.add(vector * S::OUTPUTS));
                }
            }
        }
    }
}
