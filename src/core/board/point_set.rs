//! Sets of points as bitboards.
//!
//! Bit `i` of a set stands for the point with index `i` on the grid with its
//! wall column (see [`point`](super::point)). A step up is a shift by the
//! stride, and a step to the right is a shift by one. Steps over an edge land in
//! the wall column or above the top row, so callers intersect the result with
//! the points of the board. Only this file shifts sets.

mod draw;
mod operators;
mod regions;
mod shown;

use super::point::{BoardSize, Point};
use crate::random;
use rand_xoshiro::rand_core::Rng;

/// The number of 64-bit words that hold the largest board, 25x25.
pub const MAX_WORDS: usize = 11;

/// How many words a set may have that selects the word of a point while it is being built.
/// To index it, the set must lie in memory, and storing a word before the whole set is
/// loaded costs more than a few selections.
const MAX_SELECTED_WORDS: usize = 6;

/// A set of points of one board, in `W` words of 64 bits.
///
/// A set does not know its board, so sets of boards of different widths must
/// not be mixed. The default width holds every board; the rules core uses narrower
/// sets for smaller boards.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{BoardSize, PointSet};
///
/// let size = BoardSize::square(5)?;
/// let stones: PointSet = ["B2", "B3", "D5"]
///     .into_iter()
///     .filter_map(|name| size.point_named(name))
///     .collect();
/// let liberties = (stones.neighbours(size) & size.points()) - stones;
/// assert_eq!(liberties.names(size), "B1 A2 C2 A3 C3 B4 D4 C5 E5");
///
/// // Connected parts, in the order of their lowest points.
/// let chains: Vec<String> = stones.components(size).map(|part| part.names(size)).collect();
/// assert_eq!(chains, ["B2 B3", "D5"]);
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet<const W: usize = MAX_WORDS>([u64; W]);

impl<const W: usize> PointSet<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// Returns `height` runs of `width` points that start `stride` apart.
    pub(crate) fn rows(width: usize, stride: usize, height: usize) -> Self {
        let row = Self::from_words(&[(1 << width) - 1]);
        (0..height).fold(Self::EMPTY, |rows, _| rows.raised(stride) | row)
    }

    /// Returns the set of one point.
    #[inline]
    pub fn single(point: Point) -> Self {
        if W <= MAX_SELECTED_WORDS {
            debug_assert!(point.index() < 64 * W, "the point is in a narrower set");
            let bit = 1 << (point.index() % 64);
            return Self(std::array::from_fn(|word| {
                if word == point.index() / 64 { bit } else { 0 }
            }));
        }
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }

    /// Returns the same set in `V` words.
    ///
    /// A narrower set loses the points beyond its last word, so narrow only
    /// sets of boards that fit.
    #[inline]
    pub fn resized<const V: usize>(self) -> PointSet<V> {
        let mut words = [0; V];
        for (to, from) in words.iter_mut().zip(self.0) {
            *to = from;
        }
        PointSet(words)
    }

    #[inline]
    pub(crate) fn words(&self, number: usize) -> &[u64] {
        &self.0[..number]
    }

    /// Returns the set with these first words. The other words are 0.
    #[inline]
    pub fn from_words(first: &[u64]) -> Self {
        let mut set = Self::EMPTY;
        set.0[..first.len()].copy_from_slice(first);
        set
    }

    #[inline]
    pub(crate) fn starts_with(&self, words: &[u64]) -> bool {
        self.0.iter().zip(words).all(|(own, other)| own == other)
    }

    /// Returns whether the point is in the set.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Adds a point if the condition holds, without a branch.
    #[inline]
    pub fn insert_if(&mut self, point: Point, condition: bool) {
        self.0[point.index() / 64] |= u64::from(condition) << (point.index() % 64);
    }

    /// Removes a point.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// Returns whether the set has no points.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns the number of points.
    #[inline]
    pub fn len(&self) -> usize {
        // The baseline target has no instruction that counts bits, so it is
        // cheaper to test for the empty set first.
        if self.is_empty() {
            return 0;
        }
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the sets have a point in common.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Returns whether every point of this set is in the other.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// Returns the point with the lowest index, or `None` for the empty set.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Returns the point of a set of one, or `None` for any other set.
    pub fn only(&self) -> Option<Point> {
        let mut points = self.iter();
        points.next().filter(|_| points.next().is_none())
    }

    /// Chooses a point uniformly at random. Returns `None` for the empty set.
    #[inline]
    pub fn choose(&self, generator: &mut (impl Rng + ?Sized)) -> Option<Point> {
        let number = random::below(generator, self.len() as u64)?;
        self.nth(number as usize)
    }

    /// Returns the point that has `n` points of the set below it, or `None` if
    /// the set has `n` points or fewer.
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

    /// Iterates over the points in ascending order: from the lower left, row by row.
    #[inline]
    pub fn iter(&self) -> Iter<W> {
        Iter {
            set: *self,
            word: 0,
        }
    }

    /// Moves every point up the grid by `distance` indices, 1 to 63.
    #[inline]
    fn raised(&self, distance: usize) -> Self {
        Self(std::array::from_fn(|index| {
            let below = index.checked_sub(1).map_or(0, |below| self.0[below]);
            self.0[index] << distance | below >> (64 - distance)
        }))
    }

    /// Moves every point down the grid by `distance` indices, 1 to 63.
    #[inline]
    fn lowered(&self, distance: usize) -> Self {
        Self(std::array::from_fn(|index| {
            let above = self.0.get(index + 1).copied().unwrap_or(0);
            self.0[index] >> distance | above << (64 - distance)
        }))
    }

    /// Returns the set moved by one step left, right, down and up.
    ///
    /// Steps over an edge land in the wall or above the top row, so intersect
    /// the results with a set of board points.
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

    /// Returns the set moved by one step in each diagonal direction, the two
    /// downward directions first.
    ///
    /// As with [`steps`](Self::steps), intersect the results with a set of board points.
    #[inline]
    pub fn diagonal_steps(&self, size: BoardSize) -> [Self; 4] {
        // On a board of one column, left and right lead to the same wall
        // column. Cutting off the sideways step at the wall avoids that.
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

    /// Returns all points next to a point of the set.
    ///
    /// The result may contain points of the set itself and of the wall, so
    /// intersect it with the points of interest.
    #[inline]
    pub fn neighbours(&self, size: BoardSize) -> Self {
        let [left, right, down, up] = self.steps(size);
        left | right | down | up
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
    #[inline(always)]
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            if W <= MAX_SELECTED_WORDS {
                *self |= Self::single(point);
            } else {
                self.insert(point);
            }
        }
    }
}

#[cfg(test)]
mod tests;
