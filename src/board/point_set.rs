//! Sets of points as bitboards.
//!
//! Bit `i` of the set is the point with index `i` on the grid with its wall
//! column (see [`point`](crate::board::point)). A step up is a shift by the stride, a
//! step to the right a shift by one; what steps over an edge lands in the wall
//! column or beyond the top row and is cut off by the set of board points that
//! every caller intersects with. Shifts occur in this file only.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use super::point::{BoardSize, Point};
use crate::random::RandomStream;

/// The number of 64-bit words that hold the largest board, 25x25.
pub const WIDEST: usize = 11;

/// A set of points of one board, `W` words of 64 bits.
///
/// Sets of different boards must not be mixed. The default width holds every
/// board; the rules core uses narrower sets for smaller boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet<const W: usize = WIDEST>([u64; W]);

impl<const W: usize> PointSet<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// `height` runs of `width` points, each `stride` after the one before.
    pub(crate) fn rows(width: usize, stride: usize, height: usize) -> Self {
        let mut set = Self::EMPTY;
        for row in 0..height {
            for column in 0..width {
                set.insert(Point::from_index(row * stride + column));
            }
        }
        set
    }

    /// The set that holds one point.
    #[inline]
    pub fn single(point: Point) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }

    /// The same set in another number of words.
    ///
    /// A narrower set drops the points beyond its last word: only sets of a
    /// board that fits may be narrowed.
    #[inline]
    pub fn resized<const V: usize>(self) -> PointSet<V> {
        let mut words = [0; V];
        for (to, from) in words.iter_mut().zip(self.0) {
            *to = from;
        }
        PointSet(words)
    }

    /// The first words of the set.
    #[inline]
    pub(crate) fn words(&self, number: usize) -> &[u64] {
        &self.0[..number]
    }

    /// The set with these first words and nothing in the others.
    #[inline]
    pub(crate) fn from_words(first: &[u64]) -> Self {
        let mut set = Self::EMPTY;
        set.0[..first.len()].copy_from_slice(first);
        set
    }

    /// These are the first words of the set.
    #[inline]
    pub(crate) fn starts_with(&self, words: &[u64]) -> bool {
        self.0.iter().zip(words).all(|(own, other)| own == other)
    }

    /// The set holds the point.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Takes a point out.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// No point is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of points in the set.
    #[inline]
    pub fn len(&self) -> usize {
        // Without an instruction of its own, as in baseline code, counting
        // costs more than looking whether there is anything.
        if self.is_empty() {
            return 0;
        }
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The two sets have a point in common.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Every point of this set is in the other.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// The lowest point of the set.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The names of the points on a board of this size, `A1 D4`, in the order
    /// of the points.
    pub fn names(&self, size: BoardSize) -> String {
        let names: Vec<String> = self
            .iter()
            .map(|point| size.coordinates(point).to_string())
            .collect();
        names.join(" ")
    }

    /// A random point of the set, each equally likely, or `None` when the set
    /// is empty.
    #[inline]
    pub fn choose(&self, stream: &mut RandomStream) -> Option<Point> {
        let number = stream.below(self.len() as u64)?;
        self.nth(number as usize)
    }

    /// The point with `n` points of the set below it, or `None` when the set
    /// has no more than `n` points.
    pub fn nth(&self, n: usize) -> Option<Point> {
        let mut below = n;
        for (index, &word) in self.0.iter().enumerate() {
            let count = word.count_ones() as usize;
            if below < count {
                let mut rest = word;
                for _ in 0..below {
                    rest &= rest - 1;
                }
                return Some(Point::from_index(
                    index * 64 + rest.trailing_zeros() as usize,
                ));
            }
            below -= count;
        }
        None
    }

    /// The point with `random * len / 2^64` points of the set below it, or
    /// `None` of the empty set. A uniform `random` draws a member uniformly,
    /// to one part in `2^64 / len`.
    ///
    /// `select` gives the place of the bit of a word with so many set bits
    /// below it.
    #[inline(always)]
    pub(crate) fn draw(&self, random: u64, select: impl Fn(u64, u32) -> u32) -> Option<Point> {
        let mut below = [0; W];
        let mut len = 0;
        for (below, word) in below.iter_mut().zip(self.0) {
            *below = len;
            len += word.count_ones();
        }
        if len == 0 {
            return None;
        }
        let number = ((u128::from(random) * u128::from(len)) >> 64) as u32;
        // No branch: the last word that does not begin after the number.
        let (mut word, mut start, mut rank) = (0, 0, 0);
        for (index, (&here, &below)) in self.0.iter().zip(&below).enumerate() {
            let is_here = number >= below;
            word = if is_here { here } else { word };
            start = if is_here { index * 64 } else { start };
            rank = if is_here { number - below } else { rank };
        }
        Some(Point::from_index(start + select(word, rank) as usize))
    }

    /// The points in ascending order: from the lower left, row by row.
    #[inline]
    pub fn iter(&self) -> Iter<W> {
        Iter {
            set: *self,
            word: 0,
        }
    }

    /// Every point moved up the grid by `distance`, 1 to 63 steps of the index.
    #[inline]
    fn raised(&self, distance: usize) -> Self {
        let mut words = [0; W];
        let mut carry = 0;
        for (to, from) in words.iter_mut().zip(self.0) {
            *to = from << distance | carry;
            carry = from >> (64 - distance);
        }
        Self(words)
    }

    /// Every point moved down the grid by `distance`, 1 to 63 steps of the index.
    #[inline]
    fn lowered(&self, distance: usize) -> Self {
        let mut words = [0; W];
        let mut carry = 0;
        for (to, from) in words.iter_mut().zip(self.0).rev() {
            *to = from >> distance | carry;
            carry = from << (64 - distance);
        }
        Self(words)
    }

    /// The set moved by one step in the four directions: left, right, down, up.
    ///
    /// Steps over an edge land in the wall or above the top row: intersect
    /// with a set of board points.
    #[inline(always)]
    pub fn steps(&self, size: BoardSize) -> [Self; 4] {
        let stride = size.stride();
        [
            self.lowered(1),
            self.raised(1),
            self.lowered(stride),
            self.raised(stride),
        ]
    }

    /// The set moved by one step in the four diagonal directions.
    ///
    /// As for [`steps`](Self::steps), intersect with a set of board points.
    #[inline]
    pub fn diagonal_steps(&self, size: BoardSize) -> [Self; 4] {
        // On a board of one column the two diagonals of a row meet in the
        // wall, so each is taken from the sideways step, cut off at the wall.
        let board = size.points();
        let [left, right, ..] = self.steps(size).map(|step| step & board);
        let stride = size.stride();
        [
            left.lowered(stride),
            right.lowered(stride),
            left.raised(stride),
            right.raised(stride),
        ]
    }

    /// All points next to a point of the set, and possibly points of the set
    /// itself and of the wall: intersect with what is wanted.
    #[inline]
    pub fn neighbours(&self, size: BoardSize) -> Self {
        let [left, right, down, up] = self.steps(size);
        left | right | down | up
    }

    /// Everything that can be reached from this set by steps inside `region`;
    /// of the set itself only what lies in `region`.
    ///
    /// The cost is one set of shifts for each step of the longest way.
    pub fn flood(&self, region: &Self, size: BoardSize) -> Self {
        let mut reached = *self & *region;
        loop {
            let wider = reached | (reached.neighbours(size) & *region);
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// The connected parts of the set, in the order of their lowest points.
    pub fn components(&self, size: BoardSize) -> impl Iterator<Item = Self> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let part = Self::single(rest.first()?).flood(&rest, size);
            rest -= part;
            Some(part)
        })
    }
}

impl<const W: usize> Default for PointSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Iterates over the points of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Iter<const W: usize> {
    set: PointSet<W>,
    word: usize,
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.word < W {
            let bits = self.set.0[self.word];
            if bits != 0 {
                self.set.0[self.word] = bits & (bits - 1);
                return Some(Point::from_index(
                    self.word * 64 + bits.trailing_zeros() as usize,
                ));
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> IntoIterator for PointSet<W> {
    type Item = Point;
    type IntoIter = Iter<W>;

    fn into_iter(self) -> Iter<W> {
        self.iter()
    }
}

impl<const W: usize> IntoIterator for &PointSet<W> {
    type Item = Point;
    type IntoIter = Iter<W>;

    fn into_iter(self) -> Iter<W> {
        self.iter()
    }
}

impl<const W: usize> FromIterator<Point> for PointSet<W> {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(points);
        set
    }
}

impl<const W: usize> Extend<Point> for PointSet<W> {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

/// Applies a word operation to two sets.
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

    /// The intersection.
    #[inline]
    fn bitand(self, other: Self) -> Self {
        zip(self, other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for PointSet<W> {
    type Output = Self;

    /// The union.
    #[inline]
    fn bitor(self, other: Self) -> Self {
        zip(self, other, |a, b| a | b)
    }
}

impl<const W: usize> BitXor for PointSet<W> {
    type Output = Self;

    /// The points of exactly one of the sets.
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        zip(self, other, |a, b| a ^ b)
    }
}

impl<const W: usize> Sub for PointSet<W> {
    type Output = Self;

    /// The points of this set that are not in the other.
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

impl<const W: usize> fmt::Debug for PointSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(Point::index))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(size: BoardSize, names: &str) -> PointSet {
        names
            .split(' ')
            .map(|name| size.point_named(name).unwrap())
            .collect()
    }

    fn names(size: BoardSize, set: PointSet) -> String {
        let names: Vec<_> = set
            .iter()
            .map(|p| size.coordinates(p).to_string())
            .collect();
        names.join(" ")
    }

    #[test]
    fn neighbours_do_not_wrap() {
        let size = BoardSize::new(3, 4).unwrap();
        let board = size.points();
        let around = |name: &str| names(size, set(size, name).neighbours(size) & board);
        assert_eq!(around("A1"), "B1 A2");
        assert_eq!(around("C2"), "C1 B2 C3");
        assert_eq!(around("A4"), "A3 B4");
        assert_eq!(around("B3"), "B2 A3 C3 B4");
    }

    #[test]
    fn diagonals_do_not_wrap_even_in_one_column() {
        for (width, height) in [(1, 5), (5, 1), (2, 3), (25, 25), (3, 3)] {
            let size = BoardSize::new(width, height).unwrap();
            let board = size.points();
            for point in size.iter() {
                let at = size.coordinates(point);
                let mut expected = PointSet::<WIDEST>::EMPTY;
                for other in size.iter() {
                    let to = size.coordinates(other);
                    if at.column.abs_diff(to.column) == 1 && at.row.abs_diff(to.row) == 1 {
                        expected.insert(other);
                    }
                }
                let found = PointSet::single(point)
                    .diagonal_steps(size)
                    .into_iter()
                    .fold(PointSet::EMPTY, |all, step| all | (step & board));
                assert_eq!(found, expected, "{at} on {size}");
            }
        }
    }

    #[test]
    fn nth_agrees_with_iteration() {
        let size = BoardSize::square(25).unwrap();
        let points: PointSet = size.iter().filter(|p| p.index() % 7 == 3).collect();
        let listed: Vec<_> = points.iter().collect();
        assert_eq!(points.len(), listed.len());
        for (n, &point) in listed.iter().enumerate() {
            assert_eq!(points.nth(n), Some(point));
        }
        assert_eq!(points.nth(listed.len()), None);
    }

    #[test]
    fn components_part_the_set() {
        let size = BoardSize::square(9).unwrap();
        let stones = set(size, "A1 B1 C2 C3 J9 H8 A9");
        let parts: Vec<_> = stones
            .components(size)
            .map(|part| names(size, part))
            .collect();
        assert_eq!(parts, ["A1 B1", "C2 C3", "H8", "A9", "J9"]);
    }
}
