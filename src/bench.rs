//! Measuring the playouts: how many a second, and what they show.
//!
//! Playout number `n` of a seed is the same whoever plays it, so the numbers
//! are handed out to the threads in small lots, and the sums of a seed are the
//! same on every machine and for any number of threads. Only the time differs.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::color::Color;
use crate::playout::{PlayoutCore, PlayoutKo, Tally, single_playouts};
use crate::point::BoardSize;
use crate::rules::UnknownAxisValue;

/// Which core plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BenchCore {
    /// One game at a time, on the board that also plays real games.
    #[default]
    Single,
}

impl BenchCore {
    fn playouts(self, board: &Board, ko: PlayoutKo) -> Box<dyn PlayoutCore> {
        match self {
            Self::Single => single_playouts(board, Color::Black, ko),
        }
    }
}

impl fmt::Display for BenchCore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Single => "single",
        })
    }
}

impl FromStr for BenchCore {
    type Err = UnknownAxisValue;

    /// Reads the word that `Display` writes, in any case.
    fn from_str(text: &str) -> Result<Self, UnknownAxisValue> {
        if text.eq_ignore_ascii_case("single") {
            Ok(Self::Single)
        } else {
            Err(UnknownAxisValue::expecting("single"))
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
    /// Which core plays.
    pub core: BenchCore,
    /// Which positions may not come back.
    pub ko: PlayoutKo,
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
    // Lots of some hundred microseconds: small enough to share out evenly,
    // large enough that handing them out costs nothing.
    let lot = (20_000 / options.size.area() as u64).max(1);
    let (next, played) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        let mut core = options.core.playouts(&board, options.ko);
        let mut tally = Tally::default();
        loop {
            let from = next.fetch_add(lot, Ordering::Relaxed);
            if from >= options.games {
                return tally;
            }
            let to = options.games.min(from.saturating_add(lot));
            tally += core.run(options.seed, from..to);
            progress(played.fetch_add(to - from, Ordering::Relaxed) + to - from);
        }
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

    /// The mean of a sum over the playouts; 0 when there are none.
    fn mean(&self, sum: f64) -> f64 {
        sum / (self.tally.playouts.max(1) as f64)
    }

    fn seconds(&self) -> f64 {
        self.elapsed.as_secs_f64().max(1e-9)
    }

    /// One JSON object, in one line. The signature is a string of 16
    /// hexadecimal digits.
    pub fn to_json(&self) -> String {
        let Self { options, tally, .. } = self;
        let fields = [
            ("size", format!("\"{}\"", options.size)),
            ("games", options.games.to_string()),
            ("seed", options.seed.to_string()),
            ("core", format!("\"{}\"", options.core)),
            ("ko", format!("\"{}\"", options.ko)),
            ("threads", options.threads.to_string()),
            ("seconds", format!("{:.6}", self.seconds())),
            (
                "moves_per_second",
                format!("{:.0}", self.moves_per_second()),
            ),
            (
                "playouts_per_second",
                format!("{:.1}", self.playouts_per_second()),
            ),
            (
                "nanoseconds_per_move",
                format!("{:.2}", self.nanoseconds_per_move()),
            ),
            (
                "mean_length",
                format!("{:.4}", self.mean(tally.moves as f64)),
            ),
            (
                "mean_score",
                format!("{:.4}", self.mean(tally.margin as f64)),
            ),
            (
                "black_wins_komi_0",
                format!("{:.6}", self.mean(tally.black_wins_komi_0 as f64)),
            ),
            (
                "black_wins_komi_7_5",
                format!("{:.6}", self.mean(tally.black_wins_komi_7_5 as f64)),
            ),
            ("signature", format!("\"{:016x}\"", tally.signature())),
        ];
        let fields = fields.map(|(key, value)| format!("\"{key}\": {value}"));
        format!("{{{}}}", fields.join(", "))
    }
}

impl fmt::Display for Bench {
    /// Writes a table for people, one figure a line, no newline at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { options, tally, .. } = self;
        writeln!(
            f,
            "{} playouts on {}, core {}, ko {}, seed {}, threads {}: {:.3} s",
            tally.playouts,
            options.size,
            options.core,
            options.ko,
            options.seed,
            options.threads,
            self.seconds()
        )?;
        let mean = |sum: u64| self.mean(sum as f64);
        writeln!(f, "playouts/s          {:.0}", self.playouts_per_second())?;
        writeln!(f, "moves/s             {:.0}", self.moves_per_second())?;
        writeln!(f, "ns/move             {:.1}", self.nanoseconds_per_move())?;
        writeln!(f, "mean length         {:.3}", mean(tally.moves))?;
        writeln!(
            f,
            "mean score          {:+.3}",
            self.mean(tally.margin as f64)
        )?;
        writeln!(
            f,
            "Black wins, komi 0   {:.4}",
            mean(tally.black_wins_komi_0)
        )?;
        writeln!(
            f,
            "Black wins, komi 7.5 {:.4}",
            mean(tally.black_wins_komi_7_5)
        )?;
        write!(f, "signature           {:016x}", tally.signature())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(games: u64, threads: usize) -> BenchOptions {
        BenchOptions {
            size: BoardSize::square(7).unwrap(),
            games,
            seed: 5,
            core: BenchCore::Single,
            ko: PlayoutKo::Positional,
            threads,
        }
    }

    #[test]
    fn threads_change_nothing_but_the_time() {
        let alone = bench(&options(2_000, 1), |_| {}).tally;
        for threads in [2, 3] {
            assert_eq!(bench(&options(2_000, threads), |_| {}).tally, alone);
        }
        let mut other = options(2_000, 1);
        other.seed = 6;
        assert_ne!(bench(&other, |_| {}).tally.signature(), alone.signature());
    }

    #[test]
    fn progress_ends_at_the_number_of_games() {
        let most = AtomicU64::new(0);
        let done = bench(&options(1_234, 2), |played| {
            most.fetch_max(played, Ordering::Relaxed);
        });
        assert_eq!(most.into_inner(), 1_234);
        assert_eq!(done.tally.playouts, 1_234);
        assert_eq!(bench(&options(0, 1), |_| {}).tally, Tally::default());
    }

    #[test]
    fn the_json_can_be_read() {
        let done = bench(&options(100, 1), |_| {});
        let json: serde_json::Value = serde_json::from_str(&done.to_json()).unwrap();
        for key in [
            "moves_per_second",
            "playouts_per_second",
            "mean_length",
            "mean_score",
            "black_wins_komi_0",
            "black_wins_komi_7_5",
        ] {
            assert!(json[key].is_number(), "{key}");
        }
        assert_eq!(
            json["signature"],
            format!("{:016x}", done.tally.signature())
        );
        assert!(done.to_string().contains("mean length"));
    }

    #[test]
    fn cores_are_named() {
        assert_eq!("Single".parse(), Ok(BenchCore::Single));
        assert!("fast".parse::<BenchCore>().is_err());
    }
}
