//! Text of foreign programs and files, made harmless for a terminal.

/// Returns whether a character only shows itself: it neither controls the
/// terminal nor ends the line nor changes the direction of the text around it.
pub fn is_plain(character: char) -> bool {
    // The separators of lines and paragraphs, and the marks, embeddings, overrides
    // and isolates of the bidirectional algorithm (Unicode Annex 9).
    let directs = matches!(
        character,
        '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}'
    );
    !character.is_control() && !directs
}

/// Replaces every character that is not plain by `?`.
pub(super) fn plain(text: &str) -> String {
    let visible = |character| if is_plain(character) { character } else { '?' };
    text.chars().map(visible).collect()
}
