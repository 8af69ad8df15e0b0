//! Counts of the owners of each point at the end of playouts.

use std::ops::AddAssign;

use ponnuki_core::board::{BoardSize, ByColor, Color, Point, PointSet};

/// For each point, the number of playouts in which each colour owned it at the
/// end; for each margin, the number of playouts that ended with it.
///
/// A colour owns its area: its stones and the empty regions that touch no
/// stone of the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnershipCounts {
    size: BoardSize,
    playouts: u64,
    /// The number of playouts in which each colour owned the point, by grid
    /// index.
    points: ByColor<Vec<u64>>,
    /// The number of playouts by margin. The first entry is for a board that is
    /// entirely White's.
    margins: Vec<u64>,
}

impl OwnershipCounts {
    pub(crate) fn new(size: BoardSize) -> Self {
        let zeros = vec![0; size.grid_len()];
        Self {
            size,
            playouts: 0,
            points: ByColor {
                black: zeros.clone(),
                white: zeros,
            },
            margins: vec![0; 2 * size.area() + 1],
        }
    }

    pub(crate) const fn size(&self) -> BoardSize {
        self.size
    }

    pub(crate) const fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Returns the number of playouts in which this colour owned the point.
    pub(crate) fn count(&self, color: Color, point: Point) -> u64 {
        self.points[color].get(point.index()).copied().unwrap_or(0)
    }

    /// Returns the mean ownership of the point: 1 if this colour always owned it, -1 if the
    /// opponent did, and 0 without playouts.
    pub(crate) fn mean(&self, color: Color, point: Point) -> f64 {
        let [own, others] = [color, !color].map(|color| self.count(color, point) as f64);
        (own - others) / self.playouts.max(1) as f64
    }

    /// Iterates over every margin that occurred (Black's area minus White's),
    /// in ascending order, with the number of playouts that ended with it.
    pub(crate) fn margins(&self) -> impl Iterator<Item = (i32, u64)> {
        let least = -(self.size.area() as i32);
        let margins = (least..).zip(self.margins.iter().copied());
        margins.filter(|&(_, playouts)| playouts > 0)
    }

    /// Returns the mean, over the playouts, of a value computed from the margin.
    pub(crate) fn mean_of(&self, value: impl Fn(i32) -> f64) -> f64 {
        let margins = self.margins();
        let sum: f64 = margins
            .map(|(margin, count)| value(margin) * count as f64)
            .sum();
        sum / self.playouts as f64
    }

    /// Counts a playout in which the colours owned these points at the end.
    pub(crate) fn add<const W: usize>(&mut self, owned: &ByColor<PointSet<W>>) {
        self.add_margin(owned.margin());
        for color in Color::BOTH {
            for point in &owned[color] {
                self.add_owners(color, point, 1);
            }
        }
    }

    /// Counts a playout by its margin, but not the points owned at its end.
    pub(super) fn add_margin(&mut self, margin: i32) {
        self.playouts += 1;
        let place = margin + self.size.area() as i32;
        self.margins[place as usize] += 1;
    }

    /// Counts the playouts in which a colour owned a point at the end. Their
    /// margins are added separately.
    #[inline(always)]
    pub(super) fn add_owners(&mut self, color: Color, point: Point, playouts: u64) {
        self.points[color][point.index()] += playouts;
    }
}

/// The number of binary digits of an [`OwnershipDigits`] count.
const DIGITS: usize = 8;

/// The owners of the points at the end of the last playouts, before they are
/// added to [`OwnershipCounts`].
///
/// The counts of all points are kept as binary numbers, with one set for each
/// digit. Adding a set to them is a few operations on words, whatever the number
/// of points.
#[derive(Clone, Debug)]
pub(crate) struct OwnershipDigits<const W: usize> {
    playouts: u32,
    /// The digits of the counts, the lowest first.
    digits: ByColor<[PointSet<W>; DIGITS]>,
}

impl<const W: usize> OwnershipDigits<W> {
    pub(crate) const ZERO: Self = Self {
        playouts: 0,
        digits: ByColor {
            black: [PointSet::EMPTY; DIGITS],
            white: [PointSet::EMPTY; DIGITS],
        },
    };

    /// Counts the points that the colours owned at the end of a playout; the caller adds the
    /// margin. When the digits have no room for another playout, they move to `counts`.
    pub(super) fn add_owners(
        &mut self,
        owned: &ByColor<PointSet<W>>,
        counts: &mut OwnershipCounts,
    ) {
        for color in Color::BOTH {
            let mut carry = owned[color];
            for digit in &mut self.digits[color] {
                let next = *digit & carry;
                *digit ^= carry;
                carry = next;
            }
        }
        self.playouts += 1;
        if self.playouts == (1 << DIGITS) - 1 {
            self.move_to(counts);
        }
    }

    pub(crate) fn move_to(&mut self, counts: &mut OwnershipCounts) {
        for color in Color::BOTH {
            for (place, digit) in self.digits[color].iter().enumerate() {
                for point in digit {
                    counts.add_owners(color, point, 1 << place);
                }
            }
        }
        *self = Self::ZERO;
    }
}

impl AddAssign<&Self> for OwnershipCounts {
    /// Adds the counts of other playouts on a board of the same size.
    fn add_assign(&mut self, other: &Self) {
        let add = |totals: &mut [u64], counts: &[u64]| {
            for (total, count) in totals.iter_mut().zip(counts) {
                *total += count;
            }
        };
        self.playouts += other.playouts;
        for color in Color::BOTH {
            add(&mut self.points[color], &other.points[color]);
        }
        add(&mut self.margins, &other.margins);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::random::RandomStream;

    #[test]
    fn digits_count_like_plain_counts() {
        let size = BoardSize::new(9, 9).unwrap();
        let mut stream = RandomStream::new(1, 1);
        let mut plain = OwnershipCounts::new(size);
        let mut sums = OwnershipCounts::new(size);
        let mut digits = OwnershipDigits::<2>::ZERO;
        // The first 255 playouts fill the digits.
        for playouts in 1..=600 {
            let mut owned = ByColor::<PointSet<2>>::default();
            for point in size.points::<2>() {
                match stream.below(3) {
                    Some(0) => owned.black.insert(point),
                    Some(1) => owned.white.insert(point),
                    _ => {}
                }
            }
            plain.add(&owned);
            sums.add_margin(owned.margin());
            digits.add_owners(&owned, &mut sums);
            if playouts % 200 == 0 {
                digits.move_to(&mut sums);
                assert_eq!(sums, plain);
            }
        }
    }
}
