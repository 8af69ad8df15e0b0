//! Common fate distance (Graepel, Goutrié, Krüger and Herbrich, "Learning on graphs in
//! the game of Go", 2001): the number of steps between points if a chain counts as a
//! single point.

use crate::board::{Point, PointSet, SizedBoard};

/// Returns the points at common fate distance 0, 1, 2 and so on from a move.
pub(super) fn rings<const RINGS: usize, const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    last: Point,
) -> [PointSet<W>; RINGS] {
    let size = board.size();
    let mut reached = PointSet::EMPTY;
    let mut wider = PointSet::single(last);
    [(); RINGS].map(|()| {
        wider = whole_chains(board, wider);
        let ring = wider - reached;
        reached = wider;
        wider = reached | (reached.neighbours(size) & *board.points());
        ring
    })
}

/// Adds to a set the rest of every chain of which it contains a stone.
fn whole_chains<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    set: PointSet<W>,
) -> PointSet<W> {
    let stones = board.stones();
    let size = board.size();
    set | set.flood(&stones.black, size) | set.flood(&stones.white, size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;

    #[test]
    fn a_chain_is_a_single_step() {
        let board = diagram::sized("...../.XXXX/...../...../.....");
        let size = board.size();
        let from = |name: &str| {
            rings::<3, 1, 64>(&board, size.point_named(name).unwrap()).map(|ring| ring.names(size))
        };
        assert_eq!(from("B4")[0], "B4 C4 D4 E4");
        assert_eq!(from("B4")[1], "B3 C3 D3 E3 A4 B5 C5 D5 E5");
        assert_eq!(from("A4")[0], "A4");
        assert_eq!(from("A4")[1], "A3 B4 C4 D4 E4 A5");
        assert_eq!(from("A4")[2], "A2 B3 C3 D3 E3 B5 C5 D5 E5");
    }
}
