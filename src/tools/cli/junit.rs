//! Results of tests as `JUnit` XML, which servers of CI read.

use std::io::{self, Write};

use maud::{Markup, html};

use super::expected::TestVerdict;

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
