//! Extracts the main line of the first game from SGF text.
//!
//! ```text
//! Collection = GameTree { GameTree }
//! GameTree   = "(" Sequence { GameTree } ")"
//! Sequence   = Node { Node }
//! Node       = ";" { Property }
//! Property   = Identifier "[" Value "]" { "[" Value "]" }
//! ```
//!
//! The main line is the sequence of the tree, then that of its first subtree,
//! and so on. The rest is only checked for balanced brackets. The depth is a
//! counter instead of recursion, so arbitrarily deep nesting is safe.

use super::SgfError;

/// Returns the nodes of the main line, each as a `;` followed by the source text
/// of those properties that are among `wanted`. Nodes after the first are left
/// out if they have none of them.
///
/// Text before the first `(;` is skipped, as the specification asks, and so is
/// everything after the first game.
///
/// # Errors
/// [`SgfError::NoGame`], [`SgfError::Broken`] or [`SgfError::Truncated`].
pub(super) fn main_line(text: &str, wanted: &[&str]) -> Result<Vec<String>, SgfError> {
    let mut scanner = Scanner {
        text,
        at: start(text).ok_or(SgfError::NoGame)?,
    };
    let mut nodes = Vec::new();
    let mut depth = 0_usize;
    // The main line ends at the first `)`.
    let mut on_main_line = true;
    loop {
        match scanner.peek()? {
            b'(' => {
                depth += 1;
                scanner.at += 1;
                if scanner.peek()? != b';' {
                    return Err(scanner.broken());
                }
            }
            b';' => {
                let node = scanner.node(wanted)?;
                if on_main_line && (nodes.is_empty() || node != ";") {
                    nodes.push(node);
                }
            }
            b')' => {
                on_main_line = false;
                depth -= 1;
                scanner.at += 1;
                if depth == 0 {
                    return Ok(nodes);
                }
            }
            _ => return Err(scanner.broken()),
        }
    }
}

/// Returns the index of the `(` that begins the first game: it is followed by a
/// `;`.
fn start(text: &str) -> Option<usize> {
    text.match_indices('(')
        .map(|(at, _)| at)
        .find(|&at| text[at + 1..].trim_ascii_start().starts_with(';'))
}

/// A position in the text.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    /// Skips white space and returns the next byte without consuming it.
    fn peek(&mut self) -> Result<u8, SgfError> {
        let rest = &self.text.as_bytes()[self.at..];
        let space = rest.len() - rest.trim_ascii_start().len();
        self.at += space;
        rest.get(space).copied().ok_or(SgfError::Truncated)
    }

    /// Returns the error for a fault at this position.
    fn broken(&self) -> SgfError {
        SgfError::Broken { offset: self.at }
    }

    /// Reads a node and returns `;` and the wanted properties.
    fn node(&mut self, wanted: &[&str]) -> Result<String, SgfError> {
        self.at += 1;
        let mut node = ";".to_owned();
        while self.peek()?.is_ascii_alphabetic() {
            let start = self.at;
            if wanted.contains(&self.property()?.as_str()) {
                node.push_str(&self.text[start..self.at]);
            }
        }
        Ok(node)
    }

    /// Reads an identifier and one or more values in brackets. Returns the
    /// identifier without the lower-case letters that files older than FF\[4\]
    /// may contain.
    fn property(&mut self) -> Result<String, SgfError> {
        let mut identifier = String::new();
        while self.peek()?.is_ascii_alphabetic() {
            let letter = char::from(self.text.as_bytes()[self.at]);
            if letter.is_ascii_uppercase() {
                identifier.push(letter);
            }
            self.at += 1;
        }
        if self.peek()? != b'[' {
            return Err(self.broken());
        }
        while self.peek()? == b'[' {
            self.value()?;
        }
        Ok(identifier)
    }

    /// Reads a value: everything up to the first `]` without a backslash before
    /// it.
    fn value(&mut self) -> Result<(), SgfError> {
        let mut escaped = true; // the opening bracket itself
        for (index, byte) in self.text.as_bytes()[self.at..].iter().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b']' => {
                    self.at += index + 1;
                    return Ok(());
                }
                _ => {}
            }
        }
        Err(SgfError::Truncated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(text: &str) -> String {
        match main_line(text, &["A", "B", "C"]) {
            Ok(nodes) => nodes.concat(),
            Err(SgfError::Broken { offset }) => format!("broken at {offset}"),
            Err(error) => format!("{error:?}"),
        }
    }

    #[test]
    fn the_first_variation_is_the_main_line() {
        assert_eq!(nodes("(;A[1];B[2])"), ";A[1];B[2]");
        assert_eq!(
            nodes("(;A[1](;B[2](;C[3])(;D[4]))(;E[5]))"),
            ";A[1];B[2];C[3]"
        );
        assert_eq!(nodes("(;)"), ";");
        // The grammar forbids this, but such files exist.
        assert_eq!(nodes("(;A[1](;B[2]);C[3])"), ";A[1];B[2]");
    }

    #[test]
    fn only_the_first_game_is_taken() {
        assert_eq!(nodes("Dear (friend),\n ( ;A[1]) (;B[2]"), ";A[1]");
    }

    #[test]
    fn only_wanted_properties_are_kept() {
        assert_eq!(nodes("(;X[1];Y[B];A[1]Z[2]B[3][4];;)"), ";;A[1]B[3][4]");
        assert_eq!(nodes("(;Alpha[1]BeTa[2])"), ";Alpha[1]");
    }

    #[test]
    fn brackets_inside_values_are_text() {
        assert_eq!(
            nodes(r"(;C[a ( ; ) \] [ \\];B[x])"),
            r";C[a ( ; ) \] [ \\];B[x]"
        );
        assert_eq!(nodes(r"(;C[a\]b];B[x])"), r";C[a\]b];B[x]");
        assert_eq!(nodes("(;A[1]\n [2] ; B [x] )"), ";A[1]\n [2] ;B [x] ");
    }

    #[test]
    fn broken_text_is_an_error() {
        for (text, verdict) in [
            ("", "NoGame"),
            ("(", "NoGame"),
            ("hello", "NoGame"),
            ("(A[1])", "NoGame"),
            ("(;", "Truncated"),
            ("(;A", "Truncated"),
            ("(;A[1", "Truncated"),
            (r"(;A[1\]", "Truncated"),
            ("(;A[1]", "Truncated"),
            ("(;A[1](;B[2])", "Truncated"),
            ("(;A;B[2])", "broken at 3"),
            ("(;A)", "broken at 3"),
            ("(;1[2])", "broken at 2"),
            ("(;A[1]())", "broken at 7"),
            ("(;A[1]é)", "broken at 6"),
        ] {
            assert_eq!(nodes(text), verdict, "{text}");
        }
    }

    #[test]
    fn deep_nesting_does_not_recurse() {
        let deep = format!("{}{}", "(;".repeat(500_000), ")".repeat(500_000));
        assert_eq!(nodes(&deep), ";");
        let long = format!("({})", ";".repeat(1_000_000));
        assert_eq!(nodes(&long), ";");
    }
}
