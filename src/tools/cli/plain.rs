//! Sanitises strings of other programs and files for terminals, logs and pages, where they
//! must be visible but must not control anything.
//!
//! Control characters move the cursor, change the terminal's title or forge log lines.
//! Bidirectional controls reorder what is displayed. Invisible characters make different
//! names look alike.

/// The maximum length of a [`shortened`] text, in characters.
const MAX_CHARS: usize = 1000;

/// Returns the string on one line. Whitespace becomes a space; all other control characters
/// and invisible format characters become `?`.
pub(crate) fn line(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// Returns the string with the replacements of [`line()`], except that line feeds are kept.
pub(crate) fn lines(text: &str) -> String {
    let kept = |character| match character {
        '\n' => '\n',
        other => visible(other),
    };
    text.chars().map(kept).collect()
}

/// Returns the beginning of a long text, with a remark on its length.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{} ... ({} bytes in all)", &text[..end], text.len()),
    }
}

/// Returns whether [`line()`] would leave the string unchanged.
pub(crate) fn is_line(text: &str) -> bool {
    text.chars()
        .all(|character| visible(character) == character)
}

/// Returns the replacement of a character.
fn visible(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' => ' ',
        other if is_hidden(other) => '?',
        other => other,
    }
}

/// Returns whether a character controls something or is invisible.
pub(crate) fn is_hidden(character: char) -> bool {
    character.is_control() || is_format(character)
}

/// Returns whether a character is invisible and affects its neighbours: the Unicode
/// categories Cf, Zl and Zp except for the visible Arabic, Syriac and Kaithi number marks,
/// and letters without a shape.
const fn is_format(character: char) -> bool {
    matches!(
        character,
        // Soft hyphen, grapheme joiner, Arabic letter mark, fillers.
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180e}' | '\u{3164}' | '\u{ffa0}'
        // Zero width, directions, separators, embeddings, overrides, isolates.
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        // Byte order mark, interlinear annotations.
        | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
        // Hieroglyphs, shorthand, music; tags.
        | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All characters with the property `Bidi_Control`.
    const BIDIRECTIONAL: [char; 12] = [
        '\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}',
        '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
    ];

    fn all() -> impl Iterator<Item = char> {
        '\0'..=char::MAX
    }

    #[test]
    fn long_texts_lose_their_ends() {
        assert_eq!(shortened("ä"), "ä");
        let text = "ä".repeat(MAX_CHARS);
        assert_eq!(shortened(&text), text);
        let long = shortened(&"ä".repeat(MAX_CHARS + 1));
        assert_eq!(long, format!("{text} ... (2002 bytes in all)"));
    }

    #[test]
    fn no_control_character_is_left() {
        for character in all().filter(|character| character.is_control()) {
            let text = line(&character.to_string());
            let expected = if character.is_whitespace() && character < '\u{b}' || character == '\r'
            {
                " "
            } else {
                "?"
            };
            assert_eq!(text, expected, "{character:?}");
        }
        for character in BIDIRECTIONAL {
            assert_eq!(line(&character.to_string()), "?", "{character:?}");
        }
        for invisible in "\u{ad}\u{200b}\u{200d}\u{2028}\u{2029}\u{2060}\u{feff}\u{e0041}".chars() {
            assert_eq!(line(&invisible.to_string()), "?", "{invisible:?}");
        }
    }

    #[test]
    fn visible_characters_stay() {
        let text = r#"Ponnuki "1.0" \ 'x' Čeština नमस्ते 囲碁 바둑 עברית العربية ♥ 🀄"#;
        assert_eq!(line(text), text);
        assert!(is_line(text) && !is_line("a\tb") && !is_line("a\u{200b}b"));
        // The standard library knows which characters have a shape, but treats the Hangul
        // fillers as letters.
        let fillers = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];
        for character in all().filter(|character| !fillers.contains(character)) {
            let replaced = line(&character.to_string()) != character.to_string();
            let escaped = character.escape_debug().to_string();
            let has_shape = escaped == character.to_string();
            assert!(!(replaced && has_shape), "{character:?}");
        }
    }

    #[test]
    fn line_feeds_stay_only_between_lines() {
        assert_eq!(line("a\nb"), "a b");
        assert_eq!(lines("a\nb\u{9b}31m\u{2067}"), "a\nb?31m?");
    }
}
