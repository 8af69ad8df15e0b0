//! Series of games in lockstep, shared between threads.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;
use std::sync::Mutex;

use ponnuki_core::board::BoardSize;
use ponnuki_core::threads::{lock, with_helpers};

use super::{GameEnd, OwnershipCounts, Series, lockstep_series};

/// The number of games that justifies another thread. Fewer take a few hundredths
/// of a second at most, and a busy machine may start the thread later.
const GAMES_PER_THREAD: u64 = 2048;

/// The largest number of games in a [small](ShareSize::Small) share, times the area of the
/// board.
const SMALL_SHARE: u64 = 1_100_000;

/// The size of the shares of games that threads take one after another.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ShareSize {
    /// A thread plays a share in less than a tenth of a second, so that there is progress to
    /// report.
    Small,
    /// A thread takes less than a second, and less often waits for the last games of a share.
    Large,
}

impl ShareSize {
    /// Returns the largest number of games in a share on boards of a size.
    const fn games(self, size: BoardSize) -> u64 {
        let times = match self {
            Self::Small => 1,
            Self::Large => 8,
        };
        times * SMALL_SHARE / size.area() as u64
    }
}

/// Games from several positions, which threads share.
#[derive(Clone, Debug)]
pub(crate) struct SharedSeries<'a> {
    pub(crate) size: BoardSize,
    pub(crate) series: &'a [Series<'a>],
    pub(crate) seed: u64,
    /// The largest number of threads; 0 counts as 1.
    pub(crate) threads: usize,
    pub(crate) shares: ShareSize,
}

impl<'a> SharedSeries<'a> {
    /// Plays all games in shares, each by one thread, and counts who owns each
    /// point at their ends. The result of a share begins as `zero`, and `ended`
    /// adds a game to it. The current thread calls `progress` with the results of
    /// the shares, in the order of the games.
    ///
    /// Sums over all games do not depend on the number of threads. Once
    /// `is_stopped` returns true, the shares that are not complete are left out.
    pub(crate) fn play<T: Clone + Send + Sync>(
        &self,
        zero: &T,
        ended: impl Fn(&mut T, GameEnd) + Sync,
        is_stopped: &(dyn Fn() -> bool + Sync),
        progress: &mut dyn FnMut(&T, &OwnershipCounts),
    ) {
        let play = |share: &[Series]| {
            let mut result = zero.clone();
            let mut ended = |end| ended(&mut result, end);
            let owners =
                lockstep_series(self.size, share, self.seed, &mut ended, &|| is_stopped())?;
            Some((result, owners))
        };
        self.play_shares(&play, &mut |(result, owners)| progress(&result, &owners));
    }

    /// Plays all games in shares, each by one call of `play` on some thread, whose result
    /// is `None` if it was stopped. The current thread calls `progress` with the results of
    /// the shares, in the order of the games.
    pub(super) fn play_shares<R: Send>(
        &self,
        play: &(impl Fn(&[Series]) -> Option<R> + Sync),
        progress: &mut dyn FnMut(R),
    ) {
        let threads = self.useful_threads();
        let shares = Mutex::new(self.shares(threads).enumerate());
        let done = Mutex::new(Vec::new());
        let play_one = || {
            let (index, games) = lock(&shares).next()?;
            let result = play(&self.share(games))?;
            lock(&done).push((index, result));
            Some(())
        };
        let mut waiting = BTreeMap::new();
        let mut reported = 0;
        let mut report = || {
            waiting.extend(mem::take(&mut *lock(&done)));
            while let Some(result) = waiting.remove(&reported) {
                progress(result);
                reported += 1;
            }
        };
        with_helpers(
            threads - 1,
            || while play_one().is_some() {},
            |_| {
                while play_one().is_some() {
                    report();
                }
            },
        );
        report();
    }

    fn games(&self) -> u64 {
        self.series.iter().map(len).sum()
    }

    /// Returns the number of threads that save time.
    fn useful_threads(&self) -> usize {
        let most = self.games().div_ceil(GAMES_PER_THREAD) as usize;
        self.threads.min(most).max(1)
    }

    /// Divides the games of all series, counted from 0, evenly into shares, as many for
    /// each thread.
    fn shares(&self, threads: usize) -> impl Iterator<Item = Range<u64>> + use<> {
        let (games, threads) = (self.games(), threads as u64);
        let largest = self.shares.games(self.size);
        let shares = threads * games.div_ceil(largest * threads);
        // The first shares take one game more than the others if they must.
        let (length, longer) = (games / shares.max(1), games % shares.max(1));
        let start = move |share: u64| length * share + longer.min(share);
        (0..shares).map(move |share| start(share)..start(share + 1))
    }

    /// Returns all series, each with those of its games that are in this range,
    /// where the games of all series are counted from 0. A series without games
    /// in the range is kept, so that the others keep their indices.
    fn share(&self, games: Range<u64>) -> Vec<Series<'a>> {
        let mut before = 0;
        let part = |series: &Series<'a>| {
            let at =
                |game: u64| series.numbers.start + game.saturating_sub(before).min(len(series));
            let numbers = at(games.start)..at(games.end);
            before += len(series);
            Series {
                start: series.start,
                numbers,
            }
        };
        self.series.iter().map(part).collect()
    }
}

const fn len(series: &Series) -> u64 {
    series.numbers.end - series.numbers.start
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{BatchStart, PlayoutStart};
    use ponnuki_core::board::{Board, Color};

    fn start(size: BoardSize, to_move: Color) -> BatchStart {
        BatchStart::new(&PlayoutStart::new(&Board::new(size), to_move))
    }

    fn shared<'a>(size: BoardSize, series: &'a [Series<'a>], threads: usize) -> SharedSeries<'a> {
        SharedSeries {
            size,
            series,
            seed: 3,
            threads,
            shares: ShareSize::Small,
        }
    }

    #[test]
    fn every_game_is_played_once_on_any_number_of_threads() {
        let size = BoardSize::square(5).unwrap();
        let [black, white] = Color::BOTH.map(|color| start(size, color));
        let series = [(&black, 7..4_000), (&white, 50..50), (&white, 1_000..5_400)];
        let series = series.map(|(start, numbers)| Series { start, numbers });
        let play = |threads| {
            let games = shared(size, &series, threads);
            let add = |sums: &mut [(u64, i64); 3], end: GameEnd| {
                sums[end.series].0 += 1;
                sums[end.series].1 += i64::from(end.margin);
            };
            let mut sums = [(0, 0); 3];
            let mut owners = OwnershipCounts::new(size);
            let mut shares = 0;
            games.play(&[(0, 0); 3], add, &|| false, &mut |result, own| {
                for (sum, part) in sums.iter_mut().zip(result) {
                    *sum = (sum.0 + part.0, sum.1 + part.1);
                }
                owners += own;
                shares += 1;
            });
            (shares, sums, owners)
        };
        let (shares, sums, owners) = play(1);
        assert_eq!(shares, 1);
        assert_eq!(sums.map(|(games, _)| games), [3_993, 0, 4_400]);
        assert_eq!(owners.playouts(), 8_393);
        for (threads, shares) in [(0, 1), (2, 2), (3, 3), (64, 5)] {
            assert_eq!(play(threads), (shares, sums, owners.clone()), "{threads}");
        }
    }

    #[test]
    fn shares_are_small_and_in_order() {
        let size = BoardSize::square(19).unwrap();
        let start = start(size, Color::Black);
        let (start, numbers) = (&start, 100..20_100);
        let series = [Series { start, numbers }];
        let games = shared(size, &series, 3);
        let shares: Vec<_> = games.shares(3).collect();
        assert_eq!(shares.len(), 9);
        let mut next = 100;
        for share in shares {
            let [share] = &games.share(share)[..] else {
                panic!("there is one series");
            };
            assert_eq!(share.numbers.start, next);
            assert!(len(share) <= SMALL_SHARE / 361);
            next = share.numbers.end;
        }
        assert_eq!(next, 20_100);
    }

    #[test]
    fn stopped_games_have_no_result() {
        let size = BoardSize::square(5).unwrap();
        let start = start(size, Color::Black);
        let (start, numbers) = (&start, 0..5_000);
        let series = [Series { start, numbers }];
        let games = shared(size, &series, 2);
        games.play(&(), |(), _| (), &|| true, &mut |(), _| {
            panic!("no share is complete");
        });
    }
}
