//! The positions of a playout, used to find repetitions. Only the benchmark and tests
//! play uniform playouts under superko.
//!
//! Repetitions are rare, so a small bit filter (Bloom, "Space/time trade-offs
//! in hash coding with allowable errors", 1970, with one hash function) comes
//! before the list of hashes. A clear bit proves that a position is new; only
//! a set bit requires a search of the list.

/// The words of the filter, 8192 bits: a 19x19 playout sets 1 bit in 18.
const WORDS: usize = 128;

/// The hashes of the positions of one playout.
#[derive(Clone)]
pub(super) struct SeenPositions {
    filter: [u64; WORDS],
    hashes: Vec<u64>,
}

impl SeenPositions {
    pub(super) fn new() -> Self {
        Self {
            filter: [0; WORDS],
            hashes: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.filter = [0; WORDS];
        self.hashes.clear();
    }

    /// Adds a position. Returns `false` if it was already present.
    #[inline(always)]
    pub(super) fn insert(&mut self, hash: u64) -> bool {
        let word = &mut self.filter[hash as usize / 64 % WORDS];
        let bit = 1 << (hash % 64);
        if *word & bit != 0 && self.hashes.contains(&hash) {
            return false;
        }
        *word |= bit;
        self.hashes.push(hash);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_earlier_positions_are_repetitions() {
        let mut seen = SeenPositions::new();
        assert!(seen.insert(1));
        // This hash has the same bit of the filter.
        assert!(seen.insert(1 + (1 << 40)));
        assert!(!seen.insert(1));
        assert!(!seen.insert(1 + (1 << 40)));
        seen.clear();
        assert!(seen.insert(1));
    }
}
