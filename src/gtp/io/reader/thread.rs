//! The thread that reads and scans the input while a command runs.

use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use super::{InputOwner, InputReader};
use crate::engine::StopOn;
use crate::io::interrupt::InterruptScanner;
use crate::io::lines::{CHUNK, MAX_KEPT};
use ponnuki_core::threads::lock;
use ponnuki_play::player::StopFlag;

/// The session's side of the reader thread.
#[derive(Debug)]
pub(super) struct ReaderThread<R> {
    /// The handle of the thread, which returns the input when it ends, and the end or the
    /// error that it met.
    handle: JoinHandle<(R, Option<io::Result<()>>)>,
    pub(super) chunks: Receiver<Vec<u8>>,
    shared: Arc<Mutex<ReaderState>>,
}

/// State shared with the reader thread. The thread passes bytes on only while
/// it holds the lock. So while the session holds the lock, no bytes are in
/// flight: each byte that was read is in the channel or received already.
#[derive(Debug, Default)]
struct ReaderState {
    /// Scans the bytes; `None` while no command needs it.
    scanner: Option<InterruptScanner>,
    /// How many bytes have been kept for the session since the scan began.
    kept: usize,
    /// Whether the thread has stopped reading, set just before it ends.
    has_stopped: bool,
}

impl<R> InputReader<R> {
    /// Ends the scan, because the command has ended. A reader thread stays blocked in its read.
    pub(in crate::io) fn stop_scanning(&mut self) {
        self.running_command = None;
        if let InputOwner::Threaded(thread) = &self.reader {
            let scanner = lock(&thread.shared).scanner.take();
            self.last_interrupt =
                scanner.map_or(self.last_interrupt, |scanner| scanner.last_interrupt());
        }
    }

    /// Takes the input back from a reader thread that has stopped reading, and
    /// with it all bytes that the thread passed on. Waits for the thread to end.
    pub(super) fn join_thread(&mut self) {
        match std::mem::replace(&mut self.reader, InputOwner::Lost) {
            InputOwner::Threaded(thread) => {
                for chunk in thread.chunks {
                    self.received.extend(chunk);
                }
                if let Ok((input, end)) = thread.handle.join() {
                    self.reader = InputOwner::Direct(input);
                    self.end = end.or(self.end.take());
                }
            }
            reader => self.reader = reader,
        }
    }
}

impl<R: Read + Send + 'static> InputReader<R> {
    /// Raises `stop` as soon as the input contains a line that stops the
    /// command, until [`stop_scanning`](Self::stop_scanning) is called.
    ///
    /// The caller has read the bytes `unread` from here but not handled them.
    /// The first of these bytes is byte `position` of the input; they are scanned first.
    ///
    /// If no thread can be started, a command that only a line would end is stopped at once.
    pub(in crate::io) fn start_scanning(
        &mut self,
        unread: &[u8],
        position: u64,
        stop_on: StopOn,
        stop: &StopFlag,
    ) {
        let (running_command, command_end) = mpsc::channel();
        self.running_command = Some(running_command);
        let mut scanner = InterruptScanner::new(
            stop_on,
            stop.clone(),
            position,
            self.last_interrupt,
            command_end,
        );
        scanner.feed(unread);
        if let InputOwner::Threaded(thread) = &self.reader {
            let mut shared = lock(&thread.shared);
            if !shared.has_stopped {
                self.received.extend(thread.chunks.try_iter().flatten());
                scanner.feed_all(&self.received);
                shared.kept = self.received.len();
                shared.scanner = Some(scanner);
                return;
            }
        }
        self.join_thread();
        scanner.feed_all(&self.received);
        if self.end.is_some() {
            scanner.input_ends();
        }
        self.last_interrupt = scanner.last_interrupt();
        if !scanner.is_done() {
            self.start_thread(scanner);
        }
    }

    /// Starts a reader thread and gives it the input.
    fn start_thread(&mut self, scanner: InterruptScanner) {
        let shared = Arc::new(Mutex::new(ReaderState {
            scanner: Some(scanner),
            ..ReaderState::default()
        }));
        let thread_shared = Arc::clone(&shared);
        let (chunk_sender, chunks) = mpsc::channel();
        // The input is sent after the thread has started. If it were moved into
        // the closure, a failed start would lose it.
        let (input_sender, input_receiver) = mpsc::sync_channel::<R>(1);
        let handle = thread::Builder::new()
            .name("reader".to_owned())
            .spawn(move || {
                let input = input_receiver.recv();
                read_and_scan(
                    input.expect("the input is sent once the thread has started"),
                    &chunk_sender,
                    &thread_shared,
                )
            });
        let handle = match handle {
            Ok(handle) => handle,
            Err(error) => {
                log::warn!("long commands cannot be interrupted: {error}");
                if let Some(scanner) = &mut lock(&shared).scanner {
                    scanner.input_ends();
                }
                return;
            }
        };
        match std::mem::replace(&mut self.reader, InputOwner::Lost) {
            InputOwner::Direct(input) => match input_sender.send(input) {
                Ok(()) => {
                    self.reader = InputOwner::Threaded(ReaderThread {
                        handle,
                        chunks,
                        shared,
                    });
                }
                Err(unsent) => self.reader = InputOwner::Direct(unsent.0),
            },
            reader => self.reader = reader,
        }
    }
}

/// Reads, scans and passes on bytes in the reader thread until the scan is
/// over, the input ends, or the bytes kept reach [`MAX_KEPT`]. Returns the
/// input, and the end or the error that the thread met.
///
/// The lock is taken after each read and held until the bytes are in the
/// channel, so that the session sees each byte exactly once.
fn read_and_scan<R: Read>(
    mut input: R,
    chunks: &Sender<Vec<u8>>,
    shared: &Mutex<ReaderState>,
) -> (R, Option<io::Result<()>>) {
    let mut buffer = vec![0; CHUNK];
    loop {
        let read = input.read(&mut buffer);
        let mut shared = lock(shared);
        let end = match read {
            Ok(count @ 1..) => {
                if let Some(scanner) = &mut shared.scanner {
                    scanner.feed(&buffer[..count]);
                }
                shared.kept += count;
                // Sending fails only when the session is gone.
                let _ = chunks.send(buffer[..count].to_vec());
                let is_scanning = shared
                    .scanner
                    .as_ref()
                    .is_some_and(|scanner| !scanner.is_done());
                if is_scanning && shared.kept < MAX_KEPT {
                    continue;
                }
                None
            }
            Ok(_) => Some(Ok(())),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => Some(Err(error)),
        };
        shared.has_stopped = true;
        if let Some(scanner) = &mut shared.scanner {
            scanner.input_ends();
        }
        return (input, end);
    }
}
