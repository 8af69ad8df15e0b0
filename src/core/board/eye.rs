//! True eyes, by counting diagonal points.
//!
//! An empty point is a one-point *eye* of a colour when all its neighbours on
//! the board hold stones of that colour. The eye is *false* when the opponent
//! can take enough of its diagonal points to capture the stones around it one
//! by one:
//!
//! ```text
//! true            false           true, on the edge
//! . X X X .       . O X X .       | X X
//! . X . X .       . X . X .       | . X
//! . X X O .       . X X O .       | X X
//! ```
//!
//! Both [rules](EyeRule) allow one bad diagonal point inside the board and none
//! on an edge or in a corner; they differ in how they count an empty one.
//! Neither looks beyond the diagonal points, so both consider the two eyes of a
//! "two-headed dragon" false although it lives.
//! [`pass_alive`](fn@super::pass_alive) recognises such life.

use super::named::named_enum;
use super::{Board, BoardSize, Color, PointSet};

named_enum! {
    /// The test that decides, from its diagonal points, whether a one-point eye is true.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::{Color, EyeRule};
    /// use ponnuki::board::{diagram, true_eyes};
    ///
    /// let rule: EyeRule = "enemy-diagonals".parse()?;
    /// let eyes = |rows| {
    ///     let board = diagram::parse(rows).unwrap();
    ///     true_eyes(&board, Color::Black, rule).len()
    /// };
    /// // White's stone on the diagonal point makes the eye at A1 false.
    /// assert_eq!((eyes("X../.X."), eyes("XO./.X.")), (1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum EyeRule {
        /// Inside the board at least three of the four diagonal points hold
        /// friendly stones; on an edge or in a corner all of them do. An empty
        /// diagonal point counts against the eye. This is the count that
        /// beginners learn ("Recognizing an eye", Sensei's Library).
        #[default]
        OwnDiagonals = "own-diagonals",
        /// Inside the board at most one diagonal point holds an enemy stone; on
        /// an edge or in a corner none does. An empty diagonal point counts in
        /// favour of the eye. The playouts of libEGO and Pachi use this rule,
        /// and so do the published playout figures.
        EnemyDiagonals = "enemy-diagonals",
    }
}

/// Returns all true eyes of a colour.
///
/// Two of the four diagonal points of C3 hold black stones here, and two are empty:
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{Color, EyeRule};
/// use ponnuki::board::{diagram, true_eyes};
///
/// let board = diagram::parse(
///     ".....
///      ..X..
///      .X.X.
///      .XXX.
///      .....",
/// )?;
/// let eyes = |rule| true_eyes(&board, Color::Black, rule).names(board.size());
/// assert_eq!(eyes(EyeRule::OwnDiagonals), "");
/// assert_eq!(eyes(EyeRule::EnemyDiagonals), "C3");
/// # Ok::<(), diagram::ParseDiagramError>(())
/// ```
pub fn true_eyes(board: &Board, color: Color, rule: EyeRule) -> PointSet {
    let points = board.points();
    let own = board.stones(color);
    let against = match rule {
        EyeRule::OwnDiagonals => points - own,
        EyeRule::EnemyDiagonals => board.stones(!color),
    };
    eyes_among(board.size(), &points, &own, &against) & board.empty()
}

/// Returns the points whose neighbours are all in `own` and whose diagonal
/// points are not in `against`, except for at most one of them inside the
/// board.
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
    // The points with at least one and at least two diagonals in `against`.
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
        true_eyes(&board, Color::Black, rule).names(size)
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
            // In the last row, the only diagonal of each eye is the other eye.
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
