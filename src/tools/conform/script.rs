//! The script of a check: the lines that are sent, and what must come.
//!
//! The answers are expected as `ponnuki regress` expects them, by a pattern in brackets. What its
//! files cannot say has forms of its own: an error that must come, bytes that are no command,
//! an answer that may be either, and stones on the board.

use std::collections::BTreeSet;

use super::ability::Ability;
use crate::cli::expected::ExpectedAnswer;
use ponnuki_core::board::Color;

/// One step of a check.
#[derive(Debug)]
pub(super) enum CheckStep {
    /// Sends a command that must succeed, or the check cannot be carried out.
    Prepare(&'static str),
    /// Sends a command. The next step checks the answer.
    Send(&'static str),
    /// Sends bytes as they are.
    SendBytes(Vec<u8>),
    /// Reads an answer and compares it.
    Expect(ExpectedReply),
    /// Compares the stones of a colour.
    Stones(Color, Vec<&'static str>),
}

impl CheckStep {
    /// Parses a line. Returns `None` if it is no step.
    ///
    /// # Errors
    /// The line, or what is wrong with its pattern.
    pub(super) fn parse(line: &'static str) -> Result<Option<Self>, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        Ok(Some(match word {
            ":" => Self::Prepare(rest),
            ">" => Self::Send(rest),
            ">>" => Self::SendBytes(unescaped(rest).ok_or(line)?),
            "stones" => {
                let mut words = rest.split_ascii_whitespace();
                let color = words.next().and_then(Color::named).ok_or(line)?;
                Self::Stones(color, words.collect())
            }
            _ if line.starts_with(['=', '?', '*']) => Self::Expect(ExpectedReply::parse(line)?),
            _ => return Ok(None),
        }))
    }

    /// Returns what is sent, if anything is.
    fn sent(&self) -> Option<String> {
        match self {
            Self::Prepare(command) | Self::Send(command) => Some((*command).to_owned()),
            Self::SendBytes(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            Self::Expect(_) | Self::Stones(..) => None,
        }
    }
}

/// The expected answer.
#[derive(Debug)]
pub(super) struct ExpectedReply {
    /// The line of the file, for messages.
    pub(super) line: &'static str,
    /// The id; `None` for that of the command.
    pub(super) id: Option<u32>,
    /// Whether it is a success; `None` if either will do.
    pub(super) is_success: Option<bool>,
    text: Option<ExpectedAnswer>,
}

impl ExpectedReply {
    fn parse(line: &'static str) -> Result<Self, String> {
        let is_success = match line.as_bytes()[0] {
            b'=' => Some(true),
            b'?' => Some(false),
            _ => None,
        };
        let text = line[1..].trim_start_matches(|letter: char| letter.is_ascii_digit());
        let id = line[1..line.len() - text.len()].parse().ok();
        let text = ExpectedAnswer::parse(0, text.trim())?;
        Ok(Self {
            line,
            id,
            is_success,
            text,
        })
    }

    /// Returns whether an answer meets the expectation.
    pub(super) fn is_met_by(&self, is_success: bool, text: &str) -> bool {
        let expected = self.text.as_ref();
        self.is_success.is_none_or(|wanted| wanted == is_success)
            && expected.is_none_or(|expected| expected.is_met_by(text))
    }
}

/// Returns the abilities that a failure of these steps may be due to. Colours are sent as they are
/// written if `is_literal`, and in bytes.
pub(super) fn rests(steps: &[CheckStep], is_literal: bool) -> BTreeSet<Ability> {
    let mut found = BTreeSet::new();
    let mut last_color = None;
    for step in steps {
        let Some(text) = step.sent() else { continue };
        let is_raw = is_literal || matches!(step, CheckStep::SendBytes(_));
        if is_raw && text.starts_with(|letter: char| letter.is_ascii_digit()) {
            found.insert(Ability::Ids);
        }
        for line in text.lines() {
            found.extend(line_rests(line, is_raw, &mut last_color));
        }
    }
    found
}

/// Returns the abilities that one line rests on, given the colour of the last play.
fn line_rests(line: &str, is_raw: bool, last_color: &mut Option<Color>) -> Vec<Ability> {
    let words: Vec<_> = line.split_ascii_whitespace().collect();
    let is_color = |word: &&str| ["black", "white"].contains(&word.to_lowercase().as_str());
    let mut found = Vec::new();
    if is_raw && words.iter().any(is_color) {
        found.push(Ability::ColorWords);
    }
    if line.contains("known_command") {
        found.push(Ability::KnownCommand);
    }
    match words[..] {
        ["play", color, vertex] => {
            found.push(Ability::Plays);
            if vertex.eq_ignore_ascii_case("pass") {
                found.push(Ability::Passes);
            }
            let color = Color::named(color);
            if color.is_some() && color == *last_color {
                found.push(Ability::SameColor);
            }
            *last_color = color;
        }
        ["clear_board"] => *last_color = None,
        _ => {}
    }
    found
}

/// Resolves the escapes of bytes to send. Returns `None` for an unknown one.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        rest = tail;
        bytes.push(match (byte, tail.first()) {
            (b'\\', Some(b'x')) => {
                let digits = std::str::from_utf8(tail.get(1..3)?).ok()?;
                rest = &tail[3..];
                u8::from_str_radix(digits, 16).ok()?
            }
            (b'\\', Some(letter)) => {
                rest = &tail[1..];
                match letter {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'\\' => b'\\',
                    _ => return None,
                }
            }
            _ => *byte,
        });
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(line: &'static str) -> ExpectedReply {
        match CheckStep::parse(line) {
            Ok(Some(CheckStep::Expect(expected))) => expected,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_answer_must_have_the_status_and_match_the_pattern() {
        for (line, is_success, text, is_met) in [
            ("=", true, "anything", true),
            ("=", false, "", false),
            ("?", false, "illegal move", true),
            ("?", true, "", false),
            ("*", true, "", true),
            ("*", false, "unknown command", true),
            ("= [a|b]", true, "b", true),
            ("= [a|b]", true, "ab", false),
            ("= [!a|b]", true, "ab", true),
            ("? [illegal move]", false, "illegal move", true),
            ("? [illegal move]", false, "no", false),
        ] {
            let found = expected(line).is_met_by(is_success, text);
            assert_eq!(found, is_met, "{line}: {text}");
        }
        let id = |line| expected(line).id;
        assert_eq!(
            [id("=7 [a]"), id("?12"), id("= [7]")],
            [Some(7), Some(12), None]
        );
    }

    #[test]
    fn what_is_no_step_is_left_to_others_and_a_wrong_step_is_refused() {
        assert!(CheckStep::parse("who ogs").unwrap().is_none());
        for line in [
            ">> \\q",
            ">> \\x1",
            "stones red D4",
            "stones",
            "= b]",
            "? [(]",
        ] {
            assert!(CheckStep::parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn escapes_stand_for_bytes() {
        assert_eq!(
            unescaped("a\\n\\r\\t\\x00\\xff\\\\").unwrap(),
            b"a\n\r\t\0\xff\\"
        );
        assert_eq!(unescaped("\\"), Some(b"\\".to_vec()));
    }

    #[test]
    fn steps_rest_on_the_abilities_that_they_use() {
        use Ability::{ColorWords, Ids, KnownCommand, Passes, Plays, SameColor};
        let rests = |lines: &[&'static str], is_literal| {
            let steps = lines
                .iter()
                .filter_map(|line| CheckStep::parse(line).unwrap());
            Vec::from_iter(super::rests(&steps.collect::<Vec<_>>(), is_literal))
        };
        assert_eq!(rests(&["> name", "= [7]", "stones black D4"], false), []);
        assert_eq!(rests(&["> known_command play"], false), [KnownCommand]);
        assert_eq!(
            rests(&["> play black D4", "> play white PASS"], false),
            [Plays, Passes]
        );
        let twice = [": play black D4", "> play b E4"];
        assert_eq!(rests(&twice, false), [Plays, SameColor]);
        let cleared = [": play black D4", ": clear_board", "> play b E4"];
        assert_eq!(rests(&cleared, false), [Plays]);
        let literal = ["> play Black D4"];
        assert_eq!(rests(&literal, true), [Plays, ColorWords]);
        assert_eq!(rests(&[">> 7 play b D4\\n"], false), [Ids]);
        assert_eq!(
            rests(&[">> play w D4\\nplay w E4\\n"], false),
            [Plays, SameColor]
        );
    }
}
