//! Vectors of plain words, for any processor.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::vector::{Vector, operators};

/// A vector of two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words([u64; 2]);

impl Words {
    #[inline(always)]
    fn with(self, other: Self, function: impl Fn(u64, u64) -> u64) -> Self {
        Self([
            function(self.0[0], other.0[0]),
            function(self.0[1], other.0[1]),
        ])
    }
}

operators! {
    Words:
    |a: Self, b| a.with(b, |a, b| a & b),
    |a: Self, b| a.with(b, |a, b| a | b),
    |a: Self, b| a.with(b, |a, b| a ^ b)
}

impl Vector for Words {
    const WORDS: usize = 2;

    #[inline(always)]
    fn filled(word: u64) -> Self {
        Self([word; 2])
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}
