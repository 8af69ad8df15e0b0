//! Bold and italics in the pages, and the width of their source lines.

use roff::{Inline, bold, italic, roman};

/// The maximum source line in bytes; `mandoc -T lint` warns of longer ones.
const WIDTH: usize = 80;

/// Marks up a string of the help: backquoted parts and options in bold, names of values in
/// italics.
pub(super) fn text(text: &str, values: &[&str]) -> Vec<Inline> {
    let mut parts = Vec::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            parts.push(bold(part));
        } else {
            words(part, values, &mut parts);
        }
    }
    parts
}

/// Appends the words of a string, marked up, to the parts of a line.
fn words(text: &str, values: &[&str], parts: &mut Vec<Inline>) {
    let mut plain = String::new();
    for piece in text.split_inclusive(' ') {
        let is_part = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
        let start = piece.find(is_part).unwrap_or(piece.len());
        let word = &piece[start..];
        let word = &word[..word.find(|letter| !is_part(letter)).unwrap_or(word.len())];
        let word = word.trim_end_matches('.');
        let set: fn(&str) -> Inline = if is_option(word) {
            |word| bold(word)
        } else if values.contains(&word) {
            |word| italic(word)
        } else {
            plain.push_str(piece);
            continue;
        };
        plain.push_str(&piece[..start]);
        push(parts, &mut plain);
        parts.push(set(word));
        plain.push_str(&piece[start + word.len()..]);
    }
    push(parts, &mut plain);
}

fn push(parts: &mut Vec<Inline>, plain: &mut String) {
    if !plain.is_empty() {
        parts.push(roman(std::mem::take(plain)));
    }
}

/// Returns whether a word is an option: `-v`, `-vv`, `--games`.
fn is_option(word: &str) -> bool {
    let letters = word.trim_start_matches('-');
    let hyphens = word.len() - letters.len();
    let first = letters.chars().next();
    (hyphens == 1 && letters.chars().all(|letter| Some(letter) == first) || hyphens == 2)
        && first.is_some_and(|first| first.is_ascii_lowercase())
}

/// Marks up a usage line: literals in bold, placeholders in italics.
pub(super) fn usage(line: &str, program: &str) -> Vec<Inline> {
    let mut parts = vec![bold(program)];
    let rest = line.strip_prefix(program).unwrap_or(line);
    for piece in rest.split_inclusive([' ', '|']) {
        let (word, end) = match piece.strip_suffix([' ', '|']) {
            Some(word) => (word, &piece[word.len()..]),
            None => (piece, ""),
        };
        let value = word.strip_prefix('<').and_then(|word| word.split_once('>'));
        match value {
            Some((value, more)) => parts.extend([italic(value), roman(more)]),
            None if word == "[OPTIONS]" => {
                parts.extend([roman("["), italic("options"), roman("]")]);
            }
            None if word.contains("--") => {
                let (before, option) = word.split_at(word.find("--").unwrap_or(0));
                parts.extend([roman(before), bold(option)]);
            }
            None => parts.push(roman(word)),
        }
        parts.push(roman(end));
    }
    parts
}

/// Wraps running text to [`WIDTH`]. Macros and examples, between `.nf` and `.fi`, are not
/// wrapped. Characters that some formatters replace by accents are escaped.
pub(super) fn fold(page: &str) -> String {
    let mut folded = String::new();
    let mut is_filled = true;
    for line in page.lines() {
        match line {
            ".nf" => is_filled = false,
            ".fi" => is_filled = true,
            _ => {}
        }
        if line.starts_with('.') {
            folded.push_str(line);
            folded.push('\n');
            continue;
        }
        let line = line.replace('~', r"\(ti").replace('^', r"\(ha");
        if is_filled {
            fold_line(&line, &mut folded);
        } else {
            folded.push_str(&line);
            folded.push('\n');
        }
    }
    folded
}

fn fold_line(line: &str, folded: &mut String) {
    let mut length = 0;
    for word in line.split_whitespace() {
        if length > 0 && length + 1 + word.len() > WIDTH {
            folded.push('\n');
            length = 0;
        }
        if length > 0 {
            folded.push(' ');
            length += 1;
        } else if word.starts_with(['.', '\'']) {
            // Escaped, so that the word is not taken for a macro.
            folded.push_str("\\&");
            length += 2;
        }
        folded.push_str(word);
        length += word.len();
    }
    folded.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_and_values_have_their_type() {
        let set = text(
            "(see --log-file): `play` N games, -vv, 5-3 to FILE.",
            &["N", "FILE"],
        );
        let expected = [
            roman("(see "),
            bold("--log-file"),
            roman("): "),
            bold("play"),
            roman(" "),
            italic("N"),
            roman(" games, "),
            bold("-vv"),
            roman(", 5-3 to "),
            italic("FILE"),
            roman("."),
        ];
        assert_eq!(set, expected);
    }

    #[test]
    fn usage_has_its_type_too() {
        let line = "ponnuki regress [OPTIONS] <SUITE>...";
        let set = roff::Roff::new()
            .text(usage(line, "ponnuki regress"))
            .render();
        let expected = r"\fBponnuki regress\fR [\fIoptions\fR] \fISUITE\fR...";
        assert!(set.contains(expected), "{set}");
    }

    #[test]
    fn long_lines_are_broken_and_never_begin_like_a_macro() {
        let line = format!("{} .hidden {}", "a".repeat(75), "b".repeat(20));
        let folded = fold(&format!("{line}\n.nf\n{line}\n.fi\n.SH {line}\n"));
        let lines: Vec<_> = folded.lines().collect();
        assert_eq!(lines[0], "a".repeat(75));
        assert_eq!(lines[1], format!("\\&.hidden {}", "b".repeat(20)));
        assert_eq!(lines[3], line);
        assert_eq!(lines[5], format!(".SH {line}"));
    }
}
