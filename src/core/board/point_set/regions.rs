//! Connected points, and the points by the number of their neighbours.

use super::PointSet;
use crate::board::BoardSize;

impl<const W: usize> PointSet<W> {
    /// Returns the points with at least one, two, three and four neighbours in the set.
    ///
    /// As with [`neighbours`](Self::neighbours), the results may contain points of the wall.
    pub fn neighbour_counts(&self, size: BoardSize) -> [Self; 4] {
        let [left, right, down, up] = self.steps(size);
        let [sides, both_sides] = [left | right, left & right];
        let [ends, both_ends] = [down | up, down & up];
        let (one, four) = (sides | ends, both_sides & both_ends);
        let (any_pair, sides_and_ends) = (both_sides | both_ends, sides & ends);
        [
            one,
            any_pair | sides_and_ends,
            any_pair & sides_and_ends,
            four,
        ]
    }

    /// Returns the points of `region` that are connected to this set within
    /// `region`. Points of the set outside `region` are ignored.
    ///
    /// The cost is at most one round of shifts for each step of the longest path.
    #[inline(always)]
    pub fn flood(&self, region: &Self, size: BoardSize) -> Self {
        let mut reached = *self & *region;
        loop {
            // Steps sideways first, so that a diagonal path takes half of the rounds.
            let [left, right, ..] = reached.steps(size);
            let row = reached | ((left | right) & *region);
            let [.., down, up] = row.steps(size);
            let wider = row | ((down | up) & *region);
            if wider.is_subset(&reached) {
                return reached;
            }
            reached = wider;
        }
    }

    /// Iterates over the connected parts of the set, in the order of their lowest points.
    pub fn components(&self, size: BoardSize) -> impl Iterator<Item = Self> {
        self.components_through(*self, size)
    }

    /// Iterates over the parts of the set that are connected through the points of `through`,
    /// which includes the set.
    pub(crate) fn components_through(
        self,
        through: Self,
        size: BoardSize,
    ) -> impl Iterator<Item = Self> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let part = Self::single(rest.first()?).flood(&through, size) & self;
            rest -= part;
            Some(part)
        })
    }

    /// Returns the points that are in any of the sets.
    pub fn union(sets: impl IntoIterator<Item = Self>) -> Self {
        sets.into_iter().fold(Self::EMPTY, |all, set| all | set)
    }
}
