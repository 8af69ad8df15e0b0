//! The results of regression tests as text, and their form for `JUnit` XML.

use std::io::{self, Write};

use crate::cli::expected::TestVerdict;
use crate::cli::junit::{CaseSuite, TestCase};
use crate::cli::plain;
use crate::regress::{Change, SuiteResult, TestResult, TestTotals};
use clap::ValueEnum;
use ponnuki_formats::text::counted;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ResultFormat {
    /// Lines for people: what is unexpected, and a summary
    #[default]
    Text,
    /// XML in the form of JUnit
    Junit,
    /// One JSON object for each file, and one with the totals
    Json,
}

fn place(outcome: &SuiteResult, test: &TestResult) -> String {
    format!("{}:{}", outcome.path.display(), test.number)
}

fn difference(test: &TestResult) -> String {
    let expected = if test.expected.is_empty() {
        "success".to_owned()
    } else {
        format!("[{}]", test.expected)
    };
    let given = plain::line(&test.given);
    if test.is_fault {
        format!("expected {expected}, but the engine {given}")
    } else {
        format!("expected {expected}, got '{given}'")
    }
}

/// Writes the unexpected results of a suite, or those of all tests if `all` is set.
pub(super) fn text(
    outcome: &SuiteResult,
    all: bool,
    change: impl Fn(&TestResult) -> Option<Change>,
    output: &mut impl Write,
) -> io::Result<()> {
    for (line, error) in &outcome.errors {
        let (path, error) = (outcome.path.display(), plain::line(error));
        writeln!(output, "{path}: line {line}: error: {error}")?;
    }
    for test in &outcome.tests {
        let word = match test.verdict {
            TestVerdict::Fail => "FAIL",
            TestVerdict::UnexpectedPass => "unexpected PASS",
            TestVerdict::KnownFail if all => "known fail",
            TestVerdict::Pass if all => "pass",
            TestVerdict::Ignored if all => "ignored",
            _ => continue,
        };
        let mark = match change(test) {
            Some(Change::NewlyFailing) => " (new)",
            Some(Change::NewlyPassing) => " (newly passing)",
            _ => "",
        };
        let (place, command) = (place(outcome, test), plain::line(&test.command));
        if matches!(test.verdict, TestVerdict::Pass | TestVerdict::Ignored) {
            let given = plain::line(&test.given);
            writeln!(output, "{place}: {word}{mark}: {command}: '{given}'")?;
        } else {
            let difference = difference(test);
            writeln!(output, "{place}: {word}{mark}: {command}: {difference}")?;
        }
    }
    Ok(())
}

pub(super) fn summary(totals: &TestTotals, output: &mut impl Write) -> io::Result<()> {
    let TestTotals {
        files,
        tests,
        passed,
        unexpected_passes,
        failed,
        known_failures,
        ignored,
        faults,
        errors,
    } = totals;
    write!(
        output,
        "{} in {}: {passed} passed, {unexpected_passes} unexpectedly passed, {failed} failed, {known_failures} failed as known",
        counted(*tests as u64, "test"),
        counted(*files as u64, "file"),
    )?;
    for (number, what) in [
        (ignored, "ignored"),
        (faults, "with a fault of the engine"),
        (errors, "other commands refused"),
    ] {
        if *number > 0 {
            write!(output, ", {number} {what}")?;
        }
    }
    writeln!(output)
}

impl From<&TestResult> for TestCase {
    fn from(test: &TestResult) -> Self {
        Self {
            name: format!("{} {}", test.number, plain::line(&test.command)),
            verdict: test.verdict,
            is_fault: test.is_fault,
            message: difference(test),
            seconds: test.seconds,
        }
    }
}

pub(super) fn case_suite(outcome: &SuiteResult) -> CaseSuite<'_, TestResult> {
    let tests = outcome.tests.iter().collect();
    (outcome.path.display().to_string(), tests)
}
