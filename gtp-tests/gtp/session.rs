//! Sessions with their exact bytes, `*.session`. `main.rs` describes the format.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use libtest_mimic::Trial;

use crate::accept;
use crate::stream::{Input, Stream};
use ponnuki_testing::trial;

struct Session {
    /// The name, with hyphens instead of spaces.
    name: String,
    arguments: String,
    status: i32,
    /// Whether the test depends on the exact bytes of its lines, so that only the first two
    /// streams may send it.
    exact_bytes: bool,
    inputs: Vec<Input>,
    /// The engine's complete expected output.
    output: Vec<u8>,
    /// Whether the last line read is part of an answer.
    in_answer: bool,
}

pub(crate) fn trials(path: &Path) -> Vec<Trial> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let trial = |session: Session| {
        let name = format!("session::{stem}::{}", session.name);
        let path = path.to_owned();
        trial(name, move || {
            if accept::is_asked_for() {
                let ended = Stream::Pipelined.play(&session.arguments, &session.inputs);
                if ended.output != session.output {
                    accept::write(&path, &session.name, &ended.output);
                }
                return;
            }
            check(&session, Stream::LineByLine).unwrap_or_else(|error| panic!("{error}"));
        })
    };
    read(path).into_iter().map(trial).collect()
}

/// Plays all sessions of a file in another stream, except those that depend on bytes which
/// it changes. Returns the reports of those that fail.
pub(crate) fn failures(path: &Path, stream: Stream) -> Vec<String> {
    let fits = |session: &Session| stream.keeps_bytes() || !session.exact_bytes;
    let fail = |session: Session| {
        let report = check(&session, stream).err()?;
        Some(format!("{}: {}: {report}", path.display(), session.name))
    };
    let sessions = read(path).into_iter().filter(fits);
    sessions.filter_map(fail).collect()
}

/// Returns all lines that the sessions of a file send, with their line feeds.
pub(crate) fn lines(path: &Path) -> Vec<Vec<u8>> {
    let inputs = read(path).into_iter().flat_map(|session| session.inputs);
    inputs.map(|input| input.bytes).collect()
}

fn read(path: &Path) -> Vec<Session> {
    let mut sessions: Vec<Session> = Vec::new();
    for (index, line) in fs::read_to_string(path).unwrap().lines().enumerate() {
        let read = match (line.strip_prefix("session "), sessions.last_mut()) {
            (Some(name), _) => {
                let session = Session::new(name);
                let is_new = sessions.iter().all(|other| other.name != session.name);
                sessions.push(session);
                is_new.then_some(()).ok_or("two sessions have this name")
            }
            (None, Some(session)) => session.read(line),
            (None, None) if line.is_empty() || line.starts_with('#') => Ok(()),
            (None, None) => Err("no session yet"),
        };
        read.unwrap_or_else(|error| panic!("{}:{}: {error}: {line}", path.display(), index + 1));
    }
    sessions.iter_mut().for_each(Session::end_answer);
    sessions
}

/// Plays a session and compares the output byte for byte.
///
/// # Errors
/// A report of the difference.
fn check(session: &Session, stream: Stream) -> Result<(), String> {
    let ended = stream.play(&session.arguments, &session.inputs);
    if ended.output != session.output {
        let difference = difference(&session.output, &ended.output);
        return Err(format!("{difference}\nlog: {}", ended.log));
    }
    match ended.status.code() {
        Some(code) if code == session.status => Ok(()),
        other => Err(format!(
            "exit status {other:?}, expected {}\nlog: {}",
            session.status, ended.log
        )),
    }
}

/// Reports the first line that differs, with up to six lines before it.
fn difference(expected: &[u8], got: &[u8]) -> String {
    let expected: Vec<&[u8]> = expected.split_inclusive(|&byte| byte == b'\n').collect();
    let got: Vec<&[u8]> = got.split_inclusive(|&byte| byte == b'\n').collect();
    let same = expected.iter().zip(&got).take_while(|(a, b)| a == b);
    let first = same.count();
    let mut report = String::new();
    for line in &expected[first.saturating_sub(6)..first] {
        let _ = writeln!(report, "         {}", quote(line));
    }
    for (title, lines) in [("expected", &expected), ("got     ", &got)] {
        if lines.len() == first {
            let _ = writeln!(report, "{title} nothing more");
        }
        for line in lines[first..].iter().take(6) {
            let _ = writeln!(report, "{title} {}", quote(line));
        }
    }
    report
}

/// Quotes a line as a Rust string literal, cut after 200 characters.
fn quote(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let short: String = text.chars().take(200).collect();
    format!("{short:?}")
}

impl Session {
    fn new(name: &str) -> Self {
        Self {
            name: slug(name),
            arguments: String::new(),
            status: 0,
            exact_bytes: false,
            inputs: Vec::new(),
            output: Vec::new(),
            in_answer: false,
        }
    }

    fn read(&mut self, line: &str) -> Result<(), &'static str> {
        if line.starts_with('#') {
            return Ok(());
        }
        if let Some(text) = line.strip_prefix('|').filter(|_| self.in_answer) {
            self.output.push(b'\n');
            self.output.extend(unescape(text)?.0);
            return Ok(());
        }
        self.end_answer();
        match line.as_bytes().first() {
            None => Ok(()),
            Some(b'>') => self.sent(line),
            Some(b'=' | b'?') => self.answered(line),
            _ => self.header(line),
        }
    }

    /// Ends the answer that is being read, if any, with its two line feeds.
    fn end_answer(&mut self) {
        if self.in_answer {
            self.output.extend(b"\n\n");
        }
        self.in_answer = false;
    }

    /// Adds a line `> text`.
    fn sent(&mut self, line: &str) -> Result<(), &'static str> {
        let text = line.strip_prefix("> ").or(line.strip_prefix('>'));
        let (mut bytes, ends_line) = unescape(text.unwrap_or_default())?;
        if ends_line {
            bytes.push(b'\n');
        }
        self.inputs.push(Input { bytes, answers: 0 });
        Ok(())
    }

    /// Adds the first line of an answer. The file omits the space after the sign if nothing
    /// follows it, not even an escape.
    fn answered(&mut self, line: &str) -> Result<(), &'static str> {
        let last = self.inputs.last_mut().ok_or("an answer before any line")?;
        last.answers += 1;
        self.output.extend(unescape(line)?.0);
        if !line.contains([' ', '\\']) {
            self.output.push(b' ');
        }
        self.in_answer = true;
        Ok(())
    }

    /// Adds a game of the engine: `genmove` for Black and White in turn, each with its answer.
    fn game(&mut self, answers: &str) -> Result<(), &'static str> {
        let colors = ["b", "w"].into_iter().cycle();
        for (answer, color) in answers.split_whitespace().zip(colors) {
            self.sent(&format!("> genmove {color}"))?;
            self.answered(&format!("= {answer}"))?;
            self.end_answer();
        }
        Ok(())
    }

    /// Adds a line `key: value`.
    fn header(&mut self, line: &str) -> Result<(), &'static str> {
        match line.split_once(':').map(|(key, value)| (key, value.trim())) {
            Some(("arguments", value)) => value.clone_into(&mut self.arguments),
            Some(("status", value)) => self.status = value.parse().map_err(|_| "no number")?,
            Some(("bytes", "exact")) => self.exact_bytes = true,
            Some(("game", answers)) => self.game(answers)?,
            _ => return Err("neither a header nor an exchange"),
        }
        Ok(())
    }
}

/// Returns the name of a session without spaces.
pub(crate) fn slug(name: &str) -> String {
    name.trim().replace(' ', "-")
}

/// Replaces the escapes by their bytes. The second value is false if the text ends with `\c`,
/// which means that no line feed follows.
fn unescape(text: &str) -> Result<(Vec<u8>, bool), &'static str> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend(&rest.as_bytes()[..at]);
        let mut chars = rest[at + 1..].chars();
        let kind = chars.next();
        rest = chars.as_str();
        match kind {
            Some('\\') => bytes.push(b'\\'),
            Some('t') => bytes.push(b'\t'),
            Some('r') => bytes.push(b'\r'),
            Some('s') => bytes.push(b' '),
            Some('V') => bytes.extend(env!("CARGO_PKG_VERSION").bytes()),
            Some('x') => {
                let digits = rest.get(..2).ok_or("\\x needs two digits")?;
                bytes.push(u8::from_str_radix(digits, 16).map_err(|_| "\\x needs two digits")?);
                rest = &rest[2..];
            }
            Some('*') => {
                let (count, tail) = rest.split_once('{').ok_or("\\* needs a count and {text}")?;
                let (piece, tail) = tail.split_once('}').ok_or("\\* needs {text}")?;
                let count: usize = count.parse().map_err(|_| "\\* needs a count")?;
                bytes.extend(piece.as_bytes().repeat(count));
                rest = tail;
            }
            Some('c') if rest.is_empty() => return Ok((bytes, false)),
            _ => return Err("unknown escape"),
        }
    }
    bytes.extend(rest.as_bytes());
    Ok((bytes, true))
}
