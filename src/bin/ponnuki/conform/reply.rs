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
        let is_status = |line: &str| line.starts_with(['=', '?']);
        let inside = [text.find("\n="), text.find("\n?")].into_iter().flatten();
        let inside = inside.min().map(|at| at + 1);
        let start = if is_status(text) { Some(0) } else { inside };
        if start != Some(0) {
            let noise = text[..start.unwrap_or(text.len())].trim();
            let sentence = format!("outside any answer, the engine writes: {noise}");
            note("output-answers-only", sentence);
        }
        let answer = &text[start?..];
        let is_control = |letter: char| letter.is_ascii_control() && letter != '\n';
        if answer.contains(is_control) {
            let shown = answer.escape_debug();
            note("output-controls", format!("a control character: {shown}"));
        }
        let rest = &answer[1..];
        let after = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let digits = if has_id { rest.len() - after.len() } else { 0 };
        let body = &rest[digits..];
        if !body.starts_with([' ', '\t', '\n']) {
            note(
                "output-space",
                format!("no space before the text: {answer}"),
            );
        }
        if let Some(line) = body.lines().skip(1).find(|line| is_status(line)) {
            let sentence = format!("an answer contains the line `{line}`");
            note("output-no-status-inside", sentence);
        }
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
