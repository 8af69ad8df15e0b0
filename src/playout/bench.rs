//! Measuring the playouts: how many a second, and what they show.
//!
//! Playout number `n` of a seed is the same whoever plays it, so the numbers
//! are handed out to the threads in lots, and the sums of a seed are the same
//! on every machine and for any number of threads. Only the time differs.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::{Board, BoardSize, Color};
use crate::playout::{LockstepPlayouts, PlayoutCore, PlayoutKo, Tally, single_playouts};

/// Which core plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BenchCore {
    /// One game at a time, on the board that also plays real games, under
    /// either ko rule.
    Single(PlayoutKo),
    /// Many games in lockstep, which know the simple ko only.
    Lockstep,
}

impl BenchCore {
    /// Which positions may not come back.
    pub const fn ko(self) -> PlayoutKo {
        match self {
            Self::Single(ko) => ko,
            Self::Lockstep => PlayoutKo::Simple,
        }
    }

    fn playouts(self, board: &Board) -> Box<dyn PlayoutCore> {
        match self {
            Self::Single(ko) => single_playouts(board, Color::Black, ko),
            Self::Lockstep => Box::new(LockstepPlayouts::new(board, Color::Black, None)),
        }
    }

    /// The fewest and the most playouts that a thread takes at once.
    ///
    /// A lot of one game at a time costs nothing to begin. A lot in lockstep
    /// ends with lanes that run empty for about the length of a game, so it
    /// should be many games for each lane. The largest takes some hundredths
    /// of a second, which is often enough for a progress bar.
    fn lots(self, size: BoardSize) -> (u64, u64) {
        let area = size.area() as u64;
        match self {
            Self::Single(_) => ((20_000 / area).max(1), (100_000 / area).max(1)),
            Self::Lockstep => (1_024, (2_000_000 / area).max(1_024)),
        }
    }
}

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchOptions {
    /// The board; the playouts begin when it is empty, Black to move.
    pub size: BoardSize,
    /// The number of playouts.
    pub games: u64,
    /// What they follow from.
    pub seed: u64,
    /// Which core plays, and by which ko rule.
    pub core: BenchCore,
    /// How many threads share the work, at least 1.
    pub threads: usize,
}

/// What was measured.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// What was asked for.
    pub options: BenchOptions,
    /// The sums of the playouts.
    pub tally: Tally,
    /// The time it took, as the clock on the wall has it.
    pub elapsed: Duration,
}

/// Plays the playouts and takes the time. `progress` is told now and then, from
/// any thread, how many have been played.
pub fn bench(options: &BenchOptions, progress: impl Fn(u64) + Sync) -> Bench {
    let board = Board::new(options.size);
    let lots = Lots::new(options);
    let played = AtomicU64::new(0);
    let work = || {
        let mut core = options.core.playouts(&board);
        let mut tally = Tally::default();
        while let Some(numbers) = lots.take() {
            let count = numbers.end - numbers.start;
            tally += core.run(options.seed, numbers);
            progress(played.fetch_add(count, Ordering::Relaxed) + count);
        }
        tally
    };
    let start = Instant::now();
    let tally = if options.threads > 1 {
        on_threads(options.threads, &work)
    } else {
        work()
    };
    Bench {
        options: *options,
        tally,
        elapsed: start.elapsed(),
    }
}

/// The playouts that no thread has taken yet.
///
/// Lots get smaller as the end comes near, so that all threads end at about the
/// same time though few lots are handed out (guided self-scheduling:
/// Polychronopoulos and Kuck, 1987).
struct Lots {
    next: AtomicU64,
    end: u64,
    /// A lot is the rest divided by this, between the smallest and the largest.
    parts: u64,
    smallest: u64,
    largest: u64,
}

impl Lots {
    fn new(options: &BenchOptions) -> Self {
        let (smallest, largest) = options.core.lots(options.size);
        Self {
            next: AtomicU64::new(0),
            end: options.games,
            parts: 2 * options.threads as u64,
            smallest,
            largest,
        }
    }

    /// The numbers of the next lot, if any are left.
    fn take(&self) -> Option<Range<u64>> {
        let after = |from: u64| {
            let rest = self.end - from;
            // One thread shares with nobody.
            let lot = if self.parts > 2 {
                (rest / self.parts).clamp(self.smallest, self.largest)
            } else {
                self.largest
            };
            from + lot.min(rest)
        };
        let (set, get) = (Ordering::Relaxed, Ordering::Relaxed);
        let taken = self
            .next
            .fetch_update(set, get, |from| (from < self.end).then(|| after(from)));
        taken.ok().map(|from| from..after(from))
    }
}

/// Does the same work on so many threads and adds up the results.
fn on_threads(threads: usize, work: &(impl Fn() -> Tally + Sync)) -> Tally {
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut total = Tally::default();
        for worker in workers {
            match worker.join() {
                Ok(tally) => total += tally,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        total
    })
}

impl Bench {
    /// Playouts a second.
    pub fn playouts_per_second(&self) -> f64 {
        self.tally.playouts as f64 / self.seconds()
    }

    /// Moves a second, passes included.
    pub fn moves_per_second(&self) -> f64 {
        self.tally.moves as f64 / self.seconds()
    }

    /// Nanoseconds that a move takes one thread.
    pub fn nanoseconds_per_move(&self) -> f64 {
        let threads = self.options.threads.max(1) as f64;
        1e9 * threads / self.moves_per_second().max(1e-9)
    }

    /// The mean over the playouts of one of their sums; 0 when there are none.
    pub fn mean(&self, sum: f64) -> f64 {
        sum / (self.tally.playouts.max(1) as f64)
    }

    /// The time it took, in seconds and never 0.
    pub fn seconds(&self) -> f64 {
        self.elapsed.as_secs_f64().max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORES: [BenchCore; 3] = [
        BenchCore::Single(PlayoutKo::Simple),
        BenchCore::Single(PlayoutKo::Positional),
        BenchCore::Lockstep,
    ];

    fn options(core: BenchCore, length: usize, games: u64) -> BenchOptions {
        BenchOptions {
            size: BoardSize::square(length).unwrap(),
            games,
            seed: 5,
            core,
            threads: 1,
        }
    }

    fn tally(options: BenchOptions) -> Tally {
        bench(&options, |_| {}).tally
    }

    #[test]
    fn threads_change_nothing_but_the_time() {
        for core in CORES {
            let options = options(core, 7, 5_000);
            let alone = tally(options);
            assert_eq!(alone.playouts, 5_000);
            for threads in [2, 3, 8] {
                assert_eq!(tally(BenchOptions { threads, ..options }), alone);
            }
            let other = tally(BenchOptions { seed: 6, ..options });
            assert_ne!(other.signature(), alone.signature());
        }
    }

    /// Recorded with version 0.1.0: the same on every machine for ever.
    #[test]
    fn the_signatures_are_those_of_the_first_version() {
        let signatures = CORES.map(|core| {
            [1, 5, 9, 13, 19, 25].map(|length| tally(options(core, length, 300)).signature())
        });
        let expected = [
            [
                0xd205_4ac2_5692_d138,
                0x225d_bdef_169e_96ca,
                0xcdff_5675_8c92_0a76,
                0x7a66_c735_e836_c3e1,
                0xe9d0_455e_3a6d_0a75,
                0xc52c_d921_aee0_4f65,
            ],
            [
                0xd205_4ac2_5692_d138,
                0xf8ed_fcbd_87f9_3b25,
                0x49ab_a346_b248_85b6,
                0x9adf_81f2_2651_271f,
                0x3128_0f44_f9c8_c8d8,
                0xc52c_d921_aee0_4f65,
            ],
            [
                0xd205_4ac2_5692_d138,
                0xeda1_4010_b5dd_2442,
                0xec53_62b5_f350_01f4,
                0x6932_fa91_7603_150a,
                0x7f4b_517f_355b_7293,
                0x5436_dac9_d77c_7b56,
            ],
        ];
        assert_eq!(signatures, expected, "{signatures:#x?}");
    }

    #[test]
    fn every_playout_is_handed_out_once() {
        for core in CORES {
            for (games, threads) in [(0, 1), (1, 1), (70_000, 1), (70_000, 3), (1_025, 2)] {
                let lots = Lots::new(&BenchOptions {
                    threads,
                    ..options(core, 9, games)
                });
                let mut next = 0;
                while let Some(numbers) = lots.take() {
                    assert_eq!(numbers.start, next);
                    assert!(numbers.start < numbers.end);
                    next = numbers.end;
                }
                assert_eq!(next, games);
            }
        }
    }

    #[test]
    fn progress_ends_at_the_number_of_games() {
        for core in CORES {
            let most = AtomicU64::new(0);
            let options = BenchOptions {
                threads: 2,
                ..options(core, 5, 1_234)
            };
            let done = bench(&options, |played| {
                most.fetch_max(played, Ordering::Relaxed);
            });
            assert_eq!(most.into_inner(), 1_234);
            assert_eq!(done.tally.playouts, 1_234);
            assert_eq!(
                tally(BenchOptions {
                    games: 0,
                    ..options
                }),
                Tally::default()
            );
        }
    }

    #[test]
    fn speeds_are_of_the_time_and_the_threads() {
        let done = Bench {
            options: BenchOptions {
                threads: 2,
                ..options(BenchCore::Lockstep, 9, 100)
            },
            tally: Tally {
                playouts: 100,
                moves: 10_000,
                ..Tally::default()
            },
            elapsed: Duration::from_millis(500),
        };
        let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
        assert!(close(done.playouts_per_second(), 200.0));
        assert!(close(done.moves_per_second(), 20_000.0));
        assert!(close(done.nanoseconds_per_move(), 100_000.0));
        assert!(close(done.mean(done.tally.moves as f64), 100.0));
    }
}
