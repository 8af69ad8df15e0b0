//! The position in one lane: its stones, area and hash.
//!
//! The engine reads a lane once, at the end of its game, so this code works on
//! one lane at a time.

use crate::board::{BoardSize, ByColor, Color, MAX_LENGTH, Point, Zobrist};

use super::group::Group;
use super::rows::{Rows, beside, flood};
use super::word::Word;

/// Returns the stones in a lane.
#[inline(always)]
pub(super) fn stones<W: Word, const L: usize>(group: &Group<W, L>, lane: usize) -> ByColor<Rows> {
    let mut stones = ByColor {
        black: [0; MAX_LENGTH],
        white: [0; MAX_LENGTH],
    };
    let white = group.white.0[lane] != W::ZERO;
    for row in 0..group.geometry.height {
        let own = group.own[row + 1].0[lane].to_u32();
        let opponent = group.opponent[row + 1].0[lane].to_u32();
        let (black_row, white_row) = if white {
            (opponent, own)
        } else {
            (own, opponent)
        };
        stones.black[row] = black_row;
        stones.white[row] = white_row;
    }
    stones
}

/// Returns the area of both colours: for each, its stones and the empty regions
/// that touch no stone of the other colour.
pub(super) fn area(stones: &ByColor<Rows>, size: BoardSize) -> ByColor<Rows> {
    let height = size.height();
    let full = (1_u32 << size.width()) - 1;
    let mut empty = [0; MAX_LENGTH];
    let mut wide = 0;
    for row in 0..height {
        empty[row] = full & !(stones.black[row] | stones.white[row]);
        wide |= empty[row] & (empty[row] << 1);
        wide |= empty[row] & empty[row.wrapping_sub(1).min(MAX_LENGTH - 1)];
    }
    let reach = |color: Color| {
        let mut reached = [0; MAX_LENGTH];
        for row in 0..height {
            reached[row] = empty[row] & beside(&stones[color], row);
        }
        // Without two adjacent empty points there is nothing to flood.
        if wide != 0 {
            flood(&mut reached, &empty, height);
        }
        reached
    };
    let (black, white) = (reach(Color::Black), reach(Color::White));
    let mut area = *stones;
    for row in 0..height {
        area.black[row] |= black[row] & !white[row];
        area.white[row] |= white[row] & !black[row];
    }
    area
}

/// Returns the hash of a position.
#[inline(always)]
pub(super) fn hash(stones: &ByColor<Rows>, size: BoardSize) -> Zobrist {
    // Joins as many rows as fit into a word, because the processor mispredicts
    // the end of a loop over few stones.
    let rows = u64::BITS as usize / size.stride();
    let mut hash = Zobrist::EMPTY;
    for color in Color::BOTH {
        for (part, rows_of_part) in stones[color][..size.height()].chunks(rows).enumerate() {
            let first = part * rows * size.stride();
            let mut rest = rows_of_part
                .iter()
                .rev()
                .fold(0, |word, &row| word << size.stride() | u64::from(row));
            while rest != 0 {
                let index = first + rest.trailing_zeros() as usize;
                hash ^= Zobrist::stone(color, Point::from_index(index));
                rest &= rest - 1;
            }
        }
    }
    hash
}
