//! Reads a file of regression tests.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

/// A file of regression tests.
#[derive(Debug)]
pub struct Suite {
    /// The file. Paths in its commands are relative to its folder.
    pub path: PathBuf,
    /// The commands, in their order.
    pub steps: Vec<Step>,
}

/// A command of a suite. It is a test if it has a number.
#[derive(Debug)]
pub struct Step {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The number of the test; `None` for a command that only prepares tests.
    pub number: Option<u32>,
    /// The command without its number.
    pub command: String,
    /// The expected answer. A test without one only has to succeed.
    pub expected: Option<Expected>,
}

/// The answer that a test expects.
#[derive(Debug)]
pub struct Expected {
    /// The text between the brackets.
    pub pattern: String,
    /// Whether the answer must match, and not differ from, the pattern: false for
    /// `[!...]`.
    must_match: bool,
    /// A star: the test is known to fail.
    pub is_known_failure: bool,
    /// An ampersand: the answer is not judged.
    pub is_ignored: bool,
    regex: Regex,
}

/// Why a suite cannot be read.
#[derive(Debug)]
pub enum SuiteError {
    /// The file cannot be read.
    File(io::Error),
    /// A line is not in the form.
    Line {
        /// The number of the line, counted from 1.
        line: usize,
        /// The fault.
        fault: LineFault,
    },
}

/// The fault of a line of a suite.
#[derive(Debug)]
pub enum LineFault {
    /// A pattern does not follow a numbered command.
    NoTest,
    /// A pattern is not in brackets.
    NoBrackets,
    /// A pattern is no regular expression.
    Pattern(regex_lite::Error),
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Line { line, fault } => write!(f, "line {line}: {fault}"),
        }
    }
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTest => f.write_str("there is no numbered command before this pattern"),
            Self::NoBrackets => f.write_str("the pattern must be in brackets"),
            Self::Pattern(error) => write!(f, "not a regular expression: {error}"),
        }
    }
}

impl Error for SuiteError {}

impl Suite {
    /// Reads a file.
    ///
    /// # Errors
    /// [`SuiteError`]
    pub fn read(path: &Path) -> Result<Self, SuiteError> {
        let bytes = fs::read(path).map_err(SuiteError::File)?;
        Self::parse(path, &String::from_utf8_lossy(&bytes))
    }

    /// Parses the text of a file.
    ///
    /// # Errors
    /// [`SuiteError::Line`]
    pub fn parse(path: &Path, text: &str) -> Result<Self, SuiteError> {
        let mut steps: Vec<Step> = Vec::new();
        for (line, words) in (1..).zip(text.lines()) {
            let words = words.trim();
            let fail = |fault| SuiteError::Line { line, fault };
            if let Some(pattern) = words.strip_prefix("#?") {
                let latest = steps.last_mut();
                let latest = latest.filter(|step| step.number.is_some() && step.expected.is_none());
                let latest = latest.ok_or(fail(LineFault::NoTest))?;
                latest.expected = Expected::parse(pattern.trim()).map_err(fail)?;
            } else if !words.is_empty() && !words.starts_with('#') {
                steps.push(Step::new(line, words));
            }
        }
        Ok(Self {
            path: path.to_owned(),
            steps,
        })
    }

    /// Returns the number of tests.
    pub fn tests(&self) -> usize {
        let tests = self.steps.iter().filter(|step| step.number.is_some());
        tests.count()
    }
}

impl Step {
    /// Reads a command with or without a number.
    fn new(line: usize, text: &str) -> Self {
        // A comment may follow the command.
        let text = text.split('#').next().unwrap_or_default().trim_end();
        let (first, rest) = text
            .split_once(|letter: char| letter.is_ascii_whitespace())
            .unwrap_or((text, ""));
        let number = first.parse().ok();
        let command = if number.is_some() {
            rest.trim_start()
        } else {
            text
        };
        Self {
            line,
            number,
            command: command.replace('\t', " "),
            expected: None,
        }
    }
}

impl Expected {
    /// Reads `[regex]` or `[!regex]`, with a star or an ampersand after it or not, or
    /// nothing.
    fn parse(text: &str) -> Result<Option<Self>, LineFault> {
        if text.is_empty() {
            return Ok(None);
        }
        let inner = text.trim_end_matches(['*', '&']);
        let marks = &text[inner.len()..];
        let inner = inner
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let pattern = inner.ok_or(LineFault::NoBrackets)?.trim();
        let (regex, must_match) = match pattern.strip_prefix('!') {
            Some(rest) => (rest, false),
            None => (pattern, true),
        };
        // As Java's `matches` with DOTALL and MULTILINE, which gogui-regress uses.
        let regex = Regex::new(&format!(r"(?sm)\A(?:{regex})\z")).map_err(LineFault::Pattern)?;
        Ok(Some(Self {
            pattern: pattern.to_owned(),
            must_match,
            is_known_failure: marks.contains('*'),
            is_ignored: marks.contains('&'),
            regex,
        }))
    }

    /// Returns whether an answer is the expected one.
    pub fn is_met_by(&self, answer: &str) -> bool {
        self.regex.is_match(answer.trim()) == self.must_match
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(text: &str) -> Expected {
        Expected::parse(text).unwrap().unwrap()
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
        ] {
            assert_eq!(expected(pattern).is_met_by(answer), is_met, "{pattern}");
        }
        assert!(Expected::parse("").unwrap().is_none());
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
        let text = "# x\n\nkomi 5\n\t10\tplay b  A1 # y\n#?\n20 name\n#? [a]\n";
        let suite = Suite::parse(Path::new("a.tst"), text).unwrap();
        let steps: Vec<_> = suite
            .steps
            .iter()
            .map(|step| (step.line, step.number, step.command.as_str()))
            .collect();
        assert_eq!(
            steps,
            [
                (3, None, "komi 5"),
                (4, Some(10), "play b  A1"),
                (6, Some(20), "name")
            ]
        );
        assert_eq!(suite.tests(), 2);
        assert!(suite.steps[1].expected.is_none());
    }
}
