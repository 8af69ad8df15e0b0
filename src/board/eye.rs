//! True eyes by counting diagonals.
//!
//! A one-point eye is an empty point whose neighbours on the board all hold own
//! stones. It is *false* when the opponent can take enough of its diagonal
//! points to capture the stones around it one by one:
//!
//! ```text
//! true            false           true, on the edge
//! . X X X .       . O X X .       | X X
//! . X . X .       . X . X .       | . X
//! . X X O .       . X X O .       | X X
//! ```
//!
//! Both rules below count diagonals only, so both take the two eyes of a
//! "two-headed dragon" for false: the user's documents define a true eye by the
//! count, and so do the playouts of other engines.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::point::{BoardSize, Point};
use super::point_set::PointSet;
use super::{Board, SizedBoard};
use crate::board::Color;

/// How diagonals decide between a true and a false eye.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EyeRule {
    /// Inside the board at least three of the four diagonal points hold own
    /// stones; on an edge or in a corner every diagonal point on the board
    /// does. An empty diagonal counts against the eye.
    #[default]
    OwnDiagonals,
    /// Inside the board at most one diagonal point holds an enemy stone, on an
    /// edge or in a corner none. An empty diagonal counts for the eye. This is
    /// the rule of libEGO, Pachi and the published playout figures.
    EnemyDiagonals,
}

impl EyeRule {
    /// Both rules.
    pub const ALL: [Self; 2] = [Self::OwnDiagonals, Self::EnemyDiagonals];
}

impl fmt::Display for EyeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::OwnDiagonals => "own-diagonals",
            Self::EnemyDiagonals => "enemy-diagonals",
        })
    }
}

/// The text names no eye rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownEyeRule;

impl fmt::Display for UnknownEyeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected own-diagonals or enemy-diagonals")
    }
}

impl Error for UnknownEyeRule {}

impl FromStr for EyeRule {
    type Err = UnknownEyeRule;

    /// Reads `own-diagonals` or `enemy-diagonals`.
    ///
    /// # Errors
    /// [`UnknownEyeRule`] for any other text.
    fn from_str(text: &str) -> Result<Self, UnknownEyeRule> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.to_string() == text)
            .ok_or(UnknownEyeRule)
    }
}

/// All true eyes of one colour.
pub fn true_eyes(board: &Board, color: Color, rule: EyeRule) -> PointSet {
    let points = board.points();
    let own = board.stones(color);
    let against = match rule {
        EyeRule::OwnDiagonals => points - own,
        EyeRule::EnemyDiagonals => board.stones(!color),
    };
    eyes_among(board.size(), &points, &own, &against) & board.empty()
}

/// An empty point is a true eye of a colour by [`EyeRule::EnemyDiagonals`].
#[inline]
pub(crate) fn is_enemy_diagonal_eye<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
    point: Point,
) -> bool {
    if !board.is_enclosed_by(color, point) {
        return false;
    }
    let (enemies, on_edge) = board.diagonals(!color, point);
    enemies + usize::from(on_edge) < 2
}

/// The points whose neighbours are all `own` and of whose diagonals at most
/// one inside the board, and none on an edge, is in `against`.
fn eyes_among<const W: usize>(
    size: BoardSize,
    points: &PointSet<W>,
    own: &PointSet<W>,
    against: &PointSet<W>,
) -> PointSet<W> {
    let surrounded = *points - (*points - *own).neighbours(size);
    if surrounded.is_empty() {
        return PointSet::EMPTY;
    }
    let inside = points
        .steps(size)
        .into_iter()
        .fold(*points, |inside, step| inside & step);
    let mut one = PointSet::EMPTY;
    let mut two = PointSet::EMPTY;
    for diagonal in against.diagonal_steps(size) {
        two |= one & diagonal;
        one |= diagonal;
    }
    surrounded & ((inside - two) | (*points - one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;

    fn eyes(rows: &str, rule: EyeRule) -> String {
        let board = diagram::parse(rows).unwrap();
        let size = board.size();
        let names: Vec<_> = true_eyes(&board, Color::Black, rule)
            .iter()
            .map(|point| size.coordinates(point).to_string())
            .collect();
        names.join(" ")
    }

    #[test]
    fn inside_one_diagonal_may_be_missing() {
        for (rows, own, enemy) in [
            ("...../.XXX./.X.X./.XXX./.....", "C3", "C3"),
            ("...../..XX./.X.X./.XXX./.....", "C3", "C3"),
            ("...../.OXX./.X.X./.XXX./.....", "C3", "C3"),
            ("...../..X../.X.X./.XXX./.....", "", "C3"),
            ("...../.OXO./.X.X./.XXX./.....", "", ""),
            ("...../.OX../.X.X./.XXX./.....", "", "C3"),
        ] {
            assert_eq!(eyes(rows, EyeRule::OwnDiagonals), own, "{rows}");
            assert_eq!(eyes(rows, EyeRule::EnemyDiagonals), enemy, "{rows}");
        }
    }

    #[test]
    fn on_the_edge_none_may_be_missing() {
        for (rows, own, enemy) in [
            ("XX./.X./XX.", "A2", "A2"),
            ("XX./.X./X..", "", "A2"),
            ("XX./.X./XO.", "", ""),
            (".X/XX", "A2", "A2"),
            (".X/X.", "", "B1 A2"),
        ] {
            // In the last one the only diagonal of each eye is the other eye.
            assert_eq!(eyes(rows, EyeRule::OwnDiagonals), own, "{rows}");
            assert_eq!(eyes(rows, EyeRule::EnemyDiagonals), enemy, "{rows}");
        }
    }

    #[test]
    fn one_row_and_one_column_have_no_diagonals() {
        for rule in EyeRule::ALL {
            assert_eq!(eyes(".X./...", rule), "");
            assert_eq!(eyes("X.X.", rule), "B1 D1");
            assert_eq!(eyes("X/./X/.", rule), "A1 A3");
            assert_eq!(eyes(".", rule), "A1");
        }
    }
}
