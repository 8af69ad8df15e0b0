//! Chasing a chain with two liberties: ataris after which it cannot gain a third.
//!
//! A ladder, or the last moves of a race, is a series of such ataris. If playouts leave
//! them to chance, the chain nearly always escapes, and the search believes that it
//! lives.

use ponnuki_core::board::{Color, Point, PointSet, SizedBoard};

/// Returns the moves of a colour that put the chain of the opponent's last move into
/// atari so that it has at most two liberties when it extends.
///
/// The result is empty if the point does not hold an opponent's stone, or if its chain does
/// not have two liberties or can capture stones around it. Moves that put the own stones
/// into atari are left out.
#[inline(always)]
pub(super) fn chases<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
    last: Point,
) -> PointSet<W> {
    let mut moves = PointSet::EMPTY;
    if !board.holds(!color, last) {
        return moves;
    }
    let Some([a, b]) = board.two_liberties(last) else {
        return moves;
    };
    for (atari, extension) in [(a, b), (b, a)] {
        let is_safe =
            board.has_two_empty_neighbours(atari) || !board.joined_by(color, atari).is_in_atari();
        if is_safe && !board.escapes(!color, last, extension, atari) {
            moves.extend([atari]);
        }
    }
    let is_next_to_atari = |stone| board.captures(!color, stone);
    if !moves.is_empty() && board.chain_stones(last).any(is_next_to_atari) {
        return PointSet::EMPTY;
    }
    moves
}
