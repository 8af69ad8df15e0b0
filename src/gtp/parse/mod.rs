//! Parses lines of bytes into requests. No other module uses `nom`.
//!
//! The parsers depend on their input alone, not on the board size or the game.
//! The input is bytes, because comments and names need not be UTF-8.

mod analyze;
pub(crate) mod arguments;
pub(crate) mod time;
pub(crate) mod words;

pub(crate) use analyze::analyze;

use nom::Parser;
use nom::bytes::complete::take_while;
use nom::character::complete::satisfy;
use nom::combinator::{opt, peek, verify};
use nom::sequence::preceded;

pub(crate) use analyze::AnalyzeRequest;
pub(crate) use words::{ColoredVertex, Parsed, Vertex};

use words::{is_space, spaces};

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
    /// Returns whether the command is `quit`, which ends the session once it is answered.
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

/// Returns the first byte of a line that preprocessing leaves and that is no space, or the `#`
/// of a comment before it.
pub(crate) fn first_visible(line: &[u8]) -> Option<u8> {
    let is_visible = |byte: &&u8| !byte.is_ascii_control() && **byte != b' ';
    line.iter().find(is_visible).copied()
}

/// Returns whether a line with this [`first_visible`] byte gets a response: it is neither
/// blank nor a comment.
pub(crate) fn is_answered(first_visible: Option<u8>) -> bool {
    first_visible.is_some_and(|byte| byte != b'#')
}

/// Section 2.5: "`[id] command_name [arguments]`", where the id is an int,
/// "0 <= x <= 2^31 - 1" (section 3.2.1).
///
/// An id must be a whole word. `12name` and a number that does not fit are read as names
/// of unknown commands.
fn id(input: &[u8]) -> Parsed<'_, u32> {
    // Most lines have no id, and their first letter tells.
    let digit = peek(satisfy(|letter| letter.is_ascii_digit()));
    preceded(digit, verify(words::int, |&id| id <= MAX_ID)).parse(input)
}

/// Reads the name of a command: everything up to a space. The name is empty after a lone id.
fn command_name(input: &[u8]) -> Parsed<'_, &[u8]> {
    preceded(spaces, take_while(|byte| !is_space(byte))).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interrupts_are_distinguished_from_other_comments() {
        for line in ["# interrupt", "# interrupt\r", "  #\tinterrupt "] {
            assert!(is_interrupt(line.as_bytes()), "{line:?}");
        }
        for line in "|#|# interrupted|# interrupt me|interrupt|quit # interrupt".split('|') {
            assert!(!is_interrupt(line.as_bytes()), "{line:?}");
        }
    }
}
