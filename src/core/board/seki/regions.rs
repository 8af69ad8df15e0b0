//! The regions of each colour, with their eyes and false eye points.

use super::FinalPosition;
use super::blocks::blocks;
use crate::board::{BoardSize, ByColor, Color, PointSet};

/// A maximal set of points that one colour alone reaches and can walk between.
pub(super) struct OwnRegion<const W: usize> {
    pub(super) color: Color,
    /// The living stones and the eyes.
    pub(super) points: PointSet<W>,
    /// The living stones, in parts that neutral points join.
    chains: Vec<RegionPart<W>>,
    /// The connected sets of empty points and dead stones.
    pub(super) eyes: Vec<PointSet<W>>,
    size: BoardSize,
}

impl<const W: usize> OwnRegion<W> {
    pub(super) fn all(position: &FinalPosition<W>) -> Vec<Self> {
        let &FinalPosition {
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
            own.components_through(open[color], size)
                .map(move |points| {
                    let stones = points & living[color];
                    let through = stones | (neutral & open[color]);
                    Self {
                        color,
                        points,
                        chains: stones
                            .components_through(through, size)
                            .map(|points| RegionPart {
                                points,
                                beside: points.neighbours(size),
                            })
                            .collect(),
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
        let all_eyes = PointSet::union(self.eyes.iter().copied());
        let [_, two, ..] = all_eyes.neighbour_counts(self.size);
        let ends = (all_eyes - two) & *among;
        // A chain that touches the eye beside the point is connected to the rest of it.
        let suspects = PointSet::union(self.chains.iter().map(|chain| {
            let touched = chain.beside & all_eyes;
            let others = self.points - chain.points;
            (touched - touched.neighbours(self.size)) & others.neighbours(self.size)
        }));
        let suspects = suspects & ends;
        if suspects.is_empty() {
            return suspects;
        }
        let (suspected, others): (Vec<_>, Vec<_>) =
            self.eyes.iter().partition(|eye| eye.intersects(&suspects));
        let parts = joined(self.chains.clone(), others.into_iter().copied());
        let is_false = |end: &PointSet<W>| {
            let sides = end.neighbours(self.size) & self.points;
            let eyes = suspected.iter().map(|eye| **eye - *end);
            joined(parts.clone(), eyes).iter().any(|part| {
                part.beside.intersects(end)
                    && !sides.is_subset(&part.points)
                    && !part.points.intersects(real_eyes)
            })
        };
        PointSet::union(suspects.iter().map(PointSet::single).filter(is_false))
    }
}

/// A connected part of a region.
#[derive(Clone)]
struct RegionPart<const W: usize> {
    points: PointSet<W>,
    beside: PointSet<W>,
}

/// Joins the parts that eyes connect.
fn joined<const W: usize>(
    parts: Vec<RegionPart<W>>,
    eyes: impl Iterator<Item = PointSet<W>>,
) -> Vec<RegionPart<W>> {
    eyes.fold(parts, |mut parts, points| {
        let eye = RegionPart {
            points,
            beside: PointSet::EMPTY,
        };
        let touching = parts.extract_if(.., |part| part.beside.intersects(&points));
        let joined = touching.fold(eye, |joined, part| RegionPart {
            points: joined.points | part.points,
            beside: joined.beside | part.beside,
        });
        parts.push(joined);
        parts
    })
}
