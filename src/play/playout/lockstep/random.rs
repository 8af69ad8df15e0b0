//! A random generator for each game, and fair draws from them.

use crate::playout::cpu::Vector;
use ponnuki_core::random::RandomStream;

use super::arithmetic::{add_bits, number_of, set_number, transpose};

/// How many bits of a random number a draw uses, from the highest down.
const DRAWN_BITS: usize = 24;

/// The generator xoshiro128++ 1.0 (Blackman and Vigna, 2019) in every game.
///
/// Its state is four words of 32 bits, and here plane `b` of word `w` holds bit
/// `b` of that word in each game. Shifts and rotations only rename planes, and
/// additions carry from plane to plane.
#[derive(Clone)]
pub(super) struct Generators<V> {
    words: [[V; 32]; 4],
}

impl<V: Vector> Generators<V> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            words: [[V::none(); 32]; 4],
        }
    }

    /// Sets the states of 64 games, those of one word of a vector, except for the
    /// games of `kept`.
    #[inline(always)]
    pub(super) fn seed(&mut self, word: usize, mut states: [[u64; 64]; 2], kept: u64) {
        for (half, square) in states.iter_mut().enumerate() {
            transpose(square);
            for (bit, &new) in square.iter().enumerate() {
                let plane = &mut self.words[2 * half + bit / 32][bit % 32];
                let old = &mut plane.words_mut()[word];
                *old = *old & kept | new & !kept;
            }
        }
    }

    /// Takes the states of some games from other generators.
    #[inline(always)]
    pub(super) fn copy(&mut self, games: V, from: &Self) {
        let planes = self.words.iter_mut().flatten();
        for (plane, &new) in planes.zip(from.words.iter().flatten()) {
            *plane = games.select(new, *plane);
        }
    }

    /// Returns the next number of each game, and advances the generators of some
    /// games.
    #[inline(always)]
    fn next(&mut self, games: V) -> [V; 32] {
        let [s0, s1, s2, s3] = &mut self.words;
        let mut sum = [V::none(); 32];
        let mut carry = V::none();
        for bit in 0..32 {
            (sum[bit], carry) = add_bits(s0[bit], s3[bit], carry);
        }
        let mut number = [V::none(); 32];
        carry = V::none();
        for bit in 0..32 {
            (number[bit], carry) = add_bits(sum[(bit + 32 - 7) % 32], s0[bit], carry);
        }
        let mut rotated = [V::none(); 32];
        // From the highest bit, because the shift takes lower bits of the old `s1`.
        for bit in (0..32).rev() {
            let shifted = if bit < 9 { V::none() } else { s1[bit - 9] };
            let (third, second) = (s3[bit] ^ s1[bit], s2[bit] ^ s0[bit]);
            rotated[(bit + 11) % 32] = third;
            s2[bit] ^= games & (s0[bit] ^ shifted);
            s1[bit] ^= games & second;
            s0[bit] ^= games & third;
        }
        for bit in 0..32 {
            s3[bit] = games.select(rotated[bit], s3[bit]);
        }
        number
    }

    /// Draws a number below `bound` in some games, each equally likely, and
    /// returns its `B` planes. `bound` must not be 0 in these games; in the others
    /// the planes are meaningless.
    #[inline(always)]
    pub(super) fn below<const B: usize>(&mut self, bound: &[V; B], games: V) -> [V; B] {
        self.below_with::<B, DRAWN_BITS>(bound, games)
    }

    /// Draws a number with random numbers of `R` bits. The bounds must be below
    /// 2^`R`.
    ///
    /// A random number between 0 and 1 times the bound, rounded down, is fair if
    /// the random number has infinitely many bits. The first few decide the result
    /// unless the fraction of the product is so large that further bits could
    /// carry into the integer. That is rare, and then [`refine`](Self::refine)
    /// takes the other bits and draws more (Canon, "Random integers from an
    /// interval, in nearly constant time", 2020).
    #[inline(always)]
    fn below_with<const B: usize, const R: usize>(&mut self, bound: &[V; B], games: V) -> [V; B] {
        let number = self.next(games);
        // One draw in 2^11 needs more bits than these.
        let first = const { if B + 11 < R { B + 11 } else { R } };
        let mut product = [V::none(); B];
        // The games in which all bits of the fraction from `B` on are 1: a carry
        // needs at least that.
        let mut is_open = games;
        for bit in 0..first {
            let factor = number[32 - first + bit];
            let mut carry = V::none();
            let lowest;
            (lowest, carry) = add_bits(product[0], bound[0] & factor, carry);
            for place in 1..B {
                let sum;
                (sum, carry) = add_bits(product[place], bound[place] & factor, carry);
                product[place - 1] = sum;
            }
            product[B - 1] = carry;
            if bit >= B {
                is_open &= lowest;
            }
        }
        if !is_open.is_none() {
            for game in is_open.games() {
                let first = number_of(&number[32 - R..], game);
                let result = self.refine(game, first, number_of(bound, game), R);
                set_number(&mut product, game, result);
            }
        }
        product
    }

    /// Completes the draw in one game whose first random number was `first`, of
    /// `bits` bits. This uses single words of the vectors, so it need not be
    /// compiled for their level.
    #[cold]
    #[inline(never)]
    fn refine(&mut self, game: usize, first: u32, bound: u32, bits: usize) -> u32 {
        let one = 1_u64 << bits;
        let bound = u64::from(bound);
        let product = u64::from(first) * bound;
        let mut fraction = product % one;
        let integer = (product / one) as u32;
        while fraction + bound > one {
            let more = u64::from(self.next_of(game) >> (32 - bits)) * bound;
            let sum = fraction + more / one;
            if sum >= one {
                return integer + 1;
            }
            if sum < one - 1 {
                break;
            }
            fraction = more % one;
        }
        integer
    }

    /// Returns the next number of one game, and advances its generator.
    fn next_of(&mut self, game: usize) -> u32 {
        let [s0, s1, s2, s3] = &mut self.words;
        let (number, state) =
            xoshiro128_plus_plus([&*s0, s1, s2, s3].map(|word| number_of(word, game)));
        for (word, new) in [s0, s1, s2, s3].into_iter().zip(state) {
            set_number(word, game, new);
        }
        number
    }
}

/// Returns the next number of a single generator and the state after it.
const fn xoshiro128_plus_plus(state: [u32; 4]) -> (u32, [u32; 4]) {
    let [mut s0, mut s1, mut s2, mut s3] = state;
    let number = s0.wrapping_add(s3).rotate_left(7).wrapping_add(s0);
    let shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    (number, [s0, s1, s2, s3.rotate_left(11)])
}

/// Returns the initial state of the generator of playout `number` of a seed, as
/// two halves.
#[inline(always)]
pub(super) fn state(seed: u64, number: u64) -> [u64; 2] {
    let mut stream = RandomStream::new(seed, number);
    // The generator cannot leave the state of zeros.
    [stream.bits() | 1, stream.bits()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::cpu::Words;
    use ponnuki_core::random::chi_square_is_likely;
    use rand_xoshiro::Xoshiro128PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn seeded(seed: u64) -> Generators<Words> {
        let mut generators = Generators::new();
        for word in 0..Words::WORDS {
            let mut states = [[0; 64]; 2];
            for bit in 0..64 {
                [states[0][bit], states[1][bit]] = state(seed, (64 * word + bit) as u64);
            }
            generators.seed(word, states, 0);
        }
        generators
    }

    #[test]
    fn every_game_has_the_generator_xoshiro128_plus_plus() {
        let mut generators = seeded(7);
        let mut references: Vec<_> = (0..Words::GAMES)
            .map(|game| {
                let mut bytes = [0; 16];
                let [low, high] = state(7, game as u64);
                bytes[..8].copy_from_slice(&low.to_le_bytes());
                bytes[8..].copy_from_slice(&high.to_le_bytes());
                Xoshiro128PlusPlus::from_seed(bytes)
            })
            .collect();
        let mut stream = RandomStream::new(8, 0);
        for _ in 0..100 {
            let mut games = Words::none();
            for word in games.words_mut() {
                *word = stream.bits();
            }
            let mut one_by_one = generators.clone();
            let number = generators.next(games);
            for game in games.games() {
                assert_eq!(one_by_one.next_of(game), number_of(&number, game));
            }
            assert!(one_by_one.words == generators.words);
            for (game, reference) in references.iter_mut().enumerate() {
                let mut next = reference.clone();
                assert_eq!(number_of(&number, game), next.next_u32());
                if games.get(game) {
                    *reference = next;
                }
            }
        }
    }

    /// Counts the numbers drawn below each bound with random numbers of `R` bits.
    fn counts<const R: usize>(bounds: [u32; 3], rounds: u32) -> Vec<Vec<u32>> {
        let mut generators = seeded(9);
        let mut planes = [Words::none(); 5];
        for game in 0..Words::GAMES {
            set_number(&mut planes, game, bounds[game % 3]);
        }
        let mut counts: Vec<_> = bounds.map(|bound| vec![0; bound as usize]).into();
        for _ in 0..rounds {
            let drawn = generators.below_with::<5, R>(&planes, Words::all());
            for game in 0..Words::GAMES {
                counts[game % 3][number_of(&drawn, game) as usize] += 1;
            }
        }
        counts
    }

    #[test]
    fn draws_are_fair() {
        // With few bits, many draws need more of them.
        let mut found = vec![counts::<2>([1, 2, 3], 2_000), counts::<3>([5, 6, 7], 2_000)];
        for bounds in [[1, 2, 3], [5, 7, 11], [17, 24, 31]] {
            found.push(counts::<5>(bounds, 2_000));
            found.push(counts::<6>(bounds, 2_000));
            found.push(counts::<DRAWN_BITS>(bounds, 2_000));
        }
        for counts in found.iter().flatten().filter(|counts| counts.len() > 1) {
            assert!(chi_square_is_likely(counts), "{counts:?}");
        }
    }
}
