//! Writes the answers of today into a file of sessions, with `UPDATE_EXPECT=1`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::{env, iter};

use super::session::slug;

/// Held while a file is read and written, since its sessions run side by side.
static WRITING: Mutex<()> = Mutex::new(());

/// Returns whether the answers of today are accepted.
pub(crate) fn is_asked_for() -> bool {
    env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1")
}

/// Writes these answers, each without its last line feeds, into a session of a file. Comments,
/// headers and the lines that are sent stay.
///
/// # Panics
/// If there are fewer or more answers than lines that have one.
pub(crate) fn write(path: &Path, session: &str, output: &[u8]) {
    let _guard = WRITING.lock().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let output = String::from_utf8_lossy(output);
    let mut answers = output.split_terminator("\n\n");
    let mut lines = Vec::new();
    let mut is_in_session = false;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("session ") {
            is_in_session = slug(name) == session;
        }
        let is_old_answer = line.starts_with(['=', '?', '|']);
        if !is_in_session {
            lines.push(line.to_owned());
        } else if let Some(old) = line.strip_prefix("game: ") {
            let moves = answers.by_ref().take(old.split_whitespace().count());
            let moves: Vec<_> = moves
                .map(|answer| answer.trim_start_matches("= "))
                .collect();
            lines.push(format!("game: {}", moves.join(" ")));
        } else if !is_old_answer {
            lines.push(line.to_owned());
            if is_answered(line) {
                let answer = answers.next().expect("an answer for each line");
                lines.extend(written(answer));
            }
        }
    }
    let left = answers.next();
    assert!(left.is_none(), "no line is answered by {left:?}");
    fs::write(path, lines.join("\n") + "\n").unwrap();
}

/// Returns whether a line of a file sends a command.
fn is_answered(line: &str) -> bool {
    let sent = line.strip_prefix('>').map(str::trim);
    sent.is_some_and(|sent| !sent.is_empty() && !sent.starts_with('#') && !sent.ends_with("\\c"))
}

/// Returns the lines of a file for an answer.
fn written(answer: &str) -> impl Iterator<Item = String> {
    let mut lines = answer.split('\n').map(escaped);
    let first = lines.next().unwrap_or_default();
    // The file omits the space after the sign if nothing follows it.
    let first = match first.strip_suffix("\\s") {
        Some(sign) if !sign.contains(' ') => sign.to_owned(),
        _ => first,
    };
    iter::once(first).chain(lines.map(|line| format!("|{line}")))
}

/// Escapes what a file cannot hold: control characters, a space at the end, and the version.
fn escaped(line: &str) -> String {
    let mut escaped = String::new();
    for letter in line.chars() {
        match letter {
            '\\' => escaped += "\\\\",
            '\t' => escaped += "\\t",
            '\r' => escaped += "\\r",
            letter if letter.is_ascii_control() => {
                let _ = write!(escaped, "\\x{:02X}", letter as u32);
            }
            letter => escaped.push(letter),
        }
    }
    if let Some(start) = escaped.strip_suffix(' ') {
        escaped = format!("{start}\\s");
    }
    escaped.replace(env!("CARGO_PKG_VERSION"), "\\V")
}
