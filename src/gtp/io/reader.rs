//! Reads the input, and scans it for interrupts while a command runs.
//!
//! Usually the session reads the input itself: a hop through another thread for
//! every command would cost more than most commands take. A command that may
//! take long needs its input scanned while it runs, so the input moves into a
//! reader thread, which passes on all bytes that it reads and raises the stop
//! flag at a line that stops the command. No read can be cancelled, so the
//! thread keeps the input when the command ends. It returns the input after its
//! next read, if no other command needs the scan by then.
//!
//! ```text
//! session  read, execute quick commands | run a long command  | read what the thread passes on | read ...
//! thread                                  read, scan, pass on   read, pass on, return the input
//! ```

mod thread;

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::mpsc::Sender;

use thread::ReaderThread;

/// The input of a session. `Read` returns all its bytes in order, whichever thread reads them.
#[derive(Debug)]
pub(super) struct InputReader<R> {
    reader: InputOwner<R>,
    /// Bytes from the reader thread that the session has not read yet.
    received: VecDeque<u8>,
    /// The end or the error that the reader thread met. It is reported once,
    /// after the received bytes.
    end: Option<io::Result<()>>,
    /// The offset in the input after the last interrupt that stopped a command.
    last_interrupt: u64,
    /// A sender whose drop, when the command ends, cancels the timer of a `quit`.
    running_command: Option<Sender<()>>,
}

/// The current owner of the input.
#[derive(Debug)]
enum InputOwner<R> {
    /// The session.
    Direct(R),
    /// The reader thread.
    Threaded(ReaderThread<R>),
    /// A reader thread that panicked, so the input is gone.
    Lost,
}

impl<R> InputReader<R> {
    pub(super) const fn new(input: R) -> Self {
        Self {
            reader: InputOwner::Direct(input),
            received: VecDeque::new(),
            end: None,
            last_interrupt: 0,
            running_command: None,
        }
    }
}

impl<R: Read> Read for InputReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.received.is_empty() {
                return self.received.read(buffer);
            }
            if let Some(end) = self.end.take() {
                return end.map(|()| 0);
            }
            match &mut self.reader {
                InputOwner::Direct(input) => return input.read(buffer),
                InputOwner::Threaded(thread) => match thread.chunks.recv() {
                    Ok(chunk) => self.received.extend(chunk),
                    // The thread has ended, so the input can be read directly.
                    Err(_) => self.join_thread(),
                },
                InputOwner::Lost => {
                    return Err(io::Error::other(
                        "the thread that reads the input has panicked",
                    ));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver};
    use std::thread;

    use super::*;
    use crate::engine::StopOn;
    use crate::io::lines::{InputLine, LineReader};
    use ponnuki_play::player::StopFlag;

    /// Scans an input to its end. Returns whether the flag was raised, and all lines.
    fn scanned(input: &'static str, stop_on: StopOn) -> (bool, Vec<String>) {
        let stop = StopFlag::new();
        let mut lines = LineReader::new(InputReader::new(input.as_bytes()));
        start(&mut lines, stop_on, &stop);
        // Without `stop_scanning` the thread reads to the end, or until the flag is raised.
        let mut rest = Vec::new();
        while let Some(line) = next(&mut lines) {
            rest.push(line);
        }
        (stop.is_raised(), rest)
    }

    fn start<R: Read + Send + 'static>(
        lines: &mut LineReader<InputReader<R>>,
        stop_on: StopOn,
        stop: &StopFlag,
    ) {
        let (input, unread, position) = lines.input_and_unread();
        input.start_scanning(unread, position, stop_on, stop);
    }

    fn next<R: Read>(lines: &mut LineReader<InputReader<R>>) -> Option<String> {
        match lines.next().unwrap() {
            Some(InputLine::Text(line)) => Some(String::from_utf8_lossy(line).into_owned()),
            _ => None,
        }
    }

    fn all(lines: &[&str]) -> Vec<String> {
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn only_interrupts_raise_the_flag_and_no_line_is_lost() {
        let interrupts = |input| scanned(input, StopOn::Interrupt);
        assert_eq!(
            interrupts("name\n# interrupt\nversion\n"),
            (true, all(&["name", "# interrupt", "version"]))
        );
        assert_eq!(
            interrupts("name\nversion"),
            (false, all(&["name", "version"]))
        );
        assert_eq!(interrupts(""), (false, all(&[])));
    }

    #[test]
    fn any_line_and_the_end_of_the_input_stop_an_analysis() {
        for input in ["name\n", "\n", "# comment\n", "na", ""] {
            let lines: Vec<&str> = input.lines().collect();
            assert_eq!(
                scanned(input, StopOn::AnyLine),
                (true, all(&lines)),
                "{input:?}"
            );
        }
    }

    /// A stream that reads its bytes from a channel and ends with it.
    struct Pipe(Receiver<&'static str>);

    impl Read for Pipe {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let text = self.0.recv().unwrap_or_default().as_bytes();
            buffer[..text.len()].copy_from_slice(text);
            Ok(text.len())
        }
    }

    #[test]
    fn received_lines_do_not_wait_for_others() {
        let (sender, receiver) = mpsc::channel();
        let mut lines = LineReader::new(InputReader::new(Pipe(receiver)));
        let stop = StopFlag::new();
        sender.send("1\n2\n3").unwrap();
        assert_eq!(next(&mut lines).unwrap(), "1");
        start(&mut lines, StopOn::Interrupt, &stop);
        sender.send("\n4\n").unwrap();
        // Meanwhile the reader thread waits for input.
        lines.input_and_unread().0.stop_scanning();
        assert_eq!(next(&mut lines).unwrap(), "2");
        start(&mut lines, StopOn::Interrupt, &stop);
        lines.input_and_unread().0.stop_scanning();
        assert_eq!(next(&mut lines).unwrap(), "3");
        assert!(!stop.is_raised());
        start(&mut lines, StopOn::AnyLine, &stop);
        while !stop.is_raised() {
            thread::yield_now();
        }
        lines.input_and_unread().0.stop_scanning();
        assert_eq!(next(&mut lines).unwrap(), "4");
        drop(sender);
        assert_eq!(next(&mut lines), None);
    }

    #[test]
    fn an_interrupt_counts_once() {
        let (sender, receiver) = mpsc::channel();
        let mut lines = LineReader::new(InputReader::new(Pipe(receiver)));
        sender.send("1\n2\n# interrupt\n").unwrap();
        for line in ["1", "2"] {
            assert_eq!(next(&mut lines).unwrap(), line);
            let stop = StopFlag::new();
            start(&mut lines, StopOn::Interrupt, &stop);
            assert_eq!(stop.is_raised(), line == "1");
            lines.input_and_unread().0.stop_scanning();
        }
        drop(sender);
        assert_eq!(next(&mut lines).unwrap(), "# interrupt");
        assert_eq!(next(&mut lines), None);
    }

    #[test]
    fn errors_come_after_the_bytes_before_them() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let mut lines = LineReader::new(InputReader::new(b"one\n".chain(Broken)));
        let stop = StopFlag::new();
        start(&mut lines, StopOn::Interrupt, &stop);
        assert_eq!(next(&mut lines).unwrap(), "one");
        assert_eq!(lines.next().unwrap_err().to_string(), "broken");
        assert!(!stop.is_raised());
    }

    #[test]
    fn reading_ahead_is_bounded() {
        let stop = StopFlag::new();
        let mut lines = LineReader::new(InputReader::new(io::repeat(b'x')));
        start(&mut lines, StopOn::AnyLine, &stop);
        while !stop.is_raised() {
            thread::yield_now();
        }
    }
}
