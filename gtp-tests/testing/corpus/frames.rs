//! Strict parsers for GTP lines and answers that do not use the engine's own.

use std::io::Cursor;

use ponnuki_gtp::{Engine, EngineOptions, Session};

/// The parts of a line that determine the frame of its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SentCommand {
    pub(super) id: Option<u32>,
    pub(super) name: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) success: bool,
    pub(super) id: Option<u32>,
    /// Whether a space follows the id, which is required except before the lines of an analysis.
    pub(super) has_space: bool,
    pub(super) text: Vec<u8>,
}

/// Parses a line without its line feed by sections 2.5 and 3.1 of the
/// specification: control characters and the comment are removed, and a first word
/// that is a 31-bit number is the id. Returns `None` if nothing is left.
pub(super) fn asked(line: &[u8]) -> Option<SentCommand> {
    let text: Vec<u8> = line
        .iter()
        .copied()
        .take_while(|&byte| byte != b'#')
        .filter(|&byte| byte == b'\t' || !byte.is_ascii_control())
        .collect();
    let mut words = text
        .split(|&byte| byte == b' ' || byte == b'\t')
        .filter(|word| !word.is_empty());
    let first = words.next()?;
    let id = std::str::from_utf8(first)
        .ok()
        .filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|word| word.parse::<u32>().ok())
        .filter(|&id| i32::try_from(id).is_ok());
    let name = match id {
        None => first,
        Some(_) => words.next().unwrap_or_default(),
    };
    Some(SentCommand {
        id,
        name: name.to_vec(),
    })
}

/// Parses the lines of a session up to the one that ends it.
pub(super) fn all_asked(input: &[u8]) -> Vec<SentCommand> {
    let mut all: Vec<_> = input
        .split(|&byte| byte == b'\n')
        .filter_map(asked)
        .collect();
    if let Some(end) = all.iter().position(|asked| asked.name == b"quit") {
        all.truncate(end + 1);
    }
    all
}

/// Returns the output of a new engine for this input.
///
/// # Panics
/// If the session ends with an error, since nothing can fail in memory.
pub(super) fn session(input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    let engine = Engine::new(EngineOptions::new(1));
    Session::run(Cursor::new(input.to_vec()), &mut output, engine)
        .expect("a session in memory ends well");
    output
}

/// Parses an output into its answers.
///
/// An answer is `=` or `?`, the id, a space (before the lines of an analysis a line
/// feed), the text, and two line feeds. The text has no blank lines and no control
/// characters except line feeds.
///
/// # Panics
/// If the output contains anything else.
pub(super) fn answers(output: &[u8]) -> Vec<Answer> {
    let mut answers = Vec::new();
    let mut rest = output;
    while !rest.is_empty() {
        let end = rest.windows(2).position(|pair| pair == b"\n\n");
        let end = end.expect("an answer ends with two line feeds");
        answers.push(answer(&rest[..end]));
        rest = &rest[end + 2..];
    }
    answers
}

fn answer(bytes: &[u8]) -> Answer {
    let shown = String::from_utf8_lossy(bytes);
    let success = match bytes.first() {
        Some(b'=') => true,
        Some(b'?') => false,
        _ => panic!("an answer begins with = or ?: {shown:?}"),
    };
    let end = bytes.iter().position(|byte| b" \n".contains(byte));
    let end = end.unwrap_or(bytes.len());
    let digits = std::str::from_utf8(&bytes[1..end]).expect("the id has digits");
    let id = (!digits.is_empty()).then(|| digits.parse().expect("the id is a number"));
    let has_space = bytes.get(end) == Some(&b' ');
    let text = bytes.get(end + 1..).unwrap_or_default().to_vec();
    let is_odd = |&byte: &u8| byte.is_ascii_control() && byte != b'\n';
    assert!(!text.iter().any(is_odd), "a control character: {shown:?}");
    Answer {
        success,
        id,
        has_space,
        text,
    }
}

/// Checks that every command has one answer with its id, that no answer is an
/// internal error, and that a command is unknown exactly if it is not listed.
///
/// # Panics
/// If a check fails.
pub(super) fn check(asked: &[SentCommand], answers: &[Answer]) {
    assert_eq!(answers.len(), asked.len(), "one answer per command");
    let known = commands();
    for (asked, answer) in asked.iter().zip(answers) {
        assert_eq!(answer.id, asked.id, "{asked:?}: {answer:?}");
        let is_analysis = answer.success && asked.name.ends_with(b"analyze");
        assert_ne!(answer.has_space, is_analysis, "{asked:?}: {answer:?}");
        let is_unknown = !answer.success && answer.text == b"unknown command";
        let is_listed = known.contains(&asked.name);
        // `help` gives this answer about its argument.
        if asked.name != b"help" {
            assert_eq!(is_unknown, !is_listed, "{asked:?}: {answer:?}");
        }
        let is_defect = !answer.success && answer.text == b"internal error";
        assert!(!is_defect, "{asked:?}");
    }
}

/// Returns the names of all commands, as the engine lists them.
fn commands() -> Vec<Vec<u8>> {
    let output = session(b"list_commands\n");
    let names = output.strip_prefix(b"= ").expect("the list is an answer");
    names
        .split(|&byte| byte == b'\n')
        .filter(|name| !name.is_empty())
        .map(<[u8]>::to_vec)
        .collect()
}
