//! `ponnuki regress`: regression tests of any GTP engine.
//!
//! Files: `formats` writes the results, `saved` keeps them for later.

mod formats;
mod saved;

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::regress::{
    EarlierRun, News, ResultsPage, RunOptions, Suite, SuiteResult, TestResult, TestTotals,
};
use clap::{Args, ValueHint};
use indicatif::ProgressBar;
use ponnuki_core::threads::{self, lock};
use ponnuki_formats::files::{AppendedFile, Replace};

use crate::cli::args::{LogArgs, OverwriteArgs, seconds};
use crate::cli::expected::TestVerdict;
use crate::cli::failure::Failure;
use crate::cli::junit::junit;
use crate::cli::{json, outputs, progress};
use formats::ResultFormat;
use ponnuki_formats::text::counted;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki regress 'ponnuki --seed 1' gtp-tests/gtp/*.tst
  ponnuki regress 'gnugo --mode gtp' reading.tst owl.tst -j 2 --save gnugo.jsonl
  ponnuki regress my-engine all.tst --compare old.jsonl
  ponnuki regress my-engine all.tst --format junit > results.xml
  ponnuki regress my-engine all.tst --html results.html

A suite is a file of GTP commands. A command with a number is a test, and the line '#? [PATTERN]' \
after it has a regular expression for the whole answer; '[!PATTERN]' must not match, a star after \
the bracket marks a known failure, an ampersand an answer that is not judged. A test has one \
pattern; alternatives are [A|B].

Exit status: 0 if only known failures failed, 1 if another test did, 2 for wrong usage, for \
files without a test and for an engine that cannot be started. With --compare, only tests that passed before count.")]
pub(crate) struct RegressArgs {
    /// The engine, as one argument: 'gnugo --mode gtp'
    #[arg(value_name = "ENGINE", value_hint = ValueHint::CommandString)]
    engine: String,
    /// Suites. Each runs in its own folder, with an engine of its own
    #[arg(required = true, value_name = "FILE.tst", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Time limit of each command, in seconds
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    time_limit: Duration,
    /// Number of suites that run at a time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Form of the results
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    format: ResultFormat,
    /// Also print tests that end as expected
    #[arg(long)]
    all: bool,
    /// Save the results of each suite to FILE as it ends; suites that are there already are not
    /// run again
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,
    /// Say what is new since the results that were saved to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    compare: Option<PathBuf>,
    /// Write one HTML page with the tests, their positions and answers to FILE
    ///
    /// The positions follow from the commands of the suites. Nothing is written if the run is
    /// interrupted.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
    /// Draw at most N positions in the page, those of failed tests first
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "html")]
    pictures: usize,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// Marks a page by an earlier run, which may be overwritten.
const PAGE: Replace<'_> = Replace::unedited("content=\"Ponnuki regression ");

/// Runs the suites and prints the results.
///
/// # Errors
/// The number of failed tests. If the engine cannot be started or there is no test, the reason
/// with status 2, because 1 means that tests failed. Errors of files and outputs.
pub(crate) fn run(args: &RegressArgs, log: &LogArgs) -> Result<(), Failure> {
    let options = RunOptions::new(&args.engine, args.time_limit).map_err(Failure::new)?;
    let suites = suites(&args.files)?;
    check_files(args, &suites, log)?;
    let earlier = earlier(args.compare.as_deref())?;
    let (saved, done) = saved(args)?;
    options.interrupt.listen("the running tests")?;
    let tests = suites.iter().map(Suite::tests).sum();
    let progress = TestProgress::new(tests, log.quiet);
    let run = Mutex::new(RunState {
        args,
        progress: &progress,
        earlier,
        saved,
        outcomes: suites.iter().map(|_| None).collect(),
        printed: 0,
        failure: None,
    });
    let left = Mutex::new((0..suites.len()).collect::<VecDeque<_>>());
    threads::on_threads(args.jobs.into(), || {
        // A guard in the loop's head would be held through its body.
        let next = || lock(&left).pop_front();
        while let Some(index) = next() {
            let suite = &suites[index];
            let known = done.iter().find(|outcome| outcome.path == suite.path);
            let is_new = known.is_none();
            let outcome = match known {
                Some(outcome) => {
                    progress.count_earlier(&outcome.tests);
                    outcome.clone()
                }
                None => match suite.run(&options, |test| progress.add(test)) {
                    Ok(outcome) => outcome,
                    Err(unstarted) => {
                        return lock(&run).fail(unstarted.with_status(2));
                    }
                },
            };
            if options.interrupt.is_raised() || !lock(&run).add(index, outcome, is_new) {
                return;
            }
        }
    });
    progress.bar.finish_and_clear();
    let run = run.into_inner().unwrap_or_else(PoisonError::into_inner);
    run.end(&suites, &options)
}

/// Reads all suites before the first one runs, so that errors show early.
fn suites(paths: &[PathBuf]) -> Result<Vec<Suite>, Failure> {
    let read = |path: &PathBuf| Suite::read(path).map_err(Failure::file("read", path));
    paths.iter().map(read).collect()
}

/// Checks that no output overwrites an input or another output, and that the page can be
/// written, before any time is spent running tests.
fn check_files(args: &RegressArgs, suites: &[Suite], log: &LogArgs) -> Result<(), Failure> {
    let games: BTreeSet<PathBuf> = suites.iter().flat_map(Suite::games).collect();
    let inputs = args.files.iter().chain(&args.compare).chain(&games);
    let outputs = [
        ("--save", args.save.as_deref()),
        ("--html", args.html.as_deref()),
        ("--log-file", log.log_file.as_deref()),
    ];
    outputs::check(inputs.map(PathBuf::as_path), &outputs)?;
    if let Some(path) = &args.html {
        args.overwrite.check(path, PAGE)?;
    }
    Ok(())
}

fn saved(args: &RegressArgs) -> Result<(Option<AppendedFile>, Vec<SuiteResult>), Failure> {
    let Some(path) = &args.save else {
        return Ok((None, Vec::new()));
    };
    let opened = saved::open(path, &args.engine);
    let (saved, done) = opened.map_err(Failure::file("save the results in", path))?;
    Ok((Some(saved), done))
}

fn earlier(path: Option<&Path>) -> Result<Option<EarlierRun>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let outcomes = saved::read(path).map_err(Failure::file("read the results in", path))?;
    Ok(Some(EarlierRun::new(outcomes)))
}

/// Collects results. Those of a suite are printed once all suites before it have ended.
struct RunState<'a> {
    args: &'a RegressArgs,
    progress: &'a TestProgress,
    earlier: Option<EarlierRun>,
    saved: Option<AppendedFile>,
    outcomes: Vec<Option<SuiteResult>>,
    printed: usize,
    failure: Option<Failure>,
}

impl RunState<'_> {
    /// Ends the run with a failure. The first one counts.
    fn fail(&mut self, failure: Failure) {
        self.failure.get_or_insert(failure);
    }

    /// Adds the results of a suite, and saves them if they are new. Returns false if the
    /// run must end, because an output failed.
    fn add(&mut self, index: usize, outcome: SuiteResult, is_new: bool) -> bool {
        if self.failure.is_some() {
            return false;
        }
        if let (true, Some(saved), Some(path)) = (is_new, &mut self.saved, &self.args.save)
            && let Err(error) = saved::add(saved, &outcome)
        {
            self.failure = Some(Failure::file("save the results in", path)(error));
            return false;
        }
        self.outcomes[index] = Some(outcome);
        let progress = self.progress;
        if let Err(error) = progress.bar.suspend(|| self.print_due()) {
            self.failure = Some(error.into());
        }
        self.failure.is_none()
    }

    /// Prints the finished suites, in formats that are written incrementally.
    fn print_due(&mut self) -> io::Result<()> {
        let mut output = io::stdout().lock();
        while let Some(Some(outcome)) = self.outcomes.get(self.printed) {
            match self.args.format {
                ResultFormat::Text => {
                    let earlier = self.earlier.as_ref();
                    let change = |test: &_| earlier?.compare(&outcome.path, test);
                    formats::text(outcome, self.args.all, change, &mut output)?;
                }
                ResultFormat::Json => {
                    writeln!(output, "{}", json::line(outcome)?)?;
                }
                ResultFormat::Junit => {}
            }
            self.printed += 1;
        }
        output.flush()
    }

    /// Prints what remains, writes the page, and decides the exit status.
    fn end(self, suites: &[Suite], options: &RunOptions) -> Result<(), Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let pairs: Vec<_> = suites
            .iter()
            .zip(&self.outcomes)
            .filter_map(|(suite, outcome)| Some((suite, outcome.as_ref()?)))
            .collect();
        let outcomes: Vec<_> = pairs.iter().map(|&(_, outcome)| outcome).collect();
        let totals = TestTotals::new(outcomes.iter().copied());
        let earlier = self.earlier.as_ref();
        let news = earlier.map(|earlier| earlier.news(outcomes.iter().copied()));
        print_end(self.args.format, &outcomes, &totals, news)?;
        if options.interrupt.is_raised() {
            let text = "interrupted; --save keeps the results of whole suites";
            return Err(Failure::interrupted(text));
        }
        if let Some(path) = &self.args.html {
            let report = ResultsPage {
                engine: &self.args.engine,
                suites: &pairs,
                earlier,
                most_pictures: self.args.pictures,
            };
            let write = || {
                let mut page = self.args.overwrite.begin(path, PAGE)?;
                report.write(&mut page)?;
                page.finish()
            };
            write().map_err(Failure::file("write", path))?;
        }
        if totals.tests == 0 {
            let text = "the files contain no test, such as '10 genmove b' followed by '#? [D4|E5]'";
            return Err(Failure::new(text).with_status(2));
        }
        let failed = news.map_or(totals.failed, |news| news.failing);
        if failed > 0 {
            return Err(Failure::new(format_args!(
                "{} failed",
                counted(failed as u64, "test")
            )));
        }
        Ok(())
    }
}

/// Prints the summary, or all suites in formats that are written at once.
fn print_end(
    format: ResultFormat,
    outcomes: &[&SuiteResult],
    totals: &TestTotals,
    news: Option<News>,
) -> io::Result<()> {
    let mut output = io::stdout().lock();
    match format {
        ResultFormat::Text => {
            formats::summary(totals, &mut output)?;
            if let Some(News { failing, passing }) = news {
                writeln!(output, "{failing} newly failing, {passing} newly passing")?;
            }
        }
        ResultFormat::Junit => {
            let suites = outcomes.iter().copied().map(formats::case_suite);
            junit(&suites.collect::<Vec<_>>(), &mut output)?;
        }
        ResultFormat::Json => {
            let mut totals = serde_json::json!({ "totals": totals });
            totals.sort_all_objects();
            writeln!(output, "{totals}")?;
        }
    }
    output.flush()
}

struct TestProgress {
    bar: ProgressBar,
    failed: AtomicUsize,
}

impl TestProgress {
    fn new(tests: usize, is_quiet: bool) -> Self {
        let template = "{bar:24} {pos}/{len} tests, {msg}, {eta} left";
        let bar = progress::bar(tests as u64, template, is_quiet);
        bar.set_message("0 failed");
        let failed = AtomicUsize::new(0);
        Self { bar, failed }
    }

    /// Counts tests of an earlier run without counting them for the pace.
    fn count_earlier(&self, tests: &[TestResult]) {
        for test in tests {
            self.count(test);
        }
        self.bar
            .set_position(tests.len() as u64 + self.bar.position());
        self.bar.reset_eta();
    }

    fn add(&self, test: &TestResult) {
        self.count(test);
        self.bar.inc(1);
    }

    fn count(&self, test: &TestResult) {
        if test.verdict == TestVerdict::Fail {
            let failed = self.failed.fetch_add(1, Ordering::Relaxed) + 1;
            self.bar.set_message(format!("{failed} failed"));
        }
    }
}
