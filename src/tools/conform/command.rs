//! `ponnuki conform`: whether an engine speaks GTP and knows the rules of Go.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use ponnuki_formats::files::{FileKind, Replace};
use ponnuki_formats::text::counted;

use super::check::{self, Client, ConformCheck};
use super::learn::Learned;
use super::outcome::{Unanswered, undetermined};
use super::report::{self, ConformReport};
use super::run::{CheckResult, CheckRun, OUT_OF_TIME};
use super::subject::{Limits, Subject};
use crate::cli::args::{LogArgs, OverwriteArgs, seconds};
use crate::cli::failure::Failure;
use crate::cli::junit::junit;
use crate::cli::{outputs, progress};
use crate::client::{Interrupt, split};

/// The time for all checks, and for all checks of a thorough run.
const TOTAL: Duration = Duration::from_secs(300);
const THOROUGH_TOTAL: Duration = Duration::from_secs(1800);

/// Marks a page by an earlier run, which may be overwritten.
const PAGE: Replace<'_> = Replace::unedited("content=\"Ponnuki conform ");

/// The options of `ponnuki conform`.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki conform 'gnugo --mode gtp'
  ponnuki conform my-engine --profile cgos --known accepted.txt
  ponnuki conform my-engine --junit > results.xml
  ponnuki conform --list

Exit status: 0 if no check of the levels must and should failed but those of --known, 1 if one \
did, 2 for wrong usage and for an engine that cannot be started.")]
pub(crate) struct ConformArgs {
    /// The engine, as one argument: 'gnugo --mode gtp'
    #[arg(value_name = "ENGINE", value_hint = ValueHint::CommandString, required_unless_present = "list")]
    engine: Option<String>,
    /// Print all checks with their sources instead
    #[arg(long, conflicts_with_all = ["engine", "profile", "thorough", "time_limit", "total_time", "only", "skip",
        "known", "all", "json", "junit", "html", "overwrite"])]
    list: bool,
    /// Of the checks for clients, run only those for CLIENT
    #[arg(long, value_name = "CLIENT", value_enum)]
    profile: Option<Client>,
    /// Play more and longer games; takes minutes
    #[arg(long)]
    thorough: bool,
    /// Time limit of each command, in seconds
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    time_limit: Duration,
    /// Time limit of the run, in seconds [default: 300, or 1800 with --thorough]
    #[arg(long, value_name = "S", value_parser = seconds)]
    total_time: Option<Duration>,
    /// Run only these checks, as in line-empty,play-column-i
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Leave out these checks
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    skip: Vec<String>,
    /// Accept the failures of the checks that FILE names, a line each
    ///
    /// Comments begin with #. Known failures do not change the exit status.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    known: Option<PathBuf>,
    /// Print all failures with their whole dialogues
    #[arg(long)]
    all: bool,
    /// JSON instead of text
    #[arg(long, conflicts_with = "junit")]
    json: bool,
    /// JUnit's XML instead of text
    #[arg(long)]
    junit: bool,
    /// Write one HTML page with all results to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// Checks an engine and prints what was found.
///
/// # Errors
/// The number of failed checks. With status 2, that the engine cannot be started, or that a
/// name or a file is wrong.
pub(crate) fn run(args: &ConformArgs, log: &LogArgs) -> Result<(), Failure> {
    let checks = check::all().map_err(Failure::of("a check"))?;
    if args.list {
        return Ok(write!(io::stdout().lock(), "{}", report::list(&checks))?);
    }
    let engine = args.engine.as_deref().unwrap_or_default();
    let words = split(engine).map_err(|error| Failure::new(error).with_status(2))?;
    let known = args
        .prepare(&checks, log)
        .map_err(|failure| failure.with_status(2))?;
    let interrupt = Interrupt::hasty();
    interrupt.listen("the checks")?;
    let begun = Instant::now();
    let limits = args.limits();
    let mut subject = Subject::new(&words, limits, &interrupt);
    args.print_limits(limits)?;
    let ended = |stop| ended(stop, engine);
    let learned = match Learned::new(&mut subject) {
        Err(Unanswered::Budget) => Learned::default(),
        learned => learned.map_err(ended)?,
    };
    let mut report = args.report(engine, limits, &learned);
    if args.is_text() {
        report.text_facts(&mut io::stdout().lock())?;
    }
    let due = args.due(&checks)?;
    let mut run = CheckRun::new(&mut subject, &learned, &known);
    let (results, stopped) = run_all(&mut run, &due, log.quiet);
    let stopped = stopped.map_err(ended);
    subject.end();
    report.results = &results;
    report.is_whole &= stopped.is_ok();
    report.seconds = begun.elapsed().as_secs_f64();
    args.print(&report)?;
    stopped?;
    if let Some(path) = &args.html {
        args.overwrite.write(path, &report.page(), PAGE)?;
    }
    conclude(&report)
}

/// Returns the failure of a run that has ended before its end.
fn ended(stop: Unanswered, engine: &str) -> Failure {
    match stop {
        Unanswered::Unusable(fault) => {
            Failure::new(fault.explain("the engine", engine)).with_status(2)
        }
        _ => Failure::interrupted("interrupted"),
    }
}

/// Runs checks and shows the progress. Returns the results, and why they are not all, if so.
fn run_all<'c>(
    run: &mut CheckRun<'_, '_>,
    due: &[&'c ConformCheck],
    is_quiet: bool,
) -> (Vec<CheckResult<'c>>, Result<(), Unanswered>) {
    let mut results = Vec::new();
    let template = "{bar:24} {pos}/{len} checks, {msg}";
    let bar = progress::bar(due.len() as u64, template, is_quiet);
    let run_next = |check: &&'c ConformCheck| {
        bar.set_message(check.name);
        results.push(run.run(check)?);
        bar.inc(1);
        Ok(())
    };
    let stopped = due.iter().try_for_each(run_next);
    bar.finish_and_clear();
    (results, stopped)
}

/// Decides the exit status.
fn conclude(report: &ConformReport<'_>) -> Result<(), Failure> {
    let late = undetermined(OUT_OF_TIME);
    if report.results.iter().any(|result| result.verdict == late) {
        let text = format!("{OUT_OF_TIME}; --total-time allows more");
        return Err(Failure::new(text).with_status(2));
    }
    match report.failures() as u64 {
        0 => Ok(()),
        failed => Err(Failure::new(format!("{} failed", counted(failed, "check")))),
    }
}

impl ConformArgs {
    fn limits(&self) -> Limits {
        let total = if self.thorough { THOROUGH_TOTAL } else { TOTAL };
        Limits {
            command: self.time_limit,
            total: self.total_time.unwrap_or(total),
            is_thorough: self.thorough,
        }
    }

    /// Prints the limits for people, before any time is spent.
    fn print_limits(&self, limits: Limits) -> io::Result<()> {
        if !self.is_text() {
            return Ok(());
        }
        let [command, total] = [limits.command, limits.total].map(|limit| limit.as_secs_f64());
        let mut output = io::stdout().lock();
        writeln!(output, "limits: {command} s a command, {total} s in all")?;
        output.flush()
    }

    /// Returns the report of a run without results yet.
    const fn report<'a>(
        &self,
        engine: &'a str,
        limits: Limits,
        learned: &'a Learned,
    ) -> ConformReport<'a> {
        ConformReport {
            engine,
            limits,
            learned,
            results: &[],
            profile: self.profile,
            is_whole: self.only.is_empty() && self.skip.is_empty(),
            seconds: 0.0,
        }
    }

    /// Returns whether people read the output.
    const fn is_text(&self) -> bool {
        !(self.json || self.junit)
    }

    /// Prints the results.
    fn print(&self, report: &ConformReport<'_>) -> io::Result<()> {
        let mut output = io::stdout().lock();
        if self.json {
            writeln!(output, "{}", report.json())?;
        } else if self.junit {
            junit(&report.suites(), &mut output)?;
        } else {
            report.text(self.all, &mut output)?;
        }
        output.flush()
    }

    /// Checks the names and the files before any time is spent. Returns the known failures.
    fn prepare(&self, checks: &[ConformCheck], log: &LogArgs) -> Result<Vec<String>, Failure> {
        let (page, log) = (self.html.as_deref(), log.log_file.as_deref());
        let outputs = [("--html", page), ("--log-file", log)];
        outputs::check(self.known.iter().map(PathBuf::as_path), &outputs)?;
        if let Some(path) = &self.html {
            self.overwrite.check(path, PAGE)?;
        }
        let known = match &self.known {
            Some(path) => names(path)?,
            None => Vec::new(),
        };
        for (option, names) in [
            ("--only", &self.only),
            ("--skip", &self.skip),
            ("--known", &known),
        ] {
            let is_unknown = |name: &&String| checks.iter().all(|check| check.name != **name);
            if let Some(name) = names.iter().find(is_unknown) {
                return Err(Failure::new(format_args!(
                    "{option} names no check: '{name}'\ntip: ponnuki conform --list lists all checks"
                )));
            }
        }
        Ok(known)
    }

    /// Returns the checks that are to be carried out.
    fn due<'c>(&self, checks: &'c [ConformCheck]) -> Result<Vec<&'c ConformCheck>, Failure> {
        let due: Vec<_> = checks.iter().filter(|check| self.concerns(check)).collect();
        if due.is_empty() {
            return Err(Failure::new("no check is left").with_status(2));
        }
        Ok(due)
    }

    /// Returns whether a check is to be carried out.
    fn concerns(&self, check: &ConformCheck) -> bool {
        let is_in = |names: &[String]| names.iter().any(|name| name == check.name);
        self.profile.is_none_or(|client| check.concerns(client))
            && (self.only.is_empty() || is_in(&self.only))
            && !is_in(&self.skip)
    }
}

/// Reads the names in a file, without its comments.
fn names(path: &Path) -> Result<Vec<String>, Failure> {
    let bytes = FileKind::KNOWN_FAILURES
        .read_file(path)
        .map_err(Failure::file("read", path))?;
    let text = String::from_utf8_lossy(&bytes);
    let names = text.lines().filter_map(|line| line.split('#').next());
    let names = names.map(str::trim).filter(|name| !name.is_empty());
    Ok(names.map(str::to_owned).collect())
}
