//! The tokenizer, which finds the nodes of a game.
//!
//! ```text
//! Collection = GameTree { GameTree }
//! GameTree   = "(" Sequence { GameTree } ")"
//! Sequence   = Node { Node }
//! Node       = ";" { Property }
//! Property   = Identifier "[" Value "]" { "[" Value "]" }
//! ```
//!
//! The main line is the sequence of the tree, then that of its first subtree, and so on,
//! so it ends at the first `)`. A counter replaces recursion, so arbitrarily deep nesting
//! is safe.

use std::borrow::Cow;

use super::SgfError;

/// A token of the structure of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeEvent {
    /// `(`: a tree or subtree begins.
    Open,
    /// A node, whose properties are in [`Nodes::properties`].
    Node,
    /// `)`: a tree or subtree ends.
    Close,
}

/// A property as a slice of the input.
#[derive(Clone, Debug)]
pub(super) struct Property<'a> {
    /// The identifier without the lower-case letters that files older than
    /// FF\[4\] may contain, or in capital letters if it has none.
    pub(super) identifier: Cow<'a, str>,
    /// The values, from the first `[` to the last `]`.
    pub(super) values: &'a str,
    /// The offset of the values in the input, in bytes.
    pub(super) at: usize,
}

impl Property<'_> {
    /// Appends the property to a string, with its values unchanged.
    pub(super) fn append_to(&self, text: &mut String) {
        text.push_str(&self.identifier);
        text.push_str(self.values);
    }

    /// Returns the values with their escapes resolved.
    pub(super) fn decoded(&self) -> Vec<String> {
        decoded(self.values)
    }

    /// Returns the decoded value, or `None` if there are several.
    pub(super) fn single(&self) -> Option<String> {
        <[String; 1]>::try_from(self.decoded())
            .ok()
            .map(|[value]| value)
    }
}

/// Escapes `]` and `\` in a value.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Returns the values of a property with their escapes resolved: without the escaping
/// backslashes and without escaped line breaks.
pub(super) fn decoded(text: &str) -> Vec<String> {
    let mut values = Vec::new();
    let mut characters = text.chars().peekable();
    while characters.by_ref().any(|character| character == '[') {
        let mut value = String::new();
        while let Some(character) = characters.next().filter(|&next| next != ']') {
            if character != '\\' {
                value.push(character);
                continue;
            }
            match characters.next() {
                // A line break may also be two characters, in either order.
                Some('\n') => drop(characters.next_if_eq(&'\r')),
                Some('\r') => drop(characters.next_if_eq(&'\n')),
                escaped => value.extend(escaped),
            }
        }
        values.push(value);
    }
    values
}

/// A cursor over the nodes of the first game of the input, in file order.
#[derive(Debug)]
pub(super) struct Nodes<'a> {
    text: &'a str,
    at: usize,
    /// How many brackets are open: 0 before the first and after the last.
    depth: usize,
    /// The offset of the current node, in bytes.
    offset: usize,
    properties: Vec<Property<'a>>,
    /// The first identifier so far that has no upper-case letter, and its offset.
    lower_case: Option<(&'a str, usize)>,
}

impl<'a> Nodes<'a> {
    /// Finds the first game of the input. Anything before its `(;` is skipped, as the
    /// specification asks.
    ///
    /// # Errors
    /// [`SgfError::NoGame`] if there is no `(;`.
    pub(super) fn new(text: &'a str) -> Result<Self, SgfError> {
        Ok(Self {
            text,
            at: start(text.as_bytes()).ok_or(SgfError::NoGame)?,
            depth: 0,
            offset: 0,
            properties: Vec::new(),
            lower_case: None,
        })
    }

    /// Advances to the next token. Returns `None` after the end of the game.
    ///
    /// # Errors
    /// [`SgfError::Broken`] or [`SgfError::Truncated`].
    pub(super) fn next(&mut self) -> Result<Option<NodeEvent>, SgfError> {
        if self.depth == 0 && self.offset > 0 {
            return Ok(None);
        }
        let event = match self.peek()? {
            b'(' => {
                self.depth += 1;
                self.at += 1;
                if self.peek()? != b';' {
                    return Err(self.broken());
                }
                NodeEvent::Open
            }
            b';' if self.depth > 0 => {
                self.node()?;
                NodeEvent::Node
            }
            b')' if self.depth > 0 => {
                self.depth -= 1;
                self.at += 1;
                NodeEvent::Close
            }
            _ => return Err(self.broken()),
        };
        Ok(Some(event))
    }

    pub(super) fn properties(&self) -> &[Property<'a>] {
        &self.properties
    }

    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the first identifier so far that has no upper-case letter, and its offset in bytes.
    pub(super) fn lower_case(&self) -> Option<(&'a str, usize)> {
        self.lower_case
    }

    /// Skips white space and returns the next byte without consuming it.
    fn peek(&mut self) -> Result<u8, SgfError> {
        for &byte in &self.text.as_bytes()[self.at..] {
            if !byte.is_ascii_whitespace() {
                return Ok(byte);
            }
            self.at += 1;
        }
        Err(SgfError::Truncated)
    }

    fn broken(&self) -> SgfError {
        SgfError::Broken { offset: self.at }
    }

    fn node(&mut self) -> Result<(), SgfError> {
        self.offset = self.at;
        self.at += 1;
        self.properties.clear();
        while self.peek()?.is_ascii_alphabetic() {
            let property = self.property()?;
            self.properties.push(property);
        }
        Ok(())
    }

    /// Reads a property: an identifier and one or more values in brackets.
    fn property(&mut self) -> Result<Property<'a>, SgfError> {
        let text = self.text;
        let start = self.at;
        let rest = &text.as_bytes()[start..];
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
        self.at += letters.count();
        let letters_end = self.at;
        let mut identifier = Cow::Borrowed(&text[start..letters_end]);
        // White space may follow an identifier, but not interrupt it.
        if self.peek()? != b'[' {
            return Err(self.broken());
        }
        if identifier.bytes().any(|byte| byte.is_ascii_lowercase()) {
            let is_upper = |letter: &char| letter.is_ascii_uppercase();
            let mut capitals: String = identifier.chars().filter(is_upper).collect();
            if capitals.is_empty() {
                capitals = identifier.to_ascii_uppercase();
                self.lower_case
                    .get_or_insert((&text[start..letters_end], start));
            }
            identifier = Cow::Owned(capitals);
        }
        let first = self.at;
        let mut end = first;
        while self.peek()? == b'[' {
            self.value()?;
            end = self.at;
        }
        Ok(Property {
            identifier,
            values: &text[first..end],
            at: first,
        })
    }

    /// Reads a value: everything up to the first unescaped `]`.
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

/// Returns the offset of the `(` that begins the first game, the first one followed by
/// `;`.
pub(super) fn start(text: &[u8]) -> Option<usize> {
    opens(text).find(|&at| text[at + 1..].trim_ascii_start().first() == Some(&b';'))
}

/// Returns the offset of the `(` that begins the first game even if its `;` is missing, so that the
/// first property follows at once.
pub(super) fn tolerant_start(text: &[u8]) -> Option<usize> {
    opens(text).find(|&at| {
        let rest = text[at + 1..].trim_ascii_start();
        let letters = rest
            .iter()
            .take_while(|byte| byte.is_ascii_uppercase())
            .count();
        rest.first() == Some(&b';')
            || letters > 0 && rest[letters..].trim_ascii_start().first() == Some(&b'[')
    })
}

fn opens(text: &[u8]) -> impl Iterator<Item = usize> {
    let bytes = text.iter().enumerate();
    bytes.filter(|&(_, &byte)| byte == b'(').map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the nodes of the main line with their properties A, B and C, or the error.
    fn nodes(text: &str) -> String {
        match main_line(text) {
            Ok(nodes) => nodes,
            Err(SgfError::Broken { offset }) => format!("broken at {offset}"),
            Err(error) => format!("{error:?}"),
        }
    }

    fn main_line(text: &str) -> Result<String, SgfError> {
        let mut nodes = Nodes::new(text)?;
        let mut line = String::new();
        let mut on_main_line = true;
        while let Some(event) = nodes.next()? {
            match event {
                NodeEvent::Node if on_main_line => {
                    line.push(';');
                    let wanted = |property: &&Property| "ABC".contains(&*property.identifier);
                    for property in nodes.properties().iter().filter(wanted) {
                        property.append_to(&mut line);
                    }
                }
                NodeEvent::Close => on_main_line = false,
                _ => {}
            }
        }
        Ok(line)
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
    fn small_letters_of_old_identifiers_are_left_out() {
        assert_eq!(nodes("(;X[1];Y[B];A[1]Z[2]B[3][4];;)"), ";;;A[1]B[3][4];;");
        assert_eq!(nodes("(;Alpha[1]BeTa[2])"), ";A[1]");
    }

    #[test]
    fn brackets_inside_values_are_text() {
        assert_eq!(
            nodes(r"(;C[a ( ; ) \] [ \\];B[x])"),
            r";C[a ( ; ) \] [ \\];B[x]"
        );
        assert_eq!(nodes(r"(;C[a\]b];B[x])"), r";C[a\]b];B[x]");
        assert_eq!(nodes("(;A[1]\n [2] ; B [x] )"), ";A[1]\n [2];B[x]");
    }

    #[test]
    fn values_are_read_without_their_escapes() {
        let mut nodes = Nodes::new("(;A[a\\]b\\\\]\n [\\:c]B[])").unwrap();
        while nodes.next().unwrap() != Some(NodeEvent::Node) {}
        let [several, empty] = nodes.properties() else {
            panic!("two properties");
        };
        assert_eq!(several.decoded(), ["a]b\\", ":c"]);
        assert_eq!(several.single(), None);
        assert_eq!(empty.single().as_deref(), Some(""));
        // A backslash removes the line break after it, in any of its forms.
        let mut nodes = Nodes::new("(;A[a\\\nb\\\r\nc\\\n\rd\\\n\ne\\\\\nf])").unwrap();
        while nodes.next().unwrap() != Some(NodeEvent::Node) {}
        assert_eq!(
            nodes.properties()[0].single().as_deref(),
            Some("abcd\ne\\\nf")
        );
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
        assert_eq!(nodes(&deep).len(), 500_000);
        let long = format!("({})", ";".repeat(1_000_000));
        assert_eq!(nodes(&long).len(), 1_000_000);
    }
}
