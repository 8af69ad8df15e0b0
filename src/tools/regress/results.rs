//! Totals the results of suites, and compares them with an earlier run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::run::{SuiteResult, TestResult};
use crate::cli::expected::TestVerdict;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TestTotals {
    pub(crate) files: usize,
    pub(crate) tests: usize,
    pub(crate) passed: usize,
    /// Tests that passed, although they are known to fail.
    pub(crate) unexpected_passes: usize,
    pub(crate) failed: usize,
    pub(crate) known_failures: usize,
    /// Tests whose answers are not judged.
    pub(crate) ignored: usize,
    /// Tests that failed because the engine crashed, hung or broke the protocol.
    pub(crate) faults: usize,
    /// Unnumbered commands that the engine refused.
    pub(crate) errors: usize,
}

impl TestTotals {
    pub(crate) fn new<'a>(outcomes: impl IntoIterator<Item = &'a SuiteResult>) -> Self {
        let mut totals = Self::default();
        for outcome in outcomes {
            totals.add(outcome);
        }
        totals
    }

    fn add(&mut self, outcome: &SuiteResult) {
        self.files += 1;
        self.errors += outcome.errors.len();
        for test in &outcome.tests {
            self.tests += 1;
            self.faults += usize::from(test.is_fault);
            *match test.verdict {
                TestVerdict::Pass => &mut self.passed,
                TestVerdict::UnexpectedPass => &mut self.unexpected_passes,
                TestVerdict::Fail => &mut self.failed,
                TestVerdict::KnownFail => &mut self.known_failures,
                TestVerdict::Ignored => &mut self.ignored,
            } += 1;
        }
    }
}

/// The verdicts of an earlier run, by file and test number.
#[derive(Debug, Default)]
pub(crate) struct EarlierRun {
    verdicts: HashMap<PathBuf, HashMap<u32, bool>>,
}

/// How a test compares with an earlier run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Change {
    /// The test passed before and fails now.
    NewlyFailing,
    /// The test failed before and passes now.
    NewlyPassing,
    /// The earlier run did not have the test.
    New,
}

/// The number of tests that changed since an earlier run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    pub(crate) failing: usize,
    pub(crate) passing: usize,
}

impl EarlierRun {
    pub(crate) fn news<'a>(&self, outcomes: impl Iterator<Item = &'a SuiteResult>) -> News {
        let mut news = News::default();
        for outcome in outcomes {
            for test in &outcome.tests {
                match self.compare(&outcome.path, test) {
                    Some(Change::NewlyFailing) => news.failing += 1,
                    Some(Change::NewlyPassing) => news.passing += 1,
                    Some(Change::New) | None => {}
                }
            }
        }
        news
    }

    pub(crate) fn new(outcomes: Vec<SuiteResult>) -> Self {
        let mut earlier = Self::default();
        for SuiteResult { path, tests, .. } in outcomes {
            let verdicts = tests.iter().map(|test| (test.number, test.passes()));
            earlier.verdicts.entry(path).or_default().extend(verdicts);
        }
        earlier
    }

    /// Compares a test with the earlier run. Returns `None` if nothing changed.
    pub(crate) fn compare(&self, path: &Path, test: &TestResult) -> Option<Change> {
        let verdicts = self.verdicts.get(path);
        let earlier = verdicts.and_then(|verdicts| verdicts.get(&test.number));
        match (earlier, test.passes()) {
            (None, _) => Some(Change::New),
            (Some(true), false) => Some(Change::NewlyFailing),
            (Some(false), true) => Some(Change::NewlyPassing),
            _ => None,
        }
    }
}

impl SuiteResult {
    pub(crate) fn seconds(&self) -> f64 {
        self.tests.iter().map(|test| test.seconds).sum()
    }
}

impl TestResult {
    /// Returns whether the answer was acceptable, whatever is known about the test. Answers
    /// that are not judged count as acceptable.
    pub(crate) fn passes(&self) -> bool {
        !matches!(self.verdict, TestVerdict::Fail | TestVerdict::KnownFail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(verdicts: &[TestVerdict]) -> SuiteResult {
        let test = |(number, &verdict)| TestResult {
            number,
            line: 1,
            command: String::new(),
            expected: String::new(),
            given: String::new(),
            verdict,
            is_fault: false,
            seconds: 0.0,
        };
        SuiteResult {
            tests: (1..).zip(verdicts).map(test).collect(),
            ..SuiteResult::default()
        }
    }

    #[test]
    fn results_are_counted_and_compared_test_by_test() {
        use TestVerdict::{Fail, Ignored, KnownFail, Pass, UnexpectedPass};
        let earlier = outcome(&[Pass, Fail, KnownFail, Ignored, Pass]);
        let earlier = EarlierRun::new(vec![earlier]);
        let now = outcome(&[Fail, UnexpectedPass, KnownFail, KnownFail, Pass, Ignored]);
        let tests = now.tests.iter();
        let changes: Vec<_> = tests.map(|test| earlier.compare(&now.path, test)).collect();
        let (failing, passing) = (Some(Change::NewlyFailing), Some(Change::NewlyPassing));
        let expected = [failing, passing, None, failing, None, Some(Change::New)];
        assert_eq!(changes, expected);
        let news = earlier.news([&now].into_iter());
        assert_eq!((news.failing, news.passing), (2, 1));
        let totals = TestTotals {
            files: 1,
            tests: 6,
            passed: 1,
            unexpected_passes: 1,
            failed: 1,
            known_failures: 2,
            ignored: 1,
            ..TestTotals::default()
        };
        assert_eq!(TestTotals::new([&now]), totals);
    }
}
