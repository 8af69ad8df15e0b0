//! Hashes of board positions (Zobrist, "A new hashing method with application
//! for game playing", 1970).
//!
//! The hash of a position is the exclusive or of one random key per stone. The
//! keys are a fixed table, computed at compile time, so a position on a board of
//! a given width has the same hash on every machine and in every run.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

use super::{Color, MAX_LENGTH, Point};
use crate::random::SplitMix64;

/// The hash of a set of stones. The empty board hashes to 0.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use std::collections::HashMap;
///
/// use ponnuki::{Board, BoardSize, Color, Zobrist};
///
/// let size = BoardSize::square(9)?;
/// let [one, other] = ["C3", "G7"].map(|name| size.point_named(name).unwrap());
/// let mut board = Board::new(size);
/// board.place(Color::Black, one);
/// board.place(Color::White, other);
/// let judged = HashMap::from([(board.hash(), "even")]);
/// // The position has this hash in whatever order the stones were placed.
/// let hash = Zobrist::stone(Color::White, other) ^ Zobrist::stone(Color::Black, one);
/// assert_eq!(judged.get(&hash), Some(&"even"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Zobrist(u64);

/// The length of the largest grid, rounded up to a power of two so that masking
/// an index replaces the bounds check.
const GRID: usize = ((MAX_LENGTH + 1) * MAX_LENGTH).next_power_of_two();

static KEYS: [[u64; 2]; GRID] = keys();

/// Fills the table with successive outputs of SplitMix64.
const fn keys() -> [[u64; 2]; GRID] {
    let mut keys = [[0; 2]; GRID];
    // "Ponnuki" in ASCII.
    let mut stream = SplitMix64(0x50_6f6e_6e75_6b69);
    let mut index = 0;
    while index < 2 * GRID {
        keys[index / 2][index % 2] = stream.next();
        index += 1;
    }
    keys
}

impl Zobrist {
    /// The hash of the empty board.
    pub const EMPTY: Self = Self(0);

    /// Returns the key of one stone.
    #[inline]
    pub fn stone(color: Color, point: Point) -> Self {
        Self(KEYS[point.index() & (GRID - 1)][color as usize])
    }

    /// Returns the hash as an integer.
    #[inline]
    pub const fn value(self) -> u64 {
        self.0
    }
}

impl BitXor for Zobrist {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Zobrist {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl fmt::Display for Zobrist {
    /// Writes 16 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_are_distinct_and_fixed() {
        let all: HashSet<_> = KEYS.iter().flatten().collect();
        assert_eq!(all.len(), 2 * GRID);
        assert!(!all.contains(&0));
        // Recorded from the first version. A different table would
        // invalidate every published hash.
        assert_eq!(
            Zobrist::stone(Color::Black, Point::from_index(0)).to_string(),
            "5b5b39fc814b3a3a"
        );
    }
}
