//! The word that holds a row of a lane.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A row: an unsigned number with one bit for each point, the leftmost column
/// lowest.
///
/// A word is also a mask: a true condition is a word of ones, which can be
/// intersected with rows (see [`when`](Word::when)).
pub(super) trait Word:
    Copy
    + 'static
    + Debug
    + Default
    + Eq
    + Ord
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    /// No point, and the false mask.
    const ZERO: Self;
    /// Every point, and the true mask.
    const ONES: Self;
    /// The lower halves of the fields of the word: first of the whole word,
    /// then of its halves, and so on down to fields of two bits.
    const HALVES: &'static [Self];

    /// Truncates the number to the bits of the word.
    fn from_u32(number: u32) -> Self;
    /// Converts the word to a number.
    fn to_u32(self) -> u32;
    /// Returns the row that contains only the point in this column.
    fn point(column: usize) -> Self;
    /// Returns the mask of a condition.
    fn when(condition: bool) -> Self;
    /// Adds, with wrap-around.
    fn plus(self, other: Self) -> Self;
    /// Subtracts, with wrap-around.
    fn minus(self, other: Self) -> Self;
    /// Moves all points one step to the right: to the next higher bit.
    fn right(self) -> Self;
    /// Moves all points one step to the left: to the next lower bit.
    fn left(self) -> Self;
    /// Returns the number of points.
    fn count(self) -> Self;

    /// Returns the points to the left and right of the row's points.
    #[inline(always)]
    fn beside(self) -> Self {
        self.left() | self.right()
    }

    /// Takes the bits of `this` where `mask` is set, and those of `other`
    /// elsewhere.
    #[inline(always)]
    fn select(mask: Self, this: Self, other: Self) -> Self {
        (this & mask) | (other & !mask)
    }
}

macro_rules! word {
    ($word:ty, $halves:expr) => {
        impl Word for $word {
            const ZERO: Self = 0;
            const ONES: Self = <$word>::MAX;
            const HALVES: &'static [Self] = &$halves;

            #[inline(always)]
            fn from_u32(number: u32) -> Self {
                number as Self
            }

            #[inline(always)]
            fn to_u32(self) -> u32 {
                u32::from(self)
            }

            #[inline(always)]
            fn point(column: usize) -> Self {
                1 << column
            }

            #[inline(always)]
            fn when(condition: bool) -> Self {
                if condition { Self::MAX } else { 0 }
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn right(self) -> Self {
                self << 1
            }

            #[inline(always)]
            fn left(self) -> Self {
                self >> 1
            }

            #[inline(always)]
            fn count(self) -> Self {
                self.count_ones() as Self
            }
        }
    };
}

word!(u16, [0x00ff, 0x0f0f, 0x3333, 0x5555]);
word!(
    u32,
    [
        0x0000_ffff,
        0x00ff_00ff,
        0x0f0f_0f0f,
        0x3333_3333,
        0x5555_5555
    ]
);

/// Returns the `number`-th point of a row, counted from 0, or zero if the row
/// has no more than `number` points.
///
/// Keeps first the half of the word that holds the point, then the quarter, and
/// so on. Each step masks all fields at once, only one of which has points left.
#[inline(always)]
pub(super) fn nth<W: Word>(row: W, number: W) -> W {
    let (mut row, mut number) = (row, number);
    for &half in W::HALVES {
        let lower = row & half;
        let count = lower.count();
        let above = W::when(number >= count);
        row = W::select(above, row & !half, lower);
        number = number.minus(count & above);
    }
    row & W::when(number == W::ZERO)
}

/// Fills `region` from the points of `row`: to the right through whole runs, and
/// to the left by one step. `row` must lie in `region`.
///
/// The carry of adding a point to its run goes through the rest of the run:
///
/// ```text
/// region            . 1 1 1 1 . 1 1      (lowest bit to the left)
/// row               . . 1 . . . . .
/// region + row      . 1 . . . 1 1 1      (the carry ends in the gap)
/// region - that     . . 1 1 1 . . .
/// ```
///
/// Nothing carries to the left; later sweeps reach the rest.
#[inline(always)]
pub(super) fn fill<W: Word>(row: W, region: W) -> W {
    let row = row | (region & !region.plus(row));
    row | (region & row.left())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_point_of_every_row() {
        for row in 0..=u16::MAX {
            let mut rest = row;
            for number in 0..17 {
                let lowest = rest & rest.wrapping_neg();
                assert_eq!(nth(row, number), lowest, "{row:016b} {number}");
                assert_eq!(
                    nth(u32::from(row) << 5, u32::from(number)),
                    u32::from(lowest) << 5
                );
                rest &= rest.wrapping_sub(1);
            }
        }
    }

    #[test]
    fn filling_stays_in_the_runs_and_ends_with_them() {
        for region in 0..1_u16 << 9 {
            let mut row = region;
            loop {
                let mut filled = row;
                let mut last;
                loop {
                    last = filled;
                    filled = fill(filled, region);
                    if filled == last {
                        break;
                    }
                }
                let mut stepped = row;
                for _ in 0..9 {
                    stepped |= region & (stepped << 1 | stepped >> 1);
                }
                assert_eq!(filled, stepped, "{row:09b} in {region:09b}");
                if row == 0 {
                    break;
                }
                row = (row - 1) & region;
            }
        }
    }
}
