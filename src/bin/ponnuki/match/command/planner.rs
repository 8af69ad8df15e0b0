//! `ponnuki match plan`: how many games a sequential test needs, by simulation.

use std::fmt;
use std::io::Write;
use std::ops::Bound::{Excluded, Included};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::r#match::statistics::{Forecast, Prospect, Sprt};
use crate::r#match::{Results, Summary};
use clap::{ArgGroup, Args, ValueHint};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::cli::args::{LogArgs, number_in, seconds};
use crate::cli::failure::Failure;
use crate::cli::{progress, stdout};

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("pace").args(["like", "seconds_per_game"]).multiple(true),
    after_help = "Examples:
  ponnuki match plan --elo1 20 --seconds-per-game 30 -j 8
  ponnuki match plan --elo0 0 --elo1 20 --variance-ratio 0.7
  ponnuki match plan --elo1 20 --pairs --like results.jsonl -j 2"
)]
pub(super) struct PlanArgs {
    /// Difference in Elo that H0 claims
    #[arg(long, value_name = "ELO", default_value_t = 0.0)]
    elo0: f64,
    /// Difference in Elo that H1 claims, above that of H0
    #[arg(long, value_name = "ELO")]
    elo1: f64,
    /// Also plan for this true difference; may be given several times
    #[arg(long, value_name = "ELO", value_parser = number_in(
        -Sprt::MAX_ELO..=Sprt::MAX_ELO, "a difference in Elo within 2000 points"))]
    elo: Vec<f64>,
    /// Plan a test on pairs of games, as `ponnuki match --pairs --sprt` does it
    #[arg(long)]
    pairs: bool,
    /// Share of draws, 0 to 1 [default: that of --like, or 0]
    #[arg(long, value_name = "RATE", value_parser = number_in(0.0..=1.0, "a share from 0 to 1"))]
    draws: Option<f64>,
    /// Variance of the score of pairs relative to single games, up to 2 [default: that of --like, or 1]
    ///
    /// The summary of a match with --pairs shows it. It is 1 if the two games of a
    /// pair are independent, and less if openings favour a colour. The option implies
    /// --pairs.
    #[arg(long, value_name = "R",
        value_parser = number_in((Excluded(0.0), Included(2.0)), "a ratio above 0 and up to 2"))]
    variance_ratio: Option<f64>,
    /// Take the draws, the variance ratio and the time a game from a file of results
    ///
    /// The time is that which the programs spent on their moves.
    #[arg(long, value_name = "FILE.jsonl", value_hint = ValueHint::FilePath)]
    pub(super) like: Option<PathBuf>,
    /// Time of a game in seconds [default: that of --like, or unknown]
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds_per_game: Option<Duration>,
    /// Number of games at the same time, for the hours
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, requires = "pace",
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Number of simulated tests for each true difference
    #[arg(long, value_name = "N", default_value_t = 2000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    runs: u32,
    /// Seed of the simulation
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print the plan as JSON
    #[arg(long)]
    json: bool,
}

impl PlanArgs {
    const fn is_on_pairs(&self) -> bool {
        self.pairs || self.variance_ratio.is_some()
    }
}

/// A plan, in the form of its JSON output.
#[derive(Debug, Serialize)]
struct TestPlan {
    elo0: f64,
    elo1: f64,
    /// The unit of the test: `games` or `pairs`.
    on: &'static str,
    draws: f64,
    variance_ratio: Option<f64>,
    seconds_per_game: Option<f64>,
    threads: u16,
    runs: u32,
    seed: u64,
    differences: Vec<PlannedTest>,
    /// The number of games within which 95 % of the tests are decided, for the slowest
    /// of the differences.
    games_to_allow: u64,
}

#[derive(Debug, Serialize)]
struct PlannedTest {
    elo: f64,
    variance_ratio: Option<f64>,
    games: f64,
    games_95: u64,
    hours: Option<f64>,
    hours_95: Option<f64>,
    accepts_h0: f64,
    accepts_h1: f64,
}

pub(super) fn run(args: &PlanArgs, log: &LogArgs, output: impl Write) -> Result<(), Failure> {
    let template = "{bar:24} {pos}/{len} differences, {eta} left";
    let bar = progress::bar(3 + args.elo.len() as u64, template, log.quiet);
    let plan = plan(args, &bar);
    bar.finish_and_clear();
    stdout::print(&plan?, args.json, output)
}

fn plan(args: &PlanArgs, bar: &ProgressBar) -> Result<TestPlan, Failure> {
    let sprt = Sprt::new(args.elo0, args.elo1).map_err(|_| {
        let (most, words) = (
            Sprt::MAX_ELO,
            "the smaller first, such as --elo0 0 --elo1 30",
        );
        let expected = format!("expected two differences in Elo within {most} points, {words}");
        Failure::new(expected).with_status(2)
    })?;
    let like = args.like.as_deref().map(read).transpose()?;
    let draws = args.draws.or(like.as_ref().map(share_of_draws));
    let prospect = Prospect {
        draws: draws.unwrap_or(0.0),
        variance_ratio: variance(args, like.as_ref())?,
    };
    let seconds = args.seconds_per_game.map(|time| time.as_secs_f64());
    let seconds = seconds.or(like.as_ref().map(seconds_per_game));
    let hours = |games: f64| seconds.map(|s| s * games / 3600.0 / f64::from(args.threads));
    let mut differences = vec![args.elo0, args.elo0.midpoint(args.elo1), args.elo1];
    differences.extend(&args.elo);
    let row = |elo: f64| {
        let forecast = Forecast::simulate(&sprt, elo, prospect, args.runs, args.seed)?;
        bar.inc(1);
        Ok(PlannedTest {
            elo,
            variance_ratio: forecast.variance_ratio,
            games: forecast.games,
            games_95: forecast.games_95,
            hours: hours(forecast.games),
            hours_95: hours(forecast.games_95 as f64),
            accepts_h0: 1.0 - forecast.accepts_h1,
            accepts_h1: forecast.accepts_h1,
        })
    };
    let rows: Result<Vec<_>, Failure> = differences.into_iter().map(row).collect();
    let rows = rows?;
    Ok(TestPlan {
        elo0: args.elo0,
        elo1: args.elo1,
        on: if args.is_on_pairs() { "pairs" } else { "games" },
        draws: prospect.draws,
        variance_ratio: prospect.variance_ratio,
        seconds_per_game: seconds,
        threads: args.threads,
        runs: args.runs,
        seed: args.seed,
        games_to_allow: rows.iter().map(|row| row.games_95).max().unwrap_or(0),
        differences: rows,
    })
}

/// Returns the variance ratio of the pairs to plan for; `None` for single games.
fn variance(args: &PlanArgs, like: Option<&Summary>) -> Result<Option<f64>, Failure> {
    if !args.is_on_pairs() {
        return Ok(None);
    }
    match (args.variance_ratio, like, &args.like) {
        (None, Some(like), Some(path)) => {
            let pairs = like.pairs.as_ref();
            let ratio = pairs.and_then(|pairs| pairs.variance_ratio);
            if ratio.is_none() {
                return Err(Failure::of(path.display())(
                    "no pairs of games that differ in their results; \
                     give --variance-ratio, or a match played with --pairs",
                ));
            }
            Ok(ratio)
        }
        (given, ..) => Ok(given.or(Some(1.0))),
    }
}

/// Reads the results of an earlier match of two players, at least one of them a win, a loss or
/// a draw.
fn read(path: &Path) -> Result<Summary, Failure> {
    let summary = Results::read(&[path.to_owned()])?.tally()?.summary(None);
    if summary.has_two_players() && summary.black.games() > 0 {
        return Ok(summary);
    }
    Err(Failure::of(path.display())(
        "no game of a match of two players that has a result, so it shows neither draws nor variance",
    ))
}

fn share_of_draws(like: &Summary) -> f64 {
    like.black.draws as f64 / like.black.games() as f64
}

/// Returns the time that both programs together spent on the moves of a game.
fn seconds_per_game(like: &Summary) -> f64 {
    let times = like.players.iter().map(|player| player.time.total);
    times.sum::<f64>() / like.games as f64
}

impl fmt::Display for TestPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo0, elo1, on, draws) = (self.elo0, self.elo1, self.on, 100.0 * self.draws);
        write!(f, "SPRT of {elo0} against {elo1} Elo on {on}, ")?;
        write!(f, "{draws:.1} % draws")?;
        if let Some(ratio) = self.variance_ratio {
            write!(f, ", variance ratio {ratio:.2}")?;
        }
        writeln!(f)?;
        if let Some(seconds) = self.seconds_per_game {
            let threads = self.threads;
            writeln!(f, "{seconds:.1} s a game, {threads} at the same time")?;
        }
        write!(f, "\n{:>9} {:>9} {:>9}", "true Elo", "games", "95 %")?;
        if self.seconds_per_game.is_some() {
            write!(f, " {:>9} {:>9}", "hours", "95 %")?;
        }
        writeln!(f, " {:>12} {:>12}", "H0 accepted", "H1 accepted")?;
        for row in &self.differences {
            row.fmt(f)?;
        }
        let (runs, seed, games) = (self.runs, self.seed, self.games_to_allow);
        write!(f, "\n{runs} simulated tests for each difference, ")?;
        writeln!(f, "seed {seed}; allow for --games {games}")?;
        self.note(f)
    }
}

impl TestPlan {
    /// Notes each row whose variance ratio differs from the plan's.
    fn note(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The largest difference between ratios that the table does not show.
        const NEAR: f64 = 0.005;
        for row in &self.differences {
            if let (Some(wanted), Some(ratio)) = (self.variance_ratio, row.variance_ratio)
                && (wanted - ratio).abs() > NEAR
            {
                writeln!(
                    f,
                    "At {} Elo the variance ratio is {ratio:.2}, since no pairs with these draws come closer to {wanted:.2}.",
                    row.elo
                )?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for PlannedTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo, games, games_95) = (self.elo, self.games, self.games_95);
        write!(f, "{elo:>9} {games:>9.0} {games_95:>9}")?;
        if let (Some(hours), Some(most)) = (self.hours, self.hours_95) {
            write!(f, " {hours:>9.2} {most:>9.2}")?;
        }
        let [h0, h1] = [self.accepts_h0, self.accepts_h1].map(|share| 100.0 * share);
        writeln!(f, " {h0:>10.1} % {h1:>10.1} %")
    }
}
