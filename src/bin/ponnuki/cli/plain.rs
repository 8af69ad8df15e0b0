//! Foreign text made safe for terminals, logs and pages, where what other programs and files say must be visible and must not
//! control anything.
//!
//! Control characters move the cursor of a terminal, change its title or forge
//! lines of a log. Bidirectional controls show text in another order than it is
//! read. Invisible characters make different names look the same.

/// Returns the text on one line. White space becomes a blank; every other control
/// character and every invisible format character becomes `?`.
pub(crate) fn line(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// Returns the text with the same replacements as [`line()`], except that line feeds
/// stay.
pub(crate) fn lines(text: &str) -> String {
    let kept = |character| match character {
        '\n' => '\n',
        other => visible(other),
    };
    text.chars().map(kept).collect()
}

/// Returns whether the text is safe as it is, on one line.
pub(crate) fn is_line(text: &str) -> bool {
    text.chars()
        .all(|character| visible(character) == character)
}

/// Returns the character that stands for `character`.
fn visible(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' => ' ',
        other if other.is_control() || is_format(other) => '?',
        other => other,
    }
}

/// Returns whether a character is invisible and affects the text around it: the
/// categories Cf, Zl and Zp of Unicode except for the visible marks of Arabic,
/// Syriac and Kaithi numbers, and the letters without a shape.
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
        // The standard library knows which characters have a shape, but takes the
        // Hangul fillers for letters.
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
