//! Which input ends a command that takes long.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::command::Command;
use super::parse;
use crate::player::StopFlag;

/// How long a thought may go on when `quit` is the next command. Sabaki ends a
/// program that has not answered `quit` after three seconds; a move that is
/// almost chosen is worth waiting for, as where a script ends with `quit`.
const FAREWELL: Duration = Duration::from_secs(1);

/// What ends a piece of work early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watch {
    /// A line `# interrupt`, at once; `quit` as the next command, a second
    /// later. The end of the input ends nothing.
    Interrupts,
    /// Any line, and the end of the input.
    AnyLine,
}

/// Looks at every line of the input and raises the flag at the first that ends
/// the work.
#[derive(Debug)]
pub(super) struct Watcher {
    watch: Watch,
    stop: StopFlag,
    /// The beginning of a line whose end has not come.
    line: Vec<u8>,
    /// The number of the byte of the input that comes next.
    position: u64,
    /// The last interrupt that was heeded ended at this byte. It counts once,
    /// though lines before it may still wait.
    heeded: u64,
    /// No command has come yet.
    expects_first: bool,
    is_done: bool,
    /// Hangs up when the work ends by itself.
    ended: Option<Receiver<()>>,
}

impl Watcher {
    /// Begins at a byte of the input where a line begins.
    pub(super) const fn new(
        watch: Watch,
        stop: StopFlag,
        position: u64,
        heeded: u64,
        ended: Receiver<()>,
    ) -> Self {
        Self {
            watch,
            stop,
            line: Vec::new(),
            position,
            heeded,
            expects_first: true,
            is_done: false,
            ended: Some(ended),
        }
    }

    /// Nothing that follows makes a difference.
    pub(super) const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Where the last interrupt ended that was heeded.
    pub(super) const fn heeded(&self) -> u64 {
        self.heeded
    }

    /// Looks at the next bytes of the input.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            if self.is_done {
                return;
            }
            self.position += piece.len() as u64;
            self.line.extend(piece);
            if piece.ends_with(b"\n") {
                self.look();
                self.line.clear();
            }
        }
    }

    /// Looks at the next bytes of the input.
    pub(super) fn feed_all(&mut self, bytes: &VecDeque<u8>) {
        let (front, back) = bytes.as_slices();
        self.feed(front);
        self.feed(back);
    }

    /// The input gives no more, or may not.
    pub(super) fn input_ends(&mut self) {
        if self.watch == Watch::AnyLine {
            self.raise();
        }
    }

    /// Looks at a whole line.
    fn look(&mut self) {
        if self.watch == Watch::AnyLine {
            return self.raise();
        }
        if parse::is_interrupt(&self.line) {
            if self.position > self.heeded {
                self.heeded = self.position;
                self.raise();
            }
        } else if self.expects_first
            && let Some(request) = parse::request(&mut self.line)
        {
            self.expects_first = false;
            if request.command == Ok(Command::Quit) {
                self.say_farewell();
            }
        }
    }

    fn raise(&mut self) {
        self.stop.raise();
        self.is_done = true;
    }

    /// Raises the flag in a while, unless the work ends before.
    fn say_farewell(&mut self) {
        self.is_done = true;
        let (ended, stop) = (self.ended.take(), self.stop.clone());
        let timer = thread::Builder::new().name("farewell".to_owned());
        let started = timer.spawn(move || {
            let waited = ended.map(|ended| ended.recv_timeout(FAREWELL));
            if waited == Some(Err(RecvTimeoutError::Timeout)) {
                stop.raise();
            }
        });
        if started.is_err() {
            self.stop.raise();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Whether the flag is raised, now or after the farewell, when these bytes
    /// come in pieces of this size.
    fn raises(watch: Watch, input: &str, pieces: usize) -> bool {
        let stop = StopFlag::new();
        let (work, ended) = mpsc::channel();
        let mut watcher = Watcher::new(watch, stop.clone(), 0, 0, ended);
        for piece in input.as_bytes().chunks(pieces) {
            watcher.feed(piece);
        }
        let begin = std::time::Instant::now();
        while watcher.is_done() && !stop.is_raised() && begin.elapsed() < 20 * FAREWELL {
            thread::sleep(Duration::from_millis(1));
        }
        drop(work);
        stop.is_raised()
    }

    #[test]
    fn lines_are_looked_at_whole() {
        for pieces in [1, 3, 1000] {
            let interrupts = |input| raises(Watch::Interrupts, input, pieces);
            assert!(interrupts("name\n# interrupt\r\n"));
            for input in ["# interrupt", "name\nname # interrupt\n", "\n", "quit"] {
                assert!(!interrupts(input), "{input:?}");
            }
            assert!(raises(Watch::AnyLine, "x\n", pieces));
            assert!(!raises(Watch::AnyLine, "x", pieces));
        }
    }

    #[test]
    fn quit_ends_a_thought_when_it_is_the_next_command() {
        assert!(raises(Watch::Interrupts, "# bye\n\n7 quit\n", 5));
        assert!(!raises(Watch::Interrupts, "name\nquit\n", 5));
    }

    #[test]
    fn work_that_ends_in_time_is_not_stopped() {
        let stop = StopFlag::new();
        let (work, ended) = mpsc::channel();
        let mut watcher = Watcher::new(Watch::Interrupts, stop.clone(), 0, 0, ended);
        watcher.feed(b"quit\n");
        drop(work);
        assert!(watcher.is_done() && !stop.is_raised());
    }
}
