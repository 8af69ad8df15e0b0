//! The regions of each colour, with their eyes and false eye points.

use super::blocks::blocks;
use super::{Position, union};
use crate::board::{BoardSize, ByColor, Color, PointSet};

/// A maximal set of points that one colour alone reaches and can walk between.
pub(super) struct Region<const W: usize> {
    pub(super) color: Color,
    /// The living stones and the eyes.
    pub(super) points: PointSet<W>,
    /// The living stones, in parts that neutral points join.
    joined_chains: Vec<PointSet<W>>,
    /// The connected sets of empty points and dead stones.
    pub(super) eyes: Vec<PointSet<W>>,
    size: BoardSize,
}

impl<const W: usize> Region<W> {
    /// Returns all regions of a position.
    pub(super) fn all(position: &Position<W>) -> Vec<Self> {
        let &Position {
            size,
            points,
            living,
            ..
        } = position;
        // A colour walks through `open` and may step on one point more.
        let open = ByColor::COLORS.map(|color| points - living[!color] - blocks(position, !color));
        let reach = ByColor::COLORS.map(|color| {
            let reached = living[color].flood(&open[color], size);
            reached | (reached.neighbours(size) & (points - living[!color]))
        });
        let neutral = points - (reach.black ^ reach.white);
        let of_color = |color: Color| {
            let own = reach[color] - reach[!color];
            parts(own, open[color], size).map(move |points| {
                let stones = points & living[color];
                let through = stones | (neutral & open[color]);
                Self {
                    color,
                    points,
                    joined_chains: parts(stones, through, size).collect(),
                    eyes: (points - stones).components(size).collect(),
                    size,
                }
            })
        };
        Color::BOTH.into_iter().flat_map(of_color).collect()
    }

    /// Returns the points among these that are false: some stones beside the point are
    /// connected to its other sides through the point alone, and to no point of `real_eyes`.
    ///
    /// A point with two neighbours in its eye is never false.
    pub(super) fn false_points(&self, among: &PointSet<W>, real_eyes: &PointSet<W>) -> PointSet<W> {
        let ends = union(self.eyes.iter().map(|eye| {
            let [_, two, ..] = eye.neighbour_counts(self.size);
            *eye - two
        }));
        let is_false = |point: &PointSet<W>| {
            let sides = point.neighbours(self.size) & self.points;
            let mut beside = self.joined_chains.iter();
            beside.any(|chains| {
                chains.intersects(&sides) && !self.reaches(*chains, &sides, real_eyes, point)
            })
        };
        let points = (ends & *among).iter().map(PointSet::single);
        union(points.filter(is_false))
    }

    /// Returns whether chains beside a point are connected, without the point, to all of its
    /// sides or to a point of `real_eyes`.
    fn reaches(
        &self,
        chains: PointSet<W>,
        sides: &PointSet<W>,
        real_eyes: &PointSet<W>,
        point: &PointSet<W>,
    ) -> bool {
        let mut reached = chains;
        loop {
            if sides.is_subset(&reached) || reached.intersects(real_eyes) {
                return true;
            }
            let before = reached;
            let beside = reached.neighbours(self.size);
            for part in self.joined_chains.iter().chain(&self.eyes) {
                // An eye stays in one part, because the point is at an end of it.
                let part = *part - *point;
                if part.intersects(&beside) {
                    reached |= part;
                }
            }
            if reached == before {
                return false;
            }
        }
    }
}

/// Splits a set into the parts that are connected by points of `through`, which includes it.
fn parts<const W: usize>(
    set: PointSet<W>,
    through: PointSet<W>,
    size: BoardSize,
) -> impl Iterator<Item = PointSet<W>> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let part = PointSet::single(rest.first()?).flood(&through, size) & set;
        rest -= part;
        Some(part)
    })
}
