//! A GTP program as a child process.

use std::env;
use std::fmt::{self, Write as _};
use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::CommandWrap;
#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;

use super::answers::{Answer, Answers, NoAnswer};
use super::record::Ending;
use super::watchdog::{Interrupt, Watchdog, lock};

/// The number of bytes kept from the end of standard error, for the record.
const STDERR_TAIL: usize = 200;

/// The command that stands for this program, wherever it is installed.
const THIS_PROGRAM: &str = "ponnuki";

/// A fault that loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// How the fault ends the game.
    pub(super) end: Ending,
    /// A description that follows the program's colour or label: `ended with
    /// exit status: 1`.
    pub(super) detail: String,
}

impl Fault {
    /// Creates a fault.
    pub(super) fn new(end: Ending, detail: impl Into<String>) -> Self {
        Self {
            end,
            detail: detail.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

/// A running program. Commands are queued and sent together; their answers are
/// read one by one. Dropping the value kills the program.
pub(super) struct Program {
    input: Option<ChildStdin>,
    answers: Answers<ChildStdout>,
    watchdog: Arc<Watchdog>,
    stderr_tail: Arc<Mutex<Vec<u8>>>,
    /// The lines of commands not sent yet.
    queued: Vec<u8>,
    /// The time limit of the commands last sent.
    limit: Duration,
}

impl Program {
    /// Starts a program in its own process group, so that a Ctrl-C in the
    /// terminal does not reach it and its children die with it.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub(super) fn start(command: &[String], interrupt: &Interrupt) -> io::Result<Self> {
        let Some((name, arguments)) = command.split_first() else {
            return Err(io::Error::other("an empty command"));
        };
        let mut process = Command::new(name);
        process
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut process = CommandWrap::from(process);
        #[cfg(unix)]
        process.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        process.wrap(JobObject);
        let mut child = process.spawn()?;
        let lost = || io::Error::other("a pipe is missing");
        let input = child.stdin().take().ok_or_else(lost)?;
        let output = child.stdout().take().ok_or_else(lost)?;
        let stderr_tail = Arc::new(Mutex::new(Vec::new()));
        if let Some(stream) = child.stderr().take() {
            let stderr_tail = Arc::clone(&stderr_tail);
            thread::Builder::new()
                .name("stderr".to_owned())
                .spawn(move || keep_last(stream, &stderr_tail))?;
        }
        let watchdog = Watchdog::start(child)?;
        interrupt.watch(&watchdog);
        Ok(Self {
            input: Some(input),
            answers: Answers::new(output),
            watchdog,
            stderr_tail,
            queued: Vec::new(),
            limit: Duration::MAX,
        })
    }

    /// Adds a command to those that [`send`](Self::send) sends.
    pub(super) fn queue(&mut self, command: fmt::Arguments<'_>) {
        // Writing to memory does not fail.
        let _ = self.queued.write_fmt(command);
        self.queued.push(b'\n');
    }

    /// Sends the queued commands. All of their answers together must arrive
    /// within `limit`.
    ///
    /// # Errors
    /// [`Fault`] if the program has written more than its answers, or is gone.
    pub(super) fn send(&mut self, limit: Duration) -> Result<(), Fault> {
        if let Some(text) = self.answers.unasked() {
            let detail = format!("wrote more than its answers: {text}");
            return Err(Fault::new(Ending::Malformed, detail));
        }
        self.limit = limit;
        // A deadline beyond the range of the clock is as good as no deadline.
        if let Some(deadline) = Instant::now().checked_add(limit) {
            self.watchdog.set(deadline);
        }
        let sent = match &mut self.input {
            Some(input) => input.write_all(&self.queued),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        self.queued.clear();
        sent.map_err(|_| self.gone(""))
    }

    /// Reads the next answer.
    ///
    /// # Errors
    /// [`Fault`] if the program gives no valid answer.
    pub(super) fn answer(&mut self) -> Result<Answer, Fault> {
        self.answers.next().map_err(|problem| match problem {
            NoAnswer::Malformed(text) => {
                Fault::new(Ending::Malformed, format!("answered no GTP: {text}"))
            }
            NoAnswer::Ended(text) => self.gone(&text),
            NoAnswer::Unreadable(error) => {
                Fault::new(Ending::Crash, format!("cannot be read from: {error}"))
            }
        })
    }

    /// Lifts the time limit, once all answers have arrived.
    pub(super) fn lift_limit(&self) {
        self.watchdog.clear();
    }

    /// Asks the program to quit, and kills it if it does not do so in two seconds.
    pub(super) fn quit(mut self) {
        self.queue(format_args!("quit"));
        if self.send(Duration::from_secs(2)).is_ok() {
            self.input = None;
            self.watchdog.await_end();
        }
    }

    /// Describes why the output has ended, after the unfinished answer `text`.
    fn gone(&self, text: &str) -> Fault {
        if self.watchdog.has_fired() {
            let seconds = self.limit.as_secs_f64();
            return Fault::new(Ending::Hang, format!("gave no answer within {seconds} s"));
        }
        let mut detail = match self.watchdog.await_end() {
            Some(status) => format!("ended with {status}"),
            None => "closed its output".to_owned(),
        };
        if !text.is_empty() {
            let _ = write!(detail, ", in the middle of the answer {text}");
        }
        let stderr_tail = lock(&self.stderr_tail);
        if !stderr_tail.trim_ascii().is_empty() {
            let text = String::from_utf8_lossy(&stderr_tail);
            let words: Vec<_> = text.split_whitespace().collect();
            let last = words.join(" ");
            let _ = write!(detail, ", last on standard error: {}", last.escape_debug());
        }
        Fault::new(Ending::Crash, detail)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.watchdog.kill();
    }
}

/// Reads a stream to its end and keeps its last bytes.
fn keep_last(mut stream: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4096];
    while let Ok(read @ 1..) = stream.read(&mut chunk) {
        let mut kept = lock(kept);
        kept.extend_from_slice(&chunk[..read]);
        let surplus = kept.len().saturating_sub(STDERR_TAIL);
        kept.drain(..surplus);
    }
}

/// Splits a command line at white space, with the quoting rules of a Unix shell
/// but no other features of a shell. If the first word is `ponnuki`, it is
/// replaced by the path of this program.
///
/// On Windows a backslash is an ordinary character, as in paths. Returns `None`
/// for an empty line and for quotes that are not closed.
pub(super) fn split_command(command: &str) -> Option<Vec<String>> {
    let literal;
    let text = if cfg!(windows) {
        literal = command.replace('\\', "\\\\");
        &literal
    } else {
        command
    };
    let mut words = shlex::split(text).filter(|words| !words.is_empty())?;
    if words[0] == THIS_PROGRAM
        && let Ok(path) = env::current_exe()
        && let Some(path) = path.to_str()
    {
        path.clone_into(&mut words[0]);
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_words_together() {
        assert_eq!(
            split_command(r#"gnugo --mode gtp --name "GNU Go" 'a b'"#).unwrap(),
            ["gnugo", "--mode", "gtp", "--name", "GNU Go", "a b"]
        );
        assert_eq!(split_command(""), None);
        assert_eq!(split_command("  "), None);
        assert_eq!(split_command("gnugo 'open"), None);
    }

    #[test]
    fn this_program_is_found_wherever_it_is() {
        let path = env::current_exe().unwrap();
        let split = split_command("ponnuki --seed 1").unwrap();
        assert_eq!(split, [path.to_str().unwrap(), "--seed", "1"]);
        assert_eq!(split_command("./ponnuki").unwrap(), ["./ponnuki"]);
    }
}
