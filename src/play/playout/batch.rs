//! Uniform playouts from many positions at once, each with its own results.

use std::cell::RefCell;
use std::error::Error;
use std::fmt;
use std::ops::AddAssign;

use ponnuki_core::board::{
    Board, BoardSize, ByColor, Color, Point, PointSet, SizedBoard, Zobrist, on_sized,
};

use super::lockstep::{GameEnd, GameRun, Kept, LastPosition};
use super::{
    BatchStart, OwnershipCounts, OwnershipDigits, PlayoutKo, Series, ShareSize, SharedSeries,
    SimdLevel, Tally, cpu,
};

/// Positions on boards of one size, from which uniform random playouts start.
///
/// The playouts of all positions run in lockstep together, so a few of each cost little
/// more than as many of one. Each position has its own results.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::playout::{Batch, BatchOptions, PlayoutKo};
/// use ponnuki::{BoardSize, Color, Game, Komi, Move, Rules};
///
/// let size = BoardSize::square(9)?;
/// let mut game = Game::new(size, Rules::default(), Komi::default());
/// let centre = size.point_named("E5").ok_or("no such point")?;
/// let mut batch = Batch::new(size, PlayoutKo::Simple);
/// batch.add(&game)?;
/// game.play(Color::Black, Move::Play(centre))?;
/// batch.add(&game)?;
///
/// let options = BatchOptions { playouts: 1_000, ..BatchOptions::default() };
/// let results = batch.run(&options, &|| false).ok_or("stopped")?;
/// let [before, after] = &results[..] else { panic!("two positions") };
/// assert_eq!(after.tally().playouts, 1_000);
/// assert!(after.ownership(centre) > before.ownership(centre));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    size: BoardSize,
    ko: PlayoutKo,
    starts: Vec<BatchStart>,
}

/// The settings of a run of a [`Batch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchOptions {
    /// How many playouts each position has.
    pub playouts: u32,
    /// The seed. The position with number `i` has the playouts of the seed with the numbers
    /// from `i` times `playouts` on, so equal positions have different playouts.
    pub seed: u64,
    /// The number of the first position. Batches with the parts of a larger batch have its
    /// results if they continue its numbers.
    pub first: u64,
    /// The largest number of threads; 0 counts as 1. The results do not depend on it.
    pub threads: usize,
}

impl Default for BatchOptions {
    /// Returns 100 playouts from each position on one thread.
    fn default() -> Self {
        Self {
            playouts: 100,
            seed: 0,
            first: 0,
            threads: 1,
        }
    }
}

/// The results of the playouts from one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchResult {
    tally: Tally,
    counts: OwnershipCounts,
}

/// A position on a board of another size than those of its batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherSize {
    /// The size of the boards in the batch.
    pub batch: BoardSize,
    /// The size of the other board.
    pub other: BoardSize,
}

impl fmt::Display for OtherSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the boards of this batch are {}, and this one is {}",
            self.batch, self.other
        )
    }
}

impl Error for OtherSize {}

impl Batch {
    /// Returns a batch without positions, on boards of this size, with this ko rule for the
    /// playouts.
    pub const fn new(size: BoardSize, ko: PlayoutKo) -> Self {
        Self {
            size,
            ko,
            starts: Vec::new(),
        }
    }

    /// Returns the ko rule of the playouts.
    pub const fn ko(&self) -> PlayoutKo {
        self.ko
    }

    /// Returns how many positions there are.
    pub const fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns whether there are no positions.
    pub const fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Adds a position.
    ///
    /// # Errors
    /// [`OtherSize`] if its board has another size. The batch is then unchanged.
    pub(crate) fn push(&mut self, start: BatchStart) -> Result<(), OtherSize> {
        if start.size() != self.size {
            return Err(OtherSize {
                batch: self.size,
                other: start.size(),
            });
        }
        self.starts.push(start);
        Ok(())
    }

    /// Plays the playouts, and returns the results of the positions in their order, or
    /// `None` once `is_stopped` returns true. All threads call it at every step.
    pub fn run(
        &self,
        options: &BatchOptions,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<BatchResult>> {
        self.run_at(options, SimdLevel::best(), is_stopped)
    }

    fn run_at(
        &self,
        options: &BatchOptions,
        level: SimdLevel,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<BatchResult>> {
        let playouts = u64::from(options.playouts);
        let numbers = |index| index * playouts..(index + 1) * playouts;
        let series = (options.first..)
            .zip(&self.starts)
            .map(|(index, start)| Series {
                start,
                numbers: numbers(index),
            });
        let shared = SharedSeries {
            size: self.size,
            series: &series.collect::<Vec<_>>(),
            seed: options.seed,
            threads: options.threads,
            shares: ShareSize::Large,
        };
        let board = Board::new(self.size);
        let play = |series: &[Series]| {
            on_sized!(board.sized(), board => {
                self.part(board, series, options.seed, level, is_stopped)
            })
        };
        let mut results: Vec<BatchResult> = Vec::with_capacity(self.len());
        shared.play_shares(&play, &mut |(first, part)| {
            for (index, result) in (first..).zip(part) {
                match results.get_mut(index) {
                    Some(sum) => *sum += &result,
                    None => results.push(result),
                }
            }
        });
        let played: u64 = results.iter().map(|result| result.tally.playouts).sum();
        results.resize(self.len(), BatchResult::zero(self.size));
        (played == self.len() as u64 * playouts).then_some(results)
    }

    /// Plays a part of the playouts of every position; the positions with playouts follow one
    /// another. Returns the index of the first of them, and the results from there on.
    fn part<const W: usize, const N: usize>(
        &self,
        board: &SizedBoard<W, N>,
        series: &[Series],
        seed: u64,
        level: SimdLevel,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<(usize, Vec<BatchResult>)> {
        let is_played = |series: &Series| !series.numbers.is_empty();
        let first = series.iter().position(is_played)?;
        let series: Vec<_> = series[first..]
            .iter()
            .take_while(|series| is_played(series))
            .cloned()
            .collect();
        let sums = RefCell::new(vec![PositionSums::<W>::new(board.size()); series.len()]);
        let games = GameRun {
            size: board.size(),
            series: &series,
            seed,
            ko: self.ko,
            kept: Kept::Each(&mut |series, last| sums.borrow_mut()[series].add_last(last)),
            ended: &mut |end| sums.borrow_mut()[end.series].add_end(end),
            is_stopped,
        };
        cpu::dispatch_at(games, level)?;
        let sums = sums.into_inner().into_iter();
        Some((first, sums.map(PositionSums::result).collect()))
    }
}

impl BatchResult {
    fn zero(size: BoardSize) -> Self {
        Self {
            tally: Tally::default(),
            counts: OwnershipCounts::new(size),
        }
    }

    /// Returns the sums over the playouts.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns in how many playouts this colour owned the point at the end: its stones, and
    /// the empty regions that touch no stone of the opponent.
    pub fn owners(&self, color: Color, point: Point) -> u64 {
        self.counts.count(color, point)
    }

    /// Returns the mean ownership of a point at the end of the playouts: 1 if Black always
    /// owned it, -1 if White did, and 0 without playouts.
    pub fn ownership(&self, point: Point) -> f64 {
        self.counts.mean(Color::Black, point)
    }

    /// Iterates over every margin that occurred (Black's area minus White's), in ascending
    /// order, with how many playouts ended with it.
    pub fn margins(&self) -> impl Iterator<Item = (i32, u64)> {
        self.counts.margins()
    }
}

impl AddAssign<&Self> for BatchResult {
    /// Adds the results of other playouts from the same position.
    fn add_assign(&mut self, other: &Self) {
        self.tally += other.tally;
        self.counts += &other.counts;
    }
}

/// Sums over the playouts from one position.
#[derive(Clone)]
struct PositionSums<const W: usize> {
    /// The sums, but for the hashes and for the owners that are in `digits`.
    result: BatchResult,
    digits: OwnershipDigits<W>,
    /// For each point and colour, whether an odd number of last positions has such a stone.
    parity: ByColor<PointSet<W>>,
}

impl<const W: usize> PositionSums<W> {
    fn new(size: BoardSize) -> Self {
        Self {
            result: BatchResult::zero(size),
            digits: OwnershipDigits::ZERO,
            parity: ByColor::default(),
        }
    }

    fn add_end(&mut self, end: GameEnd) {
        self.result.tally += end.tally();
        self.result.counts.add_margin(end.margin);
    }

    fn add_last(&mut self, last: LastPosition) {
        let stones = last.stones();
        self.parity.black ^= stones.black;
        self.parity.white ^= stones.white;
        self.digits
            .add_owners(&last.owned(), &mut self.result.counts);
    }

    fn result(mut self) -> BatchResult {
        self.digits.move_to(&mut self.result.counts);
        let mut hashes = Zobrist::EMPTY;
        for color in Color::BOTH {
            for point in &self.parity[color] {
                hashes ^= Zobrist::stone(color, point);
            }
        }
        self.result.tally.hashes = hashes.value();
        self.result
    }
}

#[cfg(test)]
mod tests;
