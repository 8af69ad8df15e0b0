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
//!
//! The first line is asked at every move, so pruned eyes are also kept in a
//! byte a point: four bytes tell whether there is one at a corner.

use crate::board::{
    BoardSize, ByColor, Color, PlacementObserver, Point, PointSet, SizedBoard,
    is_enemy_diagonal_eye,
};

/// What becomes of a point that was drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It may be played, as far as the board and the simple ko know.
    Playable,
    /// It may not, and is no candidate for now.
    Pruned,
    /// It may not in this turn.
    NotNow,
}

/// For each colour a superset of the points that it may be drawn to play.
#[derive(Clone)]
pub(super) struct Candidates<const W: usize, const N: usize> {
    size: BoardSize,
    sets: ByColor<PointSet<W>>,
    /// By grid index, a bit for each colour whose true eye was taken out
    /// there. No bit stands where a stone is.
    eyes: [u8; N],
}

impl<const W: usize, const N: usize> Candidates<W, N> {
    /// All empty points, for both.
    pub(super) fn new(size: BoardSize, empty: PointSet<W>) -> Self {
        Self {
            size,
            sets: ByColor {
                black: empty,
                white: empty,
            },
            eyes: [0; N],
        }
    }

    #[inline(always)]
    pub(super) fn of(&self, color: Color) -> &PointSet<W> {
        &self.sets[color]
    }

    /// Judges an empty point: it may be played when it is neither suicide nor
    /// an own true eye nor the ko. What stays unplayable for a while is taken
    /// out.
    #[inline(always)]
    pub(super) fn judge(
        &mut self,
        board: &SizedBoard<W, N>,
        color: Color,
        point: Point,
        ko: Option<Point>,
    ) -> Verdict {
        if board.has_empty_neighbour(point) {
            return Verdict::Playable;
        }
        if board.connects_or_captures(color, point) {
            if is_enemy_diagonal_eye(board, color, point) {
                self.prune_eye(color, point);
                return Verdict::Pruned;
            }
            return if ko == Some(point) {
                Verdict::NotNow
            } else {
                Verdict::Playable
            };
        }
        if board.is_enclosed_by(!color, point) {
            self.prune(color, point);
            return Verdict::Pruned;
        }
        Verdict::NotNow
    }

    /// Takes out a point that the colour may not play until it is put back.
    #[inline(always)]
    fn prune(&mut self, color: Color, point: Point) {
        self.sets[color].remove(point);
    }

    /// Takes out a true eye of the colour.
    #[inline(always)]
    fn prune_eye(&mut self, color: Color, point: Point) {
        self.sets[color].remove(point);
        self.eyes[point.index() & (N - 1)] |= bit(color);
    }

    /// A colour puts a stone on a point with these corners, where it may make
    /// false eyes of the other.
    #[inline(always)]
    pub(super) fn place(&mut self, color: Color, point: Point, corners: [usize; 4]) {
        self.sets[color].remove(point);
        self.sets[!color].remove(point);
        self.eyes[point.index() & (N - 1)] = 0;
        let eyes = corners.map(|corner| self.eyes[corner & (N - 1)]);
        if (eyes[0] | eyes[1] | eyes[2] | eyes[3]) & bit(!color) != 0 {
            self.put_back(!color, corners);
        }
    }

    /// Puts back the eyes of a colour among these points.
    fn put_back(&mut self, color: Color, points: [usize; 4]) {
        for index in points {
            let eye = &mut self.eyes[index & (N - 1)];
            if *eye & bit(color) != 0 {
                *eye &= !bit(color);
                self.sets[color].insert(Point::from_index(index));
            }
        }
    }
}

#[inline(always)]
const fn bit(color: Color) -> u8 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

impl<const W: usize, const N: usize> PlacementObserver<W> for Candidates<W, N> {
    #[inline]
    fn captured(&mut self, _: Color, stones: &PointSet<W>, empty: &PointSet<W>) {
        let playable = *stones | (stones.neighbours(self.size) & *empty);
        self.sets.black |= playable;
        self.sets.white |= playable;
    }

    #[inline]
    fn in_atari(&mut self, color: Color, _: Point, liberty: Point) {
        self.sets[!color].insert(liberty);
    }
}
