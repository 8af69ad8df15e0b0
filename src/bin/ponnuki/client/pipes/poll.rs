//! Pipes on Unix.

use std::io::{self, ErrorKind, Write};
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};

use super::{CHUNK, MAX_WAITING_BYTES, timed_out};

/// The input and output of a program.
pub(in crate::client) struct Pipes {
    /// Non-blocking; `None` once closed.
    input: Option<ChildStdin>,
    output: ChildStdout,
}

impl Pipes {
    /// Takes over the pipes of a new program.
    ///
    /// # Errors
    /// If the pipe cannot be made non-blocking.
    pub(in crate::client) fn new(input: ChildStdin, output: ChildStdout) -> io::Result<Self> {
        // Affects our end only. The program's end still blocks.
        ioctl_fionbio(&input, true)?;
        Ok(Self {
            input: Some(input),
            output,
        })
    }

    /// Appends the available output to `received`, waiting up to `wait` for it. Returns the
    /// number of bytes, 0 at the end of the output.
    ///
    /// # Errors
    /// [`ErrorKind::TimedOut`] if nothing has arrived, or the error of the pipe.
    pub(in crate::client) fn read(
        &mut self,
        received: &mut Vec<u8>,
        wait: Duration,
    ) -> io::Result<usize> {
        let mut watched = [PollFd::new(&self.output, PollFlags::IN)];
        if !is_ready(&mut watched, wait)? {
            return Err(timed_out());
        }
        received.reserve(CHUNK);
        loop {
            match rustix::io::read(&self.output, spare_capacity(received)) {
                Err(Errno::INTR) => {}
                result => return Ok(result?),
            }
        }
    }

    /// Writes as much as the program takes, waiting up to `wait` for it. Returns the number
    /// of bytes written, which may be 0. Meanwhile output is appended to `received`, so
    /// that a program that answers as it reads does not block.
    ///
    /// # Errors
    /// [`ErrorKind::TimedOut`] if the program takes nothing,
    /// [`ErrorKind::UnexpectedEof`] if its output ends, or the error of the pipe.
    pub(in crate::client) fn write(
        &mut self,
        bytes: &[u8],
        received: &mut Vec<u8>,
        wait: Duration,
    ) -> io::Result<usize> {
        let Some(input) = &mut self.input else {
            return Err(ErrorKind::BrokenPipe.into());
        };
        match input.write(bytes) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(0),
            result => return result,
        }
        let wanted = if received.len() < MAX_WAITING_BYTES {
            PollFlags::IN
        } else {
            PollFlags::empty()
        };
        let mut watched = [
            PollFd::new(&*input, PollFlags::OUT),
            PollFd::new(&self.output, wanted),
        ];
        if !is_ready(&mut watched, wait)? {
            return Err(timed_out());
        }
        let [input, output] = watched.map(|watched| watched.revents());
        if input.is_empty() && !output.is_empty() && self.read(received, Duration::ZERO)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(0)
    }

    /// Closes the program's input.
    pub(in crate::client) fn close_input(&mut self) {
        self.input = None;
    }

    /// Discards the remaining output. Returns whether the output ends within `wait`.
    pub(in crate::client) fn ends_within(&mut self, wait: Duration) -> bool {
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

/// Waits up to `wait` until one of the files is ready. A signal may end the wait early.
fn is_ready(watched: &mut [PollFd<'_>], wait: Duration) -> io::Result<bool> {
    // A time beyond the system's range means no limit.
    let wait = Timespec::try_from(wait).ok();
    match poll(watched, wait.as_ref()) {
        Err(Errno::INTR) => Ok(false),
        ready => Ok(ready? > 0),
    }
}
