//! Reads ladders exactly, up to a limit of positions.
//!
//! The attacker puts a chain with two liberties into atari again and again. The
//! defender captures a chain that surrounds his own, or runs to his last liberty.
//! He escapes with three liberties. Ko is not considered.

use std::cmp::Reverse;

use crate::board::{Color, Point, PointSet, SizedBoard};

/// The maximum number of plays by the attacker in one reading. A ladder across
/// the largest board has fewer steps, and few readings branch.
const MAX_PLAYS: u32 = 100;

/// Returns whether the chain of a stone, which has one liberty, is lost although
/// its owner moves next.
pub(super) fn is_lost_in_atari<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    stone: Point,
) -> bool {
    let Some(color) = board.at(stone) else {
        return false;
    };
    let mut reading = LadderReading { plays: 0 };
    !reading.escapes(board, color, stone)
}

/// Returns whether a play on one of the two liberties of a stone's chain catches
/// the chain in a ladder, or leads to its capture in another way of atari after
/// atari.
pub(super) fn is_caught_by<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    stone: Point,
    attack: Point,
) -> bool {
    let Some(color) = board.at(stone) else {
        return false;
    };
    let mut reading = LadderReading { plays: 0 };
    reading.catches(board, color, stone, attack)
}

/// The plays tried so far. A reading that exceeds the limit counts as an escape.
struct LadderReading {
    plays: u32,
}

impl LadderReading {
    /// Returns whether the attacker's play catches the chain.
    fn catches<const W: usize, const N: usize>(
        &mut self,
        board: &SizedBoard<W, N>,
        color: Color,
        stone: Point,
        attack: Point,
    ) -> bool {
        self.plays += 1;
        if self.plays > MAX_PLAYS {
            return false;
        }
        after(board, !color, attack).is_some_and(|board| !self.escapes(&board, color, stone))
    }

    /// Returns whether a chain in atari escapes when its owner moves.
    fn escapes<const W: usize, const N: usize>(
        &mut self,
        board: &SizedBoard<W, N>,
        color: Color,
        stone: Point,
    ) -> bool {
        let mut answers = PointSet::<W>::EMPTY;
        for own in board.chain_stones(stone) {
            answers.extend(board.captures_next_to(!color, own));
        }
        answers.extend(board.last_liberty(stone));
        answers.into_iter().any(|answer| {
            after(board, color, answer).is_some_and(|board| !self.recaught(&board, color, stone))
        })
    }

    /// Returns whether the attacker catches a chain that has just been extended or
    /// has just captured.
    fn recaught<const W: usize, const N: usize>(
        &mut self,
        board: &SizedBoard<W, N>,
        color: Color,
        stone: Point,
    ) -> bool {
        let liberties = board.liberties_of(&board.chain_at(stone));
        match liberties.len() {
            0 | 1 => true,
            2 => attacks(board, color, &liberties)
                .into_iter()
                .any(|attack| self.catches(board, color, stone, attack)),
            _ => false,
        }
    }
}

/// Returns the two liberties of a chain, the more promising attack first: the one
/// after which the chain gains fewer liberties, or the one that joins the attacker's
/// stones.
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

/// Returns the board after a play, or `None` if the play is suicide. The board is
/// on the heap, because a reading may be deep.
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

    /// Returns the plays that catch the chain at a point.
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
        let mut reading = LadderReading { plays: MAX_PLAYS };
        assert!(!reading.catches(&board, Color::White, at("D6"), at("E6")));
    }
}
