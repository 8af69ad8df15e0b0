//! Parses lines of bytes into requests. No other module uses `nom`.
//!
//! The parsers depend on their input alone, not on the board size or the game.
//! The input is bytes, because comments and names need not be UTF-8.

mod analyze;
pub(crate) mod arguments;
pub(crate) mod time;
mod words;

pub(crate) use analyze::analyze;

use nom::Parser;
use nom::bytes::complete::take_while;
use nom::character::complete::digit1;
use nom::combinator::{map_opt, opt};
use nom::sequence::{preceded, terminated};

pub(crate) use words::Parsed;

use words::{end_of_word, is_space, spaces};

/// The largest id: a request's id is a 31-bit integer.
const MAX_ID: u32 = i32::MAX as u32;

/// The content of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Request<'a> {
    /// The id before the command. The response repeats it.
    pub(crate) id: Option<u32>,
    /// The name of the command, which need not exist.
    pub(crate) name: &'a [u8],
    /// The arguments after the name, not yet parsed.
    pub(crate) arguments: &'a [u8],
}

impl Request<'_> {
    /// Returns whether the command is `quit`, which ends the session once it is
    /// answered.
    pub(crate) fn is_quit(&self) -> bool {
        self.name == b"quit"
    }
}

/// Parses a line without its line feed. Returns `None` for a blank line and for a
/// comment, which get no response.
///
/// The line is cleaned in place, so its contents are unspecified afterwards.
pub(crate) fn request(line: &mut [u8]) -> Option<Request<'_>> {
    let line = clean(line);
    let (line, _) = spaces(line).ok()?;
    if line.is_empty() {
        return None;
    }
    let (line, id) = opt(id).parse(line).ok()?;
    let (arguments, name) = command_name(line).ok()?;
    Some(Request {
        id,
        name,
        arguments,
    })
}

/// Checks for the comment `# interrupt`, which stops a running command.
///
/// GoGui, chapter "GTP interface and extensions": a controller sends the
/// comment line `# interrupt` while it waits for a response.
pub(crate) fn is_interrupt(line: &[u8]) -> bool {
    let mut words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    words.next() == Some(b"#") && words.next() == Some(b"interrupt") && words.next().is_none()
}

/// Section 3.1, preprocessing: "Remove all occurences of CR and other control
/// characters except for HT and LF", then what follows a hash sign, and
/// "convert all occurences of HT to SPACE".
pub fn clean(line: &mut [u8]) -> &[u8] {
    let mut length = 0;
    for index in 0..line.len() {
        let byte = match line[index] {
            b'#' => break,
            b'\t' => b' ',
            byte if byte.is_ascii_control() => continue,
            byte => byte,
        };
        line[length] = byte;
        length += 1;
    }
    &line[..length]
}

/// Section 2.5: "`[id] command_name [arguments]`", where the id is an int,
/// "0 <= x <= 2^31 - 1" (section 3.2.1).
///
/// An id must be a whole word. `12name` and a number that does not fit are read as names
/// of unknown commands.
fn id(input: &[u8]) -> Parsed<'_, u32> {
    let number = map_opt(digit1, words::parsed::<u32>);
    let id = map_opt(number, |id| (id <= MAX_ID).then_some(id));
    terminated(id, end_of_word).parse(input)
}

/// Reads the name of a command: everything up to a space. The name is empty
/// after a lone id.
fn command_name(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(spaces, take_while(|byte| !is_space(byte))).parse(input)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the id and the name in a line.
    fn read(line: impl Into<Vec<u8>>) -> Option<(Option<u32>, Vec<u8>)> {
        let mut line = line.into();
        let request = request(&mut line)?;
        Some((request.id, request.name.to_vec()))
    }

    fn named(id: Option<u32>, name: &str) -> (Option<u32>, Vec<u8>) {
        (id, name.into())
    }

    #[test]
    fn blank_lines_and_comments_are_no_requests() {
        for line in ["", " ", "\t \r", "#", "  # quit", "\x01\x7f\r", "#quit\r"] {
            assert_eq!(read(line), None, "{line:?}");
        }
    }

    #[test]
    fn lines_are_cleaned_in_the_order_of_the_specification() {
        assert_eq!(read("qu\x01it\r"), Some(named(None, "quit")));
        assert_eq!(read("\t7\tquit\t"), Some(named(Some(7), "quit")));
        assert_eq!(read("quit# now"), Some(named(None, "quit")));
        assert_eq!(read("1\x7f2 quit"), Some(named(Some(12), "quit")));
        assert_eq!(read("quit \u{e9}"), Some(named(None, "quit")));
        assert_eq!(read(b"quit # \xff\xfe"), Some(named(None, "quit")));
        assert_eq!(read(b"qu\xffit"), Some((None, b"qu\xffit".to_vec())));
    }

    #[test]
    fn ids_are_numbers_of_31_bits() {
        assert_eq!(read("007 quit"), Some(named(Some(7), "quit")));
        assert_eq!(read("0 quit"), Some(named(Some(0), "quit")));
        assert_eq!(
            read("2147483647 quit"),
            Some(named(Some(2_147_483_647), "quit"))
        );
        assert_eq!(
            read("00000000000000000000001 quit"),
            Some(named(Some(1), "quit"))
        );
        for line in [
            "2147483648 quit",
            "99999999999999999999 quit",
            "-1 quit",
            "+1 quit",
            "1.0 quit",
        ] {
            let number = line.split(' ').next().unwrap();
            assert_eq!(read(line), Some(named(None, number)));
        }
    }

    #[test]
    fn an_id_needs_a_command() {
        assert_eq!(read("12"), Some(named(Some(12), "")));
        assert_eq!(read("12 "), Some(named(Some(12), "")));
        assert_eq!(read("12 #"), Some(named(Some(12), "")));
        assert_eq!(read("12quit"), Some(named(None, "12quit")));
        assert_eq!(read("12 13 quit"), Some(named(Some(12), "13")));
        assert_eq!(read("12 Quit"), Some(named(Some(12), "Quit")));
    }

    #[test]
    fn the_arguments_are_all_that_follows_the_name() {
        let mut line = b"5 play\tb  D4 # a move".to_vec();
        let request = request(&mut line).unwrap();
        assert_eq!(request.arguments, b" b  D4 ");
    }

    #[test]
    fn interrupts_are_distinguished_from_other_comments() {
        for line in ["# interrupt", "# interrupt\r", "  #\tinterrupt "] {
            assert!(is_interrupt(line.as_bytes()), "{line:?}");
        }
        for line in [
            "",
            "#",
            "# interrupted",
            "# interrupt me",
            "interrupt",
            "quit # interrupt",
        ] {
            assert!(!is_interrupt(line.as_bytes()), "{line:?}");
        }
    }

    proptest! {
        #[test]
        fn random_bytes_never_panic(mut line in proptest::collection::vec(any::<u8>(), 0..200)) {
            request(&mut line);
        }
    }
}
