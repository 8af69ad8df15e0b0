//! Pipes on systems without `poll`, with one thread per direction.

use std::io::{self, ErrorKind, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::{CHUNK, Connection, MAX_WAITING_BYTES};

/// The interval at which a wait for the input also drains the output.
const PAUSE: Duration = Duration::from_millis(10);

/// The capacity of the channel of output chunks. The reading thread blocks once it is full.
const MAX_PIECES: usize = 256;

pub(in crate::client) struct Pipes {
    /// The commands for the thread that writes them; `None` once the input is closed.
    input: Option<SyncSender<Vec<u8>>>,
    /// The result of each write.
    written: Receiver<io::Result<()>>,
    /// Whether the thread is still writing its last bytes.
    is_busy: bool,
    /// The chunks of output. The channel closes when the output ends.
    output: Receiver<io::Result<Vec<u8>>>,
}

impl Connection for Pipes {
    fn new(input: ChildStdin, output: ChildStdout) -> io::Result<Self> {
        let (pieces, arrived) = mpsc::sync_channel(MAX_PIECES);
        thread::Builder::new()
            .name("output".to_owned())
            .spawn(move || read_all(output, &pieces))?;
        let (bytes, todo) = mpsc::sync_channel(1);
        let (done, written) = mpsc::sync_channel(1);
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || write_all(input, &todo, &done))?;
        Ok(Self {
            input: Some(bytes),
            written,
            is_busy: false,
            output: arrived,
        })
    }

    fn read(&mut self, received: &mut Vec<u8>, wait: Duration) -> io::Result<usize> {
        match self.output.recv_timeout(wait) {
            Ok(piece) => {
                let piece = piece?;
                received.extend_from_slice(&piece);
                Ok(piece.len())
            }
            Err(RecvTimeoutError::Timeout) => Err(ErrorKind::TimedOut.into()),
            Err(RecvTimeoutError::Disconnected) => Ok(0),
        }
    }

    fn write(&mut self, bytes: &[u8], received: &mut Vec<u8>, wait: Duration) -> io::Result<usize> {
        let broken = || io::Error::from(ErrorKind::BrokenPipe);
        let input = self.input.as_ref().ok_or_else(broken)?;
        if !self.is_busy {
            input.send(bytes.to_vec()).map_err(|_| broken())?;
            self.is_busy = true;
        }
        let until = Instant::now() + wait;
        loop {
            // Draining the output keeps the program from blocking.
            while received.len() < MAX_WAITING_BYTES
                && let Ok(piece) = self.output.try_recv()
            {
                received.extend_from_slice(&piece?);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.written.recv_timeout(left.min(PAUSE)) {
                Ok(result) => {
                    self.is_busy = false;
                    return result.map(|()| bytes.len());
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(ErrorKind::TimedOut.into());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(broken()),
            }
        }
    }

    fn close_input(&mut self) {
        self.input = None;
    }
}

/// Sends the output in chunks until it ends or the receiver is dropped.
fn read_all(mut output: ChildStdout, pieces: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut piece = vec![0; CHUNK];
        let piece = match output.read(&mut piece) {
            Ok(0) => return,
            Ok(read) => {
                piece.truncate(read);
                Ok(piece)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let has_failed = piece.is_err();
        if pieces.send(piece).is_err() || has_failed {
            return;
        }
    }
}

/// Writes commands until the channel closes, and reports the result of each.
fn write_all(mut input: ChildStdin, todo: &Receiver<Vec<u8>>, done: &SyncSender<io::Result<()>>) {
    for bytes in todo {
        if done.send(input.write_all(&bytes)).is_err() {
            return;
        }
    }
}
