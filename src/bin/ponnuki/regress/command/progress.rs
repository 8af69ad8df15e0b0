//! The progress of a run: a bar on standard error, if that is a terminal.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::regress::{TestResult, Verdict};
use indicatif::{ProgressBar, ProgressStyle};

/// Counts the tests that have ended.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    failed: AtomicUsize,
}

impl Progress {
    /// Starts the progress of this number of tests.
    pub(super) fn new(tests: usize, is_quiet: bool) -> Self {
        let shows_bar = !is_quiet && io::stderr().is_terminal();
        Self {
            bar: shows_bar.then(|| bar(tests)),
            failed: AtomicUsize::new(0),
        }
    }

    /// Counts tests of an earlier run, which do not count for the pace.
    pub(super) fn count_earlier(&self, tests: &[TestResult]) {
        for test in tests {
            self.count(test);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(tests.len() as u64 + bar.position());
            bar.reset_eta();
        }
    }

    /// Counts a test.
    pub(super) fn add(&self, test: &TestResult) {
        self.count(test);
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }

    fn count(&self, test: &TestResult) {
        if test.verdict != Verdict::Fail {
            return;
        }
        let failed = self.failed.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{failed} failed"));
        }
    }

    /// Prints something while the bar is away.
    pub(super) fn print<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the bar.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Returns the bar for a terminal.
fn bar(tests: usize) -> ProgressBar {
    let bar = ProgressBar::new(tests as u64);
    let template = "{bar:24} {pos}/{len} tests, {msg}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message("0 failed");
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
