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

/// How many bytes one read requests.
const CHUNK: usize = 1 << 13;

/// Limits the output that is buffered while a program does not read its commands. More than
/// any program answers to them, but not unbounded.
const MAX_WAITING_BYTES: usize = 1 << 24;

/// Returns the error of a wait that has reached its limit.
fn timed_out() -> io::Error {
    ErrorKind::TimedOut.into()
}

#[cfg(all(test, unix))]
mod tests {
    use std::io;
    use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    const SHORT: Duration = Duration::from_millis(50);
    const LONG: Duration = Duration::from_secs(20);

    /// The operations that both implementations have.
    trait Any: Sized {
        fn make(input: ChildStdin, output: ChildStdout) -> io::Result<Self>;
        fn take(&mut self, received: &mut Vec<u8>, wait: Duration) -> io::Result<usize>;
        fn give(
            &mut self,
            bytes: &[u8],
            received: &mut Vec<u8>,
            wait: Duration,
        ) -> io::Result<usize>;
        fn close(&mut self);
        fn end(&mut self, wait: Duration) -> bool;
    }

    macro_rules! any {
        ($kind:ty) => {
            impl Any for $kind {
                fn make(input: ChildStdin, output: ChildStdout) -> io::Result<Self> {
                    <$kind>::new(input, output)
                }
                fn take(&mut self, received: &mut Vec<u8>, wait: Duration) -> io::Result<usize> {
                    self.read(received, wait)
                }
                fn give(
                    &mut self,
                    bytes: &[u8],
                    received: &mut Vec<u8>,
                    wait: Duration,
                ) -> io::Result<usize> {
                    self.write(bytes, received, wait)
                }
                fn close(&mut self) {
                    self.close_input();
                }
                fn end(&mut self, wait: Duration) -> bool {
                    self.ends_within(wait)
                }
            }
        };
    }
    any!(threads::Pipes);
    any!(poll::Pipes);

    /// Starts a shell command with these pipes.
    fn start<P: Any>(command: &str) -> (Child, P) {
        let mut child = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = child.stdout.take().unwrap();
        (child, P::make(input, output).unwrap())
    }

    fn is_late<T>(result: io::Result<T>) -> bool {
        result.is_err_and(|error| error.kind() == ErrorKind::TimedOut)
    }

    fn reads_and_writes<P: Any>() {
        let (mut child, mut pipes) = start::<P>("cat");
        let mut received = Vec::new();
        assert!(is_late(pipes.take(&mut received, SHORT)));
        assert_eq!(pipes.give(b"name\n", &mut received, LONG).unwrap(), 5);
        while received != b"name\n" {
            pipes.take(&mut received, LONG).unwrap();
        }
        pipes.close();
        assert!(pipes.give(b"quit\n", &mut received, LONG).is_err());
        assert!(pipes.end(LONG));
        assert!(child.wait().unwrap().success());
    }

    fn waits_no_longer_than_it_may<P: Any>() {
        let (mut child, mut pipes) = start::<P>("exec sleep 60");
        let mut received = Vec::new();
        let begun = Instant::now();
        assert!(is_late(pipes.take(&mut received, SHORT)));
        let many = vec![b'x'; 1 << 20];
        let mut written = 0;
        loop {
            match pipes.give(&many[written..], &mut received, SHORT) {
                Ok(more) => written += more,
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::TimedOut);
                    break;
                }
            }
        }
        assert!(written < many.len());
        assert!(!pipes.end(SHORT));
        assert!((3 * SHORT..LONG).contains(&begun.elapsed()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(pipes.end(LONG));
    }

    fn answers_are_read_while_commands_are_written<P: Any>() {
        // More than both pipes and the channel of chunks hold together.
        let (mut child, mut pipes) = start::<P>("cat");
        let many = vec![b'x'; 1 << 22];
        let (mut written, mut received) = (0, Vec::new());
        while written < many.len() {
            written += pipes.give(&many[written..], &mut received, LONG).unwrap();
        }
        while received.len() < many.len() {
            assert_ne!(pipes.take(&mut received, LONG).unwrap(), 0);
        }
        assert!(received == many);
        pipes.close();
        assert!(pipes.end(LONG));
        child.wait().unwrap();
    }

    fn output_without_a_reader_is_refused<P: Any>() {
        let (mut child, mut pipes) = start::<P>("exec head -c 100000000 /dev/zero");
        assert_ne!(pipes.take(&mut Vec::new(), LONG).unwrap(), 0);
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
