//! A running engine: lines in, answers out, with a time limit for every answer.
//!
//! The engine is the program that this package builds. `GTP_TESTS_ENGINE` names another one as a
//! command line, split at blanks: `GTP_TESTS_ENGINE="gnugo --mode gtp"` runs the regression files
//! with GNU Go, `GTP_TESTS_ENGINE=target/release/ponnuki` tests a release build.

use std::env;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit for an answer and for the end of the process. It is far longer than a slow
/// machine needs, and only keeps a hanging engine from hanging the tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// The size of the writes in which a message goes to the engine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// One write for the whole message.
    Whole,
    /// One write per byte, or small pieces of an odd length for very long messages.
    Bytes,
}

/// Everything that an engine wrote, once it has ended.
pub(crate) struct Ended {
    /// All bytes from its standard output.
    pub(crate) output: Vec<u8>,
    /// The exit status of the process.
    pub(crate) status: ExitStatus,
    /// All text from its standard error, for failure reports.
    pub(crate) log: String,
}

/// One parsed response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// True for `=`, false for `?`.
    pub(crate) success: bool,
    /// The id after the sign, if there is one.
    pub(crate) id: Option<u32>,
    /// The text between the space after the sign and the two line feeds.
    pub(crate) text: String,
}

/// A child process that speaks GTP. Threads serve its pipes, so that neither side can block the
/// other: a test may send everything before it reads anything.
pub(crate) struct Engine {
    child: Child,
    input: Option<Sender<(Vec<u8>, Pace)>>,
    chunks: Receiver<Vec<u8>>,
    log: Receiver<String>,
    output: Vec<u8>,
    /// The offset in `output` of the first answer that [`Engine::ask`] has not returned yet.
    unread: usize,
}

/// Returns the folder with the test files, which is the working directory of every engine, so that
/// `loadsgf sgf/x.sgf` in a regression file means the same here and under gogui-regress.
pub(crate) fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests/gtp")
}

/// Returns the program to start, and its arguments that precede those of a test.
pub(crate) fn program() -> (OsString, Vec<OsString>) {
    let Some(line) = env::var_os("GTP_TESTS_ENGINE") else {
        return (env!("CARGO_BIN_EXE_ponnuki").into(), Vec::new());
    };
    let line = line.to_string_lossy();
    let mut words = line.split_whitespace().map(OsString::from);
    let program = words.next().unwrap_or_default();
    // The engine runs in another folder, so a path must be absolute. A bare name is looked up on
    // the PATH.
    let absolute = Path::new(&program).canonicalize().map(Into::into);
    (absolute.unwrap_or(program), words.collect())
}

impl Engine {
    /// Starts the engine with these arguments in the folder of the tests.
    ///
    /// # Errors
    /// A report if the process cannot be started.
    pub(crate) fn start<S: AsRef<str>>(arguments: &[S]) -> Result<Self, String> {
        Self::start_in(&home(), arguments)
    }

    /// Starts the engine in another folder.
    ///
    /// # Errors
    /// A report if the process cannot be started.
    pub(crate) fn start_in<S: AsRef<str>>(folder: &Path, arguments: &[S]) -> Result<Self, String> {
        let (program, first) = program();
        let mut command = Command::new(&program);
        command.args(first);
        Self::spawn(command, folder, arguments)
    }

    /// Starts the engine in another folder from a shell that first runs `setup`, such as
    /// `ulimit -v 200000`.
    ///
    /// # Errors
    /// A report if the shell cannot be started.
    #[cfg(unix)]
    pub(crate) fn start_after<S: AsRef<str>>(
        setup: &str,
        folder: &Path,
        arguments: &[S],
    ) -> Result<Self, String> {
        let (program, first) = program();
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{setup}; exec \"$@\""), "sh"]);
        command.arg(program).args(first);
        Self::spawn(command, folder, arguments)
    }

    /// Spawns the process, and the threads that serve its pipes.
    fn spawn<S: AsRef<str>>(
        mut command: Command,
        folder: &Path,
        arguments: &[S],
    ) -> Result<Self, String> {
        let mut child = command
            .args(arguments.iter().map(AsRef::as_ref))
            .current_dir(folder)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| {
                format!("cannot start {}: {error}", command.get_program().display())
            })?;
        let stdin = child.stdin.take().ok_or("no standard input")?;
        let stdout = child.stdout.take().ok_or("no standard output")?;
        let stderr = child.stderr.take().ok_or("no standard error")?;
        let (input, messages) = mpsc::channel();
        thread::spawn(move || feed(stdin, &messages));
        let (chunk, chunks) = mpsc::channel();
        thread::spawn(move || drain(stdout, |bytes| chunk.send(bytes.to_vec()).is_ok()));
        let (line, log) = mpsc::channel();
        thread::spawn(move || {
            drain(stderr, |bytes| {
                line.send(String::from_utf8_lossy(bytes).into_owned())
                    .is_ok()
            });
        });
        Ok(Self {
            child,
            input: Some(input),
            chunks,
            log,
            output: Vec::new(),
            unread: 0,
        })
    }

    /// Sends bytes to the engine without waiting.
    pub(crate) fn send(&self, bytes: Vec<u8>, pace: Pace) {
        if let Some(input) = &self.input {
            // An engine that has quit takes no more input; its answers decide the test.
            let _ = input.send((bytes, pace));
        }
    }

    /// Sends one command and waits for its answer.
    ///
    /// # Errors
    /// A report if no well-formed answer comes.
    pub(crate) fn ask(&mut self, command: &str) -> Result<Answer, String> {
        self.ask_bytes(format!("{command}\n").into_bytes())
    }

    /// Sends one line of arbitrary bytes, including its line feed, and waits for its answer.
    ///
    /// # Errors
    /// A report if no well-formed answer comes.
    pub(crate) fn ask_bytes(&mut self, line: Vec<u8>) -> Result<Answer, String> {
        let command = String::from_utf8_lossy(&line).trim_end().to_owned();
        self.send(line, Pace::Whole);
        self.wait_answers(1)
            .map_err(|error| format!("{command}: {error}"))?;
        let end = self.unread + find_end(&self.output[self.unread..]).unwrap_or(0);
        let bytes = &self.output[self.unread..end];
        let answer = parse_answer(bytes).map_err(|error| format!("{command}: {error}"))?;
        self.unread = end + 2;
        Ok(answer)
    }

    /// Sends one command that must succeed, and returns the text of its answer.
    ///
    /// # Errors
    /// A report if it fails or no answer comes.
    pub(crate) fn must(&mut self, command: &str) -> Result<String, String> {
        let answer = self.ask(command)?;
        if answer.success {
            Ok(answer.text)
        } else {
            Err(format!("{command}: refused with '? {}'", answer.text))
        }
    }

    /// Waits until `count` more complete answers have arrived.
    ///
    /// # Errors
    /// A report if the engine ends before that or takes too long.
    pub(crate) fn wait_answers(&mut self, count: usize) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        let mut from = self.unread;
        for _ in 0..count {
            loop {
                if let Some(end) = find_end(&self.output[from..]) {
                    from += end + 2;
                    break;
                }
                self.read_chunk(deadline)?;
            }
        }
        Ok(())
    }

    /// Marks everything read so far as returned.
    pub(crate) fn skip_answers(&mut self) {
        self.unread = self.output.len();
    }

    /// Waits for the next piece of output.
    fn read_chunk(&mut self, deadline: Instant) -> Result<(), String> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.chunks.recv_timeout(left) {
            Ok(bytes) => {
                self.output.extend_from_slice(&bytes);
                Ok(())
            }
            Err(RecvTimeoutError::Timeout) => {
                let _ = self.child.kill();
                Err(format!("no answer within {PATIENCE:?}{}", self.tail()))
            }
            Err(RecvTimeoutError::Disconnected) => {
                Err(format!("the engine ended without an answer{}", self.tail()))
            }
        }
    }

    /// Returns the end of the output, and the log, for a report.
    fn tail(&self) -> String {
        let start = self.output.len().saturating_sub(300);
        let output = String::from_utf8_lossy(&self.output[start..]);
        let log: String = self.log.try_iter().collect();
        format!("\nlast output: {output:?}\nlog: {log}")
    }

    /// Closes the engine's input and waits for the process to end.
    ///
    /// # Errors
    /// A report if it does not end in time.
    pub(crate) fn finish(mut self) -> Result<Ended, String> {
        self.input = None;
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.chunks.recv_timeout(left) {
                Ok(bytes) => self.output.extend_from_slice(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.child.kill();
                    return Err(format!("still running after {PATIENCE:?}{}", self.tail()));
                }
            }
        }
        let status = self.child.wait().map_err(|error| error.to_string())?;
        let log = self.log.iter().collect();
        let output = std::mem::take(&mut self.output);
        Ok(Ended {
            output,
            status,
            log,
        })
    }
}

impl Drop for Engine {
    /// Kills the process if a test gives up in the middle.
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Runs the writing thread: forwards messages until the engine or the test closes its end.
fn feed(mut stdin: impl Write, messages: &Receiver<(Vec<u8>, Pace)>) {
    for (bytes, pace) in messages {
        let step = match pace {
            Pace::Whole => bytes.len().max(1),
            // Megabytes byte by byte would take seconds. Pieces of an odd length split lines just
            // as well.
            Pace::Bytes if bytes.len() > 1 << 16 => 997,
            Pace::Bytes => 1,
        };
        for piece in bytes.chunks(step) {
            if stdin.write_all(piece).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    }
}

/// Runs a reading thread: passes every piece to `take` until the pipe ends or `take` returns
/// false.
fn drain(mut pipe: impl Read, take: impl Fn(&[u8]) -> bool) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(length) = pipe.read(&mut buffer) {
        if length == 0 || !take(&buffer[..length]) {
            return;
        }
    }
}

/// Returns the offset of the two line feeds that end the first answer in `bytes`.
fn find_end(bytes: &[u8]) -> Option<usize> {
    bytes.windows(2).position(|pair| pair == b"\n\n")
}

/// Parses a response without its two line feeds: `=` or `?`, the id, a space, the text.
///
/// # Errors
/// A report that quotes bytes that are not a response.
fn parse_answer(bytes: &[u8]) -> Result<Answer, String> {
    let text = String::from_utf8_lossy(bytes);
    let odd = || format!("not a response: {text:?}");
    let (success, rest) = match text.split_at_checked(1) {
        Some(("=", rest)) => (true, rest),
        Some(("?", rest)) => (false, rest),
        _ => return Err(odd()),
    };
    let (id, body) = rest.split_once([' ', '\n']).unwrap_or((rest, ""));
    let id = match id {
        "" => None,
        digits => Some(digits.parse().map_err(|_| odd())?),
    };
    // A multi-line answer may have a line feed instead of the space. It is part of the text.
    let body = match rest.find(['\n', ' ']) {
        Some(at) if rest.as_bytes()[at] == b'\n' => &rest[at..],
        _ => body,
    };
    Ok(Answer {
        success,
        id,
        text: body.to_owned(),
    })
}

/// Turns a condition into a result.
///
/// # Errors
/// The report, if the condition does not hold.
pub(crate) fn ensure(condition: bool, report: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(report()) }
}

/// Parses a whole output.
///
/// # Errors
/// A report if part of it is not a response.
pub(crate) fn parse_answers(output: &[u8]) -> Result<Vec<Answer>, String> {
    let mut answers = Vec::new();
    let mut rest = output;
    while !rest.is_empty() {
        let Some(end) = find_end(rest) else {
            let text = String::from_utf8_lossy(rest);
            return Err(format!("the output ends inside a response: {text:?}"));
        };
        answers.push(parse_answer(&rest[..end])?);
        rest = &rest[end + 2..];
    }
    Ok(answers)
}
