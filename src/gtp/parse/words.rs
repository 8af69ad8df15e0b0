//! The words of arguments (specification, section 3.2.1).
//!
//! Every word parser first skips the spaces before its word, and reads up to the next space
//! or the end of the line.

use std::fmt;
use std::str::{self, FromStr};

use nom::bytes::complete::{take_while, take_while1};
use nom::combinator::{eof, map, map_opt, value, verify};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

use ponnuki_core::board::{Color, Coordinates};

/// The rest of the input and the value read. Errors carry no details.
pub(crate) type Parsed<'a, T> = IResult<&'a [u8], T, ()>;

/// "A vertex is a board coordinate [...] or the string pass." The point may lie off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vertex {
    /// A pass.
    Pass,
    /// A point.
    At(Coordinates),
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::At(point) => point.fmt(f),
        }
    }
}

/// A move, or a stone to set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColoredVertex {
    pub(crate) color: Color,
    pub(crate) vertex: Vertex,
}

impl fmt::Display for ColoredVertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.vertex)
    }
}

/// Recognizes a space, the only separator that is left in a cleaned line.
pub(super) fn is_space(byte: u8) -> bool {
    byte == b' '
}

pub(super) fn spaces(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(is_space).parse(input)
}

/// "string: A string is a sequence of printable, non-whitespace characters."
pub(super) fn string(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(spaces, take_while1(|byte| !is_space(byte))).parse(input)
}

/// Reads a string and parses it as a value of the type.
pub(crate) fn from_string<T: FromStr>(input: &[u8]) -> Parsed<'_, T> {
    map_opt(string, parsed).parse(input)
}

/// Parses bytes as a value of the type. Returns `None` for a number that does not fit.
pub(super) fn parsed<T: FromStr>(bytes: &[u8]) -> Option<T> {
    str::from_utf8(bytes).ok()?.parse().ok()
}

pub(super) fn digits(input: &[u8]) -> Parsed<'_, &[u8]> {
    verify(string, |word: &[u8]| word.iter().all(u8::is_ascii_digit)).parse(input)
}

/// "int: An int is an unsigned integer". A number that does not fit is an error.
pub(crate) fn int<T: FromStr>(input: &[u8]) -> Parsed<'_, T> {
    map_opt(digits, parsed).parse(input)
}

/// "color: A color is one of the strings white or w to denote white, or black
/// or b to denote black. Colors are not case sensitive."
pub(crate) fn color(input: &[u8]) -> Parsed<'_, Color> {
    map_opt(string, Color::named).parse(input)
}

/// "vertex: A vertex is a board coordinate consisting of one letter and one
/// number, [...] or the string pass. Vertices are not case sensitive."
pub(crate) fn vertex(input: &[u8]) -> Parsed<'_, Vertex> {
    map_opt(string, vertex_named).parse(input)
}

/// Returns the vertex with this name: a letter other than I with a number up to 25, which may
/// begin with zeros, or `pass`.
pub(super) fn vertex_named(name: &[u8]) -> Option<Vertex> {
    if name.eq_ignore_ascii_case(b"pass") {
        return Some(Vertex::Pass);
    }
    parsed(name).map(Vertex::At)
}

/// "move: A move is the combination of one color and one vertex, separated by space."
pub(crate) fn colored_vertex(input: &[u8]) -> Parsed<'_, ColoredVertex> {
    map(pair(color, vertex), |(color, vertex)| ColoredVertex {
        color,
        vertex,
    })
    .parse(input)
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
        for text in "|4d|i5|a0|a26|passs|resign|d|d-4|dd4|d4x|a99999999999999999999".split('|') {
            assert_eq!(read(vertex, text), None, "{text}");
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_errors() {
        assert_eq!(read(int::<u32>, "4294967295"), Some(u32::MAX));
        assert_eq!(read(int::<u32>, "4294967296"), None);
        assert_eq!(read(int::<u64>, "-1"), None);
        assert_eq!(read(int::<u64>, "1.5"), None);
    }
}
