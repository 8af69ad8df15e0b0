//! A flat JSON object, as `kata-set-rules` takes it: strings, numbers, true and false.
//!
//! RFC 8259. Strings are read without escapes, which no rule's name or value needs.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::char;
use nom::combinator::map;
use nom::multi::separated_list0;
use nom::sequence::{delimited, separated_pair};

use super::words::{Parsed, spaces};
use crate::gtp::command::RuleSetting;

/// "object = begin-object [ member *( value-separator member ) ] end-object".
pub(super) fn flat_object(input: &[u8]) -> Parsed<'_, Vec<RuleSetting>> {
    delimited(
        (char('{'), spaces),
        separated_list0((spaces, char(','), spaces), member),
        (spaces, char('}')),
    )
    .parse(input)
}

/// "member = string name-separator value".
fn member(input: &[u8]) -> Parsed<'_, RuleSetting> {
    let member = separated_pair(string, (spaces, char(':'), spaces), alt((string, literal)));
    map(member, |(key, value)| RuleSetting { key, value }).parse(input)
}

/// "string = quotation-mark *char quotation-mark", without escapes.
fn string(input: &[u8]) -> Parsed<'_, String> {
    let text = take_while(|byte| byte != b'"' && byte != b'\\');
    map(delimited(tag("\""), text, tag("\"")), owned).parse(input)
}

/// true, false or a number.
fn literal(input: &[u8]) -> Parsed<'_, String> {
    map(
        take_while1(|byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)),
        owned,
    )
    .parse(input)
}

/// The bytes as text, what is not UTF-8 replaced.
fn owned(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<(String, String)>> {
        let (rest, settings) = flat_object(text.as_bytes()).ok()?;
        let pairs = settings
            .into_iter()
            .map(|setting| (setting.key, setting.value));
        rest.is_empty().then(|| pairs.collect())
    }

    #[test]
    fn objects_of_plain_values_are_read() {
        let expected = [("ko", "SIMPLE"), ("suicide", "false"), ("n", "-1.5")]
            .map(|(key, value)| (key.to_owned(), value.to_owned()));
        let text = r#"{ "ko" :"SIMPLE","suicide":false , "n":-1.5}"#;
        assert_eq!(read(text).unwrap(), expected);
        assert_eq!(read("{}").unwrap(), []);
        assert_eq!(read("{ }").unwrap(), []);
    }

    #[test]
    fn other_text_is_refused() {
        for text in [
            "",
            "{",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{a:1}",
            "{\"a\":[1]}",
            "{\"a\":{}}",
            "{\"a\\n\":1}",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
