//! Parses a file of regression tests.

use std::fmt;
use std::path::{Path, PathBuf};

use ponnuki_formats::files::FileKind;
use ponnuki_gtp::clean;

use super::expected::{ExpectedAnswer, TestVerdict};

/// A file of regression tests.
#[derive(Debug)]
pub struct Suite {
    /// The file. Paths in its commands are relative to its folder.
    pub path: PathBuf,
    /// The commands in order.
    pub steps: Vec<SuiteCommand>,
}

/// A command of a suite. Numbered commands are tests.
#[derive(Debug)]
pub struct SuiteCommand {
    /// The line in the file, counted from 1.
    pub line: usize,
    /// The number of the test; `None` if the command only prepares tests.
    pub number: Option<u32>,
    /// The command without its number.
    pub command: String,
    /// The expected answer. Without one, the command only has to succeed.
    pub expected: Option<ExpectedAnswer>,
}

/// The reason why a suite cannot be read, or a position of it is unknown.
#[derive(Clone, Debug)]
pub struct SuiteError(String);

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

impl Suite {
    pub(crate) fn read(path: &Path) -> Result<Self, SuiteError> {
        let bytes = FileKind::SUITE
            .read_file(path)
            .map_err(|error| error.to_string())?;
        Self::parse(path, &String::from_utf8_lossy(&bytes))
    }

    /// Parses the text of a file of tests.
    ///
    /// # Errors
    /// If a pattern is no regular expression, or belongs to no test.
    pub fn parse(path: &Path, text: &str) -> Result<Self, SuiteError> {
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
    pub fn games(&self) -> impl Iterator<Item = PathBuf> {
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

impl SuiteCommand {
    /// Judges an answer: the string after `=`, or the error after `?`, which never passes.
    pub fn verdict(&self, answer: Result<&str, &str>) -> TestVerdict {
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
