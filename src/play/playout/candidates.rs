//! The points worth drawing, and the draw.
//!
//! For each colour, a set holds *at least* every point that the colour may play.
//! A draw that hits an unplayable point is repeated, so it is uniform over the
//! playable points, whatever else the set holds. Points that will stay
//! unplayable for a while are removed, since a smaller set wastes fewer draws.
//!
//! A removed point returns to the set as soon as it becomes playable:
//!
//! ```text
//! removed                             returns when
//! a true eye of the colour            a stone at its corner makes it false,
//!                                     or a stone around it is captured
//! a point surrounded by enemy         a stone around it is captured, or a
//! stones and wall, none in atari      chain around it falls into atari
//! a point with a stone                the stone is captured
//! ```
//!
//! The first line is checked at every move, so the removed eyes are also kept in
//! an array with a byte for each point: four bytes show whether any corner is
//! one.

use ponnuki_core::board::{
    BoardSize, ByColor, Color, PlacementObserver, Point, PointSet, SizedBoard,
};
use ponnuki_core::random::RandomStream;

use super::cpu::Processor;

/// The judgement of a drawn point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PointVerdict {
    /// The point may be played.
    Playable,
    /// The point may not be played and is no longer a candidate.
    Pruned,
    /// The point may not be played this turn but stays a candidate.
    NotNow,
}

/// A turn of a playout that draws its point.
///
/// The methods must be `#[inline(always)]`, so that they are compiled for the
/// processor that the turn is compiled for; closures cannot be.
pub(super) trait DrawTurn<const W: usize> {
    /// Returns a set that holds at least the playable points.
    fn candidates(&self) -> &PointSet<W>;

    /// Judges a drawn point. The judgement may remove it from the candidates,
    /// or play it.
    fn judge(&mut self, point: Point) -> PointVerdict;
}

/// Draws a point uniformly among those that the turn finds playable. Returns
/// `None` when no candidate is left.
#[inline(always)]
pub(super) fn draw_playable<P: Processor, const W: usize>(
    mut random: u64,
    turn: &mut impl DrawTurn<W>,
    stream: &mut RandomStream,
) -> Option<Point> {
    loop {
        let point = turn.candidates().draw(random, P::select)?;
        match turn.judge(point) {
            PointVerdict::Playable => return Some(point),
            PointVerdict::Pruned => random = stream.bits(),
            PointVerdict::NotNow => return draw_without::<P, W>(point, turn, stream),
        }
    }
}

/// Continues [`draw_playable`] after the first [`PointVerdict::NotNow`]: from here
/// on, every rejected point is removed from the set of remaining points.
#[inline(always)]
fn draw_without<P: Processor, const W: usize>(
    rejected: Point,
    turn: &mut impl DrawTurn<W>,
    stream: &mut RandomStream,
) -> Option<Point> {
    let mut left = *turn.candidates() - PointSet::single(rejected);
    loop {
        let point = left.draw(stream.bits(), P::select)?;
        if turn.judge(point) == PointVerdict::Playable {
            return Some(point);
        }
        left.remove(point);
    }
}

/// For each colour, a superset of the points that it may play.
#[derive(Clone)]
pub(super) struct Candidates<const W: usize, const N: usize> {
    size: BoardSize,
    sets: ByColor<PointSet<W>>,
    /// One bit for each colour whose true eye was removed at a point. Points with
    /// a stone have no bit set. The array starts a row below the board, so the
    /// corners of a point come after its own grid index.
    eyes: [u8; N],
}

impl<const W: usize, const N: usize> Candidates<W, N> {
    /// Returns a set for each colour that holds all empty points.
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

    pub(super) fn keep(&mut self, region: &PointSet<W>) {
        self.sets.black &= *region;
        self.sets.white &= *region;
    }

    #[inline(always)]
    pub(super) fn points(&self, color: Color) -> &PointSet<W> {
        &self.sets[color]
    }

    /// Judges an empty point: it is playable unless the play is suicide, fills a
    /// true eye of the colour or retakes the ko. Removes a point that will stay
    /// unplayable for a while.
    #[inline(always)]
    pub(super) fn judge(
        &mut self,
        board: &SizedBoard<W, N>,
        color: Color,
        point: Point,
        ko: Option<Point>,
    ) -> PointVerdict {
        if board.has_empty_neighbour(point) {
            return PointVerdict::Playable;
        }
        if board.connects_or_captures(color, point) {
            if board.is_enemy_diagonal_eye(color, point) {
                self.prune_eye(color, point);
                return PointVerdict::Pruned;
            }
            return if ko == Some(point) {
                PointVerdict::NotNow
            } else {
                PointVerdict::Playable
            };
        }
        if board.is_enclosed_by(!color, point) {
            self.prune(color, point);
            return PointVerdict::Pruned;
        }
        PointVerdict::NotNow
    }

    /// Removes a point that the colour may not play.
    #[inline(always)]
    fn prune(&mut self, color: Color, point: Point) {
        self.sets[color].remove(point);
    }

    #[inline(always)]
    fn prune_eye(&mut self, color: Color, point: Point) {
        self.sets[color].remove(point);
        self.eyes[self.eye_index(point)] |= bit(color);
    }

    /// Removes the point of a new stone from both sets, and puts back the
    /// opponent's eyes at its corners, which the stone may make false.
    #[inline(always)]
    pub(super) fn place(&mut self, color: Color, point: Point) {
        self.sets.black.remove(point);
        self.sets.white.remove(point);
        self.eyes[self.eye_index(point)] = 0;
        let eyes = self.corners(point).map(|corner| self.eyes[corner]);
        if (eyes[0] | eyes[1] | eyes[2] | eyes[3]) & bit(!color) != 0 {
            self.put_back(!color, point);
        }
    }

    /// Puts back the removed eyes of a colour at the corners of a point.
    #[inline(never)]
    fn put_back(&mut self, color: Color, point: Point) {
        for corner in self.corners(point) {
            let eye = &mut self.eyes[corner];
            if *eye & bit(color) != 0 {
                *eye &= !bit(color);
                let eye = Point::from_index(corner - self.size.stride() - 1);
                self.sets[color].insert(eye);
            }
        }
    }

    /// Returns the index of a point in the array of eyes.
    #[inline(always)]
    fn eye_index(&self, point: Point) -> usize {
        (point.index() + self.size.stride() + 1) & (N - 1)
    }

    /// Returns the indices of the diagonal neighbours in the array of eyes.
    #[inline(always)]
    fn corners(&self, point: Point) -> [usize; 4] {
        // `min` never changes an index; it replaces the bounds check.
        let below = point.index().min(N - 3);
        let above = (point.index() + 2 * self.size.stride()).min(N - 3);
        [below, below + 2, above, above + 2]
    }
}

#[inline(always)]
const fn bit(color: Color) -> u8 {
    1 << color as u8
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
