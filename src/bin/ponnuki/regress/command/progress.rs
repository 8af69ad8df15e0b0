//! The progress bar of a run.

use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::ProgressBar;

use crate::cli::progress;
use crate::regress::{TestResult, TestVerdict};

/// Counts finished tests.
pub(super) struct TestProgress {
    bar: ProgressBar,
    failed: AtomicUsize,
}

impl TestProgress {
    /// Starts the bar for this many tests.
    pub(super) fn new(tests: usize, is_quiet: bool) -> Self {
        let template = "{bar:24} {pos}/{len} tests, {msg}, {eta} left";
        let bar = progress::bar(tests as u64, template, is_quiet);
        bar.set_message("0 failed");
        let failed = AtomicUsize::new(0);
        Self { bar, failed }
    }

    /// Counts tests of an earlier run without counting them for the pace.
    pub(super) fn count_earlier(&self, tests: &[TestResult]) {
        for test in tests {
            self.count(test);
        }
        self.bar
            .set_position(tests.len() as u64 + self.bar.position());
        self.bar.reset_eta();
    }

    /// Counts a test.
    pub(super) fn add(&self, test: &TestResult) {
        self.count(test);
        self.bar.inc(1);
    }

    fn count(&self, test: &TestResult) {
        if test.verdict == TestVerdict::Fail {
            let failed = self.failed.fetch_add(1, Ordering::Relaxed) + 1;
            self.bar.set_message(format!("{failed} failed"));
        }
    }

    /// Hides the bar while `print` writes.
    pub(super) fn print<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the bar.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
