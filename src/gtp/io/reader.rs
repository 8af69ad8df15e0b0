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

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use super::interrupt::InterruptScanner;
use super::lines::{CHUNK, MAX_KEPT};
use crate::gtp::engine::StopOn;
use crate::player::StopFlag;
use crate::threads::lock;

/// The input of a session. `Read` returns all its bytes in order, whichever
/// thread reads them.
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

/// The session's side of the reader thread.
#[derive(Debug)]
struct ReaderThread<R> {
    /// The handle of the thread, which returns the input when it ends.
    handle: JoinHandle<R>,
    /// The bytes that the thread passes on.
    chunks: Receiver<Vec<u8>>,
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
    /// The reason the thread has stopped reading, set just before it ends.
    stopped: Option<StopReason>,
}

/// The reason a reader thread stops reading.
#[derive(Debug)]
enum StopReason {
    /// No command needs a scan, or the bytes kept have reached the limit.
    NotNeeded,
    /// The input has ended or cannot be read.
    InputEnded(io::Result<()>),
}

impl<R> InputReader<R> {
    /// Wraps an input at its beginning.
    pub(super) const fn new(input: R) -> Self {
        Self {
            reader: InputOwner::Direct(input),
            received: VecDeque::new(),
            end: None,
            last_interrupt: 0,
            running_command: None,
        }
    }

    /// Ends the scan, because the command has ended. A reader thread stays
    /// blocked in its read.
    pub(super) fn stop_scanning(&mut self) {
        self.running_command = None;
        if let InputOwner::Threaded(thread) = &self.reader {
            let scanner = lock(&thread.shared).scanner.take();
            self.last_interrupt =
                scanner.map_or(self.last_interrupt, |scanner| scanner.last_interrupt());
        }
    }

    /// Takes the input back from a reader thread that has stopped reading, and
    /// with it all bytes that the thread passed on. Waits for the thread to end.
    fn join_thread(&mut self) {
        match std::mem::replace(&mut self.reader, InputOwner::Lost) {
            InputOwner::Threaded(thread) => {
                for chunk in thread.chunks {
                    self.received.extend(chunk);
                }
                if let Ok(input) = thread.handle.join() {
                    self.reader = InputOwner::Direct(input);
                    let stopped = lock(&thread.shared).stopped.take();
                    if let Some(StopReason::InputEnded(end)) = stopped {
                        self.end = Some(end);
                    }
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
    /// They begin at byte `position` of the input and are scanned first.
    ///
    /// If no thread can be started, a command that only a line would end is
    /// stopped at once.
    pub(super) fn start_scanning(
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
            if shared.stopped.is_none() {
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

/// Reads, scans and passes on bytes in the reader thread until the scan is
/// over, the input ends, or the bytes kept reach [`MAX_KEPT`]. Returns the
/// input.
///
/// The lock is taken after each read and held until the bytes are in the
/// channel, so that the session sees each byte exactly once.
fn read_and_scan<R: Read>(
    mut input: R,
    chunks: &Sender<Vec<u8>>,
    shared: &Mutex<ReaderState>,
) -> R {
    let mut buffer = vec![0; CHUNK];
    loop {
        let read = input.read(&mut buffer);
        let mut shared = lock(shared);
        match read {
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
                shared.stopped = Some(StopReason::NotNeeded);
            }
            Ok(_) => shared.stopped = Some(StopReason::InputEnded(Ok(()))),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => shared.stopped = Some(StopReason::InputEnded(Err(error))),
        }
        if let Some(scanner) = &mut shared.scanner {
            scanner.input_ends();
        }
        return input;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::io::lines::{InputLine, LineReader};

    /// Scans an input to its end. Returns whether the flag was raised, and all lines.
    fn scanned(input: &'static str, stop_on: StopOn) -> (bool, Vec<String>) {
        let stop = StopFlag::new();
        let mut lines = LineReader::new(InputReader::new(input.as_bytes()));
        start(&mut lines, stop_on, &stop);
        // Without `stop_scanning` the thread reads to the end, or until the flag
        // is raised.
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
