//! The benchmark: plays playouts from the empty board, counts them and measures
//! the time.
//!
//! Playout number `n` of a seed depends only on the seed and `n`. The threads
//! take the numbers in chunks, and the sums are the same on every machine and
//! for any number of threads. Only the time differs.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::playout::{LockstepPlayouts, PlayoutCore, PlayoutKo, Tally, single_playouts};
use ponnuki_core::board::{Board, BoardSize, Color};
use ponnuki_core::threads::{on_threads, warn_of_missing};

/// The playout engine to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BenchCore {
    /// One game at a time, on the board that also plays real games.
    Single(PlayoutKo),
    /// Many games in lockstep.
    Lockstep(PlayoutKo),
}

impl BenchCore {
    /// Returns the ko rule of the playouts.
    pub const fn ko(self) -> PlayoutKo {
        match self {
            Self::Single(ko) | Self::Lockstep(ko) => ko,
        }
    }

    fn playouts(self, board: &Board) -> Box<dyn PlayoutCore> {
        match self {
            Self::Single(ko) => single_playouts(board, Color::Black, ko),
            Self::Lockstep(ko) => {
                let mut playouts = LockstepPlayouts::new(board, Color::Black, None);
                playouts.set_ko(ko);
                Box::new(playouts)
            }
        }
    }

    /// Returns the smallest and the largest number of playouts in a chunk.
    ///
    /// One game at a time, a chunk costs nothing to start. In lockstep, a chunk
    /// ends with idle slots for about the length of a game, so it should contain
    /// many games for each of up to 512 slots. The largest chunk takes a few
    /// tenths of a second, so a progress bar moves smoothly.
    fn chunk_limits(self, size: BoardSize) -> (u64, u64) {
        let area = size.area() as u64;
        match self {
            Self::Single(_) => ((20_000 / area).max(1), (100_000 / area).max(1)),
            Self::Lockstep(_) => (4_096, (8_000_000 / area).max(8_192)),
        }
    }
}

/// The settings of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchOptions {
    /// The size of the board. Playouts start on an empty board with Black to
    /// move.
    pub size: BoardSize,
    /// The number of playouts.
    pub games: u64,
    /// The seed of the playouts.
    pub seed: u64,
    /// The playout engine, and its ko rule.
    pub core: BenchCore,
    /// The number of threads that share the work; 0 counts as 1.
    pub threads: usize,
}

/// The result of a benchmark.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// The settings of the run, with the number of threads that the system could
    /// start.
    pub options: BenchOptions,
    /// The sums of the playouts.
    pub tally: Tally,
    /// The time of the playouts.
    pub time: WorkTime,
}

/// How long some work took.
#[derive(Clone, Copy, Debug)]
pub struct WorkTime {
    /// The processor time of all threads, if there was a clock for it.
    pub cpu: Option<Duration>,
    /// The wall-clock time.
    pub elapsed: Duration,
}

impl WorkTime {
    /// Does some work and measures its time. `cpu_time` returns the processor time that the
    /// process has used so far, or `None` where the system does not count it.
    pub fn of<T>(cpu_time: impl Fn() -> Option<Duration>, work: impl FnOnce() -> T) -> (T, Self) {
        let (start, used_before) = (Instant::now(), cpu_time());
        let result = work();
        let time = Self {
            cpu: cpu_time()
                .zip(used_before)
                .map(|(now, before)| now.saturating_sub(before)),
            elapsed: start.elapsed(),
        };
        (result, time)
    }

    /// Returns the seconds that this many threads together were busy, at least one nanosecond.
    /// That is the processor time, which other programs on the machine hardly change. If it
    /// is not known, all threads count as busy all the time.
    pub fn seconds(&self, threads: usize) -> f64 {
        // A coarse clock may not have moved.
        let seconds = match self.cpu.filter(|time| !time.is_zero()) {
            Some(time) => time.as_secs_f64(),
            None => threads.max(1) as f64 * self.elapsed.as_secs_f64(),
        };
        seconds.max(1e-9)
    }
}

/// Plays the playouts and measures the time, by `cpu_time` as in [`WorkTime::of`]. Calls
/// `progress` after each chunk, from any thread, with the number of playouts played so far.
pub fn bench(
    options: &BenchOptions,
    cpu_time: impl Fn() -> Option<Duration>,
    progress: impl Fn(u64) + Sync,
) -> Bench {
    let board = Board::new(options.size);
    let chunks = Chunks::new(options);
    let played = AtomicU64::new(0);
    let work = || {
        let mut core = options.core.playouts(&board);
        let mut tally = Tally::default();
        while let Some(numbers) = chunks.take() {
            let count = numbers.end - numbers.start;
            tally += core.run(options.seed, numbers);
            progress(played.fetch_add(count, Ordering::Relaxed) + count);
        }
        tally
    };
    let (tallies, time) = WorkTime::of(cpu_time, || on_threads(options.threads, work));
    warn_of_missing(options.threads, tallies.len());
    let options = BenchOptions {
        threads: tallies.len(),
        ..*options
    };
    let mut tally = Tally::default();
    for part in tallies {
        tally += part;
    }
    Bench {
        options,
        tally,
        time,
    }
}

/// The playouts that no thread has taken yet.
///
/// Chunks shrink towards the end, so all threads finish at about the same time
/// although there are few chunks (guided self-scheduling: Polychronopoulos and
/// Kuck, 1987).
struct Chunks {
    next: AtomicU64,
    end: u64,
    /// The divisor of the remaining playouts that gives the size of a chunk,
    /// within the limits.
    parts: u64,
    smallest: u64,
    largest: u64,
}

impl Chunks {
    fn new(options: &BenchOptions) -> Self {
        let (smallest, largest) = options.core.chunk_limits(options.size);
        Self {
            next: AtomicU64::new(0),
            end: options.games,
            parts: 2 * options.threads as u64,
            smallest,
            largest,
        }
    }

    /// Takes the next chunk and returns its range, or `None` after the last
    /// chunk.
    fn take(&self) -> Option<Range<u64>> {
        let after = |start: u64| {
            let rest = self.end - start;
            // A single thread does not share the work.
            let chunk = if self.parts > 2 {
                (rest / self.parts).clamp(self.smallest, self.largest)
            } else {
                self.largest
            };
            start + chunk.min(rest)
        };
        let (set, get) = (Ordering::Relaxed, Ordering::Relaxed);
        let taken = self
            .next
            .fetch_update(set, get, |start| (start < self.end).then(|| after(start)));
        taken.ok().map(|start| start..after(start))
    }
}

impl Bench {
    /// Returns how many playouts were played per [second](Self::seconds).
    pub fn playouts_per_second(&self) -> f64 {
        self.tally.playouts as f64 / self.seconds()
    }

    /// Returns how many moves were played per [second](Self::seconds), including passes.
    pub fn moves_per_second(&self) -> f64 {
        self.tally.moves as f64 / self.seconds()
    }

    /// Returns the nanoseconds per move.
    pub fn nanoseconds_per_move(&self) -> f64 {
        1e9 / self.moves_per_second().max(1e-9)
    }

    /// Returns `sum`, one of the sums of the tally, divided by the number of
    /// playouts, or 0 if there were none.
    pub fn mean(&self, sum: f64) -> f64 {
        sum / (self.tally.playouts.max(1) as f64)
    }

    /// Returns the seconds that all threads together were [busy](WorkTime::seconds).
    pub fn seconds(&self) -> f64 {
        self.time.seconds(self.options.threads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORES: [BenchCore; 4] = [
        BenchCore::Single(PlayoutKo::Simple),
        BenchCore::Single(PlayoutKo::Positional),
        BenchCore::Lockstep(PlayoutKo::Simple),
        BenchCore::Lockstep(PlayoutKo::Positional),
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
        bench(&options, || None, |_| {}).tally
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

    /// Signatures recorded with version 0.1.0, the same on every machine and in later versions.
    #[test]
    fn the_signatures_are_those_of_the_first_version() {
        let signatures = CORES.map(|core| {
            let signature = |length| tally(options(core, length, 300)).signature();
            [1, 5, 9, 13, 19, 25]
                .map(|length| format!("{:016x}", signature(length)))
                .join(" ")
        });
        let expected = [
            "d2054ac25692d138 225dbdef169e96ca cdff56758c920a76 \
             7a66c735e836c3e1 e9d0455e3a6d0a75 c52cd921aee04f65",
            "d2054ac25692d138 f8edfcbd87f93b25 49aba346b24885b6 \
             9adf81f22651271f 31280f44f9c8c8d8 c52cd921aee04f65",
            "d2054ac25692d138 99f6bc1046fdd89e 8815594c694385c4 \
             f8c3655cd4fa3506 3c28e25858d6b21b 1b75f84b5b419977",
            "d2054ac25692d138 c550276238158ef5 8815594c694385c4 \
             f8c3655cd4fa3506 3c28e25858d6b21b 1b75f84b5b419977",
        ];
        assert_eq!(signatures, expected);
    }

    #[test]
    fn every_playout_is_taken_once() {
        for core in CORES {
            for (games, threads) in [(0, 1), (1, 1), (70_000, 1), (70_000, 3), (1_025, 2)] {
                let chunks = Chunks::new(&BenchOptions {
                    threads,
                    ..options(core, 9, games)
                });
                let mut next = 0;
                while let Some(numbers) = chunks.take() {
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
            let done = bench(
                &options,
                || None,
                |played| {
                    most.fetch_max(played, Ordering::Relaxed);
                },
            );
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
    fn speeds_follow_from_the_processor_time_or_else_from_the_threads() {
        let alone = Bench {
            options: options(BenchCore::Lockstep(PlayoutKo::Simple), 9, 100),
            tally: Tally {
                playouts: 100,
                moves: 10_000,
                ..Tally::default()
            },
            time: WorkTime {
                cpu: Some(Duration::from_millis(500)),
                elapsed: Duration::from_secs(9),
            },
        };
        let mut both = alone;
        both.options.threads = 2;
        let without_clock = Bench {
            time: WorkTime {
                cpu: None,
                elapsed: Duration::from_millis(250),
            },
            ..both
        };
        let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
        for done in [alone, both, without_clock] {
            assert!(close(done.playouts_per_second(), 200.0));
            assert!(close(done.moves_per_second(), 20_000.0));
            assert!(close(done.nanoseconds_per_move(), 50_000.0));
            assert!(close(done.mean(done.tally.moves as f64), 100.0));
        }
    }

    #[test]
    fn the_processor_time_is_a_difference() {
        let ticks = AtomicU64::new(5);
        let clock = || Some(Duration::from_secs(ticks.fetch_add(3, Ordering::Relaxed)));
        let options = options(BenchCore::Single(PlayoutKo::Simple), 3, 10);
        let done = bench(&options, clock, |_| {});
        assert_eq!(done.time.cpu, Some(Duration::from_secs(3)));
    }
}
