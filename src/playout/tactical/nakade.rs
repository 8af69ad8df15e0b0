//! Shapes that kill from inside: a chain that is captured in such a shape
//! leaves its captor one eye only, if he is not first at the vital point.

use crate::point::BoardSize;
use crate::point_set::PointSet;

/// The most stones of such a shape.
pub(super) const MOST: usize = 6;

/// Connected stones form such a shape: up to three stones, the square and the
/// pyramid four, the bulky and the crossed five, the rabbity six.
///
/// The shape is told by its neighbour pairs and its best connected stone:
///
/// ```text
/// stones   4         4          5          5            6
///          X X       X X X      X X        . X .        X X .
///          X X       . X .      X X X      X X X        X X X
///                                          . X .        . X .
/// pairs    4         3          5          4            6
/// most     2         3          3          4            4
/// ```
pub(super) fn is_killing<const W: usize>(stones: &PointSet<W>, size: BoardSize) -> bool {
    let len = stones.len();
    if len <= 3 {
        return true;
    }
    if len > MOST {
        return false;
    }
    let [mut pairs, mut most] = [0; 2];
    for stone in stones {
        let degree = (PointSet::<W>::single(stone).neighbours(size) & *stones).len();
        pairs += degree;
        most = most.max(degree);
    }
    matches!(
        (len, pairs / 2, most),
        (4, 4, _) | (4, _, 3) | (5, 5, _) | (5, _, 4) | (6, 6, 4)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::diagram;

    #[test]
    fn shapes_are_told_apart() {
        for (rows, expected) in [
            ("X../...", true),
            ("XX./...", true),
            ("XXX/...", true),
            ("XX./.X.", true),
            ("XX./XX.", true),
            ("XXX/.X.", true),
            ("XXX/X..", false),
            ("XX./.XX", false),
            ("XXXX/....", false),
            ("XXX/XX.", true),
            (".X./XXX/.X.", true),
            ("XXX/.X./.X.", false),
            ("XXX/X../X..", false),
            ("XXXX/.X..", false),
            ("XX./XXX/.X.", true),
            ("XXX/XXX/...", false),
            ("XX./XX./XX.", false),
            ("XXX./XXX./X...", false),
        ] {
            let board = diagram::parse(rows).unwrap();
            let stones = board.stones(Color::Black);
            assert_eq!(is_killing(&stones, board.size()), expected, "{rows}");
        }
    }
}
