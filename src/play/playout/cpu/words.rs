//! Vectors of plain words, for any processor.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::vector::{Vector, operators};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words([u64; 4]);

impl Words {
    #[inline(always)]
    fn with(self, other: Self, function: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| {
            function(self.0[word], other.0[word])
        }))
    }
}

operators! {
    Words:
    |a: Self, b| a.with(b, |a, b| a & b),
    |a: Self, b| a.with(b, |a, b| a | b),
    |a: Self, b| a.with(b, |a, b| a ^ b)
}

impl Vector for Words {
    const WORDS: usize = 4;
    const HAS_TERNARY: bool = false;

    #[inline(always)]
    fn filled(word: u64) -> Self {
        Self([word; 4])
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
