//! Many random games in lockstep, with a SIMD lane for each.
//!
//! A row of the board is a word of 16 or 32 bits. A set of points in each of 64
//! or 32 games is an array of words for each row ([`group`]):
//!
//! ```text
//!            game 0     game 1     game 2   ...
//! row 3    ..1.1....  1........  .11......
//! row 2    ..111....  .........  .1.......   one SIMD instruction does the
//! row 1    ....1....  ...11....  .........   same to a row of all the games
//! ```
//!
//! All code consists of plain loops over lanes in which no branch depends on a
//! game, so the compiler turns them into SIMD code ([`cpu`] compiles it for
//! three kinds of processors). Masks take the place of branches: a mask is a
//! word of ones where a condition holds and zero elsewhere.
//!
//! # One step
//!
//! The effect of a move depends on the liberties of chains, and no lane can
//! wait while another one counts them. So each step answers, for all stones at
//! once, a question that costs the same in all games: *which stones are known
//! to be in a chain with two liberties?* Such a chain is **safe**: no single
//! play captures it, and a play next to it by its own side is not suicide.
//!
//! A point is even or odd like the squares of a chessboard: by the sum of its
//! column and row. All liberties of a single stone have the same parity:
//!
//! ```text
//! e o e o e     . X X . .     . X . . .     . X X X .
//! o e o e o     even, odd:    the stone     even and even: counted as
//! e o e o e     two           has two       one
//! ```
//!
//! The stones next to an even liberty spread a mark along their chains, and so
//! do the stones next to an odd one; stones with two liberties spread both.
//! The marks move row by row up the board and down again, and along each row to
//! the right in one go by the carry of an addition ([`fill`](word::fill)). A
//! stone that both marks reach is safe. The converse does not hold: a mark may
//! not get around every bend, and two liberties of the same parity count as one.
//! That costs time, but the results stay exact.
//!
//! The candidates are the empty points except for the eyes, the ko ban, and the
//! plays that are *certainly* suicide: those with no empty neighbour whose
//! friendly neighbours are single stones in atari and whose enemy neighbours are
//! safe. One candidate is drawn uniformly.
//!
//! - The play is legal and its effect known if every enemy neighbour is safe or
//!   a single stone in atari, and some neighbour is empty, a safe friendly
//!   stone, or such a single stone, which it captures. The play is made.
//! - Otherwise, which happens in one move out of eight, the lane is **pending**:
//!   it keeps its point and waits.
//!
//! After some steps all pending plays are resolved together, by a search from
//! the stones that certainly have a liberty, until nothing changes in any lane.
//! Enemy stones that the search does not reach are captured. If there are none
//! and the search does not reach the new stone either, the play is suicide: it
//! is banned for this turn, and the lane draws again. A uniform draw from a set
//! that holds all legal points, repeated until it hits one of them, is uniform
//! over the legal points.
//!
//! Shares of the time on 9x9 (19x19) with AVX-512: liberties, eyes and the sweep
//! up 27 % (31), the sweep down 12 (13), the search 16 (20), known plays and
//! the ends of turns 19 (21), counting and drawing 11 (11), the ends of games
//! 14 (2).
//!
//! # Games
//!
//! A lane whose game is over takes the next one at once. The games are numbered
//! before the run, and each has its own random numbers, which a waiting lane
//! does not use up. So the number of lanes and the speed of the code do not
//! affect which games are counted, and short games are not favoured. Once no
//! game is left to start, lanes are idle for about the length of a game.
//!
//! # Sources
//!
//! One board in SIMD words, with row bitmaps: "Bitmap Go revisited" on the
//! computer-go mailing list, 2009. Chess programs slide pieces by the same carry
//! (o ^ (o - 2r)). We know of no earlier work with one game in each SIMD lane.

#![allow(
    clippy::needless_range_loop,
    clippy::needless_bitwise_bool,
    reason = "loops over lanes take the same lane of many arrays and may not branch"
)]

mod group;
mod lanes;
mod position;
mod resolve;
mod rows;
mod run;
mod word;

use std::ops::Range;

use crate::board::{Board, Color, Point};

use super::cpu::{self, SimdLevel};
use super::{OwnershipCounts, PlayoutCore, Tally};
use rows::rows;
use run::{Games, Results, RowStart};

/// Plays uniform random playouts from a position under the simple ko rule,
/// many at a time.
///
/// At the end of each run some lanes are idle for about the length of a game,
/// so ranges of thousands of playouts are best.
#[derive(Clone, Debug)]
pub struct LockstepPlayouts {
    start: RowStart,
    level: SimdLevel,
}

impl LockstepPlayouts {
    /// Returns playouts from this position with this colour to move. The first
    /// move may not be played at `ko`.
    pub fn new(board: &Board, to_move: Color, ko: Option<Point>) -> Self {
        let size = board.size();
        Self {
            start: RowStart {
                size,
                stones: board.position().map(|stones| rows(&stones, size)),
                ko: rows(&ko.into_iter().collect(), size),
                to_move,
            },
            level: SimdLevel::best(),
        }
    }

    /// Sets the level of instructions to use. If the processor lacks it, the best
    /// level below it is used. The results do not depend on the level.
    pub const fn set_level(&mut self, level: SimdLevel) {
        self.level = level;
    }

    /// Plays the playouts of a seed with these numbers, and counts who owns each
    /// point at the end.
    pub(crate) fn run_with_ownership(
        &mut self,
        seed: u64,
        numbers: Range<u64>,
    ) -> (Tally, OwnershipCounts) {
        let results = self.results(seed, numbers, true);
        let ownership = results
            .ownership
            .unwrap_or_else(|| OwnershipCounts::new(self.start.size));
        (results.tally, ownership)
    }

    fn results(&self, seed: u64, numbers: Range<u64>, counts_ownership: bool) -> Results {
        let games = Games {
            start: &self.start,
            seed,
            numbers,
            counts_ownership,
        };
        cpu::dispatch_at(games, self.level)
    }
}

impl PlayoutCore for LockstepPlayouts {
    fn run(&mut self, seed: u64, numbers: Range<u64>) -> Tally {
        self.results(seed, numbers, false).tally
    }
}

#[cfg(test)]
mod tests;
