//! The operators: `&` intersection, `|` union, `^` symmetric difference and `-` difference.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use super::PointSet;

/// Combines two sets word by word.
#[inline]
fn zip<const W: usize>(
    a: PointSet<W>,
    b: PointSet<W>,
    operation: impl Fn(u64, u64) -> u64,
) -> PointSet<W> {
    PointSet(std::array::from_fn(|i| operation(a.0[i], b.0[i])))
}

impl<const W: usize> BitAnd for PointSet<W> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        zip(self, other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for PointSet<W> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        zip(self, other, |a, b| a | b)
    }
}

impl<const W: usize> BitXor for PointSet<W> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        zip(self, other, |a, b| a ^ b)
    }
}

impl<const W: usize> Sub for PointSet<W> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        zip(self, other, |a, b| a & !b)
    }
}

impl<const W: usize> BitAndAssign for PointSet<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for PointSet<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitXorAssign for PointSet<W> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const W: usize> SubAssign for PointSet<W> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
