//! The standard error of a program.

use std::io::{self, Read};
use std::process::ChildStderr;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ponnuki_core::threads::lock;

const KEPT: usize = 2000;

const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// The last bytes that a program wrote to standard error. A thread keeps reading, because a
/// program that thinks on its opponent's time must not block.
///
/// On Unix, dropping the value ends the thread. Elsewhere the thread ends with
/// the pipe.
pub(in crate::client) struct StderrTail {
    kept: Arc<Mutex<Vec<u8>>>,
    thread: Option<JoinHandle<()>>,
    /// Dropped to end the thread.
    #[cfg(unix)]
    stop: Option<io::PipeWriter>,
}

impl StderrTail {
    pub(in crate::client) fn new(stream: ChildStderr) -> io::Result<Self> {
        let kept = Arc::default();
        let thread = thread::Builder::new().name("stderr".to_owned());
        let keeper = Arc::clone(&kept);
        #[cfg(unix)]
        let (stopped, stop) = io::pipe()?;
        #[cfg(unix)]
        let thread = thread.spawn(move || {
            keep_last(Stoppable { stream, stopped }, &keeper);
        })?;
        #[cfg(not(unix))]
        let thread = thread.spawn(move || keep_last(stream, &keeper))?;
        Ok(Self {
            kept,
            thread: Some(thread),
            #[cfg(unix)]
            stop: Some(stop),
        })
    }

    /// Returns the last bytes of a program that has ended, waiting up to `wait` for the end
    /// of the stream.
    pub(in crate::client) fn last_words(&self, wait: Duration) -> Vec<u8> {
        let until = Instant::now() + wait;
        while !self.thread.as_ref().is_none_or(JoinHandle::is_finished) && Instant::now() < until {
            thread::sleep(POLL_INTERVAL);
        }
        lock(&self.kept).clone()
    }
}

#[cfg(unix)]
impl Drop for StderrTail {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // The thread does not panic, and there is nothing to do if it did.
            let _ = thread.join();
        }
    }
}

fn keep_last(mut stream: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4096];
    loop {
        let read = match stream.read(&mut chunk) {
            Ok(0) => return,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let mut kept = lock(kept);
        kept.extend_from_slice(&chunk[..read]);
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }
}

/// A stream that ends as soon as the other end of `stopped` is closed.
#[cfg(unix)]
struct Stoppable {
    stream: ChildStderr,
    stopped: io::PipeReader,
}

#[cfg(unix)]
impl Read for Stoppable {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, poll};

        let mut watched = [
            PollFd::new(&self.stopped, PollFlags::IN),
            PollFd::new(&self.stream, PollFlags::IN),
        ];
        poll(&mut watched, None)?;
        if watched[0].revents().is_empty() {
            self.stream.read(into)
        } else {
            Ok(0)
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_stream_that_never_ends_is_left() {
        let mut child = Command::new("sh")
            .args(["-c", "echo before >&2; exec sleep 60"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let tail = StderrTail::new(child.stderr.take().unwrap()).unwrap();
        while tail.last_words(Duration::ZERO).is_empty() {
            thread::sleep(POLL_INTERVAL);
        }
        assert_eq!(tail.last_words(Duration::from_millis(20)), b"before\n");
        drop(tail);
        assert!(begun.elapsed() < Duration::from_secs(30));
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn the_end_of_a_long_text_is_kept() {
        let text = [b"x".repeat(10_000), b"the end".to_vec()].concat();
        let kept = Mutex::default();
        keep_last(&text[..], &kept);
        let kept = lock(&kept);
        assert_eq!(kept.len(), KEPT);
        assert!(kept.ends_with(b"xthe end"));
    }
}
