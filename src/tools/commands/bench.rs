//! `ponnuki bench`: the speed of playouts, of the search and of the network, as a table or as
//! JSON.

mod network;
mod signatures;

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::Once;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
#[cfg(any(unix, windows))]
use cpu_time::ProcessTime;
use indicatif::{ProgressBar, ProgressDrawTarget};
use ponnuki_core::BoardSize;
use ponnuki_core::board::UnknownValue;
use ponnuki_formats::text::counted;
use ponnuki_play::playout::{
    Bench, BenchCore, BenchOptions, PlayoutKo, SimdLevel, WorkTime, bench,
};
use serde::Serialize;

use crate::cli::args::{LogArgs, one_of, spelled};
use crate::cli::failure::Failure;
use crate::cli::progress;
use network::NetworkFigures;

/// The options of `ponnuki bench`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki bench
  ponnuki bench --size 19 --core batch --threads 2
  ponnuki bench --core batch --simd avx2
  ponnuki bench --ko positional --games 20000 --json")]
pub(crate) struct BenchArgs {
    /// Board size: 9, or width x height as in 9x13, each 1 to 25
    #[arg(long, value_name = "SIZE", default_value = "9")]
    size: BoardSize,
    /// Number of playouts
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seed of the playouts; the same seed gives the same signature on every machine
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Implementation of the playouts, or the network, which has none
    #[arg(long, value_name = "CORE", default_value = "single")]
    core: Core,
    /// Ko rule: simple, or positional for positional superko
    #[arg(long, value_name = "RULE", default_value_t, hide_possible_values = true,
        value_parser = spelled::<PlayoutKo>())]
    ko: PlayoutKo,
    /// Share the playouts between N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Vector instructions: baseline, avx2 or avx512 [default: the best of this processor]
    #[arg(long, value_name = "LEVEL", hide_possible_values = true,
        value_parser = one_of(SIMD_LEVELS.map(|(name, _)| name), simd_level))]
    simd: Option<SimdLevel>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// The values of --simd.
const SIMD_LEVELS: [(&str, SimdLevel); 3] = [
    ("baseline", SimdLevel::Baseline),
    ("avx2", SimdLevel::Avx2),
    ("avx512", SimdLevel::Avx512),
];

/// Returns the level of this name.
fn simd_level(name: &str) -> Result<SimdLevel, UnknownValue> {
    let named = SIMD_LEVELS.iter().find(|(level, _)| *level == name);
    let &(_, level) =
        named.ok_or_else(|| UnknownValue::new("expected baseline, avx2 or avx512"))?;
    if level.is_available() {
        Ok(level)
    } else {
        let best = SimdLevel::best();
        Err(UnknownValue::new(format!(
            "this processor lacks {level}; its best level is {best}"
        )))
    }
}

/// The values of --core.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Core {
    /// One game at a time, on the board of real games
    Single,
    /// Many games in lockstep, one bit of a SIMD register per game
    Batch,
    /// Evaluations by the network on one thread, beside the limit of the processor
    Network,
}

impl BenchArgs {
    /// Returns the options of the measurement, or `None` without playouts.
    fn options(&self) -> Option<BenchOptions> {
        Some(BenchOptions {
            size: self.size,
            games: self.games,
            seed: self.seed,
            core: match self.core {
                Core::Single => BenchCore::Single(self.ko),
                Core::Batch => BenchCore::Lockstep(self.ko),
                Core::Network => return None,
            },
            threads: self.threads.into(),
        })
    }
}

/// The delay before the progress bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// Measures, and prints the results.
pub(crate) fn run(args: &BenchArgs, log: &LogArgs) -> Result<(), Failure> {
    log::info!("the best vector instructions here: {}", SimdLevel::best());
    if let Some(level) = args.simd {
        level.limit();
    }
    let mut output = io::stdout().lock();
    if let Some(options) = args.options() {
        measure(&options, args.json, log.quiet, output)?;
    } else {
        let figures = NetworkFigures::measure(args.size, args.seed);
        write_figures(&figures, &figures.table(), args.json, &mut output)?;
    }
    Ok(())
}

/// Writes results as a table, or as one JSON object on one line.
fn write_figures(
    figures: &impl Serialize,
    table: &str,
    json: bool,
    mut output: impl Write,
) -> io::Result<()> {
    if json {
        writeln!(output, "{}", serde_json::to_string(figures)?)?;
    } else {
        output.write_all(table.as_bytes())?;
    }
    output.flush()
}

/// Returns the processor time that this process has used, if the system counts it.
#[cfg(any(unix, windows))]
fn cpu_time() -> Option<Duration> {
    ProcessTime::try_now().ok().map(|used| used.as_duration())
}

/// Returns no time, because such a system does not count it.
#[cfg(not(any(unix, windows)))]
const fn cpu_time() -> Option<Duration> {
    None
}

/// Measures playouts and searches, and writes the results. The progress of the playouts is shown on standard error if that is a terminal,
/// unless `quiet` is set.
fn measure(options: &BenchOptions, json: bool, quiet: bool, output: impl Write) -> io::Result<()> {
    let measured = if io::stderr().is_terminal() && !quiet {
        with_progress(options)
    } else {
        bench(options, cpu_time, |_| {})
    };
    let figures = BenchFigures::new(&measured);
    write_figures(&figures, &figures.table(), json, output)
}

/// Measures with a progress bar, shown from [`PATIENCE`] after the start until the end.
fn with_progress(options: &BenchOptions) -> Bench {
    let start = Instant::now();
    let template = "{bar:40} {pos}/{len} playouts, {eta} left";
    let bar = progress::styled(ProgressBar::hidden(), template);
    bar.set_length(options.games);
    let shown = Once::new();
    let measured = bench(options, cpu_time, |played| {
        bar.set_position(played);
        if start.elapsed() > PATIENCE {
            shown.call_once(|| bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    });
    bar.finish_and_clear();
    measured
}

/// The printed results. The fields are the members of the JSON object.
#[derive(Debug, Serialize)]
struct BenchFigures {
    size: String,
    games: u64,
    seed: u64,
    core: &'static str,
    /// The best vector instructions that may be used; single games use AVX2 at most.
    simd: String,
    /// `cpu` if the seconds are processor time, summed over the threads, or `wall` if they are
    /// the elapsed time of each thread, summed in the same way.
    clock: &'static str,
    ko: String,
    threads: usize,
    seconds: f64,
    elapsed_seconds: f64,
    playouts_per_second: f64,
    moves_per_second: f64,
    nanoseconds_per_move: f64,
    mean_length: f64,
    mean_score: f64,
    black_wins_komi_0: f64,
    black_wins_komi_7_5: f64,
    /// A string of 16 hexadecimal digits, because many JSON readers round large numbers.
    signature: String,
    search_playouts_per_second: f64,
    search_signature: String,
    estimate_signature: String,
}

impl BenchFigures {
    /// Adds the results of a fixed amount of work, on the board and with the seed of the
    /// playouts.
    fn new(measured: &Bench) -> Self {
        let Bench { options, tally, .. } = measured;
        let positions = signatures::positions(options.size, options.seed);
        let search = || signatures::search(&positions, options.seed);
        let (search_signature, time) = WorkTime::of(cpu_time, search);
        let searched = signatures::PLAYOUTS as f64 * positions.len() as f64;
        let core = match options.core {
            BenchCore::Single(_) => "single",
            BenchCore::Lockstep(_) => "batch",
        };
        let mean = |sum: u64| rounded(measured.mean(sum as f64), 6);
        let digits = |signature: u64| format!("{signature:016x}");
        Self {
            size: options.size.to_string(),
            games: options.games,
            seed: options.seed,
            core,
            simd: SimdLevel::best().to_string(),
            clock: measured.time.cpu.map_or("wall", |_| "cpu"),
            ko: options.core.ko().to_string(),
            threads: options.threads,
            seconds: rounded(measured.seconds(), 6),
            elapsed_seconds: rounded(measured.time.elapsed.as_secs_f64(), 6),
            playouts_per_second: rounded(measured.playouts_per_second(), 1),
            moves_per_second: rounded(measured.moves_per_second(), 0),
            nanoseconds_per_move: rounded(measured.nanoseconds_per_move(), 3),
            mean_length: mean(tally.moves),
            mean_score: rounded(measured.mean(tally.margin as f64), 6),
            black_wins_komi_0: mean(tally.black_wins_komi_0),
            black_wins_komi_7_5: mean(tally.black_wins_komi_7_5),
            signature: digits(tally.signature()),
            search_playouts_per_second: rounded(searched / time.seconds(1), 1),
            search_signature: digits(search_signature),
            estimate_signature: digits(signatures::estimate(&positions, options.seed)),
        }
    }

    /// Formats the table: a line about the run, then a line for each result.
    fn table(&self) -> String {
        let cpu_time =
            (self.clock == "cpu").then(|| format!("{:.3} s of CPU time, ", self.seconds));
        let mut table = format!(
            "{} on {}, core {} ({}), ko {}, seed {}, threads {}: {}{:.3} s elapsed\n",
            counted(self.games, "playout"),
            self.size,
            self.core,
            self.simd,
            self.ko,
            self.seed,
            self.threads,
            cpu_time.unwrap_or_default(),
            self.elapsed_seconds,
        );
        let whole = |value: f64| format!("{value:.0}");
        let share = |value: f64| format!("{value:.4}");
        for (label, value) in [
            ("playouts/s", whole(self.playouts_per_second)),
            ("moves/s", whole(self.moves_per_second)),
            ("ns/move", format!("{:.1}", self.nanoseconds_per_move)),
            ("mean length", format!("{:.3}", self.mean_length)),
            ("mean score", format!("{:+.3}", self.mean_score)),
            ("Black wins, komi 0", share(self.black_wins_komi_0)),
            ("Black wins, komi 7.5", share(self.black_wins_komi_7_5)),
            ("signature", self.signature.clone()),
            ("search playouts/s", whole(self.search_playouts_per_second)),
            ("search signature", self.search_signature.clone()),
            ("estimate signature", self.estimate_signature.clone()),
        ] {
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{label:<22}{value}");
        }
        table
    }
}

/// Rounds a value to a number of decimal places.
fn rounded(value: f64, places: i32) -> f64 {
    let unit = 10_f64.powi(places);
    (value * unit).round() / unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::parsed;

    fn options(line: &str) -> BenchOptions {
        parsed::<BenchArgs>(line).unwrap().options().unwrap()
    }

    #[test]
    fn both_cores_know_both_ko_rules() {
        for (ko, rule) in [
            ("", PlayoutKo::Simple),
            ("--ko positional", PlayoutKo::Positional),
        ] {
            let core = |line: &str| options(&format!("{line} {ko}")).core;
            assert_eq!(core(""), BenchCore::Single(rule));
            assert_eq!(core("--core batch"), BenchCore::Lockstep(rule));
        }
    }

    #[test]
    fn the_values_of_the_table_are_aligned() {
        let options = options("--size 5 --games 100 --ko positional");
        let mut output = Vec::new();
        measure(&options, false, true, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let (first, figures) = text.split_once('\n').unwrap();
        let level = SimdLevel::best();
        let start = format!(
            "100 playouts on 5x5, core single ({level}), ko positional, seed 1, threads 1: "
        );
        let is_right = first.starts_with(&start) && first.contains(" s of CPU time, ");
        assert!(is_right, "{first}");
        assert_eq!(figures.lines().count(), 11);
        for line in figures.lines() {
            let (label, value) = line.split_at(22);
            assert!(label.ends_with("  ") && !value.starts_with(' '), "{line}");
        }
    }
}
