//! Writes a record in order: what is read in spite of its form gets the right one.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::UTF_8;

use super::encoding::{decode, named};
use super::finding::Defect;
use super::header::{Header, ReadOptions, has};
use super::mend::read_mended;
use super::nodes::{NodeEvent, Nodes, Property};
use super::steps::is_padded_move;
use super::writer::size_text;
use super::{GameText, SgfError};

impl GameText {
    /// Returns the game as SGF in UTF-8, with all that can be mended: what is not quite SGF, a size or
    /// a komi in another form, properties under other names, and the name of the encoding. What has no
    /// right form that follows from the record, such as an illegal move, and what is no game at all
    /// stay. Moves and variations are never changed.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
    /// use ponnuki::sgf::Games;
    ///
    /// let record = "(;SZ[ 9 ]KM[6目半]PB[a]b];B[aa];W[aa]";
    /// let game = Games::new(record.as_bytes()).next().unwrap()?;
    /// assert_eq!(game.mended(), "(;CA[UTF-8]SZ[9]KM[6.5]PB[a\\]b];B[aa];W[aa])");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn mended(&self) -> String {
        let text = self.text();
        let mended = read_mended(&text, |text| mended(text, self.is_converted));
        mended.map_or_else(|_| text.into_owned(), |(mended, _)| mended)
    }

    /// Returns the game as it is written.
    pub fn text(&self) -> Cow<'_, str> {
        decode(&self.bytes).text
    }
}

/// A part of the text, and what takes its place.
type Change = (Range<usize>, String);

/// Mends the names and values of a text that is SGF. The line breaks of one that is converted are those
/// of another format, and are brought into order, too.
fn mended(text: &str, is_converted: bool) -> Result<String, SgfError> {
    let mut nodes = Nodes::new(text)?;
    let mut changes: Vec<Change> = Vec::new();
    let mut is_root = true;
    while let Some(event) = nodes.next()? {
        if event != NodeEvent::Node {
            continue;
        }
        if is_converted {
            changes.extend(blank_lines(text, nodes.offset()));
        }
        let properties = nodes.properties();
        let mut header = None;
        if is_root {
            changes.extend(charset(text, properties, nodes.offset() + 1));
            header = Header::new(properties, &ReadOptions::default()).ok();
            is_root = false;
        }
        for property in properties {
            let name = written_name(text, property);
            let is_lower = !text[name.clone()].contains(|letter: char| letter.is_ascii_uppercase());
            let (right_name, values) = match &header {
                Some(header) => in_root(property, properties, header),
                None => (&*property.identifier, None),
            };
            if is_lower || right_name != property.identifier {
                changes.push((name, right_name.to_owned()));
            }
            let values =
                values.unwrap_or_else(|| right_values(property, is_converted).into_owned());
            if values != property.values {
                changes.push((property.at..property.at + property.values.len(), values));
            }
        }
    }
    changes.sort_by_key(|(place, _)| place.start);
    Ok(changed(text, &changes))
}

/// Returns the values of a property that means the same everywhere, in the right form.
fn right_values<'a>(property: &Property<'a>, is_converted: bool) -> Cow<'a, str> {
    if is_padded_move(property) {
        let value = property.single().unwrap_or_default();
        Cow::Owned(format!("[{}]", value.trim()))
    } else if is_converted && property.values.contains('\r') {
        Cow::Owned(property.values.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(property.values)
    }
}

/// Returns the change that leaves out blank lines before a node.
fn blank_lines(text: &str, node: usize) -> Option<Change> {
    let end = text[..node].trim_ascii_end().len();
    let has_blank = text[end..node].matches('\n').nth(1).is_some();
    has_blank.then(|| (end..node, "\n".to_owned()))
}

/// Returns the right name of a property of the root, and its right values if they are others.
fn in_root<'a>(
    property: &'a Property,
    root: &[Property],
    header: &Header,
) -> (&'a str, Option<String>) {
    let is_mended = |kind| header.mended.iter().any(|(defect, _)| *defect == kind);
    let komi = || {
        let is_mended = is_mended(Defect::Komi) || header.fox_komi.is_some();
        (is_mended && header.unreadable_komi.is_none()).then(|| format!("[{}]", header.komi))
    };
    match &*property.identifier {
        "SZ" if is_mended(Defect::Size) => ("SZ", Some(format!("[{}]", size_text(header.size)))),
        "KM" => ("KM", komi()),
        "KO" if !has(root, "KM") && is_mended(Defect::Komi) => ("KM", komi()),
        "HD" if !has(root, "HA") && header.handicap > 0 => ("HA", None),
        name => (name, None),
    }
}

/// Returns the change that names the encoding, if one is needed. `begin` is where the root's properties begin.
fn charset(text: &str, root: &[Property], begin: usize) -> Option<Change> {
    if text.is_ascii() {
        return None;
    }
    let Some(stated) = root.iter().find(|property| property.identifier == "CA") else {
        return Some((begin..begin, "CA[UTF-8]".to_owned()));
    };
    let name = stated.single().unwrap_or_default();
    let is_right = named(name.trim().as_bytes()) == Some(UTF_8);
    let place = stated.at..stated.at + stated.values.len();
    (!is_right).then(|| (place, "[UTF-8]".to_owned()))
}

/// Returns where the name of a property is written.
fn written_name(text: &str, property: &Property) -> Range<usize> {
    let end = text[..property.at].trim_ascii_end().len();
    let letters = text.as_bytes()[..end].iter().rev();
    let length = letters
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    end - length..end
}

/// Makes the changes, which are in the order of the text.
fn changed(text: &str, changes: &[Change]) -> String {
    let mut result = String::with_capacity(text.len() + 16);
    let mut copied = 0;
    for (place, instead) in changes {
        result.push_str(&text[copied..place.start]);
        result.push_str(instead);
        copied = place.end;
    }
    result.push_str(&text[copied..]);
    result
}
