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

/// Writes all suites as TAP. Known failures are marked with TODO.
pub(super) fn tap(outcomes: &[&SuiteResult], output: &mut impl Write) -> io::Result<()> {
    let tests = || {
        outcomes
            .iter()
            .flat_map(|outcome| outcome.tests.iter().map(move |test| (outcome, test)))
    };
    writeln!(output, "TAP version 14\n1..{}", tests().count())?;
    for (number, (outcome, test)) in (1..).zip(tests()) {
        let ok = if test.passes() { "ok" } else { "not ok" };
        let directive = match test.verdict {
            TestVerdict::KnownFail | TestVerdict::UnexpectedPass => " # TODO known to fail",
            TestVerdict::Ignored => " # SKIP not judged",
            _ => "",
        };
        // An unescaped `#` would begin a directive.
        let name = format!("{} {}", place(outcome, test), plain::line(&test.command));
        writeln!(
            output,
            "{ok} {number} - {}{directive}",
            name.replace('#', "\\#")
        )?;
        if test.verdict == TestVerdict::Fail {
            writeln!(
                output,
                "  ---\n  message: {}\n  ...",
                serde_json::json!(difference(test))
            )?;
        }
    }
    Ok(())
}

/// Writes all suites as `JUnit` XML. Known failures count as skipped.
pub(super) fn junit(outcomes: &[&SuiteResult], output: &mut impl Write) -> io::Result<()> {
    let document = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites {
            @for outcome in outcomes {
                (PreEscaped("\n"))
                testsuite
                    name=(outcome.path.display())
                    tests=(outcome.tests.len())
                    failures=(count(outcome, |test| test.verdict == TestVerdict::Fail && !test.is_fault))
                    errors=(count(outcome, |test| test.is_fault))
                    skipped=(count(outcome, is_skipped))
                    time=(format!("{:.3}", outcome.seconds()))
                {
                    @for test in &outcome.tests {
                        (PreEscaped("\n"))
                        testcase
                            classname=(outcome.path.display())
                            name=(format!("{} {}", test.number, plain::line(&test.command)))
                            time=(format!("{:.3}", test.seconds))
                        {
                            @if test.is_fault {
                                error message=(difference(test)) {}
                            } @else if test.verdict == TestVerdict::Fail {
                                failure message=(difference(test)) {}
                            } @else if is_skipped(test) {
                                skipped message=(difference(test)) {}
                            }
                        }
                    }
                }
            }
        }
    };
    writeln!(output, "{}", document.into_string())
}

fn count(outcome: &SuiteResult, is_counted: impl Fn(&TestResult) -> bool) -> usize {
    outcome.tests.iter().filter(|test| is_counted(test)).count()
}

fn is_skipped(test: &TestResult) -> bool {
    matches!(test.verdict, TestVerdict::KnownFail | TestVerdict::Ignored)
}
