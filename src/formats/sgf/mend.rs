//! Mends text that is not quite SGF, so that a record is read as far as it goes.
//!
//! Programs forget the last `)` or the first `;`, and people write `]` in comments without a
//! backslash. The tokenizer knows the grammar alone; text that it refuses comes here, and what comes
//! back is SGF with the same line breaks. No repair makes a move of what was text before.

use super::finding::{Defect, Finding};
use super::nodes::{start, tolerant_start};
use super::{GameText, SgfError, line_ends};

/// The most repairs of a game. What needs more is no record of a game.
const MAX_REPAIRS: usize = 1000;

/// The most bytes of a value in which a `]` may lack its backslash, so that hostile text takes no
/// more than linear time.
const MAX_MENDED_VALUE_BYTES: usize = 64 << 10;

/// What was wrong at a place of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Properties follow `(` or `)`.
    NoSemicolon,
    /// A `]` in a value has no backslash before it.
    UnescapedBracket,
    /// The text ends in a value.
    OpenValue,
    /// The text ends in the middle of the game.
    OpenTree,
    /// A move has no value in brackets.
    MoveWithoutValue,
    /// Something is no part of a game.
    Stray,
}

impl Fault {
    /// Says what was wrong, and how the text is read.
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::NoSemicolon => "a node begins without ';'",
            Self::UnescapedBracket => "a ']' in the text needs a '\\' before it",
            Self::OpenValue => "the last value has no ']'",
            Self::OpenTree => "the game has no last ')'",
            Self::MoveWithoutValue => "the move has no value in brackets",
            Self::Stray => "what stands here is not SGF and is left out",
        }
    }
}

/// A repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repair {
    pub(super) fault: Fault,
    /// Where in the text as it was, in bytes.
    pub(super) offset: usize,
}

impl Repair {
    /// Describes the repair of a game in a file, whose text this is.
    pub(super) fn finding(self, text: &str, game: &GameText) -> Finding {
        let before = &text[..self.offset];
        let line = game.line + line_ends(before.as_bytes());
        let column = match before.rsplit_once('\n') {
            Some((_, begun)) => begun.chars().count() + 1,
            None => game.column + before.chars().count(),
        };
        let message = self.fault.message();
        Finding {
            defect: Defect::Syntax,
            number: None,
            variation: 0,
            line,
            repeats: None,
            message: format!("line {line}, column {column}: {message}"),
        }
    }
}

/// Text that is SGF now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MendedText {
    pub(super) text: String,
    /// In the order of the text.
    pub(super) repairs: Vec<Repair>,
}

/// Reads the first game of a text, mended if it is not SGF, and returns the repairs as well.
///
/// # Errors
/// Those of `read`.
pub(super) fn read_mended<T>(
    text: &str,
    mut read: impl FnMut(&str) -> Result<T, SgfError>,
) -> Result<(T, Vec<Repair>), SgfError> {
    let error = match read_whole(text, &mut read) {
        Err(error) if error.is_syntax() => error,
        found => return found.map(|found| (found, Vec::new())),
    };
    let MendedText { text, repairs } = mended(text).ok_or(error)?;
    Ok((read(&text)?, repairs))
}

/// Reads the first game of a text that has to be SGF.
///
/// # Errors
/// Those of `read`, and [`SgfError::NoGame`] if the game begins without its `;`: what begins with one
/// is a variation.
pub(super) fn read_whole<T>(
    text: &str,
    read: impl FnOnce(&str) -> Result<T, SgfError>,
) -> Result<T, SgfError> {
    let bytes = text.as_bytes();
    if start(bytes) != tolerant_start(bytes) {
        return Err(SgfError::NoGame);
    }
    read(text)
}

/// Mends the first game of a text. Returns `None` if there is none, or too much to mend.
pub(super) fn mended(text: &str) -> Option<MendedText> {
    let begin = tolerant_start(text.as_bytes())?;
    let mut mender = Mender {
        text,
        at: begin,
        depth: 0,
        in_node: false,
        has_properties: false,
        has_capitals: has_capitals(&text[begin..]),
        copied: 0,
        result: MendedText {
            text: String::with_capacity(text.len() + 16),
            repairs: Vec::new(),
        },
    };
    while mender.step() {
        if mender.result.repairs.len() > MAX_REPAIRS {
            return None;
        }
    }
    // A bracket and a semicolon alone make no game.
    mender.has_properties.then_some(mender.result)
}

/// The properties whose values are no text, so that no `]` in them can be meant as such.
const NO_TEXT: [&str; 14] = [
    "B", "W", "AB", "AW", "AE", "PL", "TB", "TW", "SZ", "KM", "HA", "GM", "FF", "CA",
];

/// Returns whether the first word has a capital letter.
fn has_capitals(text: &str) -> bool {
    let word = text.trim_start_matches(|letter: char| !letter.is_ascii_alphabetic());
    let mut letters = word.bytes().take_while(u8::is_ascii_alphabetic);
    letters.any(|letter| letter.is_ascii_uppercase())
}

struct Mender<'a> {
    text: &'a str,
    at: usize,
    /// How many trees are open.
    depth: usize,
    /// Whether properties may follow.
    in_node: bool,
    has_properties: bool,
    /// Whether identifiers have a capital letter, so that words before a bracket are none.
    has_capitals: bool,
    /// Up to where the text is in the result, or has been left out.
    copied: usize,
    result: MendedText,
}

impl Mender<'_> {
    /// Reads the next token. Returns false after the end of the game.
    fn step(&mut self) -> bool {
        self.at = self.after_space(self.at);
        match self.byte(self.at) {
            None => {
                self.fault(Fault::OpenTree, self.text.len());
                self.copy();
                self.result.text.push_str(&")".repeat(self.depth));
                return false;
            }
            Some(b'(') if self.begins_tree(self.at) => {
                self.at += 1;
                self.depth += 1;
                self.in_node = false;
            }
            Some(b';') if self.depth > 0 => {
                self.at += 1;
                self.in_node = true;
            }
            Some(b')') if self.depth > 0 => {
                self.at += 1;
                self.depth -= 1;
                self.in_node = false;
                if self.depth == 0 {
                    self.copy();
                    return false;
                }
            }
            Some(b'B' | b'W') if self.is_move_without_value() => {
                // What is no point ends the branch, as the missing one must.
                self.copy();
                self.result.text.push_str(&self.text[self.at..=self.at]);
                self.result.text.push_str("[?]");
                self.leave_out(Fault::MoveWithoutValue);
            }
            _ => match self.after_identifier(self.at) {
                Some(values) if self.depth > 0 => self.property(values),
                _ => self.leave_out(Fault::Stray),
            },
        }
        true
    }

    /// Returns whether a node begins here with a move whose value has no brackets, or none at all.
    fn is_move_without_value(&self) -> bool {
        let before = self.text[..self.at].trim_ascii_end();
        let after = self.byte(self.at + 1);
        let is_word = after.is_some_and(|letter| letter.is_ascii_alphanumeric());
        before.ends_with(';') && !is_word && self.after_identifier(self.at).is_none()
    }

    /// Reads a property whose values begin at a place.
    fn property(&mut self, values: usize) {
        if !self.in_node {
            self.fault(Fault::NoSemicolon, self.at);
            self.copy();
            self.result.text.push(';');
            self.in_node = true;
        }
        self.has_properties = true;
        let is_text = !NO_TEXT.contains(&self.text[self.at..values].trim_end());
        self.at = values;
        while self.byte(self.at) == Some(b'[') {
            self.value(is_text);
            let next = self.after_space(self.at);
            if self.byte(next) == Some(b'[') {
                self.at = next;
            }
        }
    }

    /// Reads a value. Text ends at the first `]` after which the game goes on.
    fn value(&mut self, is_text: bool) {
        let begin = self.at + 1;
        let Some(first) = self.bracket_from(begin) else {
            self.fault(Fault::OpenValue, self.at);
            self.at = self.text.len();
            self.copy();
            if !is_text && begin == self.text.len() {
                // A move without a value would be a pass.
                self.result.text.push('?');
            }
            // A backslash at the end would escape the bracket.
            let ends = self.text.len() - self.text.trim_end_matches('\\').len();
            self.result
                .text
                .push_str(if ends % 2 == 1 { "\\]" } else { "]" });
            return;
        };
        let mut last = first;
        let mut unescaped = Vec::new();
        while is_text && !self.goes_on(last + 1) {
            unescaped.push(last);
            let next = self.bracket_from(last + 1);
            let is_near = |next: &usize| next - begin <= MAX_MENDED_VALUE_BYTES;
            match next.filter(is_near) {
                Some(next) if !self.has_move(last + 1, next + 1) => last = next,
                // Nothing later would be better, so that what follows is left out.
                _ => {
                    self.at = first + 1;
                    return;
                }
            }
        }
        for at in unescaped {
            self.at = at;
            self.copy();
            self.result.text.push('\\');
        }
        if last > first {
            self.fault(Fault::UnescapedBracket, first);
        }
        self.at = last + 1;
    }

    /// Leaves out everything up to the next token of a game, but for line breaks.
    fn leave_out(&mut self, fault: Fault) {
        self.fault(fault, self.at);
        self.copy();
        let begin = self.at;
        // Brackets in it go in pairs.
        let mut at = begin;
        let mut brackets = 0_usize;
        loop {
            match self.byte(at) {
                Some(b'(') if !self.begins_tree(at) => brackets += 1,
                Some(b')') if brackets > 0 => brackets -= 1,
                _ if at > begin && self.is_token(at) => break,
                _ => {}
            }
            at += 1;
        }
        self.at = at;
        self.copied = at;
        // Words on both sides stay apart.
        self.result.text.push(' ');
        let breaks = self.text.as_bytes()[begin..at]
            .iter()
            .filter(|&&byte| byte == b'\n');
        let breaks = breaks.count();
        self.result.text.push_str(&"\n".repeat(breaks));
    }

    /// Returns whether a token of a game, or the end of the text, is at a place in stray text.
    fn is_token(&self, at: usize) -> bool {
        match self.byte(at) {
            None | Some(b')') => true,
            Some(b'(') => self.begins_tree(at),
            Some(b';') => self.is_semicolon(at),
            Some(byte) if byte.is_ascii_alphabetic() => {
                let is_begin = at == 0 || !self.text.as_bytes()[at - 1].is_ascii_alphanumeric();
                is_begin && self.after_identifier(at).is_some()
            }
            Some(_) => false,
        }
    }

    /// Returns whether the game goes on after a `]` that ends before this place.
    fn goes_on(&self, at: usize) -> bool {
        let at = self.after_space(at);
        match self.byte(at) {
            None | Some(b'[') => true,
            Some(b'(') => self.begins_tree(at),
            Some(b';') => self.is_semicolon(at),
            Some(b')') => self.is_end_of_tree(at),
            Some(_) => self.after_identifier(at).is_some(),
        }
    }

    /// Returns whether a `;` begins a node, rather than standing in a sentence.
    fn is_semicolon(&self, at: usize) -> bool {
        let next = self.after_space(at + 1);
        match self.byte(next) {
            None | Some(b';' | b'(' | b')') => true,
            Some(_) => self.after_identifier(next).is_some(),
        }
    }

    /// Returns whether a `)` ends a tree, rather than standing in a sentence.
    fn is_end_of_tree(&self, mut at: usize) -> bool {
        for _ in 0..self.depth {
            match self.byte(at) {
                None => return true,
                Some(b')') => at = self.after_space(at + 1),
                Some(b'(') => return self.begins_tree(at),
                Some(b';') => return self.is_semicolon(at),
                Some(_) => return false,
            }
        }
        true
    }

    /// Returns whether a `(` is followed by a node, perhaps without its `;`.
    fn begins_tree(&self, at: usize) -> bool {
        let next = self.after_space(at + 1);
        self.byte(next) == Some(b';') || self.after_identifier(next).is_some()
    }

    /// Returns whether a node with a move stands in this part of the text.
    fn has_move(&self, begin: usize, end: usize) -> bool {
        let nodes = self.text[begin..end].split(';').skip(1);
        let is_letters = |value: &str| value.bytes().all(|byte| byte.is_ascii_alphabetic());
        let mut values = nodes.filter_map(|node| {
            let node = node.trim_start();
            node.strip_prefix("B[")
                .or_else(|| node.strip_prefix("W["))?
                .split(']')
                .next()
        });
        values.any(|value| matches!(value.len(), 0 | 2) && is_letters(value))
    }

    /// Returns where the values of a property begin whose identifier is at a place, if one is.
    fn after_identifier(&self, at: usize) -> Option<usize> {
        let letters = self.text.as_bytes().get(at..)?.iter();
        let letters = letters.take_while(|byte| byte.is_ascii_alphabetic());
        let word = &self.text[at..at + letters.count()];
        let values = self.after_space(at + word.len());
        // Among capitals a word in lower case is one of a sentence, but for `b[dd]`.
        let is_short = matches!(word.len(), 1 | 2) && values == at + word.len();
        let is_identifier = if self.has_capitals && !is_short {
            word.bytes().any(|letter| letter.is_ascii_uppercase())
        } else {
            !word.is_empty()
        };
        (is_identifier && self.byte(values) == Some(b'[')).then_some(values)
    }

    /// Returns the place of the first `]` without a backslash.
    fn bracket_from(&self, begin: usize) -> Option<usize> {
        let mut is_escaped = false;
        let bytes = self.text.as_bytes()[begin..].iter();
        let found = bytes.into_iter().position(|&byte| {
            let is_end = byte == b']' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_end
        });
        found.map(|place| begin + place)
    }

    fn after_space(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        at + rest
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count()
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn fault(&mut self, fault: Fault, offset: usize) {
        self.result.repairs.push(Repair { fault, offset });
    }

    /// Copies the text up to the current place.
    fn copy(&mut self) {
        self.result.text.push_str(&self.text[self.copied..self.at]);
        self.copied = self.at;
    }
}
