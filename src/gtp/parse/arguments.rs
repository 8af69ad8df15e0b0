//! Parsers for the arguments of commands, one small function for each form.
//!
//! Extra arguments are ignored, as GNU Go and gomill do. A command that takes any
//! number of arguments requires that all of them are readable.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, map_opt, opt, rest, value};
use nom::multi::{many0, many1};
use nom::sequence::{pair, terminated};

use super::words::{self, ColoredVertex, Parsed, Vertex, end_of_line, parsed};
use ponnuki_core::board::{BoardSize, Color, UnacceptableSize};
use ponnuki_core::rules::kata::{self, KeyValue};
use ponnuki_play::player::Level;

pub(crate) use super::words::{color, colored_vertex, from_string, int, vertex};

/// "boolean: A boolean is one of the strings false and true."
pub(crate) fn boolean(input: &[u8]) -> Parsed<'_, bool> {
    map_opt(words::string, |word| parsed(&word.to_ascii_lowercase())).parse(input)
}

/// Any number of moves or stones: "color vertex color vertex ...".
pub(crate) fn colored_vertices(input: &[u8]) -> Parsed<'_, Vec<ColoredVertex>> {
    terminated(many0(colored_vertex), end_of_line).parse(input)
}

/// "vertex*".
pub(crate) fn vertices(input: &[u8]) -> Parsed<'_, Vec<Vertex>> {
    terminated(many0(vertex), end_of_line).parse(input)
}

/// `restricted_genmove`: "color vertex+".
pub(crate) fn color_and_vertices(input: &[u8]) -> Parsed<'_, (Color, Vec<Vertex>)> {
    terminated(pair(color, many1(vertex)), end_of_line).parse(input)
}

/// `kata-raw-nn`: an optional colour, and the symmetries, `all` or one from 0 to 7.
pub(crate) fn symmetries(input: &[u8]) -> Parsed<'_, (Option<Color>, RangeInclusive<u8>)> {
    let symmetries = map_opt(words::string, |word| match word {
        b"all" => Some(0..=7),
        [digit @ b'0'..=b'7'] => Some(digit - b'0'..=digit - b'0'),
        _ => None,
    });
    pair(opt(color), symmetries).parse(input)
}

/// The size that a controller asks for, which need not be one of a board.
type AskedSize = Result<BoardSize, UnacceptableSize>;

/// `boardsize`: "`int size`", or width and height as in KataGo.
///
/// A second argument that is not a number is ignored like any extra argument.
pub(crate) fn board_size(input: &[u8]) -> Parsed<'_, AskedSize> {
    alt((lengths, map(length, BoardSize::square))).parse(input)
}

/// `rectangular_boardsize`: width and height, also in KataGo's form `9:13`.
pub(crate) fn lengths(input: &[u8]) -> Parsed<'_, AskedSize> {
    let in_one_word = map_opt(words::string, |word| {
        let sides = word.split(|&byte| byte == b':').map(side);
        match sides.collect::<Option<Vec<_>>>()?[..] {
            [width, height] => Some(BoardSize::new(width, height)),
            _ => None,
        }
    });
    let in_two = pair(length, length);
    let in_two = map(in_two, |(width, height)| BoardSize::new(width, height));
    alt((in_one_word, in_two)).parse(input)
}

fn length(input: &[u8]) -> Parsed<'_, usize> {
    map_opt(words::string, side).parse(input)
}

/// Returns a side of the board. The int may be negative (read as 0) or huge (read as
/// `usize::MAX`), so that the answer is "unacceptable size", not "syntax error".
fn side(word: &[u8]) -> Option<usize> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let is_int = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let is_negative = digits.len() < word.len();
    let value = || parsed(digits).unwrap_or(usize::MAX);
    is_int.then(|| if is_negative { 0 } else { value() })
}

/// `level`: any integer, as in GNU Go. One beyond the levels becomes the nearest.
pub(crate) fn level(input: &[u8]) -> Parsed<'_, Level> {
    let nearest = |number: usize| Level::new(number.min(Level::MAX.into()) as u8);
    map_opt(length, nearest).parse(input)
}

/// Makes a parser of an optional number with this default.
pub(crate) fn count_or<T: FromStr + Clone>(default: T) -> impl Fn(&[u8]) -> Parsed<'_, T> {
    move |input| alt((int, value(default.clone(), end_of_line))).parse(input)
}

/// Reads an optional colour, by default both.
pub(crate) fn color_or_both(input: &[u8]) -> Parsed<'_, Vec<Color>> {
    let one = map(color, |color| vec![color]);
    alt((one, value(Color::BOTH.to_vec(), end_of_line))).parse(input)
}

/// `loadsgf`: "`string filename`, `int move_number` (optional)".
pub(crate) fn sgf_file(input: &[u8]) -> Parsed<'_, (PathBuf, Option<usize>)> {
    let number = alt((map(int, Some), value(None, end_of_line)));
    pair(path, number).parse(input)
}

/// `printsgf`: a name, or nothing.
pub(crate) fn path_or_nothing(input: &[u8]) -> Parsed<'_, Option<PathBuf>> {
    alt((map(path, Some), value(None, end_of_line))).parse(input)
}

/// Reads a path with its exact bytes.
#[cfg(unix)]
fn path(input: &[u8]) -> Parsed<'_, PathBuf> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    map(words::string, |word| OsStr::from_bytes(word).into()).parse(input)
}

/// Reads a path in UTF-8.
#[cfg(not(unix))]
fn path(input: &[u8]) -> Parsed<'_, PathBuf> {
    from_string(input)
}

pub(crate) fn word(input: &[u8]) -> Parsed<'_, String> {
    map(words::string, owned).parse(input)
}

/// Returns the rest of the line as a string, without the spaces around it.
pub(crate) fn text(input: &[u8]) -> String {
    owned(input.trim_ascii())
}

/// Returns the rest of the line as bytes, without the spaces before it.
pub(crate) fn bytes(input: &[u8]) -> Vec<u8> {
    input.trim_ascii_start().to_vec()
}

/// Converts a word to a string. Bytes that are not UTF-8 are replaced, because no known
/// name contains any.
fn owned(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}

/// `kata-set-rule`, `kata-set-param`: a name and its value.
pub(crate) fn setting(input: &[u8]) -> Parsed<'_, KeyValue> {
    map(pair(word, word), |(key, value)| KeyValue { key, value }).parse(input)
}

/// `kata-set-params`: a JSON object of names and values.
pub(crate) fn settings(input: &[u8]) -> Parsed<'_, Vec<KeyValue>> {
    map_opt(rest, |object| kata::settings(&owned(object))).parse(input)
}

/// `ponnuki-param`: a name and its value, which may be several words.
pub(crate) fn parameter(input: &[u8]) -> Parsed<'_, KeyValue> {
    map_opt(pair(word, rest), |(key, value)| {
        let value = text(value);
        (!value.is_empty()).then_some(KeyValue { key, value })
    })
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::words::read;
    use ponnuki_core::rules::Komi;

    #[test]
    fn more_arguments_than_expected_are_ignored() {
        assert_eq!(read(color, " b x y"), Some(Color::Black));
        assert_eq!(read(int::<usize>, " 3 stones"), Some(3));
        assert!(read(colored_vertex, " b D4 please").is_some());
        assert!(read(from_string::<Komi>, " 6.5 0").is_some());
    }

    #[test]
    fn lists_must_be_readable_to_the_end() {
        assert_eq!(read(vertices, "").map(|list| list.len()), Some(0));
        assert_eq!(read(vertices, " a1 b2 ").map(|list| list.len()), Some(2));
        assert_eq!(read(vertices, " a1 b2 x"), None);
        assert_eq!(
            read(colored_vertices, " b a1 w pass").map(|list| list.len()),
            Some(2)
        );
        assert_eq!(read(colored_vertices, " b a1 w"), None);
    }

    #[test]
    fn numbers_may_be_left_out_but_not_misspelt() {
        assert_eq!(read(count_or(1), " "), Some(1));
        assert_eq!(read(count_or(1), " 4"), Some(4));
        assert_eq!(read(count_or(1), " four"), None);
        assert_eq!(read(sgf_file, " a.sgf"), Some(("a.sgf".into(), None)));
        assert_eq!(read(sgf_file, " a.sgf 7"), Some(("a.sgf".into(), Some(7))));
        assert_eq!(read(sgf_file, " a.sgf seven"), None);
        assert_eq!(read(sgf_file, ""), None);
        assert_eq!(read(length, "-1"), Some(0));
        assert_eq!(read(length, "99999999999999999999999"), Some(usize::MAX));
        assert_eq!(read(length, "9x"), None);
    }

    #[test]
    fn any_integer_is_a_level() {
        let number = |text| read(level, text).map(Level::number);
        for (text, expected) in [("0", 0), ("7", 7), ("10", 9), ("-3", 0), ("9999999999", 9)] {
            assert_eq!(number(text), Some(expected), "{text}");
        }
        for text in ["", "x", "1.5", "none"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn a_parameter_has_a_name_and_a_value() {
        let set = |key: &str, value: &str| {
            let (key, value) = (key.into(), value.into());
            Some(KeyValue { key, value })
        };
        assert_eq!(read(parameter, "  "), None);
        assert_eq!(read(parameter, " level 5 "), set("level", "5"));
        let words = read(parameter, " rules new zealand");
        assert_eq!(words, set("rules", "new zealand"));
        assert_eq!(read(parameter, " level "), None);
        let all = read(settings, r#" {"level":5,"resign":true} "#).unwrap();
        assert_eq!(all.len(), 2);
        assert_eq!(read(settings, " level 5"), None);
        assert_eq!(read(settings, ""), None);
    }
}
