//! The liberties of a chain, condensed into one number.
//!
//! Each pair of a stone and an empty point next to it is a *pseudo-liberty* of
//! the stone's chain. A liberty that touches two stones of the chain therefore
//! counts twice. [`LibertySum`] holds three sums over the pseudo-liberties of a
//! chain: their count, their indices and the squares of their indices (a trick of
//! libEGO and its successors). The sums answer two questions without a search:
//!
//! - The chain has no liberty when the count is 0.
//! - It has one liberty when all its pseudo-liberties are the same point, which
//!   is the case when count * squares = sum * sum (by Cauchy and Schwarz,
//!   equality holds only for equal terms). That point is sum / count.
//!
//! On 25x25, the largest board, a chain has at most 1,200 pseudo-liberties, one
//! for each pair of neighbouring points, and indices are below 650. The fields
//! hold that with room to spare:
//!
//! ```text
//! bit 63       33 32        12 11     0
//!     squares     indices      count
//! ```

use std::ops::{AddAssign, SubAssign};

use super::Point;

const INDEX_SHIFT: u32 = 12;
const SQUARE_SHIFT: u32 = 33;
const COUNT_MASK: u64 = (1 << INDEX_SHIFT) - 1;
const INDEX_MASK: u64 = (1 << (SQUARE_SHIFT - INDEX_SHIFT)) - 1;

/// Three sums over the pseudo-liberties of a chain, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LibertySum(u64);

impl LibertySum {
    pub(crate) const NONE: Self = Self(0);

    /// Returns the sums of a single pseudo-liberty.
    #[inline]
    pub(crate) const fn one(point: Point) -> Self {
        let index = point.index() as u64;
        Self(1 | index << INDEX_SHIFT | (index * index) << SQUARE_SHIFT)
    }

    /// Returns these sums for 1, and [`NONE`](Self::NONE) for 0, without a branch.
    #[inline]
    pub(crate) const fn times(self, one_or_zero: u64) -> Self {
        Self(self.0 & one_or_zero.wrapping_neg())
    }

    /// Returns the sums of `count` pseudo-liberties at the same point.
    #[inline]
    pub(crate) const fn repeated(point: Point, count: u64) -> Self {
        Self(Self::one(point).0 * count)
    }

    #[inline]
    pub(crate) const fn count(self) -> u64 {
        self.0 & COUNT_MASK
    }

    #[inline]
    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn is_at_most_one(self) -> bool {
        let count = self.0 & COUNT_MASK;
        let sum = self.0 >> INDEX_SHIFT & INDEX_MASK;
        let squares = self.0 >> SQUARE_SHIFT;
        count * squares == sum * sum
    }

    /// Returns the only liberty, or `None` if there are none or several.
    #[inline]
    pub(crate) const fn only(self) -> Option<Point> {
        if self.is_none() || !self.is_at_most_one() {
            return None;
        }
        Some(self.sole())
    }

    /// Returns the only liberty of a chain that is known to have one.
    ///
    /// A liberty touches at most four stones, so a table replaces the division
    /// by the count. Its factors are exact for all sums of this file.
    #[inline]
    pub(crate) const fn sole(self) -> Point {
        const PARTS: [u32; 8] = [0, 1 << 16, 1 << 15, 21_846, 1 << 14, 0, 0, 0];
        let sum = (self.0 >> INDEX_SHIFT & INDEX_MASK) as u32;
        let part = PARTS[(self.0 & 7) as usize];
        Point::from_index((sum.wrapping_mul(part) >> 16) as usize)
    }
}

impl AddAssign for LibertySum {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl SubAssign for LibertySum {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_sub(other.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(indices: &[usize]) -> LibertySum {
        let mut sum = LibertySum::NONE;
        for &index in indices {
            sum += LibertySum::one(Point::from_index(index));
        }
        sum
    }

    #[test]
    fn one_liberty_differs_from_several() {
        assert!(sum(&[]).is_none());
        assert!(!sum(&[0]).is_none());
        assert!(sum(&[0]).is_at_most_one());
        assert!(sum(&[649, 649, 649, 649]).is_at_most_one());
        assert!(!sum(&[0, 1]).is_at_most_one());
        assert!(!sum(&[648, 649, 649]).is_at_most_one());
        assert!(!sum(&[2, 4, 6, 8]).is_at_most_one());
        assert_eq!(sum(&[]).only(), None);
        assert_eq!(sum(&[0, 0]).only(), Some(Point::from_index(0)));
        assert_eq!(sum(&[649; 3]).only(), Some(Point::from_index(649)));
        assert_eq!(sum(&[648, 649]).only(), None);
        for index in 0..650 {
            for count in 1..=4 {
                let only = sum(&[index; 4][..count]).only();
                assert_eq!(only, Some(Point::from_index(index)));
            }
        }
    }

    #[test]
    fn the_fields_hold_the_most_pseudo_liberties_of_the_largest_board() {
        let most: Vec<_> = vec![649; 1200];
        let full = sum(&most);
        assert!(full.is_at_most_one());
        assert_eq!(full.0 & COUNT_MASK, 1200);
        let mut rest = full;
        for _ in 0..1200 {
            rest -= LibertySum::one(Point::from_index(649));
        }
        assert!(rest.is_none());
    }
}
