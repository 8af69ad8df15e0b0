//! Area scoring, with dead stones marked region by region.
//!
//! A colour's area is its stones and the empty regions that touch only its
//! stones. A region that touches both colours, or none, is shared half and
//! half.

use super::Board;
use super::color::{ByColor, Color};
use super::point::{BoardSize, Point};
use super::point_set::PointSet;

/// Who owns what: every point of the board is in exactly one of the sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Black's stones and territory.
    pub black: PointSet,
    /// White's stones and territory.
    pub white: PointSet,
    /// Empty points that belong to nobody alone.
    pub neutral: PointSet,
}

impl Area {
    /// Black's area minus White's, in points. What is shared half and half
    /// cancels out, so the margin is a whole number.
    pub fn margin(&self) -> f64 {
        f64::from(
            ByColor {
                black: self.black,
                white: self.white,
            }
            .margin(),
        )
    }

    /// Each colour's points, with the neutral points shared half and half.
    pub fn points(&self) -> ByColor<f64> {
        let shared = self.neutral.len() as f64 / 2.0;
        ByColor {
            black: self.black.len() as f64 + shared,
            white: self.white.len() as f64 + shared,
        }
    }
}

impl<const W: usize> ByColor<PointSet<W>> {
    /// Black's points minus White's.
    #[inline]
    pub fn margin(&self) -> i32 {
        self.black.len() as i32 - self.white.len() as i32
    }
}

/// The area of both colours once the `dead` stones are taken off.
pub fn area(board: &Board, dead: &PointSet) -> Area {
    let size = board.size();
    let stones = board.position().map(|stones| stones - *dead);
    let ByColor { black, white } = owned(size, &board.points(), &stones);
    Area {
        black,
        white,
        neutral: board.points() - black - white,
    }
}

/// What each colour owns: its stones and the empty regions that touch only its
/// stones.
pub(crate) fn owned<const W: usize>(
    size: BoardSize,
    points: &PointSet<W>,
    stones: &ByColor<PointSet<W>>,
) -> ByColor<PointSet<W>> {
    let ByColor { black, white } = *stones;
    let empty = *points - black - white;
    let reach = |stones: PointSet<W>| stones.neighbours(size).flood(&empty, size);
    let (black_reach, white_reach) = (reach(black), reach(white));
    ByColor {
        black: black | (black_reach - white_reach),
        white: white | (white_reach - black_reach),
    }
}

/// The stones that are marked dead together with this one: all stones of its
/// colour in the region of that colour and of empty points around it. `None`
/// for an empty point.
///
/// This is how Go programs let people mark dead stones: one click takes the
/// whole region, because living stones in it would make all of it alive.
pub fn dead_region(board: &Board, stone: Point) -> Option<PointSet> {
    let own = board.stones(board.at(stone)?);
    let region = PointSet::single(stone).flood(&(own | board.empty()), board.size());
    Some(region & own)
}

/// The area of one colour.
impl std::ops::Index<Color> for Area {
    type Output = PointSet;

    fn index(&self, color: Color) -> &PointSet {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;

    fn counts(rows: &str, dead: &[&str]) -> (usize, usize, usize) {
        let board = diagram::parse(rows).unwrap();
        let mut marked = PointSet::EMPTY;
        for name in dead {
            let point = board.size().point_named(name).unwrap();
            marked |= dead_region(&board, point).unwrap();
        }
        let area = area(&board, &marked);
        let all = area.black | area.white | area.neutral;
        assert_eq!(all, board.points());
        (area.black.len(), area.white.len(), area.neutral.len())
    }

    #[test]
    fn regions_belong_to_the_colour_they_touch() {
        assert_eq!(counts("...", &[]), (0, 0, 3));
        assert_eq!(counts(".X./...", &[]), (6, 0, 0));
        assert_eq!(counts(".XO./.XO.", &[]), (4, 4, 0));
        assert_eq!(counts("X.O", &[]), (1, 1, 1));
        assert_eq!(counts(".X.O./.X.O./.X.O.", &[]), (6, 6, 3));
    }

    #[test]
    fn marking_one_dead_stone_marks_its_region() {
        // The two white stones on the left are connected by empty points.
        let rows = "O.X.O/..X../O.X.O";
        assert_eq!(counts(rows, &["A1"]), (9, 2, 4));
        assert_eq!(counts(rows, &["A3", "E1"]), (15, 0, 0));
        let board = diagram::parse(rows).unwrap();
        let size = board.size();
        assert_eq!(dead_region(&board, size.point_named("B2").unwrap()), None);
        assert_eq!(
            dead_region(&board, size.point_named("C1").unwrap())
                .unwrap()
                .len(),
            3
        );
    }

    #[test]
    fn shared_points_are_halved() {
        let board = diagram::parse("X.O").unwrap();
        let area = area(&board, &PointSet::EMPTY);
        assert_eq!(
            area.points(),
            ByColor {
                black: 1.5,
                white: 1.5
            }
        );
        assert!(area.margin().abs() < f64::EPSILON);
    }
}
