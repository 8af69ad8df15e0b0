//! The positions of a playout, to ask whether one was there before.
//!
//! Nearly always the answer is no, so a small bit filter (Bloom, "Space/time
//! trade-offs in hash coding with allowable errors", 1970, with one hash
//! function) stands in front of the list: a bit that is not set is a position
//! that was not seen. The list is searched only when the bit is set.

/// The words of the filter, 8192 bits: a 19x19 playout sets 1 bit in 18.
const WORDS: usize = 128;

/// The hashes of the positions so far.
#[derive(Clone)]
pub(super) struct Seen {
    filter: [u64; WORDS],
    hashes: Vec<u64>,
}

impl Seen {
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

    /// Adds a position, or says that it was there before.
    #[inline(always)]
    pub(super) fn is_new(&mut self, hash: u64) -> bool {
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
    fn positions_are_known_again_and_only_they() {
        let mut seen = Seen::new();
        assert!(seen.is_new(1));
        // The same bit of the filter.
        assert!(seen.is_new(1 + (1 << 40)));
        assert!(!seen.is_new(1));
        assert!(!seen.is_new(1 + (1 << 40)));
        seen.clear();
        assert!(seen.is_new(1));
    }
}
