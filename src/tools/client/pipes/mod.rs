//! The pipes of a program, read and written with time limits.
//!
//! A pipe ends only when no process holds its other end. A process that has left the
//! program's process group may hold the pipe longer than the program lives, so a plain
//! `read` or `write` can block forever. Therefore every wait here has a time limit.
//!
//! On Unix, the game's thread waits for the pipe with `poll`, because handing each answer from
//! thread to thread costs more than the answer. Elsewhere, the game's thread waits for one thread
//! per pipe. A thread that blocks on the pipe of an abandoned program lasts until the pipe ends.

#[cfg(unix)]
mod poll;
mod stderr;
#[cfg(any(not(unix), test))]
mod threads;

#[cfg(unix)]
pub(super) use poll::Pipes;
pub(super) use stderr::StderrTail;
#[cfg(not(unix))]
pub(super) use threads::Pipes;

use std::io::{self, ErrorKind};
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

const CHUNK: usize = 1 << 13;

/// Limits the output that is buffered while a program does not read its commands. More than
/// any program answers to them, but not unbounded.
const MAX_WAITING_BYTES: usize = 1 << 24;

/// The input and output of a program. A wait that has reached its limit ends in
/// [`ErrorKind::TimedOut`].
pub(super) trait Connection: Sized {
    fn new(input: ChildStdin, output: ChildStdout) -> io::Result<Self>;

    /// Appends the available output to `received`, waiting up to `wait` for it. Returns the
    /// number of bytes, 0 at the end of the output.
    fn read(&mut self, received: &mut Vec<u8>, wait: Duration) -> io::Result<usize>;

    /// Writes as much as the program takes, waiting up to `wait` for it. Returns the number
    /// of bytes written, which may be 0. After a time-out, another call with the same bytes
    /// continues the wait. Meanwhile output is appended to `received`, so that a program that
    /// answers as it reads does not block; its end may be an [`ErrorKind::UnexpectedEof`].
    fn write(&mut self, bytes: &[u8], received: &mut Vec<u8>, wait: Duration) -> io::Result<usize>;

    fn close_input(&mut self);

    /// Discards the remaining output. Returns whether the output ends within `wait`.
    fn ends_within(&mut self, wait: Duration) -> bool {
        let until = Instant::now() + wait;
        let mut discarded = Vec::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.read(&mut discarded, left) {
                Ok(0) => return true,
                Ok(_) if !left.is_zero() => discarded.clear(),
                Err(error) if error.kind() == ErrorKind::TimedOut && !left.is_zero() => {}
                _ => return false,
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::{Child, Command, Stdio};

    use super::*;

    const SHORT: Duration = Duration::from_millis(50);
    const LONG: Duration = Duration::from_secs(20);

    fn start<P: Connection>(command: &str) -> (Child, P) {
        let mut child = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = child.stdout.take().unwrap();
        (child, P::new(input, output).unwrap())
    }

    fn is_late<T>(result: io::Result<T>) -> bool {
        result.is_err_and(|error| error.kind() == ErrorKind::TimedOut)
    }

    fn reads_and_writes<P: Connection>() {
        let (mut child, mut pipes) = start::<P>("cat");
        let mut received = Vec::new();
        assert!(is_late(pipes.read(&mut received, SHORT)));
        assert_eq!(pipes.write(b"name\n", &mut received, LONG).unwrap(), 5);
        while received != b"name\n" {
            pipes.read(&mut received, LONG).unwrap();
        }
        pipes.close_input();
        assert!(pipes.write(b"quit\n", &mut received, LONG).is_err());
        assert!(pipes.ends_within(LONG));
        assert!(child.wait().unwrap().success());
    }

    fn waits_no_longer_than_it_may<P: Connection>() {
        let (mut child, mut pipes) = start::<P>("exec sleep 60");
        let mut received = Vec::new();
        let begun = Instant::now();
        assert!(is_late(pipes.read(&mut received, SHORT)));
        let many = vec![b'x'; 1 << 20];
        let mut written = 0;
        loop {
            match pipes.write(&many[written..], &mut received, SHORT) {
                Ok(more) => written += more,
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::TimedOut);
                    break;
                }
            }
        }
        assert!(written < many.len());
        assert!(!pipes.ends_within(SHORT));
        assert!((3 * SHORT..LONG).contains(&begun.elapsed()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(pipes.ends_within(LONG));
    }

    fn answers_are_read_while_commands_are_written<P: Connection>() {
        // More than both pipes and the channel of chunks hold together.
        let (mut child, mut pipes) = start::<P>("cat");
        let many = vec![b'x'; 1 << 22];
        let (mut written, mut received) = (0, Vec::new());
        while written < many.len() {
            written += pipes.write(&many[written..], &mut received, LONG).unwrap();
        }
        while received.len() < many.len() {
            assert_ne!(pipes.read(&mut received, LONG).unwrap(), 0);
        }
        assert!(received == many);
        pipes.close_input();
        assert!(pipes.ends_within(LONG));
        child.wait().unwrap();
    }

    fn output_without_a_reader_is_refused<P: Connection>() {
        let (mut child, mut pipes) = start::<P>("exec head -c 100000000 /dev/zero");
        assert_ne!(pipes.read(&mut Vec::new(), LONG).unwrap(), 0);
        drop(pipes);
        assert!(!child.wait().unwrap().success());
    }

    #[test]
    fn polled_pipes_read_and_write_within_their_limits() {
        reads_and_writes::<poll::Pipes>();
        waits_no_longer_than_it_may::<poll::Pipes>();
        answers_are_read_while_commands_are_written::<poll::Pipes>();
        output_without_a_reader_is_refused::<poll::Pipes>();
    }

    #[test]
    fn pipes_with_threads_read_and_write_within_their_limits() {
        reads_and_writes::<threads::Pipes>();
        waits_no_longer_than_it_may::<threads::Pipes>();
        answers_are_read_while_commands_are_written::<threads::Pipes>();
        output_without_a_reader_is_refused::<threads::Pipes>();
    }
}
