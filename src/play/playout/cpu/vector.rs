//! Vectors of bits: one bit for each of many games.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A vector with one bit for each game. The processor handles all its bits with
/// one instruction, or with a few.
pub(crate) trait Vector:
    Copy
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
{
    /// The number of games in a vector.
    const GAMES: usize = 64 * Self::WORDS;
    /// The number of words that hold the bits.
    const WORDS: usize;
    /// One instruction computes any function of three vectors.
    const HAS_TERNARY: bool;

    /// Returns the vector whose words all equal `word`.
    fn filled(word: u64) -> Self;

    /// Returns the words. Game `g` is bit `g % 64` of word `g / 64`.
    fn words(&self) -> &[u64];

    fn words_mut(&mut self) -> &mut [u64];

    /// Returns whether the bit is 0 in all games.
    #[inline(always)]
    fn is_none(self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// Returns a vector of zeros.
    #[inline(always)]
    fn none() -> Self {
        Self::filled(0)
    }

    /// Returns a vector of ones.
    #[inline(always)]
    fn all() -> Self {
        Self::filled(u64::MAX)
    }

    /// Takes the bits of `this` where the bit of the mask is set, and those of
    /// `other` elsewhere.
    #[inline(always)]
    fn select(self, this: Self, other: Self) -> Self {
        (self & this) | (!self & other)
    }

    /// Returns the number of games whose bit is set.
    #[inline(always)]
    fn count(self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn get(&self, game: usize) -> bool {
        self.words()[game / 64] >> (game % 64) & 1 != 0
    }

    #[inline(always)]
    fn set(&mut self, game: usize, bit: bool) {
        let word = &mut self.words_mut()[game / 64];
        *word = *word & !(1 << (game % 64)) | u64::from(bit) << (game % 64);
    }

    #[inline(always)]
    fn games(self) -> Games<Self> {
        Games {
            vector: self,
            word: 0,
            rest: self.words()[0],
        }
    }
}

/// The games whose bit is set in a vector.
pub(crate) struct Games<V> {
    vector: V,
    word: usize,
    /// The bits of the word that are left.
    rest: u64,
}

impl<V: Vector> Iterator for Games<V> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            self.word += 1;
            self.rest = *self.vector.words().get(self.word)?;
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(64 * self.word + bit)
    }
}

/// Implements the operators of a vector, from a function for two of them at a
/// time.
macro_rules! operators {
    ($vector:ty, $($operator:ident, $method:ident, $assign:ident, $assign_method:ident, $function:expr;)*) => {$(
        impl $operator for $vector {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                $function(self, other)
            }
        }

        impl $assign for $vector {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
    ($vector:ty: $and:expr, $or:expr, $xor:expr) => {
        operators! {
            $vector,
            BitAnd, bitand, BitAndAssign, bitand_assign, $and;
            BitOr, bitor, BitOrAssign, bitor_assign, $or;
            BitXor, bitxor, BitXorAssign, bitxor_assign, $xor;
        }

        impl Not for $vector {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                self ^ Self::all()
            }
        }
    };
}

pub(super) use operators;
