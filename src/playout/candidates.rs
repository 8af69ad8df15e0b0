//! The points that are worth drawing.
//!
//! For each colour a set that holds *at least* every point the colour may be
//! drawn to play. A draw that meets a point it may not play takes it out of the
//! set, if it will stay so for a while, and draws again: the draw is uniform
//! over the playable points whatever else is in the set. The less is in it, the
//! fewer draws are wasted.
//!
//! What was taken out and becomes playable must be put back at once:
//!
//! ```text
//! taken out                          put back when
//! a true eye of the colour           a stone at its corner makes it false,
//!                                    or a stone around it is captured
//! a point with enemy stones and      a stone around it is captured, or a
//! wall around it, none in atari      chain around it falls into atari
//! a point with a stone               the stone is captured
//! ```

use crate::board::Watcher;
use crate::color::{ByColor, Color};
use crate::point::{BoardSize, Point};
use crate::point_set::PointSet;

/// For each colour a superset of the points that it may be drawn to play.
#[derive(Clone)]
pub(super) struct Candidates<const W: usize> {
    size: BoardSize,
    sets: ByColor<PointSet<W>>,
    /// The true eyes that were taken out, and possibly others that were eyes
    /// once.
    eyes: ByColor<PointSet<W>>,
}

impl<const W: usize> Candidates<W> {
    /// All empty points, for both.
    pub(super) fn new(size: BoardSize, empty: PointSet<W>) -> Self {
        Self {
            size,
            sets: ByColor {
                black: empty,
                white: empty,
            },
            eyes: ByColor::default(),
        }
    }

    #[inline(always)]
    pub(super) fn of(&self, color: Color) -> &PointSet<W> {
        &self.sets[color]
    }

    /// Takes out a point that the colour may not play until it is put back.
    #[inline(always)]
    pub(super) fn prune(&mut self, color: Color, point: Point) {
        self.sets[color].remove(point);
    }

    /// Takes out a true eye of the colour.
    #[inline(always)]
    pub(super) fn prune_eye(&mut self, color: Color, point: Point) {
        self.sets[color].remove(point);
        self.eyes[color].insert(point);
    }

    /// A colour puts a stone on a point. `falsified` are the empty points at
    /// its corners, which may have been eyes of the other.
    #[inline(always)]
    pub(super) fn place(&mut self, color: Color, point: Point, falsified: PointSet<W>) {
        self.sets[color].remove(point);
        self.sets[!color].remove(point);
        self.sets[!color] |= falsified & self.eyes[!color];
    }
}

impl<const W: usize> Watcher<W> for Candidates<W> {
    #[inline]
    fn captured(&mut self, _: Color, stones: &PointSet<W>, empty: &PointSet<W>) {
        let playable = *stones | (stones.neighbours(self.size) & *empty);
        self.sets.black |= playable;
        self.sets.white |= playable;
    }

    #[inline]
    fn in_atari(&mut self, color: Color, liberty: Point) {
        self.sets[!color].insert(liberty);
    }
}
