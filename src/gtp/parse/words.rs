//! The words of arguments (specification, section 3.2.1).
//!
//! Every word parser first skips the spaces before its word, and requires a space
//! or the end of the line after it.

use std::str::{self, FromStr};

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while, take_while1};
use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{eof, map, map_opt, opt, peek, recognize, value};
use nom::multi::separated_list1;
use nom::sequence::{delimited, pair, preceded, separated_pair};
use nom::{IResult, Parser};

use crate::board::{Color, Coordinates};
use crate::gtp::command::Vertex;

/// The rest of the input and the value read. Errors carry no details.
pub(crate) type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

/// Recognizes a space, the only separator that is left in a cleaned line.
pub(super) fn is_space(byte: u8) -> bool {
    byte == b' '
}

/// Skips any number of spaces.
pub(super) fn spaces(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(is_space).parse(input)
}

/// Requires the end of a word: a space, which stays, or the end of the line.
pub(super) fn end_of_word(input: &[u8]) -> Parsed<'_, ()> {
    value((), peek(alt((eof, recognize(satisfy(|c| c == ' ')))))).parse(input)
}

/// Makes a word parser that skips spaces and requires the word to end after the
/// given parser.
fn whole<'a, T>(
    word: impl Parser<&'a [u8], Output = T, Error = ()>,
) -> impl Parser<&'a [u8], Output = T, Error = ()> {
    delimited(spaces, word, end_of_word)
}

/// "string: A string is a sequence of printable, non-whitespace characters."
pub(super) fn string(input: &[u8]) -> Parsed<'_, &[u8]> {
    whole(take_while1(|byte| !is_space(byte))).parse(input)
}

/// Reads a string and parses it as a value of the type.
pub(crate) fn from_string<T: FromStr>(input: &[u8]) -> Parsed<'_, T> {
    map_opt(string, parsed).parse(input)
}

/// Parses bytes as a value of the type. Returns `None` for a number that does not fit.
pub(super) fn parsed<T: FromStr>(bytes: &[u8]) -> Option<T> {
    str::from_utf8(bytes).ok()?.parse().ok()
}

/// "int: An int is an unsigned integer". A number that does not fit is an error.
pub(crate) fn int<T: FromStr>(input: &[u8]) -> Parsed<'_, T> {
    whole(map_opt(digit1, parsed)).parse(input)
}

/// Reads an int of any size. One that does not fit becomes `u64::MAX`.
pub(super) fn huge(input: &[u8]) -> Parsed<'_, u64> {
    let number = map(digit1, |digits| parsed(digits).unwrap_or(u64::MAX));
    whole(number).parse(input)
}

/// Reads a side of the board. The int may be negative (read as 0) or huge (read
/// as `usize::MAX`), so that the answer is "unacceptable size", not "syntax
/// error".
pub(super) fn length(input: &[u8]) -> Parsed<'_, usize> {
    whole(side).parse(input)
}

/// KataGo's "WIDTH:HEIGHT": two sides of the board in one word.
pub(super) fn two_lengths(input: &[u8]) -> Parsed<'_, (usize, usize)> {
    whole(separated_pair(side, char(':'), side)).parse(input)
}

/// Reads a side of the board without requiring the word to end after it.
fn side(input: &[u8]) -> Parsed<'_, usize> {
    let sign = opt(char('-'));
    map((sign, digit1), |(sign, digits)| match sign {
        Some(_) => 0,
        None => parsed(digits).unwrap_or(usize::MAX),
    })
    .parse(input)
}

/// "float: A float is a floating point number representable by a 32 bit IEEE
/// 754 float." Reads any finite decimal number, but not `nan` or `inf`.
pub(super) fn float(input: &[u8]) -> Parsed<'_, f64> {
    let is_decimal = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    map_opt(string, |word| {
        let number = parsed(word).filter(|number: &f64| number.is_finite())?;
        word.iter().all(is_decimal).then_some(number)
    })
    .parse(input)
}

/// "color: A color is one of the strings white or w to denote white, or black
/// or b to denote black. Colors are not case sensitive."
pub(crate) fn color(input: &[u8]) -> Parsed<'_, Color> {
    let black = alt((tag_no_case("black"), tag_no_case("b")));
    let white = alt((tag_no_case("white"), tag_no_case("w")));
    whole(alt((
        value(Color::Black, black),
        value(Color::White, white),
    )))
    .parse(input)
}

/// "boolean: A boolean is one of the strings false and true."
pub(crate) fn boolean(input: &[u8]) -> Parsed<'_, bool> {
    let word = alt((
        value(true, tag_no_case("true")),
        value(false, tag_no_case("false")),
    ));
    whole(word).parse(input)
}

/// "vertex: A vertex is a board coordinate consisting of one letter and one
/// number, [...] or the string pass. Vertices are not case sensitive."
pub(crate) fn vertex(input: &[u8]) -> Parsed<'_, Vertex> {
    whole(point_or_pass).parse(input)
}

/// KataGo's "VERTEX,VERTEX,VERTEX,...": one word without spaces.
pub(super) fn vertex_list(input: &[u8]) -> Parsed<'_, Vec<Vertex>> {
    whole(separated_list1(char(','), point_or_pass)).parse(input)
}

/// Reads a vertex without requiring the word to end after it.
fn point_or_pass(input: &[u8]) -> Parsed<'_, Vertex> {
    let pass = value(Vertex::Pass, tag_no_case("pass"));
    alt((map(coordinates, Vertex::At), pass)).parse(input)
}

/// Reads a letter other than I, and a number up to 25, which may begin with
/// zeros.
fn coordinates(input: &[u8]) -> Parsed<'_, Coordinates> {
    let letter = satisfy(|c| c.is_ascii_alphabetic());
    map_opt(recognize(pair(letter, digit1)), parsed).parse(input)
}

/// Requires that nothing but spaces is left.
pub(super) fn end_of_line(input: &[u8]) -> Parsed<'_, ()> {
    value((), preceded(spaces, eof)).parse(input)
}

/// Returns the value at the start of a string.
#[cfg(test)]
pub(super) fn read<T>(form: impl Fn(&[u8]) -> Parsed<'_, T>, text: &str) -> Option<T> {
    form(text.as_bytes()).ok().map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_any_case() {
        for text in ["b", "B", "black", "  BLACK", "Black x"] {
            assert_eq!(read(color, text), Some(Color::Black), "{text}");
        }
        for text in ["w", "W", "white"] {
            assert_eq!(read(color, text), Some(Color::White), "{text}");
        }
        for text in ["", "x", "bl", "blackx", "bw", "white1"] {
            assert_eq!(read(color, text), None, "{text}");
        }
    }

    #[test]
    fn vertices_are_read_in_any_case() {
        let d4 = Coordinates { column: 3, row: 3 };
        for text in ["D4", "d4", "d04", " d0000000000000000000000004 "] {
            assert_eq!(read(vertex, text), Some(Vertex::At(d4)), "{text}");
        }
        for text in ["pass", "PASS", "Pass"] {
            assert_eq!(read(vertex, text), Some(Vertex::Pass), "{text}");
        }
        let z25 = Coordinates {
            column: 24,
            row: 24,
        };
        assert_eq!(read(vertex, "Z25"), Some(Vertex::At(z25)));
        for text in [
            "",
            "4d",
            "i5",
            "a0",
            "a26",
            "passs",
            "resign",
            "d",
            "d-4",
            "dd4",
            "d4x",
            "a99999999999999999999",
        ] {
            assert_eq!(read(vertex, text), None, "{text}");
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_errors() {
        assert_eq!(read(int::<u32>, "4294967295"), Some(u32::MAX));
        assert_eq!(read(int::<u32>, "4294967296"), None);
        assert_eq!(read(int::<u64>, "-1"), None);
        assert_eq!(read(int::<u64>, "1.5"), None);
        assert_eq!(read(length, "-1"), Some(0));
        assert_eq!(read(length, "99999999999999999999999"), Some(usize::MAX));
        assert_eq!(read(length, "9x"), None);
    }

    #[test]
    fn floats_are_finite_decimals() {
        assert_eq!(read(float, "1e3"), Some(1000.0));
        assert_eq!(read(float, "-3"), Some(-3.0));
        assert_eq!(read(float, "6.5"), Some(6.5));
        for text in [
            "nan", "inf", "infinity", "5,5", "", "1e999", "0x10", "-", "1-2",
        ] {
            assert_eq!(read(float, text), None, "{text}");
        }
    }
}
