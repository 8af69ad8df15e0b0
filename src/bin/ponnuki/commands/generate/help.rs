//! Parsing the help of a command into examples and paragraphs.

use clap::Command;

/// The help after the options, by kind of paragraph.
#[derive(Debug, Default)]
pub(super) struct AfterHelp {
    /// Command lines, each with its explanation, which may be empty.
    pub(super) examples: Vec<(String, String)>,
    /// The paragraph after "Exit status: ".
    pub(super) status: Option<String>,
    /// All other paragraphs, each on one line.
    pub(super) paragraphs: Vec<String>,
}

impl AfterHelp {
    /// Parses the help after the options of a command.
    pub(super) fn new(command: &Command) -> Self {
        let text = command.get_after_help().map(ToString::to_string);
        let mut after = Self::default();
        for paragraph in paragraphs(&text.unwrap_or_default()) {
            if let Some(lines) = paragraph.strip_prefix("Examples:\n") {
                after.examples = lines.lines().map(example).collect();
            } else if let Some(status) = paragraph.strip_prefix("Exit status: ") {
                after.status = Some(joined(status));
            } else {
                after.paragraphs.push(joined(paragraph));
            }
        }
        after
    }
}

/// Iterates over paragraphs, which empty lines separate.
pub(super) fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    let paragraphs = text
        .split("\n\n")
        .map(|paragraph| paragraph.trim_matches('\n'));
    paragraphs.filter(|paragraph| !paragraph.is_empty())
}

/// Parses an example. Three spaces precede its explanation.
fn example(line: &str) -> (String, String) {
    let line = line.trim();
    let (line, explanation) = line.split_once("   ").unwrap_or((line, ""));
    (line.to_owned(), explanation.trim().to_owned())
}

/// Joins the lines of a paragraph with single spaces.
pub(super) fn joined(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Capitalises the first letter and adds a full stop if needed.
pub(super) fn sentence(text: &str) -> String {
    let mut sentence = String::new();
    let mut letters = text.chars();
    sentence.extend(letters.next().map(|first| first.to_ascii_uppercase()));
    sentence.push_str(letters.as_str());
    if !sentence.ends_with(['.', ':', '?', '!', '"', ')', ']']) {
        sentence.push('.');
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_after_the_options_has_three_kinds_of_parts() {
        let command = Command::new("a").after_help(
            "Examples:\n  a b   plays b\n  a c > d\n\nSome more\nwords.\n\nExit status: 0 if\nwell.",
        );
        let after = AfterHelp::new(&command);
        let examples = [("a b", "plays b"), ("a c > d", "")];
        let owned = |(line, explanation): (&str, &str)| (line.to_owned(), explanation.to_owned());
        assert_eq!(after.examples, examples.map(owned));
        assert_eq!(after.paragraphs, ["Some more words."]);
        assert_eq!(after.status.as_deref(), Some("0 if well."));
    }

    #[test]
    fn a_sentence_has_a_capital_and_one_full_stop() {
        for (text, expected) in [("stronger", "Stronger."), ("Is it?", "Is it?")] {
            assert_eq!(sentence(text), expected);
        }
    }
}
