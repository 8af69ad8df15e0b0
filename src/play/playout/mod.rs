//! Random playouts, one game at a time or many in lockstep, one bit of a SIMD register per
//! game, and the benchmark of both.

mod batch;
pub(crate) mod bench;
mod candidates;
pub(crate) mod cpu;
mod lockstep;
mod ownership;
mod shared;
mod tactical;
mod uniform;

use std::ops::{AddAssign, Range};

use ponnuki_core::board::{Board, BoardSize, Color, Point, named_enum};
use ponnuki_core::random::RandomStream;

pub use batch::{Batch, BatchOptions, BatchResult, OtherSize};
pub use bench::{Bench, BenchCore, BenchOptions, WorkTime, bench};
pub use cpu::SimdLevel;
pub use lockstep::LockstepPlayouts;
pub use tactical::TacticalPolicy;

pub(crate) use lockstep::{BatchStart, GameEnd, Series, lockstep_series};
pub(crate) use ownership::{OwnershipCounts, OwnershipDigits};
pub(crate) use shared::{ShareSize, SharedSeries};
pub(crate) use tactical::{Tactical, tactical_playouts};
pub(crate) use uniform::uniform_playouts;

named_enum! {
    /// The ko rule of uniform playouts.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
    /// use ponnuki::playout::{PlayoutKo, single_playouts};
    /// use ponnuki::{Board, BoardSize, Color};
    ///
    /// let board = Board::new(BoardSize::square(2)?);
    /// let moves = |ko| single_playouts(&board, Color::Black, ko).run(1, 0..1_000).moves;
    /// // On a tiny board games go in circles, unless superko ends them.
    /// assert!(moves(PlayoutKo::Simple) > moves(PlayoutKo::Positional));
    /// # Ok::<(), ponnuki::board::UnacceptableSize>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum PlayoutKo {
        /// A play may not restore the position before the play that the opponent
        /// has just made.
        #[default]
        Simple = "simple",
        /// A play may not restore any earlier position of the playout. Positions
        /// are compared by their 64-bit hashes.
        Positional = "positional",
    }
}

/// The position in which playouts start, on a [`Board`] or one of known width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayoutStart<B> {
    pub(crate) board: B,
    pub(crate) to_move: Color,
    /// The last move and the one before it; `None` for a pass and before the
    /// first move. Uniform playouts ignore them.
    pub(crate) last: [Option<Point>; 2],
    /// The point that the first move may not take, by the ko rule.
    pub(crate) ko: Option<Point>,
}

impl<B> PlayoutStart<B> {
    /// Returns a start without earlier moves.
    pub(crate) const fn new(board: B, to_move: Color) -> Self {
        Self {
            board,
            to_move,
            last: [None; 2],
            ko: None,
        }
    }

    /// Returns this start on another form of its board.
    pub(crate) const fn on<C>(&self, board: C) -> PlayoutStart<C> {
        PlayoutStart {
            board,
            to_move: self.to_move,
            last: self.last,
            ko: self.ko,
        }
    }
}

/// Sums over playouts, whose order does not matter.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::playout::{PlayoutKo, single_playouts};
/// use ponnuki::{Board, BoardSize, Color};
///
/// let board = Board::new(BoardSize::square(5)?);
/// let tally = |numbers| single_playouts(&board, Color::Black, PlayoutKo::Simple).run(1, numbers);
/// // Two machines can share the playouts.
/// let mut sum = tally(0..500);
/// sum += tally(500..1_000);
/// assert_eq!(sum.signature(), tally(0..1_000).signature());
/// // Black, who moves first, gets more of the board.
/// assert!(sum.margin as f64 / sum.playouts as f64 > 1.0);
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of playouts.
    pub playouts: u64,
    /// The number of moves, including passes.
    pub moves: u64,
    /// The sum of the margins: Black's area minus White's, in points.
    pub margin: i64,
    /// The number of playouts that Black wins at komi 0.
    pub black_wins_komi_0: u64,
    /// The number of playouts that Black wins at komi 7.5.
    pub black_wins_komi_7_5: u64,
    /// The exclusive or of the hashes of the last positions.
    pub hashes: u64,
}

impl Tally {
    /// Returns the sums of one playout with this margin, and with this hash of its last
    /// position.
    #[inline]
    pub(crate) fn one(moves: u32, margin: i32, hash: u64) -> Self {
        Self {
            playouts: 1,
            moves: moves.into(),
            margin: margin.into(),
            black_wins_komi_0: u64::from(margin > 0),
            black_wins_komi_7_5: u64::from(margin >= 8),
            hashes: hash,
        }
    }

    /// Condenses the sums into one number. The same playouts have the same
    /// signature on every machine; other playouts almost certainly have another.
    pub const fn signature(&self) -> u64 {
        // Odd multipliers keep the counts apart from each other.
        self.hashes
            ^ self.moves.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self
                .black_wins_komi_0
                .wrapping_add(self.black_wins_komi_7_5 << 32)
                .wrapping_mul(0xbf58_476d_1ce4_e5b9)
            ^ (self.margin as u64).wrapping_mul(0x94d0_49bb_1331_11eb)
    }
}

impl AddAssign for Tally {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.playouts += other.playouts;
        self.moves += other.moves;
        self.margin += other.margin;
        self.black_wins_komi_0 += other.black_wins_komi_0;
        self.black_wins_komi_7_5 += other.black_wins_komi_7_5;
        self.hashes ^= other.hashes;
    }
}

/// An engine that plays playouts from one position.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::playout::{LockstepPlayouts, PlayoutCore, PlayoutKo, single_playouts};
/// use ponnuki::{Board, BoardSize, Color};
///
/// let board = Board::new(BoardSize::square(5)?);
/// let cores: [Box<dyn PlayoutCore>; 2] = [
///     single_playouts(&board, Color::Black, PlayoutKo::Simple),
///     Box::new(LockstepPlayouts::new(&board, Color::Black, None)),
/// ];
/// // They draw different games, so the means differ a little.
/// let [single, lockstep] = cores.map(|mut core| core.run(1, 0..4_000).margin as f64 / 4_000.0);
/// assert!((single - lockstep).abs() < 1.0);
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
pub trait PlayoutCore: Send {
    /// Plays the playouts of a seed with these numbers and returns their sums.
    fn run(&mut self, seed: u64, numbers: Range<u64>) -> Tally;
}

/// Returns uniform playouts, one game at a time, from a position with this
/// colour to move.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::playout::{PlayoutKo, single_playouts};
/// use ponnuki::{Board, BoardSize, Color};
///
/// let board = Board::new(BoardSize::square(5)?);
/// // Even for random players it is worth something to move first.
/// let [black, white] = Color::BOTH.map(|first| {
///     single_playouts(&board, first, PlayoutKo::Simple).run(1, 0..1_000).margin
/// });
/// assert!(black > 0 && white < 0);
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
pub fn single_playouts(board: &Board, to_move: Color, ko: PlayoutKo) -> Box<dyn PlayoutCore> {
    uniform_playouts(&PlayoutStart::new(board, to_move), ko)
}

/// Returns the number of moves after which a playout ends, even if captures go
/// on.
const fn move_cap(size: BoardSize) -> u32 {
    3 * size.area() as u32
}

/// Plays one game, turn by turn.
trait TakeTurn {
    /// Plays a point, or passes if none is playable. Returns `false` for a pass.
    ///
    /// The method must be `#[inline(always)]`, so that it is compiled for the processor
    /// that the loop is compiled for; a closure cannot be.
    fn turn<P: cpu::Processor>(&mut self, color: Color, stream: &mut RandomStream) -> bool;
}

/// Takes turns until two passes in a row or the cap, and returns the number of
/// moves.
#[inline(always)]
fn take_turns<P: cpu::Processor>(
    size: BoardSize,
    to_move: Color,
    playout: &mut impl TakeTurn,
    stream: &mut RandomStream,
) -> u32 {
    let cap = move_cap(size);
    let mut color = to_move;
    let mut moves = 0;
    let mut passes = 0;
    while moves < cap && passes < 2 {
        moves += 1;
        let is_play = playout.turn::<P>(color, stream);
        passes = if is_play { 0 } else { passes + 1 };
        color = !color;
    }
    moves
}

#[cfg(test)]
pub(crate) mod tests;
