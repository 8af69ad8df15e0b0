//! A running engine: lines in, answers out, with a time limit for every answer.
//!
//! The engine is the program that this package builds. `GTP_TESTS_ENGINE` names another one as a
//! command line, split at blanks: `GTP_TESTS_ENGINE="gnugo --mode gtp"` runs the regression files
//! with GNU Go, `GTP_TESTS_ENGINE=target/release/ponnuki` tests a release build.

use std::env;
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
    pub(crate) output: Vec<u8>,
    pub(crate) status: ExitStatus,
    /// All text from its standard error, for failure reports.
    pub(crate) log: String,
}

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

/// Returns the command that starts the program with the arguments of a line, which is divided at
/// blanks, from a shell that first runs `setup` if that is not empty, such as `ulimit -v 200000`.
fn command(setup: &str, line: &str) -> Command {
    let own = env::var("GTP_TESTS_ENGINE");
    let program = own.as_deref().unwrap_or(env!("CARGO_BIN_EXE_ponnuki"));
    let mut words = program.split_whitespace().chain(line.split_whitespace());
    let program = words.next().expect("a program");
    // The engine runs in another folder, so a path must be absolute. A bare name is looked up on
    // the PATH.
    let absolute = Path::new(program).canonicalize();
    let program = absolute.unwrap_or_else(|_| program.into());
    let mut command = Command::new(&program);
    if !setup.is_empty() {
        command = Command::new("sh");
        command.args(["-c", &format!("{setup}; exec \"$@\""), "sh"]);
        command.arg(program);
    }
    command.args(words).env_remove("RUST_LOG");
    command
}

/// Starts the program with pipes for all streams.
pub(crate) fn spawn(folder: &Path, setup: &str, line: &str) -> Child {
    let mut command = command(setup, line);
    let child = command
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    child.unwrap_or_else(|error| panic!("{}: {error}", command.get_program().display()))
}

impl Engine {
    /// Starts the engine with these arguments in the folder of the tests.
    pub(crate) fn start(arguments: &str) -> Self {
        Self::start_in(&home(), arguments)
    }

    /// Starts the engine in another folder.
    pub(crate) fn start_in(folder: &Path, arguments: &str) -> Self {
        Self::start_after("", folder, arguments)
    }

    /// Starts the engine in another folder from a shell that first runs `setup`, and the threads
    /// that serve its pipes.
    pub(crate) fn start_after(setup: &str, folder: &Path, arguments: &str) -> Self {
        let mut child = spawn(folder, setup, arguments);
        let stdin = child.stdin.take().unwrap();
        let stdout = child.stdout.take().unwrap();
        let stderr = child.stderr.take().unwrap();
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
        Self {
            child,
            input: Some(input),
            chunks,
            log,
            output: Vec::new(),
            unread: 0,
        }
    }

    pub(crate) fn send(&self, bytes: Vec<u8>, pace: Pace) {
        if let Some(input) = &self.input {
            // An engine that has quit takes no more input; its answers decide the test.
            let _ = input.send((bytes, pace));
        }
    }

    #[track_caller]
    pub(crate) fn ask(&mut self, command: &str) -> Answer {
        self.ask_bytes(format!("{command}\n").into_bytes())
    }

    /// Sends one line of arbitrary bytes, including its line feed, and waits for its answer.
    #[track_caller]
    pub(crate) fn ask_bytes(&mut self, line: Vec<u8>) -> Answer {
        self.send(line, Pace::Whole);
        self.wait_answers(1);
        let rest = &self.output[self.unread..];
        let end = find_end(rest).unwrap();
        self.unread += end + 2;
        parse_answer(&rest[..end])
    }

    /// Sends one command that must succeed, and returns the text of its answer.
    #[track_caller]
    pub(crate) fn must(&mut self, command: &str) -> String {
        let answer = self.ask(command);
        assert!(answer.success, "{command}: {answer:?}");
        answer.text
    }

    /// Sends one command that must succeed with exactly this text.
    #[track_caller]
    pub(crate) fn expect(&mut self, command: &str, text: &str) {
        assert_eq!(self.must(command), text, "{command}");
    }

    /// Sends one command that must be refused with exactly this text.
    #[track_caller]
    pub(crate) fn refuses(&mut self, command: &str, text: &str) {
        let answer = self.ask(command);
        let is_refused = !answer.success && answer.text == text;
        assert!(is_refused, "{command}: {answer:?}");
    }

    /// Waits until `count` more complete answers have arrived.
    #[track_caller]
    pub(crate) fn wait_answers(&mut self, count: usize) {
        let deadline = Instant::now() + PATIENCE;
        let mut from = self.unread;
        for _ in 0..count {
            loop {
                if let Some(end) = find_end(&self.output[from..]) {
                    from += end + 2;
                    break;
                }
                let is_more = self.read_chunk(deadline);
                assert!(is_more, "the engine ended without an answer{}", self.tail());
            }
        }
    }

    /// Marks everything read so far as returned.
    pub(crate) fn skip_answers(&mut self) {
        self.unread = self.output.len();
    }

    /// Waits for the next piece of output. Returns `false` at its end.
    fn read_chunk(&mut self, deadline: Instant) -> bool {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.chunks.recv_timeout(left) {
            Ok(bytes) => self.output.extend_from_slice(&bytes),
            Err(RecvTimeoutError::Disconnected) => return false,
            Err(RecvTimeoutError::Timeout) => {
                let _ = self.child.kill();
                panic!("no answer and no end within {PATIENCE:?}{}", self.tail());
            }
        }
        true
    }

    /// Returns the end of the output, and the log, for a report.
    fn tail(&self) -> String {
        let start = self.output.len().saturating_sub(300);
        let output = String::from_utf8_lossy(&self.output[start..]);
        let log: String = self.log.try_iter().collect();
        format!("\nlast output: {output:?}\nlog: {log}")
    }

    /// Closes the engine's input and waits for the process to end.
    pub(crate) fn finish(mut self) -> Ended {
        self.input = None;
        let deadline = Instant::now() + PATIENCE;
        while self.read_chunk(deadline) {}
        Ended {
            status: self.child.wait().unwrap(),
            log: self.log.iter().collect(),
            output: std::mem::take(&mut self.output),
        }
    }

    /// Closes the engine's input and waits for the process to end with success.
    #[track_caller]
    pub(crate) fn end(self) -> Ended {
        let ended = self.finish();
        assert!(
            ended.status.success(),
            "{}\nlog: {}",
            ended.status,
            ended.log
        );
        ended
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
fn parse_answer(bytes: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(bytes);
    let (success, rest) = match text.split_at_checked(1) {
        Some(("=", rest)) => (true, rest),
        Some(("?", rest)) => (false, rest),
        _ => panic!("not a response: {text:?}"),
    };
    let end = rest.find([' ', '\n']).unwrap_or(rest.len());
    let (digits, body) = rest.split_at(end);
    let id = digits.parse().ok();
    assert!(
        id.is_some() || digits.is_empty(),
        "not a response: {text:?}"
    );
    // A multi-line answer may have a line feed instead of the space. It is part of the text.
    let body = body.strip_prefix(' ').unwrap_or(body);
    Answer {
        success,
        id,
        text: body.to_owned(),
    }
}

pub(crate) fn parse_answers(output: &[u8]) -> Vec<Answer> {
    let mut answers = Vec::new();
    let mut rest = output;
    while !rest.is_empty() {
        let end = find_end(rest).unwrap_or_else(|| {
            let text = String::from_utf8_lossy(rest);
            panic!("the output ends inside a response: {text:?}")
        });
        answers.push(parse_answer(&rest[..end]));
        rest = &rest[end + 2..];
    }
    answers
}
