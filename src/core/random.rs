//! Random numbers that are the same in every version.
//!
//! The generator is xoshiro256++ 1.0 (Blackman and Vigna, "Scrambled linear
//! pseudorandom number generators", 2021). Seeding and bounded numbers are
//! implemented here, so that no later version of a crate changes the game that
//! a given seed produces.

use std::convert::Infallible;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng, TryRng};

/// A stream of random numbers, determined by a seed and the number of the stream.
///
/// The stream implements the traits of `rand_core` 0.10, so every method of `rand` 0.10
/// works on it. Only [`bits`](Self::bits) and [`below`](Self::below) stay the same in every
/// version: the methods of other crates may draw differently in their later versions.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// let mut stream = ponnuki::RandomStream::new(1, 0);
/// assert_eq!(stream.bits(), 10_673_306_793_057_765_600);
/// assert_eq!(stream.below(6), Some(2));
/// ```
#[derive(Clone, Debug)]
pub struct RandomStream(Xoshiro256PlusPlus);

impl RandomStream {
    /// Returns stream `number` of a seed. Streams with different numbers or
    /// seeds are independent for every practical purpose.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut mixer = SplitMix64(seed);
        let mut state = SplitMix64(mixer.next() ^ SplitMix64(!number).next());
        let mut bytes = [0; 32];
        for word in bytes.chunks_exact_mut(8) {
            word.copy_from_slice(&state.next().to_le_bytes());
        }
        Self(Xoshiro256PlusPlus::from_seed(bytes))
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below `bound`, each equally likely, or `None` if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> Option<u64> {
        below(&mut self.0, bound)
    }

    /// Returns a place among weights, each as likely as its weight, or `None` if all are 0.
    pub fn pick(&mut self, weights: &[u64]) -> Option<usize> {
        let mut drawn = self.below(weights.iter().sum())?;
        weights.iter().position(|&weight| {
            let is_before = drawn < weight;
            drawn = drawn.saturating_sub(weight);
            is_before
        })
    }

    /// Shuffles items into a random order, each order equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            if let Some(other) = self.below(last as u64 + 1) {
                items.swap(last, other as usize);
            }
        }
    }
}

impl TryRng for RandomStream {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

/// Draws a number below `bound`, each equally likely, or returns `None` if `bound` is 0.
///
/// Multiplies a random number by `bound`, and rejects the few products that would favour
/// some results (Lemire, "Fast random integer generation in an interval", 2019).
#[inline]
pub(crate) fn below(generator: &mut (impl Rng + ?Sized), bound: u64) -> Option<u64> {
    let unfair = bound.wrapping_neg().checked_rem(bound)?;
    loop {
        let product = u128::from(generator.next_u64()) * u128::from(bound);
        if product as u64 >= unfair {
            return Some((product >> 64) as u64);
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014). It expands seeds into the generator's state and fills the
/// table of Zobrist keys.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Returns whether counts of equally likely outcomes pass a chi-square test.
/// Fair draws fail it once in 10,000 times.
#[doc(hidden)]
pub fn chi_square_is_likely(counts: &[u32]) -> bool {
    let draws: f64 = counts.iter().map(|&n| f64::from(n)).sum();
    let expected = draws / counts.len() as f64;
    let chi_square: f64 = counts
        .iter()
        .map(|&n| (f64::from(n) - expected).powi(2) / expected)
        .sum();
    // Wilson and Hilferty, "The distribution of chi-square", 1931. A normal
    // variable exceeds 3.719 standard deviations once in 10,000 times.
    let freedom = counts.len() as f64 - 1.0;
    let part = 2.0 / (9.0 * freedom);
    chi_square < freedom * (1.0 - part + 3.719 * part.sqrt()).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_streams_match_the_first_version() {
        let mut stream = RandomStream::new(1, 0);
        assert_eq!(
            [stream.bits(), stream.bits()],
            [10_673_306_793_057_765_600, 6_659_694_390_875_770_508]
        );
        let mut stream = RandomStream::new(u64::MAX, 7);
        assert_eq!(
            [stream.bits(), stream.bits()],
            [12_255_484_899_094_706_688, 3_766_881_193_208_475_439]
        );
    }

    #[test]
    fn the_generator_is_xoshiro256_plus_plus() {
        // The reference implementation's first outputs for the state 1, 2, 3, 4.
        let mut bytes = [0; 32];
        for (word, number) in bytes.chunks_exact_mut(8).zip(1_u64..) {
            word.copy_from_slice(&number.to_le_bytes());
        }
        let mut stream = RandomStream(Xoshiro256PlusPlus::from_seed(bytes));
        let outputs: Vec<_> = (0..4).map(|_| stream.bits()).collect();
        assert_eq!(
            outputs,
            [
                41_943_041,
                58_720_359,
                3_588_806_011_781_223,
                3_591_011_842_654_386
            ]
        );
    }

    #[test]
    fn bounded_numbers_are_bounded_and_fair() {
        let mut stream = RandomStream::new(3, 3);
        assert_eq!(stream.below(0), None);
        assert_eq!(stream.below(1), Some(0));
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[stream.below(6).unwrap() as usize] += 1;
        }
        assert!(chi_square_is_likely(&counts), "{counts:?}");
        assert!(!chi_square_is_likely(&[1_000, 1_000, 1_200]));
        // The largest bound rejects almost half of all draws.
        assert!((0..100).all(|_| stream.below(u64::MAX / 2 + 2).unwrap() <= u64::MAX / 2 + 1));
    }

    #[test]
    fn a_shuffle_draws_each_order_equally_often() {
        let mut stream = RandomStream::new(3, 4);
        let mut counts = [0_u32; 27];
        for _ in 0..6_000 {
            let mut items = [0, 1, 2];
            stream.shuffle(&mut items);
            counts[9 * items[0] + 3 * items[1] + items[2]] += 1;
        }
        let orders = counts.into_iter().filter(|&count| count > 0);
        let orders: Vec<_> = orders.collect();
        assert_eq!(orders.len(), 6);
        assert!(chi_square_is_likely(&orders), "{orders:?}");
    }

    #[test]
    fn the_methods_of_rand_draw_from_the_stream() {
        use rand::RngExt;

        let (mut stream, mut same) = (RandomStream::new(3, 1), RandomStream::new(3, 1));
        assert_eq!(stream.random::<u64>(), same.bits());
        assert!((0..6).contains(&stream.random_range(0..6)));
    }
}
