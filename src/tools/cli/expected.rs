//! What a test expects of an answer, and the verdict on it.

use regex_lite::Regex;
use serde::{Deserialize, Serialize};

use ponnuki_core::board::named_enum;

named_enum! {
    names only:
    /// The verdict on an answer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum TestVerdict {
        /// The answer is the expected one.
        Pass = "pass",
        /// The test passed, although it is known to fail.
        UnexpectedPass = "unexpected pass",
        /// The answer is another one.
        Fail = "fail",
        /// The test failed, and is known to fail.
        KnownFail = "known fail",
        /// Nothing was judged.
        Ignored = "not judged",
    }
}

/// The expected answer of a test, a pattern.
#[derive(Debug)]
pub struct ExpectedAnswer {
    /// The line of the pattern in the file, counted from 1.
    pub line: usize,
    /// The pattern between the brackets, with a leading `!` if there is one. It is compiled
    /// when an answer is judged, because a compiled pattern takes more than 1 KB.
    pub pattern: String,
    /// Whether the test is known to fail, marked with a star.
    pub is_known_failure: bool,
    /// Whether the answer is not judged, marked with an ampersand.
    pub is_ignored: bool,
}

/// The error of a pattern without an opening bracket, or with marks but no closing one.
const NO_BRACKETS: &str = "the pattern must be in brackets";

impl ExpectedAnswer {
    /// Parses `[regex]` or `[!regex]`, optionally followed by a star or an ampersand. An
    /// empty pattern expects nothing.
    pub(crate) fn parse(line: usize, text: &str) -> Result<Option<Self>, String> {
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
}
