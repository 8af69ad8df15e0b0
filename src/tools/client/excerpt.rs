//! Excerpts of what programs write, for messages.

use crate::cli::plain;

/// Returns an excerpt of the bytes on one line, for messages.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    const MAX_CHARS: usize = 100;
    let (shown, more) = match bytes.get(..MAX_CHARS) {
        Some(beginning) if bytes.len() > MAX_CHARS => (beginning, "..."),
        _ => (bytes, ""),
    };
    one_line(shown) + more
}

/// Joins the words of all lines on one line, for messages.
pub(super) fn one_line(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let words: Vec<_> = text.split_whitespace().collect();
    plain::line(&words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_shows_100_bytes() {
        let long = "x".repeat(101);
        assert_eq!(excerpt(&long.as_bytes()[..100]), long[..100]);
        assert_eq!(excerpt(long.as_bytes()), format!("{}...", &long[..100]));
    }
}
