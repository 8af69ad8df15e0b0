//! Pipes on Unix.

use std::io::{self, ErrorKind, Write};
use std::process::{ChildStdin, ChildStdout};
use std::time::Duration;

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};

use super::{CHUNK, Connection, MAX_WAITING_BYTES};

pub(in crate::client) struct Pipes {
    /// Non-blocking; `None` once closed.
    input: Option<ChildStdin>,
    output: ChildStdout,
}

impl Connection for Pipes {
    fn new(input: ChildStdin, output: ChildStdout) -> io::Result<Self> {
        // Affects our end only. The program's end still blocks.
        ioctl_fionbio(&input, true)?;
        Ok(Self {
            input: Some(input),
            output,
        })
    }

    fn read(&mut self, received: &mut Vec<u8>, wait: Duration) -> io::Result<usize> {
        let mut watched = [PollFd::new(&self.output, PollFlags::IN)];
        if !is_ready(&mut watched, wait)? {
            return Err(ErrorKind::TimedOut.into());
        }
        received.reserve(CHUNK);
        loop {
            match rustix::io::read(&self.output, spare_capacity(received)) {
                Err(Errno::INTR) => {}
                result => return Ok(result?),
            }
        }
    }

    fn write(&mut self, bytes: &[u8], received: &mut Vec<u8>, wait: Duration) -> io::Result<usize> {
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
            return Err(ErrorKind::TimedOut.into());
        }
        let [input, output] = watched.map(|watched| watched.revents());
        if input.is_empty() && !output.is_empty() && self.read(received, Duration::ZERO)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(0)
    }

    fn close_input(&mut self) {
        self.input = None;
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
