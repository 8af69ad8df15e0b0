//! The results of regression tests as text, XML and JSON.

use std::io::{self, Write};

use crate::cli::plain;
use crate::regress::{Change, SuiteResult, TestResult, TestTotals, TestVerdict};
use clap::ValueEnum;
use maud::{Markup, html};
use ponnuki::statistics::counted;

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

/// A suite as `JUnit` XML shows it: its name and its judged tests, which become a
/// [`TestCase`] only while they are written.
pub(crate) type CaseSuite<'a, T> = (String, Vec<&'a T>);

/// A judged test, of whatever kind.
pub(crate) struct TestCase {
    pub(crate) name: String,
    pub(crate) verdict: TestVerdict,
    /// Whether the engine crashed, hung or broke the protocol.
    pub(crate) is_fault: bool,
    pub(crate) message: String,
    pub(crate) seconds: f64,
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

/// Writes all suites as `JUnit` XML. Known failures count as skipped.
pub(crate) fn junit<'a, T>(suites: &[CaseSuite<'a, T>], output: &mut impl Write) -> io::Result<()>
where
    TestCase: From<&'a T>,
{
    write!(
        output,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>"
    )?;
    for (suite, tests) in suites {
        let head = suite_element(suite, tests).into_string();
        let end = "</testsuite>";
        write!(output, "\n{}", head.trim_end_matches(end))?;
        for &test in tests {
            write!(
                output,
                "\n{}",
                case_element(suite, &test.into()).into_string()
            )?;
        }
        write!(output, "{end}")?;
    }
    writeln!(output, "</testsuites>")
}

fn suite_element<'a, T>(suite: &str, tests: &[&'a T]) -> Markup
where
    TestCase: From<&'a T>,
{
    let [mut failures, mut errors, mut skipped] = [0; 3];
    let mut seconds = 0.0;
    for case in tests.iter().map(|&test| TestCase::from(test)) {
        errors += usize::from(case.is_fault);
        failures += usize::from(case.verdict == TestVerdict::Fail && !case.is_fault);
        skipped += usize::from(is_skipped(&case));
        seconds += case.seconds;
    }
    html! {
        testsuite
            name=(suite)
            tests=(tests.len())
            failures=(failures)
            errors=(errors)
            skipped=(skipped)
            time=(format!("{seconds:.3}")) {}
    }
}

fn case_element(suite: &str, case: &TestCase) -> Markup {
    html! {
        testcase
            classname=(suite)
            name=(case.name)
            time=(format!("{:.3}", case.seconds))
        {
            @if case.is_fault {
                error message=(case.message) {}
            } @else if case.verdict == TestVerdict::Fail {
                failure message=(case.message) {}
            } @else if is_skipped(case) {
                skipped message=(case.message) {}
            }
        }
    }
}

fn is_skipped(case: &TestCase) -> bool {
    matches!(case.verdict, TestVerdict::KnownFail | TestVerdict::Ignored)
}
