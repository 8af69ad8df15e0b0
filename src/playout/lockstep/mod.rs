//! Many random games in lockstep, one SIMD lane a game.
//!
//! A row of the board is a word of 16 or 32 bits, and a set of points of 64 or
//! 32 games is an array of words for each row ([`group`]):
//!
//! ```text
//!            game 0     game 1     game 2   ...
//! row 3    ..1.1....  1........  .11......
//! row 2    ..111....  .........  .1.......   one SIMD instruction does the
//! row 1    ....1....  ...11....  .........   same to a row of all the games
//! ```
//!
//! Everything is a plain loop over lanes in which no branch depends on a game,
//! so the compiler turns it into SIMD code ([`cpu`] has it compiled
//! for three kinds of processors). What would be a branch is a mask: a word of
//! ones where it is true.
//!
//! # One step
//!
//! A chain's liberties are what a move needs to know, and no lane can wait for
//! another to look for them. So each step asks, of all stones at once, a
//! question that costs the same for all games: *which stones are known to be in
//! a chain with two liberties?* Such a chain is **safe**: no single play takes
//! it, and a play next to it by its own side is not suicide.
//!
//! A liberty is even or odd as the sum of its column and row is, like the
//! squares of a chessboard, and all liberties that a stone sees are of one kind:
//!
//! ```text
//! e o e o e     . X X . .     . X . . .     . X X X .
//! o e o e o     even, odd:    the stone     even and even: the same,
//! e o e o e     two           sees two      for all we know
//! ```
//!
//! From the stones that see an even liberty, from those that see an odd one,
//! and from those that see two, which count for both, reach is spread along the
//! chains: row by row up the board and down again, along each row to the right
//! at once by the carry of an addition ([`fill`](word::fill)). A stone that both
//! kinds reach is safe. The converse does not hold: reach may not have come
//! around every bend, and two liberties of the same kind are not told apart.
//! That costs time, but not exactness.
//!
//! The candidates are the empty points without the eyes, the ko ban, and the
//! plays that are *surely* suicide: those with no empty neighbour, next to own
//! single stones in atari at most, and to safe stones of the opponent. Of these
//! a point is drawn, uniformly. Then
//!
//! - next to safe stones and single stones of the opponent only, and next to an
//!   empty point, a safe own stone or a single stone that it takes, the play is
//!   legal and its effect is known: it is made;
//! - otherwise, one move in eight, the lane is **pending**: it keeps its point
//!   and waits.
//!
//! After some steps all pending plays are resolved together, by a search from
//! the stones that certainly breathe, until nothing changes in any lane: what
//! of the opponent is not reached is captured; if nothing is and the new stone
//! is not reached either, the play is suicide, is banned for this turn, and the
//! lane draws again. A uniform draw from a set that holds all legal points,
//! repeated without a point found illegal, is uniform over the legal points.
//!
//! Of the time on 9x9 (19x19) with AVX-512, seeing liberties and eyes and
//! sweeping up takes 27 % (31), sweeping down 12 (13), the search 16 (20), the
//! plays known and the ends of turns 19 (21), counting and drawing 11 (11), and
//! the ends of games 14 (2).
//!
//! # Games
//!
//! A lane whose game is over takes the next one at once. The games are numbered
//! before the run and each has random numbers of its own, which a waiting lane
//! does not use up, so neither the lanes nor the code decide which games are
//! counted: nothing favours short ones. When no game is left the lanes run
//! empty, for about the length of a game.
//!
//! # Sources
//!
//! One board in SIMD words, with row bitmaps: "Bitmap Go revisited" on the
//! computer-go mailing list, 2009. Filling by carry is how chess programs slide
//! pieces (o ^ (o - 2r)). Playing one game a SIMD lane we have found nowhere.

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
/// Each run plays its range of games to the last end, and for about the length
/// of a game some lanes are idle: ranges of thousands are best.
#[derive(Clone, Debug)]
pub struct LockstepPlayouts {
    start: RowStart,
    level: SimdLevel,
}

impl LockstepPlayouts {
    /// Playouts from this position with this colour to move. The first move
    /// may not be played at `ko`.
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

    /// Uses these instructions, or the best below them that the processor has.
    /// The results do not depend on it.
    pub const fn set_level(&mut self, level: SimdLevel) {
        self.level = level;
    }

    /// Plays the playouts of a seed with these numbers, and counts who owns
    /// each point at their ends.
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
