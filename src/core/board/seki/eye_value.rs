//! The number of eyes that an eye space is worth, at most two.

use super::FinalPosition;
use crate::board::{Color, PointSet};

/// An eye space without its false points.
pub(super) struct FinalEye<'a, const W: usize> {
    position: &'a FinalPosition<W>,
    points: PointSet<W>,
    /// The opponent's dead stones in the space.
    dead: PointSet<W>,
    /// The opponent's dead stones on the false points of the whole eye.
    throw_ins: usize,
    /// The points with at least one, two, three and four neighbours in the space.
    degrees: [PointSet<W>; 4],
    /// The empty points at which the owner may play.
    playable: PointSet<W>,
    /// The points that are closed to the opponent, and those that one move closes.
    closed: PointSet<W>,
    closable: PointSet<W>,
    /// The points that the opponent attacks with at least two moves.
    weak: PointSet<W>,
    /// The points beside exactly one dead stone on a false point.
    beside_throw_in: PointSet<W>,
}

impl<'a, const W: usize> FinalEye<'a, W> {
    /// Surveys an eye of a colour. `false_points` are those of the whole board.
    pub(super) fn new(
        position: &'a FinalPosition<W>,
        color: Color,
        eye: &PointSet<W>,
        false_points: &PointSet<W>,
    ) -> Self {
        let size = position.size;
        let points = *eye - *false_points;
        let enemy = position.dead_stones(!color);
        let dead = points & enemy;
        let thrown_in = enemy & *false_points;
        let beside_thrown_in = thrown_in.neighbour_counts(size);
        let beside_false = (position.empty & *false_points).neighbour_counts(size);
        // The owner closes a point by playing at its open neighbours. A neighbour is lost if
        // the opponent pokes through it.
        let pokes = dead & (beside_thrown_in[0] | beside_false[1]);
        let lost = (thrown_in | pokes).neighbours(size);
        let open = (position.empty - points)
            | (points & position.empty & beside_thrown_in[0])
            | (dead & beside_false[0]);
        let open = (open - pokes).neighbour_counts(size);
        let weak = points & (open[1] | lost);
        Self {
            position,
            points,
            dead,
            throw_ins: (thrown_in & *eye).len(),
            degrees: points.neighbour_counts(size),
            playable: points & position.playable[color],
            closed: points - open[0] - lost,
            closable: points - weak,
            weak,
            beside_throw_in: beside_thrown_in[0] - beside_thrown_in[1],
        }
    }

    /// Returns the number of eyes, 0 to 2. If it depends on who plays first, the owner does.
    pub(super) fn value(&self) -> usize {
        if self.is_large() {
            return 2;
        }
        let split = self.eyes_after_split();
        if split >= 2 || self.has_two_splits() || self.dead_stones_make_two_eyes() {
            return 2;
        }
        let is_eye = !self.closable.is_empty() || self.dead.len() >= 5;
        split.max(usize::from(is_eye))
    }

    /// Returns whether the space is so large or so wide that it cannot be reduced to one eye.
    fn is_large(&self) -> bool {
        let [_, two, three, four] = self.degrees;
        let unsafe_points = (self.points - self.closed).len() + self.weak.len();
        let obstructed = (self.dead & two).len();
        let empty = self.position.empty & self.points;
        self.dead.len() >= 8
            || self.points.len() >= 6 + unsafe_points + obstructed
            || (empty & three).len() + (empty & four).len() >= 6
    }

    /// Returns the largest number of closed parts into which one play divides the space.
    fn eyes_after_split(&self) -> usize {
        let [_, two, ..] = self.degrees;
        let splits = (self.playable & two).iter().map(|point| {
            let point = PointSet::single(point);
            // The play also closes the points beside it to the stone that attacks them there.
            let closed = if point.intersects(&self.beside_throw_in) {
                self.closable
            } else {
                self.closed
            };
            let parts = self.parts_without(&point);
            let eyes = parts.iter().filter(|part| part.intersects(&closed));
            if parts.len() < 2 { 0 } else { eyes.count() }
        });
        splits.max().unwrap_or(0)
    }

    /// Returns whether two adjacent points divide the space into two eyes, so that the owner
    /// can answer a play at either of them at the other.
    fn has_two_splits(&self) -> bool {
        let FinalPosition { size, empty, .. } = *self.position;
        let [.., three, _] = self.degrees;
        let [.., inside] = self.position.points.neighbour_counts(size);
        let [_, two_empty, ..] = (empty & self.points).neighbour_counts(size);
        let central = self.closable & three;
        let first = self.playable & central & inside;
        let second = central & (empty | two_empty);
        first.iter().map(PointSet::single).any(|first| {
            let beside = first.neighbours(size) & second;
            beside.iter().map(PointSet::single).any(|second| {
                let parts = self.parts_without(&(first | second));
                let closed = parts.iter().map(|part| (*part & self.closed).len());
                let (mut one, mut two) = (0, 0);
                for len in closed {
                    one += usize::from(len >= 1);
                    two += usize::from(len >= 2);
                }
                let needed = if second.intersects(&empty) { 1 } else { 2 };
                one >= 2 && two >= needed
            })
        })
    }

    /// Returns whether the owner gets two eyes by capturing the dead stones, whichever one of
    /// the unplayable points the opponent leaves out of their shape.
    fn dead_stones_make_two_eyes(&self) -> bool {
        let unplayable = self.points - self.dead - self.playable;
        let shape = self.dead | unplayable;
        let left_out = unplayable.iter().map(PointSet::single);
        !self.dead.is_empty()
            && std::iter::once(PointSet::EMPTY)
                .chain(left_out)
                .all(|left_out| self.lives_in(&(shape - left_out)))
    }

    /// Returns whether a space left by captured stones is worth two eyes.
    fn lives_in(&self, shape: &PointSet<W>) -> bool {
        let size = self.position.size;
        let [.., three, _] = shape.neighbour_counts(size);
        let parts = shape.components(size).count();
        let is_vital = |point: &PointSet<W>| {
            point.intersects(&three) || (*shape - *point).components(size).count() > parts
        };
        let vital = shape.iter().map(PointSet::single).filter(is_vital).count();
        // A part is an eye, and so are two vital points.
        let bonus = usize::from(shape.len() >= 7);
        2 * parts + vital + bonus >= 2 * (2 + self.throw_ins)
    }

    fn parts_without(&self, points: &PointSet<W>) -> Vec<PointSet<W>> {
        let rest = self.points - *points;
        rest.components(self.position.size).collect()
    }
}
