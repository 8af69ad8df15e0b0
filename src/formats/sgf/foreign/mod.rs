//! Reads records in the formats of servers that do not write SGF.
//!
//! | format | servers | text |
//! |---|---|---|
//! | GIB | Tygem | UTF-8, or the encoding of the country in `GIBOKIND` |
//! | NGF | Cyberoro, wBaduk | the encoding of the country, which is not named |
//! | UGF, as a review UGI | Pandanet (IGS) | the encoding in `Lang`, mostly Shift JIS |
//!
//! None of them has a specification. What is known here comes from the readers of Sabaki, KaTrain and
//! xyz2sgf, from the files that Sabaki and KaTrain test theirs with, and, where these leave a question
//! open, from what the games in them allow, such as the order of Tygem's handicap stones. Variations of
//! a UGI file are left out.
//!
//! A record is converted to SGF before anything else looks at it. Each move stands on the line on which it
//! stands in the file, so that what is found in the SGF is found on the right line.

mod gib;
mod ngf;
mod ugf;

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::UTF_8;

use super::encoding::TextEncoding;
use super::tree::TreeProperty;
use super::writer::point_text;
use ponnuki_core::board::{BoardSize, Color};
use ponnuki_core::rules::fixed_handicap;

/// The endings of the names of files that are read as game records, after the last dot.
///
/// Each file is read by its contents, whatever its name; the endings tell which files of a folder are
/// records.
pub const RECORD_ENDINGS: [&str; 5] = ["sgf", "gib", "ngf", "ugf", "ugi"];

/// Converts a file to SGF in UTF-8.
pub(super) type Converter = fn(&[u8]) -> String;

/// Recognises the format of a file by its first lines. Returns `None` for SGF and everything else.
pub(super) fn converter(file: &[u8]) -> Option<Converter> {
    let text = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
    let text = text.trim_ascii_start();
    if text.starts_with(b"(") {
        None
    } else if gib::begins(text) {
        Some(gib::convert)
    } else if ugf::begins(text) {
        Some(ugf::convert)
    } else if ngf::begins(text) {
        Some(ngf::convert)
    } else {
        None
    }
}

/// Decodes a file: as UTF-8 if it is valid, otherwise as the encoding that it states, otherwise as the
/// most likely one.
fn decoded(file: &[u8], stated: Option<TextEncoding>) -> Cow<'_, str> {
    let file = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
    if let Ok(text) = std::str::from_utf8(file) {
        return Cow::Borrowed(text);
    }
    let encoding = stated.filter(|&stated| stated != UTF_8).unwrap_or_else(|| {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(file, true);
        detector.guess(None, Utf8Detection::Deny)
    });
    encoding.decode_without_bom_handling(file).0
}

/// Returns what follows these bytes on a line, before the encoding of the file is known.
fn setting<'a>(file: &'a [u8], before: &[u8]) -> Option<&'a [u8]> {
    let mut lines = file.split(|&byte| byte == b'\n');
    lines.find_map(|line| line.trim_ascii().strip_prefix(before))
}

/// A game in another format, as SGF has it.
struct ForeignGame {
    /// The number of lines of the board, which is square.
    size: usize,
    root: Vec<TreeProperty>,
    /// The moves, each with the index of its line.
    moves: Vec<(usize, Vec<TreeProperty>)>,
}

impl ForeignGame {
    fn new() -> Self {
        Self {
            size: 19,
            root: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// States a property of the game, unless there is nothing to say or it is stated already.
    fn state(&mut self, identifier: &str, value: &str) {
        let is_stated = |property: &TreeProperty| property.identifier == identifier;
        if !value.trim().is_empty() && !self.root.iter().any(is_stated) {
            self.root
                .push(TreeProperty::new(identifier, &[value.trim()]));
        }
    }

    /// States the name and the rank of a player.
    fn state_player(&mut self, color: Color, name: &str, rank: &str) {
        let [of_name, of_rank] = match color {
            Color::Black => ["PB", "BR"],
            Color::White => ["PW", "WR"],
        };
        self.state(of_name, name);
        self.state(of_rank, &usual_rank(rank.trim()));
    }

    /// States a handicap of stones on the usual points.
    fn state_handicap(&mut self, stones: usize) {
        let Ok(size) = BoardSize::square(self.size) else {
            return;
        };
        if let Some(points) = fixed_handicap(size, stones) {
            let points: Vec<_> = points.iter().map(|point| point_text(point, size)).collect();
            self.state("HA", &stones.to_string());
            self.root.push(TreeProperty::new("AB", &points));
        }
    }

    /// States the result: who has won, and by how much or how.
    fn state_result(&mut self, winner: Color, how: &str) {
        self.state("RE", &format!("{}+{how}", letter(winner)));
    }

    /// Returns the colour to move.
    fn to_move(&self) -> Color {
        let is_by = |color: Color, (_, properties): &(usize, Vec<TreeProperty>)| {
            properties[0].identifier == letter(color)
        };
        match self.moves.last() {
            Some(last) if is_by(Color::White, last) => Color::Black,
            Some(_) => Color::White,
            None if self.root.iter().any(|property| property.identifier == "HA") => Color::White,
            None => Color::Black,
        }
    }

    /// Adds a move on a line.
    fn play(&mut self, line: usize, color: Color, vertex: &str) {
        let played = TreeProperty::new(letter(color), &[vertex]);
        self.moves.push((line, vec![played]));
    }

    /// Returns the point in this column and row from the top left, counted from 0, or text that is no
    /// point.
    fn vertex(&self, column: Option<usize>, row: Option<usize>) -> String {
        let letter = |at: usize| Some(b'a' + u8::try_from(at).ok()?);
        let on_board = |at: Option<usize>| at.filter(|&at| at < self.size).and_then(letter);
        match (on_board(column), on_board(row)) {
            (Some(column), Some(row)) => [column, row].map(char::from).iter().collect(),
            _ => UNREADABLE.to_owned(),
        }
    }

    /// Writes the game.
    fn sgf(&self) -> String {
        let mut sgf = format!("(;FF[4]GM[1]CA[UTF-8]SZ[{}]", self.size);
        let mut write = |breaks: &str, begin: &str, properties: &[TreeProperty]| {
            sgf.push_str(breaks);
            sgf.push_str(begin);
            for property in properties {
                sgf.push_str(&property.identifier);
                sgf.push_str(&property.values);
            }
        };
        write("", "", &self.root);
        let mut line = 0;
        for (at, properties) in &self.moves {
            write(&"\n".repeat(at - line), ";", properties);
            line = *at;
        }
        sgf.push_str(")\n");
        sgf
    }
}

/// Returns the property of a move, which is also the winner in a result.
const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// A value that is no point, in place of one that cannot be read.
const UNREADABLE: &str = "?";

/// Returns a rank in the usual form, such as `3d` for `3D`, `3단` and `3段`.
fn usual_rank(rank: &str) -> String {
    let end = rank.bytes().take_while(u8::is_ascii_digit).count();
    let (number, kind) = rank.split_at(end);
    match kind {
        "K" | "급" | "级" | "級" => format!("{number}k"),
        "D" | "단" | "段" => format!("{number}d"),
        "P" | "DP" | "프로" => format!("{number}p"),
        _ => rank.to_owned(),
    }
}

/// Returns the date at the start of a text, such as `20170316`, `2019/03/08` or `2006-9-5`.
fn date(text: &str) -> Option<String> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let mut numbers = text.split(|letter| !is_digit(letter));
    let first = numbers.next()?;
    let mut next = || numbers.find(|number| !number.is_empty());
    let (year, month, day) = match first.len() {
        8 => (&first[..4], &first[4..6], &first[6..]),
        4 => (first, next()?, next()?),
        _ => return None,
    };
    let [month, day] = [month, day].map(|number| number.parse::<u8>().ok());
    let month = month.filter(|month| (1..=12).contains(month))?;
    let day = day.filter(|day| (1..=31).contains(day))?;
    Some(format!("{year}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests;
