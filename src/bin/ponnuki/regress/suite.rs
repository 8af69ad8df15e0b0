//! Parses a file of regression tests.

use std::fmt;
use std::path::{Path, PathBuf};

use regex_lite::Regex;
use serde::{Deserialize, Serialize};

use ponnuki::board::named_enum;
use ponnuki::files::FileKind;
use ponnuki::gtp::clean;

#[derive(Debug)]
pub(crate) struct Suite {
    /// The file. Paths in its commands are relative to its folder.
    pub(crate) path: PathBuf,
    pub(crate) steps: Vec<SuiteCommand>,
}

/// A command of a suite. Numbered commands are tests.
#[derive(Debug)]
pub(crate) struct SuiteCommand {
    /// The line in the file, counted from 1.
    pub(crate) line: usize,
    /// The number of the test; `None` if the command only prepares tests.
    pub(crate) number: Option<u32>,
    /// The command without its number.
    pub(crate) command: String,
    /// The expected answer. Without one, the command only has to succeed.
    pub(crate) expected: Option<ExpectedAnswer>,
}

named_enum! {
    names only:
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub(crate) enum TestVerdict {
        Pass = "pass",
        /// The test passed, although it is known to fail.
        UnexpectedPass = "unexpected pass",
        Fail = "fail",
        KnownFail = "known fail",
        Ignored = "not judged",
    }
}

#[derive(Debug)]
pub(crate) struct ExpectedAnswer {
    /// The line of the pattern in the file, counted from 1.
    pub(crate) line: usize,
    /// The pattern between the brackets, with a leading `!` if there is one. It is compiled
    /// when an answer is judged, because a compiled pattern takes more than 1 KB.
    pub(crate) pattern: String,
    /// Whether the test is known to fail, marked with a star.
    pub(crate) is_known_failure: bool,
    /// Whether the answer is not judged, marked with an ampersand.
    pub(crate) is_ignored: bool,
}

/// The reason why a suite cannot be read, or a position of it is unknown.
#[derive(Clone, Debug)]
pub(crate) struct SuiteError(String);

impl<T: Into<String>> From<T> for SuiteError {
    fn from(reason: T) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The error of a pattern without a numbered command before it.
const NO_TEST: &str = "there is no numbered command before this pattern";

/// The error of a pattern without an opening bracket, or with marks but no closing one.
const NO_BRACKETS: &str = "the pattern must be in brackets";

impl Suite {
    pub(crate) fn read(path: &Path) -> Result<Self, SuiteError> {
        let bytes = FileKind::SUITE
            .read_file(path)
            .map_err(|error| error.to_string())?;
        Self::parse(path, &String::from_utf8_lossy(&bytes))
    }

    pub(crate) fn parse(path: &Path, text: &str) -> Result<Self, SuiteError> {
        let mut steps: Vec<SuiteCommand> = Vec::new();
        for (line, words) in (1..).zip(text.lines()) {
            let words = words.trim();
            let fail = |fault: SuiteError| format!("line {line}: {fault}");
            if let Some(pattern) = words.strip_prefix("#?") {
                let latest = steps.last_mut().ok_or_else(|| fail(NO_TEST.into()))?;
                let pattern = pattern.trim();
                latest.expect(line, pattern).map_err(fail)?;
                if pattern.starts_with('[') && !pattern.ends_with([']', '*', '&']) {
                    let path = path.display();
                    log::warn!("{path}: line {line}: the pattern has no closing bracket");
                }
            } else {
                // Cleaned as an engine would. Empty lines are dropped, because they get no answer.
                let mut bytes = words.as_bytes().to_vec();
                let words = String::from_utf8_lossy(clean(&mut bytes));
                let words = words.trim();
                if !words.is_empty() {
                    steps.push(SuiteCommand::new(line, words));
                }
            }
        }
        Ok(Self {
            path: path.to_owned(),
            steps,
        })
    }

    pub(crate) fn tests(&self) -> usize {
        let tests = self.steps.iter().filter(|step| step.number.is_some());
        tests.count()
    }

    /// Iterates over the files that the commands load, duplicates included.
    pub(crate) fn games(&self) -> impl Iterator<Item = PathBuf> {
        self.steps.iter().filter_map(|step| {
            let mut words = step.command.split_ascii_whitespace();
            (words.next()? == "loadsgf").then(|| self.file(words.next().unwrap_or_default()))
        })
    }

    /// Resolves the name of a file in a command against the folder of the suite.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        folder.join(name)
    }
}

impl SuiteCommand {
    /// Parses a cleaned line with or without a test number.
    fn new(line: usize, text: &str) -> Self {
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        let number = first.parse().ok();
        let command = if number.is_some() {
            rest.trim_start()
        } else {
            text
        };
        Self {
            line,
            number,
            command: command.to_owned(),
            expected: None,
        }
    }

    /// Adds the pattern of a line after the command.
    fn expect(&mut self, line: usize, pattern: &str) -> Result<(), SuiteError> {
        let number = self.number.ok_or(NO_TEST)?;
        // Refused, because GNU Go's awk script takes the last of several patterns and reports a
        // possible crash, its Perl script counts a test for each, and gogui-regress refuses them.
        if let Some(ExpectedAnswer { line: first, .. }) = self.expected {
            let reason = format!(
                "test {number} has a pattern already, in line {first}; write alternatives as [A|B]"
            );
            return Err(reason.into());
        }
        self.expected = ExpectedAnswer::parse(line, pattern)?;
        Ok(())
    }
}

impl ExpectedAnswer {
    /// Parses `[regex]` or `[!regex]`, optionally followed by a star or an ampersand. An
    /// empty pattern expects nothing.
    pub(crate) fn parse(line: usize, text: &str) -> Result<Option<Self>, SuiteError> {
        if text.is_empty() {
            return Ok(None);
        }
        let inner = text.trim_end_matches(['*', '&']);
        let marks = &text[inner.len()..];
        let inner = inner.strip_prefix('[').ok_or(NO_BRACKETS)?;
        let pattern = match inner.strip_suffix(']') {
            Some(pattern) => pattern.trim(),
            // GNU Go's own suites omit some closing brackets, which its script accepts.
            None if marks.is_empty() => inner.trim(),
            None => return Err(NO_BRACKETS.into()),
        };
        compiled(pattern).map_err(|error| format!("not a regular expression: {error}"))?;
        Ok(Some(Self {
            line,
            pattern: pattern.to_owned(),
            is_known_failure: marks.contains('*'),
            is_ignored: marks.contains('&'),
        }))
    }

    pub(crate) fn is_met_by(&self, answer: &str) -> bool {
        let regex = compiled(&self.pattern).expect("parsing has compiled the pattern");
        regex.is_match(answer.trim()) != self.pattern.starts_with('!')
    }
}

/// Compiles a pattern without its leading `!`. The regular expression is equivalent to Java's
/// `matches` with DOTALL and MULTILINE, which gogui-regress uses.
fn compiled(pattern: &str) -> Result<Regex, regex_lite::Error> {
    let pattern = pattern.strip_prefix('!').unwrap_or(pattern);
    Regex::new(&format!(r"(?sm)\A(?:{pattern})\z"))
}

impl SuiteCommand {
    /// Judges an answer: the string after `=`, or the error after `?`, which never passes.
    pub(crate) fn verdict(&self, answer: Result<&str, &str>) -> TestVerdict {
        let expected = self.expected.as_ref();
        let is = |mark: fn(&ExpectedAnswer) -> bool| expected.is_some_and(mark);
        if is(|expected| expected.is_ignored) {
            return TestVerdict::Ignored;
        }
        let is_met = |text| expected.is_none_or(|expected| expected.is_met_by(text));
        match (
            answer.is_ok_and(is_met),
            is(|expected| expected.is_known_failure),
        ) {
            (true, false) => TestVerdict::Pass,
            (true, true) => TestVerdict::UnexpectedPass,
            (false, false) => TestVerdict::Fail,
            (false, true) => TestVerdict::KnownFail,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(text: &str) -> ExpectedAnswer {
        ExpectedAnswer::parse(1, text).unwrap().unwrap()
    }

    #[test]
    fn patterns_match_whole_answers() {
        for (pattern, answer, is_met) in [
            ("[C3|D4]", "D4", true),
            ("[C3|D4]", "D44", false),
            ("[C3|D4]", "1 D4", false),
            ("[!C3|D4]", "E5", true),
            ("[!C3|D4]*", "C3", false),
            ("[ 1 (C3|D4) ]", " 1 D4\n", true),
            ("[a.*c]", "a\nb\nc", true),
            ("[]", "", true),
            ("[[A-C][0-9]+]", "B12", true),
            // Fuego expects lists of points; GNU Go writes groups of alternatives into them.
            ("[A1 B2 C3]", "A1 B2 C3", true),
            ("[A1 B2 C3]", "A1 C3 B2", false),
            ("[(A1 B2|B2 A1)]", "B2 A1", true),
            ("[1 (K16|A12) (B1|C2)]", "1 A12 B1", true),
            ("[(PASS|A1) ?.*]", "A1 B2", true),
            ("[.*(C3|D4).*]", "B1 D4 E5", true),
            ("[!.*(C3|D4).*]", "B1 D4 E5", false),
        ] {
            assert_eq!(expected(pattern).is_met_by(answer), is_met, "{pattern}");
        }
        assert!(ExpectedAnswer::parse(1, "").unwrap().is_none());
        // GNU Go's suite of unconditional life omits some closing brackets.
        let open = expected("[a|[bc]d");
        assert!(open.is_met_by("cd") && !open.is_met_by("c"));
        for text in ["a]", "a", "[a*", "[a&"] {
            assert!(ExpectedAnswer::parse(1, text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_test_has_one_pattern() {
        let parse = |text| Suite::parse(Path::new("a.tst"), text);
        let fault = parse("\n7 name\n#? [a]\n# Or:\n#? [b]\n").unwrap_err();
        let words = "line 5: test 7 has a pattern already, in line 3; write alternatives as [A|B]";
        assert_eq!(fault.to_string(), words);
        // Comments and empty lines may separate a test from its pattern.
        let suite = parse("7 name\n\n# Why\n#? [a]\n8 name\n#?\n#? [b]\n").unwrap();
        let patterns = suite.steps.iter().filter_map(|step| step.expected.as_ref());
        let lines: Vec<_> = patterns.map(|expected| expected.line).collect();
        assert_eq!(lines, [4, 7]);
    }

    #[test]
    fn marks_follow_the_bracket() {
        let marks = |text: &str| {
            let expected = expected(text);
            (expected.is_known_failure, expected.is_ignored)
        };
        assert_eq!(marks("[a*]"), (false, false));
        assert_eq!(marks("[a]*"), (true, false));
        assert_eq!(marks("[a]&"), (false, true));
        assert_eq!(marks("[a]*&"), (true, true));
    }

    #[test]
    fn a_suite_has_commands_and_tests() {
        // A line of control characters alone is empty.
        let text = "# x\n\x01\x7f\nkomi 5\n\t10\tplay b  A1 # y\n#?\n20 na\x08me\n#? [a]\n";
        let suite = Suite::parse(Path::new("a.tst"), text).unwrap();
        let steps: Vec<_> = suite
            .steps
            .iter()
            .map(|step| (step.line, step.number, step.command.as_str()))
            .collect();
        let expected = [
            (3, None, "komi 5"),
            (4, Some(10), "play b  A1"),
            (6, Some(20), "name"),
        ];
        assert_eq!(steps, expected);
        assert_eq!(suite.tests(), 2);
        assert!(suite.steps[1].expected.is_none());
    }
}
