//! Killing from inside: stones given up so that the eye space that their capture
//! leaves can be made into a single eye (nakade).
//!
//! Three plays belong together. The attacker may put two to six stones into atari if
//! they fill a killing shape and their capture is forced
//! ([`Sacrifice`](kills_by_sacrifice)). After the capture the attacker plays at the
//! vital point of the shape or, if the attacker does not, the defender does.

use ponnuki_core::board::{BoardSize, Color, Point, PointSet, SizedBoard};

/// How many stones may be given up.
const GIVEN_UP: std::ops::RangeInclusive<usize> = 2..=6;

/// How many stones a capture must remove for the vital point to decide.
const REPLIED: std::ops::RangeInclusive<usize> = 3..=6;

/// The shape of connected points: how many pairs of neighbours it has, and the points
/// with the most neighbours.
struct Shape<const W: usize> {
    pairs: usize,
    most: usize,
    middle: PointSet<W>,
}

impl<const W: usize> Shape<W> {
    fn new(points: &PointSet<W>, size: BoardSize) -> Self {
        let mut shape = Self {
            pairs: 0,
            most: 0,
            middle: PointSet::EMPTY,
        };
        let steps = points.steps(size);
        for point in *points {
            let degree = steps.iter().filter(|step| step.contains(point)).count();
            shape.pairs += degree;
            if degree > shape.most {
                shape.most = degree;
                shape.middle = PointSet::EMPTY;
            }
            if degree == shape.most {
                shape.middle.insert(point);
            }
        }
        shape.pairs /= 2;
        shape
    }
}

/// Returns whether connected stones form a shape whose capture leaves one eye if the
/// captor's opponent plays next:
///
/// ```text
/// stones   up to 3   4          4          5          5          6
///          any       X X        X X X      X X        . X .      X X .
///                    X X        . X .      X X X      X X X      X X X
///                                                     . X .      . X .
/// pairs              4          3          5          4          6
/// most               2          3          3          4          4
/// ```
fn is_killing<const W: usize>(stones: &PointSet<W>, size: BoardSize) -> bool {
    let len = stones.len();
    if len <= 3 {
        return len >= 2;
    }
    let shape = Shape::new(stones, size);
    matches!(
        (len, shape.pairs, shape.most),
        (4, 4, 2) | (4, 3, 3) | (5, 5, 3) | (5, 4, 4) | (6, 6, 4)
    )
}

/// Returns the vital point of an eye space: the point with the most neighbours in it,
/// if it is the only one and has two or more. Whoever plays there first decides: the
/// owner lives, or the opponent kills.
fn vital_point<const W: usize>(space: &PointSet<W>, size: BoardSize) -> Option<Point> {
    let shape = Shape::new(space, size);
    let point = shape.middle.first()?;
    (shape.most >= 2 && shape.middle.len() == 1).then_some(point)
}

/// Returns the vital point of the space that captured stones leave.
#[inline]
pub(super) fn vital_after<const W: usize>(
    captured: &PointSet<W>,
    size: BoardSize,
) -> Option<Point> {
    if !REPLIED.contains(&captured.len()) {
        return None;
    }
    vital_point(captured, size)
}

/// Returns whether a self-atari kills: the chain that it makes has a killing shape and
/// fills its whole region but one point, and no chain around it has another liberty, so
/// that the opponent must capture it.
#[inline(always)]
pub(super) fn kills_by_sacrifice<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
    point: Point,
) -> bool {
    GIVEN_UP.contains(&board.joined_len(color, point)) && kills_region(board, color, point)
}

/// Returns whether a self-atari that gives up few enough stones kills.
#[inline(never)]
fn kills_region<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
    point: Point,
) -> bool {
    let size = board.size();
    let played = PointSet::single(point);
    let stones = board.joined_stones(color, point);
    let space = board.liberties_of(&stones) | played;
    let region = stones | space;
    let around = (region.neighbours(size) & *board.points()) - region;
    let enemies = around & board.stones()[!color];
    enemies == around && is_killing(&stones, size) && board.have_liberties_only_at(&enemies, &space)
}

/// Returns whether a play fills a false eye of the colour without need: no chain there
/// is in atari, and the joined chain would have at most two liberties. In a seki such
/// a play kills its own side.
#[inline(always)]
pub(super) fn fills_false_eye<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
    point: Point,
) -> bool {
    board.is_enclosed_by(color, point)
        && board.joined_by(color, point).may_have_two_liberties()
        && fills_needlessly(board, color, point)
}

/// Returns whether a play in an eye does so without need.
#[inline(never)]
fn fills_needlessly<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
    point: Point,
) -> bool {
    let mut chains = board.stones_next_to(color, point);
    if chains.any(|stone| board.last_liberty(stone).is_some()) {
        return false;
    }
    let stones = board.joined_stones(color, point);
    (board.liberties_of(&stones) - PointSet::single(point)).len() <= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::board::diagram;

    /// Returns the black stones of a diagram.
    fn shape(rows: &str) -> (PointSet<2>, BoardSize) {
        let board = diagram::sized::<2, 128>(rows);
        (board.stones().black, board.size())
    }

    #[test]
    fn killing_shapes_are_known() {
        for (rows, is_known, vital) in [
            ("...../.X.../.X.../...../.....", true, None),
            ("...../.XX../.X.../...../.....", true, Some("B4")),
            ("...../.XXX./...../...../.....", true, Some("C4")),
            ("...../.XX../.XX../...../.....", true, None),
            ("...../.XXX./..X../...../.....", true, Some("C4")),
            ("...../XXXX./...../...../.....", false, None),
            ("...../.XX../..XX./...../.....", false, None),
            ("...../.XX../.XXX./...../.....", true, Some("C3")),
            ("..X../.XXX./..X../...../.....", true, Some("C4")),
            ("...../XXXXX/...../...../.....", false, None),
            (".XX../.XXX./..X../...../.....", true, Some("C4")),
            (".XX../.XX../.XX../...../.....", false, None),
        ] {
            let (stones, size) = shape(rows);
            assert_eq!(is_killing(&stones, size), is_known, "{rows}");
            let expected = vital.map(|name| size.point_named(name).unwrap());
            assert_eq!(vital_point(&stones, size), expected, "{rows}");
            let replied = expected.filter(|_| stones.len() >= 3);
            assert_eq!(vital_after(&stones, size), replied, "{rows}");
        }
    }

    #[test]
    fn stones_are_given_up_where_the_whole_region_dies() {
        // Black's eye space in the corner has five points, and White holds three.
        let kills = |rows: &str, name: &str| {
            let board = diagram::sized::<2, 128>(rows);
            let point = board.size().point_named(name).unwrap();
            kills_by_sacrifice(&board, Color::White, point)
        };
        let rows = "........./........./........./........./........./OOOO...../XXXOO..../OOXXO..../.O.XO....";
        assert!(kills(rows, "A1"), "a square of four");
        assert!(!kills(rows, "C1"), "a bent row of four");
        let pyramid = "........./........./........./........./........./OOOO...../XXXOO..../.OXXO..../.OOXO....";
        assert!(kills(pyramid, "A1"));
        assert!(!kills(pyramid, "A2"));
        // Black has a liberty outside, so it need not capture.
        let free = "........./........./........./........./........./.OOO...../XXXOO..../OOXXO..../.O.XO....";
        assert!(!kills(free, "A1"));
        // A row of four kills nothing.
        let row = "........./........./........./........./........./........./OOOOO..../XXXXXO.../OOO..XO..";
        assert!(!kills(row, "D1"));
    }

    #[test]
    fn a_false_eye_is_kept_in_a_seki() {
        let fills = |rows: &str, name: &str| {
            let board = diagram::sized::<2, 128>(rows);
            let point = board.size().point_named(name).unwrap();
            fills_false_eye(&board, Color::Black, point)
        };
        // Black's eye at A1 is false. The joined chain would have the liberty C1.
        let rows = "........./........./........./........./........./O......../OO......./XOO....../.X.O.....";
        assert!(!fills(rows, "A1"), "the chain at A2 is in atari");
        let two = "........./........./........./........./........./O......../.OO....../XOO....../.X.O.....";
        assert!(fills(two, "A1"));
        let roomy = "........./........./........./........./........./........./XO......./XO......./.XX......";
        assert!(!fills(roomy, "A1"));
    }
}
