//! Area scoring, with dead stones marked region by region.
//!
//! A colour's area consists of its stones and the empty regions that touch only
//! its stones. A region that touches both colours, or neither, is neutral: each
//! colour gets half of it.

use std::ops::Index;

use super::{Board, BoardSize, ByColor, Color, Point, PointSet};

/// The ownership of every point. Each point of the board is in exactly one of the sets.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{Color, PointSet};
/// use ponnuki::board::{area, diagram};
///
/// let board = diagram::parse("..X.O./..X.O./..X.O.")?;
/// let area = area(&board, &PointSet::EMPTY);
/// assert_eq!(Color::BOTH.map(|color| area[color].len()), [9, 6]);
/// // The three points in between are shared.
/// assert_eq!((area.points().black, area.points().white), (10.5, 7.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Black's stones and territory.
    pub black: PointSet,
    /// White's stones and territory.
    pub white: PointSet,
    /// Empty points of regions that touch both colours or neither.
    pub neutral: PointSet,
}

impl Area {
    /// Returns Black's area minus White's, in points. The margin is a whole
    /// number, because the shared halves cancel out.
    pub fn margin(&self) -> f64 {
        f64::from(
            ByColor {
                black: self.black,
                white: self.white,
            }
            .margin(),
        )
    }

    /// Returns the score of each colour in points: its area and half of the neutral points.
    pub fn points(&self) -> ByColor<f64> {
        let shared = self.neutral.len() as f64 / 2.0;
        ByColor {
            black: self.black.len() as f64 + shared,
            white: self.white.len() as f64 + shared,
        }
    }
}

impl<const W: usize> ByColor<PointSet<W>> {
    /// Returns Black's point count minus White's.
    #[inline]
    pub fn margin(&self) -> i32 {
        self.black.len() as i32 - self.white.len() as i32
    }
}

/// Computes the area of both colours after removing the `dead` stones.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::PointSet;
/// use ponnuki::board::{area, dead_region, diagram};
///
/// let board = diagram::parse(
///     ".X.O.
///      .X.O.
///      .X.OX
///      .X.O.
///      .X.O.",
/// )?;
/// let size = board.size();
/// let stone = size.point_named("E3").expect("E3 is on the board");
///
/// // While the stone lives, the regions beside it touch both colours.
/// let alive = area(&board, &PointSet::EMPTY);
/// assert_eq!(alive.neutral.names(size), "C1 E1 C2 E2 C3 C4 E4 C5 E5");
/// assert_eq!(alive.margin(), 6.0);
///
/// // Once it is dead, they are White's.
/// let dead = dead_region(&board, stone).expect("E3 has a stone");
/// assert_eq!(area(&board, &dead).margin(), 0.0);
/// # Ok::<(), diagram::ParseDiagramError>(())
/// ```
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

/// Returns the area of each colour: its stones and the empty regions that touch only its stones.
pub fn owned<const W: usize>(
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

/// Returns the stones that die together with a dead stone: all stones of its
/// colour that it can reach through stones of that colour and empty points.
/// Returns `None` for an empty point.
///
/// This is how Go programs mark dead stones: one click marks the whole region,
/// because a living stone in it would keep the others alive.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::board::{dead_region, diagram};
///
/// let board = diagram::parse(".OX./OOX./XXX.")?;
/// let stone = board.size().point_named("B3").unwrap();
/// let region = dead_region(&board, stone).unwrap();
/// assert_eq!(region.names(board.size()), "A2 B2 B3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn dead_region(board: &Board, stone: Point) -> Option<PointSet> {
    let own = board.stones(board.at(stone)?);
    let region = PointSet::single(stone).flood(&(own | board.empty()), board.size());
    Some(region & own)
}

impl Index<Color> for Area {
    type Output = PointSet;

    /// Returns the area of one colour.
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
