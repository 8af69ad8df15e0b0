//! Many random games in lockstep, with one bit for each.
//!
//! A point of the board is a few vectors of 512 or 256 bits, and bit `g` of
//! each belongs to game `g`: is there an own stone? An opposing one? The
//! neighbours of a point are other vectors, so nothing is ever shifted, and one
//! instruction does the same to one point in all games:
//!
//! ```text
//!                game 0 1 2 3 ...
//! D5, own stones      0 1 1 0        linked with D4 = own D5 & own D4
//! D4, own stones      1 1 0 0                    = 0 1 0 0 ...
//! ```
//!
//! The [page of the playouts](super#the-bit-sliced-board) draws the board and
//! explains the tricks. One step ([`group`]) runs as follows.
//!
//! # One step
//!
//! The effect of a move depends on the liberties of chains, and no game can wait
//! while another one counts them. So each step answers, for all stones at once, a
//! question that costs the same in all games: *which stones are known to be in a
//! chain with two liberties?* Such a chain is **safe**: no single play captures
//! it, and a play next to it by its own side is not suicide.
//!
//! 1. The sweep up ([`sweeps`]) makes the moves of the step before, row by row.
//!    In each row that is complete it finds the eyes, and spreads the marks of
//!    liberties up and to the right.
//! 2. The sweep down spreads the marks down and to the left, which gives the safe
//!    stones. It counts the candidates: the empty points except for the eyes, the
//!    bans and the plays that are *certainly* suicide, which are those with no
//!    empty neighbour whose friendly neighbours are single stones in atari and
//!    whose enemy neighbours are safe.
//! 3. One candidate is drawn uniformly ([`draw`], [`random`]).
//!    - The play is legal and its effect known if every enemy neighbour is safe
//!      or a single stone in atari, and some neighbour is empty, a safe friendly
//!      stone, or such a single stone, which it captures. It is made in the next
//!      sweep up.
//!    - Otherwise, which happens in one move out of seven, the game is
//!      **pending**: it keeps its point and waits.
//!
//! After some steps all pending plays are resolved together ([`resolve`]), by a
//! search from the stones that certainly have a liberty, until nothing changes in
//! any game. Enemy stones that the search does not reach are captured. If there
//! are none and the search does not reach the new stone either, the play is
//! suicide: it is banned for this turn, and the game draws again. A uniform draw
//! from a set that holds all legal points, repeated until it hits one of them, is
//! uniform over the legal points.
//!
//! # Games
//!
//! A game that is over is counted ([`score`]) and replaced ([`run`]) together with
//! some others. The games are numbered before the run, and each has its own random
//! numbers, which a waiting game does not use up. So the number of games in a
//! vector and the speed of the code do not affect which games are counted, and
//! short games are not favoured. Once no game is left to start, slots are idle for
//! about the length of a game.
//!
//! # Sources
//!
//! Biham, "A fast new DES implementation in software", 1997, computes many
//! ciphers with one bit for each. "Bitmap Go revisited" on the computer-go mailing
//! list, 2009, has one board in SIMD words. We know of no earlier program with one
//! game of Go in each bit.

#![allow(
    clippy::needless_range_loop,
    reason = "loops take the same place of many arrays"
)]

mod arithmetic;
mod draw;
mod group;
mod last;
mod layout;
mod random;
mod resolve;
mod run;
mod score;
mod superko;
mod sweeps;
mod tag;

use std::ops::Range;

use ponnuki_core::board::{Board, BoardSize, Color, Point};

use super::cpu::{self, SimdLevel};
use super::{OwnershipCounts, PlayoutCore, PlayoutKo, PlayoutStart, Tally};
pub(crate) use group::BatchStart;
pub(crate) use last::{Kept, LastPosition};
pub(crate) use run::{GameEnd, GameRun, Series};

/// Plays uniform random playouts from a position, many at a time, under the simple
/// ko rule or positional superko.
///
/// At the end of each run some slots are idle for about the length of a game, so
/// ranges of thousands of playouts are best.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::playout::{LockstepPlayouts, PlayoutCore};
/// use ponnuki::{Board, BoardSize, Color};
///
/// // The first move that wins the most random games.
/// let size = BoardSize::square(5)?;
/// let best = size.iter().max_by_key(|&point| {
///     let mut board = Board::new(size);
///     board.place(Color::Black, point);
///     LockstepPlayouts::new(&board, Color::White, None).run(1, 0..1_000).black_wins_komi_7_5
/// });
/// assert_eq!(best, size.point_named("C3"));
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Debug)]
pub struct LockstepPlayouts {
    start: BatchStart,
    ko: PlayoutKo,
    level: SimdLevel,
}

impl LockstepPlayouts {
    /// Returns playouts from this position with this colour to move, under the
    /// simple ko rule. The first move may not be played at `ko`.
    pub fn new(board: &Board, to_move: Color, ko: Option<Point>) -> Self {
        Self {
            start: BatchStart::new(&PlayoutStart {
                ko,
                ..PlayoutStart::new(board, to_move)
            }),
            ko: PlayoutKo::Simple,
            level: SimdLevel::best(),
        }
    }

    /// Sets the ko rule. Only the benchmark and tests choose superko.
    pub const fn set_ko(&mut self, ko: PlayoutKo) {
        self.ko = ko;
    }

    #[cfg(test)]
    pub(super) fn set_earlier(
        &mut self,
        positions: Vec<ponnuki_core::board::ByColor<ponnuki_core::board::PointSet>>,
    ) {
        self.start.set_earlier(positions);
    }

    /// Sets the level of instructions to use. If the processor lacks it, the best
    /// level below it is used. The results do not depend on the level.
    pub const fn set_level(&mut self, level: SimdLevel) {
        self.level = level;
    }
}

impl PlayoutCore for LockstepPlayouts {
    fn run(&mut self, seed: u64, numbers: Range<u64>) -> Tally {
        let mut tally = Tally::default();
        let games = GameRun {
            size: self.start.size,
            series: &[Series {
                start: &self.start,
                numbers,
            }],
            seed,
            ko: self.ko,
            kept: Kept::Hashes,
            ended: &mut |end| tally += end.tally(),
            is_stopped: &|| false,
        };
        let last = cpu::dispatch_at(games, self.level).unwrap_or_default();
        tally.hashes = last.hashes;
        tally
    }
}

/// Plays uniform random playouts from several positions under the simple ko rule,
/// many at a time, and counts who owns each point at the end of all of them.
/// Calls `ended` at the end of every playout, in no particular order.
///
/// All positions are on boards of this size. Returns `None` once `is_stopped`
/// returns true; some playouts have then ended and others not.
pub(crate) fn lockstep_series(
    size: BoardSize,
    series: &[Series],
    seed: u64,
    ended: &mut dyn FnMut(GameEnd),
    is_stopped: &dyn Fn() -> bool,
) -> Option<OwnershipCounts> {
    let games = GameRun {
        size,
        series,
        seed,
        ko: PlayoutKo::Simple,
        kept: Kept::Ownership,
        ended,
        is_stopped,
    };
    cpu::dispatch_at(games, SimdLevel::best())?.ownership
}

#[cfg(test)]
mod tests;
