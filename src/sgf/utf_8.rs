//! Copies games in UTF-8.

use super::GameText;
use super::encoding::decode;
use super::nodes::{NodeEvent, Nodes};

/// Returns a game in UTF-8, with `CA[UTF-8]` in its root and otherwise unchanged. Input
/// that is not SGF is only decoded.
pub fn utf_8_copy(game: &GameText) -> String {
    let text = decode(&game.bytes).text;
    let mut copy = text.into_owned();
    if let Some((place, value)) = charset(&copy) {
        copy.replace_range(place, value);
    }
    copy
}

/// Returns the byte range of the encoding in a game, and its replacement.
fn charset(text: &str) -> Option<(std::ops::Range<usize>, &'static str)> {
    let mut nodes = Nodes::new(text).ok()?;
    while nodes.next().ok()?? != NodeEvent::Node {}
    let stated = nodes.properties().iter();
    let mut stated = stated.filter(|property| property.identifier == "CA");
    let change = match stated.next() {
        Some(property) => (property.at..property.at + property.values.len(), "[UTF-8]"),
        None => (nodes.offset() + 1..nodes.offset() + 1, "CA[UTF-8]"),
    };
    // A stray value after the insertion would become a value of CA.
    nodes.next().ok()?;
    Some(change)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copy(bytes: &[u8]) -> String {
        utf_8_copy(&GameText {
            number: 1,
            line: 1,
            bytes: bytes.to_vec(),
        })
    }

    #[test]
    fn a_copy_names_its_encoding() {
        assert_eq!(
            copy(b"(;GM[1]CA[Shift_JIS]PB[\x83\x5D];B[aa])"),
            "(;GM[1]CA[UTF-8]PB[\u{30be}];B[aa])"
        );
        assert_eq!(
            copy(b"( ;PB[\xE9](;B[aa]))"),
            "( ;CA[UTF-8]PB[\u{e9}](;B[aa]))"
        );
        assert_eq!(copy(b"no game \xE9"), "no game \u{e9}");
        assert_eq!(copy(b"(;[x\xE9])"), "(;[x\u{e9}])");
    }
}
