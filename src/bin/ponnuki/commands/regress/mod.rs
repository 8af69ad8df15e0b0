//! `ponnuki regress`: regression tests of any GTP engine.
//!
//! Files: `formats` writes the results, `saved` keeps them for later.

mod formats;
mod saved;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use ponnuki::client::Interrupt;
use ponnuki::regression::{Change, Earlier, Outcome, RunOptions, Suite, TestResult, Totals};
use ponnuki::threads::{self, lock};

use crate::args::seconds;
use crate::failure::Failure;
use crate::signals;
use formats::Format;
use saved::{Header, Saved};

/// The options of `ponnuki regress`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki regress 'ponnuki --seed 1' gtp-tests/gtp/*.tst
  ponnuki regress 'gnugo --mode gtp' reading.tst owl.tst -j 2 --save gnugo.jsonl
  ponnuki regress my-engine all.tst --compare old.jsonl
  ponnuki regress my-engine all.tst --format junit > results.xml

A suite is a file of GTP commands. A command with a number is a test, and the line '#? [PATTERN]'
after it has a regular expression for the whole answer; '[!PATTERN]' must not match, a star after
the bracket marks a known failure, an ampersand an answer that is not judged.

Exit status: 0 if no test failed but known ones, 1 if some did, 2 for wrong usage. With --compare,
only tests that passed before count.")]
pub(crate) struct RegressArgs {
    /// The engine, as one argument: 'gnugo --mode gtp'
    #[arg(value_name = "ENGINE")]
    engine: String,
    /// Suites. Each runs in its own folder, with an engine of its own
    #[arg(required = true, value_name = "FILE.tst")]
    files: Vec<PathBuf>,
    /// Time limit of each command, in seconds
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    time_limit: Duration,
    /// Number of suites that run at a time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Form of the results
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    format: Format,
    /// Also print tests that end as expected
    #[arg(long)]
    all: bool,
    /// Save the results of each suite to FILE as it ends; suites that are there already are not
    /// run again
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Say what is new since the results that were saved to FILE
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
}

/// Runs the suites and prints the results.
///
/// # Errors
/// [`Failure::Tests`] if tests failed, and failures of the files and the outputs.
pub(super) fn run(args: &RegressArgs) -> Result<(), Failure> {
    let options = RunOptions::new(&args.engine, args.time_limit);
    let options = options.map_err(|error| Failure::Match(Box::new(error)))?;
    let earlier = earlier(args.compare.as_deref())?;
    let suites = suites(&args.files)?;
    let header = Header {
        engine: args.engine.clone(),
    };
    let (saved, done) = match &args.save {
        None => (None, Vec::new()),
        Some(path) => {
            let (saved, done) =
                Saved::open(path, &header).map_err(Failure::file("save the results in", path))?;
            (Some(saved), done)
        }
    };
    let interrupt = Interrupt::new();
    signals::listen(&interrupt, "the running tests")
        .map_err(|error| Failure::Match(Box::new(error)))?;
    let report = Mutex::new(Report {
        args,
        earlier,
        saved,
        outcomes: suites.iter().map(|_| None).collect(),
        printed: 0,
        failure: None,
    });
    let left = Mutex::new((0..suites.len()).collect::<VecDeque<_>>());
    threads::on_threads(args.jobs.into(), || {
        // A guard in the head of the loop would be held through its body.
        let next = || lock(&left).pop_front();
        while let Some(index) = next() {
            let suite = &suites[index];
            let known = done.iter().find(|outcome| outcome.path == suite.path);
            let is_new = known.is_none();
            let outcome = match known {
                Some(outcome) => outcome.clone(),
                None => suite.run(&options, &interrupt),
            };
            if interrupt.is_raised() {
                return;
            }
            lock(&report).add(index, outcome, is_new);
        }
    });
    let report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.end(&interrupt)
}

/// Reads all suites before the first is run.
fn suites(paths: &[PathBuf]) -> Result<Vec<Suite>, Failure> {
    let read = |path: &PathBuf| Suite::read(path).map_err(Failure::file("read", path));
    paths.iter().map(read).collect()
}

/// Reads the results to compare with.
fn earlier(path: Option<&Path>) -> Result<Option<Earlier>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let (_, outcomes) = saved::read(path).map_err(Failure::file("read the results in", path))?;
    let mut earlier = Earlier::default();
    for outcome in &outcomes {
        earlier.add(outcome);
    }
    Ok(Some(earlier))
}

/// Collects the results, and prints those of each suite when all before it have ended.
struct Report<'a> {
    args: &'a RegressArgs,
    earlier: Option<Earlier>,
    saved: Option<Saved>,
    outcomes: Vec<Option<Outcome>>,
    printed: usize,
    failure: Option<Failure>,
}

impl Report<'_> {
    fn change(&self, path: &Path, test: &TestResult) -> Option<Change> {
        self.earlier.as_ref()?.compare(path, test)
    }

    /// Adds the results of a suite, which are saved if they are new.
    fn add(&mut self, index: usize, outcome: Outcome, is_new: bool) {
        if self.failure.is_some() {
            return;
        }
        if let (true, Some(saved), Some(path)) = (is_new, &mut self.saved, &self.args.save)
            && let Err(error) = saved.add(&outcome)
        {
            self.failure = Some(Failure::file("save the results in", path)(error));
            return;
        }
        self.outcomes[index] = Some(outcome);
        if let Err(error) = self.print_due() {
            self.failure = Some(Failure::Stream(error));
        }
    }

    /// Prints the suites that are due, in the forms that are printed one by one.
    fn print_due(&mut self) -> io::Result<()> {
        let mut output = io::stdout().lock();
        while let Some(Some(outcome)) = self.outcomes.get(self.printed) {
            match self.args.format {
                Format::Text => {
                    let change = |test: &TestResult| self.change(&outcome.path, test);
                    formats::text(outcome, self.args.all, change, &mut output)?;
                }
                Format::Json => {
                    serde_json::to_writer(&mut output, outcome)?;
                    writeln!(output)?;
                }
                Format::Tap | Format::Junit => {}
            }
            self.printed += 1;
        }
        output.flush()
    }

    /// Prints the rest, and decides the status.
    fn end(self, interrupt: &Interrupt) -> Result<(), Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let mut totals = Totals::default();
        let (mut newly_failing, mut newly_passing) = (0, 0);
        for outcome in self.outcomes.iter().flatten() {
            totals.add(outcome);
            for test in &outcome.tests {
                match self.change(&outcome.path, test) {
                    Some(Change::NewlyFailing) => newly_failing += 1,
                    Some(Change::NewlyPassing) => newly_passing += 1,
                    _ => {}
                }
            }
        }
        let outcomes: Vec<Outcome> = self.outcomes.into_iter().flatten().collect();
        let news = self.earlier.as_ref();
        let news =
            news.map(|_| format!("{newly_failing} newly failing, {newly_passing} newly passing"));
        print_end(self.args.format, &outcomes, &totals, news).map_err(Failure::Stream)?;
        if interrupt.is_raised() {
            let text = "interrupted; --save keeps the results of whole suites";
            return Err(Failure::Interrupted(text.into()));
        }
        let failed = match self.earlier {
            Some(_) => newly_failing,
            None => totals.failed,
        };
        if failed > 0 {
            return Err(Failure::Tests { failed });
        }
        Ok(())
    }
}

/// Prints what follows the single suites.
fn print_end(
    format: Format,
    outcomes: &[Outcome],
    totals: &Totals,
    news: Option<String>,
) -> io::Result<()> {
    let mut output = io::stdout().lock();
    match format {
        Format::Text => {
            formats::summary(totals, &mut output)?;
            if let Some(news) = news {
                writeln!(output, "{news}")?;
            }
        }
        Format::Tap => formats::tap(outcomes, &mut output)?,
        Format::Junit => formats::junit(outcomes, &mut output)?,
        Format::Json => writeln!(output, "{}", serde_json::json!({ "totals": totals }))?,
    }
    output.flush()
}
