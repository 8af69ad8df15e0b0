//! An exact ladder reader, up to a limit of positions.
//!
//! The attacker keeps the chain in atari, while the defender captures one of the
//! surrounding chains or extends at the last liberty, until the chain is captured or
//! escapes with three liberties. Ko is ignored.

use std::cmp::Reverse;

use crate::board::{Color, Point, PointSet, SizedBoard};

/// The maximum number of plays by the attacker in one reading: enough for a ladder across
/// the largest board, because few readings branch. Beyond it the chain counts as escaped.
const MAX_PLAYS: u32 = 100;

/// Returns whether the chain of a stone, which must be in atari, is lost even if its
/// owner moves next.
pub(super) fn is_lost_in_atari<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    stone: Point,
) -> bool {
    let color = board.at(stone);
    color.is_some_and(|color| !escapes(board, color, stone, &mut 0))
}

/// Returns whether the attack on one of the two liberties of a stone's chain captures the
/// chain in a ladder or by another series of ataris.
pub(super) fn is_caught_by<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    stone: Point,
    attack: Point,
) -> bool {
    let color = board.at(stone);
    color.is_some_and(|color| catches(board, color, stone, attack, &mut 0))
}

/// Returns whether the attacker's play catches the chain. `plays` counts those of a reading.
fn catches<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
    stone: Point,
    attack: Point,
    plays: &mut u32,
) -> bool {
    *plays += 1;
    if *plays > MAX_PLAYS {
        return false;
    }
    after(board, !color, attack).is_some_and(|board| !escapes(&board, color, stone, plays))
}

/// Returns whether a chain in atari escapes if its owner moves first.
fn escapes<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
    stone: Point,
    plays: &mut u32,
) -> bool {
    let mut answers = PointSet::<W>::EMPTY;
    for own in board.chain_stones(stone) {
        answers.extend(board.captures_next_to(!color, own));
    }
    answers.extend(board.last_liberty(stone));
    answers.into_iter().any(|answer| {
        after(board, color, answer).is_some_and(|board| !is_recaught(&board, color, stone, plays))
    })
}

/// Returns whether the attacker still catches a chain that has just extended or
/// captured.
fn is_recaught<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
    stone: Point,
    plays: &mut u32,
) -> bool {
    let liberties = board.liberties_of(&board.chain_at(stone));
    match liberties.len() {
        0 | 1 => true,
        2 => attacks(board, color, &liberties)
            .into_iter()
            .any(|attack| catches(board, color, stone, attack, plays)),
        _ => false,
    }
}

/// Returns the two liberties of a chain, the more promising attack first: the one after
/// which the chain gains fewer liberties, then the one next to more attacking stones.
fn attacks<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
    liberties: &PointSet<W>,
) -> Vec<Point> {
    let mut attacks: Vec<Point> = liberties.into_iter().collect();
    attacks.sort_by_key(|&attack| {
        let other = *liberties - PointSet::single(attack);
        let gained = (other.neighbours(board.size()) & *board.empty()) - *liberties;
        let joined = board.stones_next_to(!color, attack).count();
        (gained.len(), Reverse(joined))
    });
    attacks
}

/// Returns the board after a play, or `None` if the play is illegal or suicide. The board
/// is boxed, because the recursion may be deep.
fn after<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
    point: Point,
) -> Option<Box<SizedBoard<W, N>>> {
    let is_legal = board
        .preview(color, point)
        .is_ok_and(|preview| preview.suicided == 0);
    is_legal.then(|| {
        let mut board = Box::new(board.clone());
        board.place(color, point);
        board
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardSize, diagram};

    fn sized(rows: &str) -> (SizedBoard<2, 128>, BoardSize) {
        let board = diagram::sized(rows);
        let size = board.size();
        (board, size)
    }

    /// Returns the names of the plays that catch the chain at a point.
    fn catching(rows: &str, stone: &str) -> String {
        let (board, size) = sized(rows);
        let stone = size.point_named(stone).unwrap();
        let liberties = board.liberties_of(&board.chain_at(stone));
        let plays: PointSet = liberties
            .into_iter()
            .filter(|&attack| is_caught_by(&board, stone, attack))
            .collect();
        plays.names(size)
    }

    /// White's stone at D6 runs towards the lower right corner.
    const LADDER: &str =
        "........./........./...X...../..XO...../..X....../........./........./........./.........";

    #[test]
    fn a_ladder_catches_unless_a_stone_breaks_it() {
        assert_eq!(catching(LADDER, "D6"), "E6");
        let broken = "........./........./...X...../..XO...../..X....../........./......O../........./.........";
        assert_eq!(catching(broken, "D6"), "");
    }

    fn is_lost(rows: &str, stone: &str) -> bool {
        let (board, size) = sized(rows);
        is_lost_in_atari(&board, size.point_named(stone).unwrap())
    }

    #[test]
    fn a_chain_that_crawls_along_the_edge_is_lost_unless_it_meets_a_friend() {
        let rows = "........./........./........./........./........./........./........./....X..../...XO....";
        assert!(is_lost(rows, "E1"));
        let friend = "........./........./........./........./........./........./.......O./....X..O./...XO....";
        assert!(!is_lost(friend, "E1"));
    }

    #[test]
    fn a_chain_escapes_by_a_capture() {
        // White's stone at E1 has the liberty D1. Black's at F1 has the liberty G1.
        let rows = "........./........./........./........./........./........./........./..XXXO.../..X.OX...";
        assert!(!is_lost(rows, "E1"));
        let alone = "........./........./........./........./........./........./........./..XXXX.../..X.OX...";
        assert!(is_lost(alone, "E1"));
    }

    #[test]
    fn a_reading_that_never_ends_counts_as_an_escape() {
        let (board, size) = sized(LADDER);
        let at = |name: &str| size.point_named(name).unwrap();
        let catches_after =
            |mut plays| catches(&board, Color::White, at("D6"), at("E6"), &mut plays);
        assert!(catches_after(0) && !catches_after(MAX_PLAYS));
    }
}
