//! The results of regression tests as text, TAP, XML and JSON.

use std::io::{self, Write};

use crate::cli::plain;
use crate::regress::{Change, SuiteResult, TestResult, TestTotals, TestVerdict};
use clap::ValueEnum;
use maud::{PreEscaped, html};
use ponnuki::statistics::counted;

/// The forms of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ResultFormat {
    /// Lines for people: what is unexpected, and a summary
    #[default]
    Text,
    /// The Test Anything Protocol, version 14
    Tap,
    /// XML in the form of JUnit
    Junit,
    /// One JSON object for each file, and one with the totals
    Json,
}

/// Returns `path:number` as the name of a test.
fn place(outcome: &SuiteResult, test: &TestResult) -> String {
    format!("{}:{}", outcome.path.display(), test.number)
}

/// Describes the expected and the given answer.
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

/// Writes the totals in a sentence.
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

/// A suite as TAP and `JUnit` XML show it: its name and its judged tests.
pub(crate) type CaseSuite = (String, Vec<TestCase>);

/// A judged test, of whatever kind.
pub(crate) struct TestCase {
    pub(crate) name: String,
    pub(crate) verdict: TestVerdict,
    /// Whether the engine crashed, hung or broke the protocol.
    pub(crate) is_fault: bool,
    /// What was expected and what came.
    pub(crate) message: String,
    /// Why a verdict does not count, if it does not.
    pub(crate) reason: String,
    pub(crate) seconds: f64,
}

/// Converts the results of a suite.
pub(super) fn case_suite(outcome: &SuiteResult) -> CaseSuite {
    let case = |test: &TestResult| TestCase {
        name: format!("{} {}", test.number, plain::line(&test.command)),
        verdict: test.verdict,
        is_fault: test.is_fault,
        message: difference(test),
        reason: match test.verdict {
            TestVerdict::Ignored => "not judged".to_owned(),
            _ => "known to fail".to_owned(),
        },
        seconds: test.seconds,
    };
    let cases = outcome.tests.iter().map(case).collect();
    (outcome.path.display().to_string(), cases)
}

/// Writes all suites as TAP. Known failures are marked with TODO.
pub(crate) fn tap(suites: &[CaseSuite], output: &mut impl Write) -> io::Result<()> {
    let cases = || {
        suites
            .iter()
            .flat_map(|(suite, cases)| cases.iter().map(move |case| (suite, case)))
    };
    writeln!(output, "TAP version 14\n1..{}", cases().count())?;
    for (number, (suite, case)) in (1..).zip(cases()) {
        let ok = match case.verdict {
            TestVerdict::Fail | TestVerdict::KnownFail => "not ok",
            _ => "ok",
        };
        let directive = match case.verdict {
            TestVerdict::KnownFail | TestVerdict::UnexpectedPass => " # TODO ",
            TestVerdict::Ignored => " # SKIP ",
            _ => "",
        };
        let reason = if directive.is_empty() {
            ""
        } else {
            &case.reason
        };
        // An unescaped `#` would begin a directive.
        let name = format!("{suite}:{}", case.name).replace('#', "\\#");
        writeln!(output, "{ok} {number} - {name}{directive}{reason}")?;
        if case.verdict == TestVerdict::Fail {
            let message = serde_json::json!(case.message);
            writeln!(output, "  ---\n  message: {message}\n  ...")?;
        }
    }
    Ok(())
}

/// Writes all suites as `JUnit` XML. Known failures count as skipped.
pub(crate) fn junit(suites: &[CaseSuite], output: &mut impl Write) -> io::Result<()> {
    // Without the zero, the sum of no times is -0.
    let seconds = |cases: &[TestCase]| cases.iter().map(|case| case.seconds).sum::<f64>() + 0.0;
    let document = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites {
            @for (suite, cases) in suites {
                (PreEscaped("\n"))
                testsuite
                    name=(suite)
                    tests=(cases.len())
                    failures=(count(cases, |case| case.verdict == TestVerdict::Fail && !case.is_fault))
                    errors=(count(cases, |case| case.is_fault))
                    skipped=(count(cases, is_skipped))
                    time=(format!("{:.3}", seconds(cases)))
                {
                    @for case in cases {
                        (PreEscaped("\n"))
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
            }
        }
    };
    writeln!(output, "{}", document.into_string())
}

fn count(cases: &[TestCase], is_counted: impl Fn(&TestCase) -> bool) -> usize {
    cases.iter().filter(|case| is_counted(case)).count()
}

fn is_skipped(case: &TestCase) -> bool {
    matches!(case.verdict, TestVerdict::KnownFail | TestVerdict::Ignored)
}
