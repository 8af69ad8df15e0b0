//! Scans the input for lines that end a running command early.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::engine::StopOn;
use crate::parse;
use ponnuki_play::player::StopFlag;

/// The time that a command may go on when `quit` is the next command. A move
/// that is almost chosen is worth the wait, as in a script that ends with
/// `quit`; but Sabaki kills a program that has not answered `quit` after three
/// seconds.
const QUIT_GRACE: Duration = Duration::from_secs(1);

/// Reads the input line by line, and raises the stop flag at the first line
/// that ends the running command.
#[derive(Debug)]
pub(super) struct InterruptScanner {
    stop_on: StopOn,
    stop: StopFlag,
    /// The beginning of a line that is not complete yet.
    line: Vec<u8>,
    /// The offset of the next byte in the input.
    position: u64,
    /// The offset after the last interrupt that stopped a command. That interrupt is spent,
    /// even if the lines before it are still unanswered.
    last_interrupt: u64,
    /// Whether no command has been scanned yet.
    awaits_command: bool,
    /// Whether later input makes no difference.
    is_done: bool,
    /// A channel that disconnects when the command ends on its own.
    command_end: Option<Receiver<()>>,
}

impl InterruptScanner {
    /// Creates a scanner for the input from offset `position`, where a line begins.
    pub(super) const fn new(
        stop_on: StopOn,
        stop: StopFlag,
        position: u64,
        last_interrupt: u64,
        command_end: Receiver<()>,
    ) -> Self {
        Self {
            stop_on,
            stop,
            line: Vec::new(),
            position,
            last_interrupt,
            awaits_command: true,
            is_done: false,
            command_end: Some(command_end),
        }
    }

    /// Returns whether later input makes no difference.
    pub(super) const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Returns the offset after the last interrupt that stopped a command.
    pub(super) const fn last_interrupt(&self) -> u64 {
        self.last_interrupt
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            if self.is_done {
                return;
            }
            self.position += piece.len() as u64;
            self.line.extend(piece);
            if piece.ends_with(b"\n") {
                self.scan_line();
                self.line.clear();
            }
        }
    }

    /// Scans the next bytes of the input, in both halves of a ring buffer.
    pub(super) fn feed_all(&mut self, bytes: &VecDeque<u8>) {
        let (front, back) = bytes.as_slices();
        self.feed(front);
        self.feed(back);
    }

    /// Called when no more input can be read.
    pub(super) fn input_ends(&mut self) {
        match self.stop_on {
            StopOn::AnyLine | StopOn::AnyLineOrPlayouts => self.raise(),
            StopOn::Interrupt | StopOn::NoLine => {}
        }
    }

    fn scan_line(&mut self) {
        match self.stop_on {
            StopOn::AnyLine | StopOn::AnyLineOrPlayouts => self.raise(),
            StopOn::Interrupt => self.scan_for_interrupt(),
            StopOn::NoLine => {}
        }
    }

    /// Stops the command at `# interrupt`, and later at `quit` if that is the next command.
    fn scan_for_interrupt(&mut self) {
        if parse::is_interrupt(&self.line) {
            if self.position > self.last_interrupt {
                self.last_interrupt = self.position;
                self.raise();
            }
        } else if self.awaits_command
            && let Some(request) = parse::request(&mut self.line)
        {
            self.awaits_command = false;
            if request.is_quit() {
                self.raise_after_grace();
            }
        }
    }

    fn raise(&mut self) {
        self.stop.raise();
        self.is_done = true;
    }

    /// Raises the stop flag after [`QUIT_GRACE`], unless the command ends first.
    fn raise_after_grace(&mut self) {
        self.is_done = true;
        let (command_end, stop) = (self.command_end.take(), self.stop.clone());
        let timer = thread::Builder::new().name("quit-timer".to_owned());
        let started = timer.spawn(move || {
            let waited = command_end.map(|end| end.recv_timeout(QUIT_GRACE));
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

    /// Returns whether an input, fed in pieces of this size, raises the flag at
    /// once or after the grace period.
    fn raises(stop_on: StopOn, input: &str, pieces: usize) -> bool {
        let stop = StopFlag::new();
        let (command, command_end) = mpsc::channel();
        let mut scanner = InterruptScanner::new(stop_on, stop.clone(), 0, 0, command_end);
        for piece in input.as_bytes().chunks(pieces) {
            scanner.feed(piece);
        }
        let begin = std::time::Instant::now();
        while scanner.is_done() && !stop.is_raised() && begin.elapsed() < 20 * QUIT_GRACE {
            thread::sleep(Duration::from_millis(1));
        }
        drop(command);
        stop.is_raised()
    }

    #[test]
    fn only_complete_lines_are_scanned() {
        for pieces in [1, 3, 1000] {
            let interrupts = |input| raises(StopOn::Interrupt, input, pieces);
            assert!(interrupts("name\n# interrupt\r\n"));
            for input in ["# interrupt", "name\nname # interrupt\n", "\n", "quit"] {
                assert!(!interrupts(input), "{input:?}");
            }
            assert!(raises(StopOn::AnyLine, "x\n", pieces));
            assert!(!raises(StopOn::AnyLine, "x", pieces));
        }
    }

    #[test]
    fn quit_stops_a_command_if_it_is_the_next_one() {
        assert!(raises(StopOn::Interrupt, "# bye\n\n7 quit\n", 5));
        assert!(!raises(StopOn::Interrupt, "name\nquit\n", 5));
    }

    #[test]
    fn a_command_that_ends_in_time_is_not_stopped() {
        let stop = StopFlag::new();
        let (command, command_end) = mpsc::channel();
        let mut scanner = InterruptScanner::new(StopOn::Interrupt, stop.clone(), 0, 0, command_end);
        scanner.feed(b"quit\n");
        drop(command);
        assert!(scanner.is_done() && !stop.is_raised());
    }
}
