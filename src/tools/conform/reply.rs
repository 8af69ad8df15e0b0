//! An answer as an engine writes it, and what is wrong with its form.

/// An answer.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an observation of its own"
)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reply {
    pub(super) is_success: bool,
    /// Whether the command was refused: by its status, or by the text of an engine that answers
    /// errors with `=`.
    pub(super) is_refusal: bool,
    /// The id, as it was written.
    pub(super) id: Option<String>,
    /// The answer without its status and its id, trimmed.
    pub(super) text: String,
    /// Whether the answer begins on the line after the status, without a space before.
    pub(super) begins_late: bool,
    /// Whether an empty line came before the status.
    pub(super) follows_blank: bool,
}

impl Reply {
    /// Writes the answer as it looks in a dialogue.
    pub(super) fn line(&self) -> String {
        let status = if self.is_success { '=' } else { '?' };
        format!("{status} {}", self.text)
    }

    /// Writes the answer with the status that it should have.
    pub(super) fn meaning(&self) -> String {
        let status = if self.is_refusal { '?' } else { '=' };
        format!("{status} {}", self.text)
    }

    /// Parses output up to an empty line. Digits after the status are an id only if `has_id`.
    /// `note` receives what is wrong with the form, with the name of the check. Returns
    /// `None` if the output holds no answer.
    pub(super) fn parse(
        bytes: &[u8],
        has_id: bool,
        mut note: impl FnMut(&'static str, String),
    ) -> Option<Self> {
        let text = String::from_utf8_lossy(bytes).replace('\r', "");
        let follows_blank = text.starts_with('\n');
        let text = text.trim_start_matches('\n');
        let start = start_of_answer(text);
        if start != Some(0) {
            let noise = text[..start.unwrap_or(text.len())].trim();
            let sentence = format!("outside any answer, the engine writes: {noise}");
            note("output-answers-only", sentence);
        }
        let answer = &text[start?..];
        let rest = &answer[1..];
        let after = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let digits = if has_id { rest.len() - after.len() } else { 0 };
        let body = &rest[digits..];
        judge_form(answer, body, note);
        Some(Self {
            is_success: answer.starts_with('='),
            is_refusal: !answer.starts_with('='),
            id: (digits > 0).then(|| rest[..digits].to_owned()),
            text: body.trim().to_owned(),
            begins_late: body.starts_with('\n') && !body.trim().is_empty(),
            follows_blank,
        })
    }
}

/// Returns whether a line begins as an answer does.
fn is_status(line: &str) -> bool {
    line.starts_with(['=', '?'])
}

/// Returns where the answer in some output begins.
fn start_of_answer(text: &str) -> Option<usize> {
    if is_status(text) {
        return Some(0);
    }
    let inside = [text.find("\n="), text.find("\n?")].into_iter().flatten();
    inside.min().map(|at| at + 1)
}

/// Notes what is wrong with an answer, of which `body` follows the status and the id.
fn judge_form(answer: &str, body: &str, mut note: impl FnMut(&'static str, String)) {
    let is_control = |letter: char| letter.is_ascii_control() && letter != '\n';
    if answer.contains(is_control) {
        let shown = answer.escape_debug();
        note("output-controls", format!("a control character: {shown}"));
    }
    if !body.starts_with([' ', '\t', '\n']) {
        let sentence = format!("no space before the text: {answer}");
        note("output-space", sentence);
    }
    if let Some(line) = body.lines().skip(1).find(|line| is_status(line)) {
        let sentence = format!("an answer contains the line `{line}`");
        note("output-no-status-inside", sentence);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_testing::rows;

    #[test]
    fn the_form_of_an_answer_is_judged() {
        for [output, line, id, names] in rows(
            r"
            =1 a\n\n           | = a     | 1 |
            ?12 no\n\n         | ? no    | 12 |
            = \n\n             | =       |   |
            =\n\n              | =       |   |
            =7\n\n             | =       | 7 |
            = a\nb\n\n        | = a\nb  |   |
            =1\na\n\n         | = a     | 1 |
            x\n\n              |         |   | output-answers-only
            x\n=1 a\n\n       | = a     | 1 | output-answers-only
            =1a\n\n            | = a     | 1 | output-space
            = a\7\n\n         | = a\7   |   | output-controls
            = a\n= b\n\n      | = a\n= b |  | output-no-status-inside
            =1 a\r\n\r\n     | = a     | 1 |
            ",
        ) {
            let output = output.replace(r"\n", "\n").replace(r"\r", "\r");
            let output = output.replace(r"\7", "\u{7}");
            let mut found = Vec::new();
            let reply = Reply::parse(output.as_bytes(), true, |name, _| found.push(name));
            assert_eq!(found.join(" "), names, "{output}");
            let reply = reply.map(|reply| (reply.line(), reply.id.unwrap_or_default()));
            let (found, found_id) = reply.unwrap_or_default();
            let found = found.replace('\n', r"\n").replace('\u{7}', r"\7");
            assert_eq!((found.trim(), found_id.as_str()), (line, id), "{output}");
        }
    }

    #[test]
    fn digits_are_text_where_no_ids_are_sent() {
        let parse = |text: &str| Reply::parse(text.as_bytes(), false, |_, _| ()).unwrap();
        let reply = parse("=2\n\n");
        assert_eq!((reply.id, reply.text.as_str()), (None, "2"));
        assert!(parse("=\na\n\n").begins_late && !parse("= a\n\n").begins_late);
        assert!(parse("\n= a\n\n").follows_blank && !parse("= a\n\n").follows_blank);
    }

    #[test]
    fn a_refusal_may_have_the_status_of_a_success() {
        let mut reply = Reply::parse(b"= illegal move\n\n", true, |_, _| ()).unwrap();
        assert_eq!(reply.meaning(), "= illegal move");
        reply.is_refusal = true;
        assert_eq!(reply.line(), "= illegal move");
        assert_eq!(reply.meaning(), "? illegal move");
    }
}
