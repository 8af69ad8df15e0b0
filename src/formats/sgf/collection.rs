//! Splits a file into its games.
//!
//! A file can hold any number of games, so it is read in parts, and only one game at a
//! time is in memory.

use std::io::{self, Read};
use std::mem;
use std::ops::Range;

use encoding_rs::UTF_16LE;

use super::encoding::lead_bytes;
use super::foreign::converter;
use super::nodes::tolerant_start;
use super::{MAX_SGF_BYTES, line_ends};

/// The smallest number of bytes that are requested at a time.
const PART: usize = 64 << 10;

/// The bytes of one game of a file, from its `(` to its `)`, or to the end of the
/// file if it is incomplete.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::{self, Games};
///
/// let file = "(;PB[Ann]SZ[9];B[ee])\n\n(;PB[Bob]SZ[13];B[gg])";
/// let second = Games::new(file.as_bytes()).nth(1).unwrap()?;
/// assert_eq!((second.number, second.line), (2, 3));
/// assert_eq!(sgf::read(&second.bytes, None)?.size().to_string(), "13x13");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The number of the line on which the game begins, from 1.
    pub line: usize,
    /// The number of the character in that line at which the game begins, from 1, if the file
    /// is in UTF-8, otherwise the number of the byte or less.
    pub column: usize,
    /// Whether the file is in UTF-16 or in a format other than SGF, so that the bytes are not its own.
    pub is_converted: bool,
    /// The game as SGF, in the encoding of the file, or in UTF-8 if it is converted.
    pub bytes: Vec<u8>,
}

impl AsRef<[u8]> for GameText {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// An iterator over the games of a file or another stream.
///
/// The iterator ends after the first error. A game longer than [`MAX_SGF_BYTES`]
/// is an error.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::{self, Games};
///
/// // Any stream will do, such as an open file. Text between the games is skipped.
/// let file = &b"Two games: (;SZ[9];B[ee]) and (;SZ[9];B[cc];W[gg])"[..];
/// let mut lengths = Vec::new();
/// for game in Games::new(file) {
///     lengths.push(sgf::read(&game?.bytes, None)?.turns().len());
/// }
/// assert_eq!(lengths, [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Games<R> {
    input: R,
    buffer: Vec<u8>,
    /// How many bytes at the start of the buffer have been consumed.
    done: usize,
    /// How many games and line feeds have been consumed.
    given: usize,
    lines: usize,
    /// How many characters of the current line have been consumed.
    column: usize,
    at_end: bool,
    is_converted: bool,
}

impl<R: Read> Games<R> {
    /// Returns the games of a file.
    pub fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            done: 0,
            given: 0,
            lines: 0,
            column: 0,
            at_end: false,
            is_converted: false,
        }
    }

    /// Starts on another file and reuses the buffer, which saves a tenth of the time of a
    /// check of many small files.
    pub fn begin(&mut self, input: R) {
        self.buffer.clear();
        *self = Self {
            buffer: std::mem::take(&mut self.buffer),
            ..Self::new(input)
        };
    }

    /// Returns the next game, or `None` at the end of the file. A file without a game yields
    /// one game without bytes, so that its reader reports [`SgfError::NoGame`].
    ///
    /// [`SgfError::NoGame`]: super::SgfError::NoGame
    fn next_game(&mut self) -> io::Result<Option<GameText>> {
        loop {
            match find(&self.buffer[self.done..], self.at_end) {
                FirstGame::Game(range) => return Ok(Some(self.take(range))),
                FirstGame::More(skipped) if !self.at_end => {
                    self.skip(skipped);
                    self.read_on()?;
                }
                FirstGame::More(_) => {
                    self.done = self.buffer.len();
                    return Ok((self.given == 0).then(|| self.take(0..0)));
                }
            }
        }
    }

    /// Consumes a range of the unread buffer as a game.
    fn take(&mut self, range: Range<usize>) -> GameText {
        self.skip(range.start);
        self.given += 1;
        let game = GameText {
            number: self.given,
            line: self.lines + 1,
            column: self.column + 1,
            is_converted: self.is_converted,
            bytes: self.buffer[self.done..][..range.len()].to_vec(),
        };
        self.skip(range.len());
        game
    }

    fn skip(&mut self, bytes: usize) {
        let skipped = &self.buffer[self.done..][..bytes];
        let ends = line_ends(skipped);
        let last_line = skipped.rsplit(|&byte| byte == b'\n').next();
        let characters = last_line.unwrap_or_default().iter();
        // Continuation bytes of UTF-8 begin no character.
        let characters = characters.filter(|&&byte| byte & 0xC0 != 0x80).count();
        self.column = characters + if ends == 0 { self.column } else { 0 };
        self.lines += ends;
        self.done += bytes;
    }

    /// Doubles the buffer at least, so that searching a long game repeatedly takes linear
    /// time in total.
    fn read_on(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.done);
        self.done = 0;
        let held = self.buffer.len();
        if held > MAX_SGF_BYTES {
            return Err(too_long("a game"));
        }
        let part = held.max(PART);
        self.buffer.reserve(part);
        let read = (&mut self.input)
            .take(part as u64)
            .read_to_end(&mut self.buffer)?;
        self.at_end = read < part;
        if held == 0 && self.lines == 0 {
            self.convert()?;
        }
        Ok(())
    }

    /// Converts a file in UTF-16, whose brackets take two bytes, or in a format other than SGF.
    fn convert(&mut self) -> io::Result<()> {
        if is_utf_16(&self.buffer) {
            self.read_all()?;
            self.buffer = UTF_16LE.decode(&self.buffer).0.into_owned().into_bytes();
            self.is_converted = true;
        }
        if let Some(convert) = converter(&self.buffer) {
            self.read_all()?;
            self.buffer = convert(&self.buffer).into_bytes();
            self.is_converted = true;
        }
        Ok(())
    }

    /// Reads the rest of a file that cannot be read in parts.
    fn read_all(&mut self) -> io::Result<()> {
        let rest = &mut self.input;
        rest.take(MAX_SGF_BYTES as u64)
            .read_to_end(&mut self.buffer)?;
        self.at_end = true;
        if self.buffer.len() > MAX_SGF_BYTES {
            return Err(too_long("the file"));
        }
        Ok(())
    }
}

fn too_long(what: &str) -> io::Error {
    let message = format!("{what} is longer than {} MiB", MAX_SGF_BYTES >> 20);
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<GameText>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_game();
        if next.is_err() {
            self.buffer.clear();
            self.done = 0;
            self.given = self.given.max(1);
            self.at_end = true;
        }
        next.transpose()
    }
}

/// The first game in the part of a file that has been read.
#[derive(Debug, PartialEq, Eq)]
enum FirstGame {
    /// The game is complete and takes this range.
    Game(Range<usize>),
    /// More input is needed; no game begins in this many leading bytes.
    More(usize),
}

/// Finds the first game. `at_end` tells whether the input ends the file.
fn find(text: &[u8], at_end: bool) -> FirstGame {
    let Some(begin) = tolerant_start(text) else {
        return FirstGame::More(text.len() - may_begin(text));
    };
    let game = &text[begin..];
    let mut end = end_of_game(game, |_| false);
    let found = &game[..end.unwrap_or(game.len())];
    let mut lead = None;
    if !is_utf_8(found) {
        lead = lead_bytes(found);
    }
    let is_lead = |byte| lead.is_some_and(|is_lead| is_lead(byte));
    if lead.is_some() {
        end = end_of_game(game, is_lead);
    }
    if let Some(end) = end {
        return FirstGame::Game(begin..begin + end);
    }
    match next_root(game, is_lead) {
        Some((next, is_certain)) if is_certain || at_end || game.len() > MAX_SGF_BYTES => {
            FirstGame::Game(begin..begin + next)
        }
        _ if at_end => FirstGame::Game(begin..text.len()),
        _ => FirstGame::More(begin),
    }
}

/// Returns how many bytes at the end of a text without a game may begin one: a bracket, perhaps with a
/// part of an identifier.
fn may_begin(text: &[u8]) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_uppercase();
    let length = text.iter().rev().take_while(|byte| is_part(byte)).count();
    if text[..text.len() - length].ends_with(b"(") {
        length + 1
    } else {
        0
    }
}

/// Returns whether the input is valid UTF-8, except perhaps for a truncated character at
/// its end.
fn is_utf_8(text: &[u8]) -> bool {
    std::str::from_utf8(text).map_or_else(|error| error.error_len().is_none(), |_| true)
}

fn is_utf_16(text: &[u8]) -> bool {
    text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF")
}

/// Returns whether the root of a game seems to be here, to judge by the properties that only roots
/// have.
fn is_root(text: &[u8]) -> bool {
    let Some(node) = text.strip_prefix(b"(") else {
        return false;
    };
    let Some(node) = node.trim_ascii_start().strip_prefix(b";") else {
        return false;
    };
    let node = node.trim_ascii_start();
    node.starts_with(b"GM[") || node.starts_with(b"FF[")
}

/// Iterates over the round brackets of a game outside its values, with their places. `is_lead`
/// recognises the first byte of a double-byte character.
fn brackets(text: &[u8], is_lead: impl Fn(u8) -> bool) -> impl Iterator<Item = (usize, u8)> {
    let mut in_value = false;
    let mut escaped = false;
    let mut bytes = text.iter().enumerate();
    std::iter::from_fn(move || {
        while let Some((at, &byte)) = bytes.next() {
            match byte {
                // An escaped character may have two bytes, too.
                _ if escaped && !is_lead(byte) => escaped = false,
                b'\\' if in_value => escaped = true,
                b']' => in_value = false,
                _ if is_lead(byte) => {
                    escaped = false;
                    bytes.next();
                }
                _ if in_value => {}
                b'[' => in_value = true,
                b'(' | b')' => return Some((at, byte)),
                _ => {}
            }
        }
        None
    })
}

/// Returns the length of the game at the start of the input, or `None` if the game is
/// incomplete.
fn end_of_game(text: &[u8], is_lead: impl Fn(u8) -> bool) -> Option<usize> {
    let mut is_deep = false;
    let mut depth = 0_usize;
    for (at, bracket) in brackets(text, &is_lead) {
        if bracket == b'(' {
            depth += 1;
            // Once is enough, and saves reading all of a file without any `)` for each game.
            if depth > MAX_OPEN_ROOTS && !mem::replace(&mut is_deep, true) {
                let next = next_root(text, &is_lead);
                if next.is_some_and(|(_, is_certain)| is_certain) {
                    return None;
                }
            }
        } else {
            depth -= 1;
            if depth == 0 {
                return Some(at + 1);
            }
        }
    }
    None
}

/// How many roots may be open, each in the one before, until the `)` of the first is missing for
/// certain.
const MAX_OPEN_ROOTS: usize = 8;

/// Finds the place in an incomplete game where the next one seems to begin, so that the last `)` is
/// missing, and whether this is certain.
fn next_root(text: &[u8], is_lead: impl Fn(u8) -> bool) -> Option<(usize, bool)> {
    let mut depth = 0_usize;
    // The depths of the roots that are open.
    let mut roots = Vec::new();
    let mut next = None;
    for (at, bracket) in brackets(text, is_lead) {
        if bracket == b')' {
            depth = depth.saturating_sub(1);
            roots.pop_if(|root| *root > depth);
            continue;
        }
        depth += 1;
        if is_root(&text[at..]) {
            roots.push(depth);
            next = next.or((at > 0).then_some(at));
            if roots.len() > MAX_OPEN_ROOTS {
                break;
            }
        }
    }
    Some((next?, roots.len() > MAX_OPEN_ROOTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that yields one byte at a time.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let taken = self.0.len().min(into.len()).min(1);
            into[..taken].copy_from_slice(&self.0[..taken]);
            self.0 = &self.0[taken..];
            Ok(taken)
        }
    }

    /// Returns the games as `LINE: CONTENTS`, read at once and byte by byte.
    fn games(bytes: &[u8]) -> Vec<String> {
        let show = |game: io::Result<GameText>| {
            let game = game.unwrap();
            format!("{}: {}", game.line, String::from_utf8_lossy(&game.bytes))
        };
        let whole: Vec<String> = Games::new(bytes).map(show).collect();
        let drops: Vec<String> = Games::new(Drops(bytes)).map(show).collect();
        assert_eq!(whole, drops);
        whole
    }

    #[test]
    fn a_file_holds_any_number_of_games() {
        assert_eq!(
            games(b"Hello (world)\n(;B[aa](;W[bb])(;W[cc]))\n\n ( ;C[)(\\]]) rest"),
            ["2: (;B[aa](;W[bb])(;W[cc]))", "4: ( ;C[)(\\]])"]
        );
        assert_eq!(games(b"(;B[aa]"), ["1: (;B[aa]"]);
        assert_eq!(games(b""), ["1: "]);
        assert_eq!(games(b"no game"), ["1: "]);
    }

    #[test]
    fn a_bracket_inside_a_double_byte_ends_no_value() {
        let text = b"(;CA[Shift_JIS]PB[\x83\x5D)];B[aa])(;CA[GBK]C[\x81\x5C\x81\x5D];W[bb])";
        assert_eq!(Games::new(&text[..]).count(), 2);
        let last = Games::new(&text[..]).last().unwrap().unwrap();
        assert_eq!(last.number, 2);
        assert!(last.bytes.ends_with(b";W[bb])"));
    }

    #[test]
    fn utf_16_is_decoded_first() {
        let bytes: Vec<u8> = "\u{FEFF}(;C[\u{5d5d}])(;)"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(games(&bytes), ["1: (;C[\u{5d5d}])", "1: (;)"]);
    }

    #[test]
    fn a_game_without_end_is_refused() {
        let endless = io::Read::chain(&b"(;C["[..], io::repeat(b'x'));
        let mut games = Games::new(endless);
        assert!(games.next().unwrap().is_err());
        assert!(games.next().is_none());
    }
}
