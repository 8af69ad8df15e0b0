//! Watches the input while a command takes long.
//!
//! The session reads its lines itself, because a hop through another thread for
//! every command would cost more than most commands. Only for a command that
//! may take long the input moves into a thread of its own, the relay, which
//! hands on what it reads and can raise the stop flag meanwhile. The input moves
//! back when the relay next has something to read and nobody wants it watched.
//!
//! ```text
//! session   ... line | choose .......... | answer | line | line: wait ... | line
//! relay              | read, hand on, read ...................... leave |
//! ```

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::lines::{CHUNK, MAX_KEPT};
use super::watcher::{Watch, Watcher};
use crate::player::StopFlag;

/// The input: read here, or through the relay.
#[derive(Debug)]
pub(super) struct Source<R> {
    place: Place<R>,
    /// What the relay has handed on and nobody has read.
    waiting: VecDeque<u8>,
    /// What else there is to be told, once, when nothing is waiting.
    end: Option<io::Result<()>>,
    /// The last interrupt that was heeded ended at this byte of the input.
    heeded: u64,
    /// Dropped when the work has ended.
    work: Option<Sender<()>>,
}

/// Where the input is.
#[derive(Debug)]
enum Place<R> {
    /// With the session.
    Here(R),
    /// With the relay.
    Away(Relay<R>),
    /// Nowhere, because the relay has panicked.
    Lost,
}

/// A thread that reads the input.
#[derive(Debug)]
struct Relay<R> {
    thread: JoinHandle<R>,
    chunks: Receiver<Vec<u8>>,
    desk: Arc<Mutex<Desk>>,
}

/// What the session and the relay share. Who holds it may be sure that nothing
/// is on its way between them.
#[derive(Debug, Default)]
struct Desk {
    watcher: Option<Watcher>,
    /// The bytes that were handed on since it was last asked to watch.
    kept: usize,
    /// Why the relay reads no more.
    left: Option<Departure>,
}

/// Why a relay stops reading.
#[derive(Debug)]
enum Departure {
    /// Nobody wants more, or as much is kept as may be.
    Dismissed,
    /// The input has ended, or cannot be read.
    Ended(io::Result<()>),
}

impl<R> Source<R> {
    /// An input of which nothing is read yet.
    pub(super) const fn new(input: R) -> Self {
        Self {
            place: Place::Here(input),
            waiting: VecDeque::new(),
            end: None,
            heeded: 0,
            work: None,
        }
    }

    /// The work has ended: nothing is watched for any more.
    pub(super) fn dismiss(&mut self) {
        self.work = None;
        if let Place::Away(relay) = &self.place {
            let watcher = lock(&relay.desk).watcher.take();
            self.heeded = watcher.map_or(self.heeded, |watcher| watcher.heeded());
        }
    }

    /// Takes the input back from a relay that has left, if there is one.
    fn take_back(&mut self) {
        match std::mem::replace(&mut self.place, Place::Lost) {
            Place::Away(relay) => {
                for chunk in relay.chunks {
                    self.waiting.extend(chunk);
                }
                if let Ok(input) = relay.thread.join() {
                    self.place = Place::Here(input);
                    if let Some(Departure::Ended(end)) = lock(&relay.desk).left.take() {
                        self.end = Some(end);
                    }
                }
            }
            place => self.place = place,
        }
    }
}

impl<R: Read + Send + 'static> Source<R> {
    /// Raises the flag when the input says so, until [`dismiss`](Self::dismiss).
    /// `unread` was read from here before but is not handled yet; it begins at
    /// byte number `position` of the input.
    ///
    /// When no thread can be had, work that only a line would end is stopped.
    pub(super) fn watch(&mut self, unread: &[u8], position: u64, watch: Watch, stop: &StopFlag) {
        let (work, ended) = mpsc::channel();
        self.work = Some(work);
        let mut watcher = Watcher::new(watch, stop.clone(), position, self.heeded, ended);
        watcher.feed(unread);
        if let Place::Away(relay) = &self.place {
            let mut desk = lock(&relay.desk);
            if desk.left.is_none() {
                self.waiting.extend(relay.chunks.try_iter().flatten());
                watcher.feed_all(&self.waiting);
                desk.kept = self.waiting.len();
                desk.watcher = Some(watcher);
                return;
            }
        }
        self.take_back();
        watcher.feed_all(&self.waiting);
        if self.end.is_some() {
            watcher.input_ends();
        }
        self.heeded = watcher.heeded();
        if !watcher.is_done() {
            self.send_away(watcher);
        }
    }

    /// Starts a relay.
    fn send_away(&mut self, watcher: Watcher) {
        let desk = Arc::new(Mutex::new(Desk {
            watcher: Some(watcher),
            ..Desk::default()
        }));
        let shared = Arc::clone(&desk);
        let (sender, chunks) = mpsc::channel();
        // The input follows when the thread is there, so that it is not lost
        // when it is not.
        let (entrance, arrival) = mpsc::sync_channel::<R>(1);
        let thread = thread::Builder::new()
            .name("relay".to_owned())
            .spawn(move || {
                let input = arrival.recv();
                relay(
                    input.expect("the input is sent once the thread is there"),
                    &sender,
                    &shared,
                )
            });
        let thread = match thread {
            Ok(thread) => thread,
            Err(error) => {
                log::warn!("nothing that takes long can be interrupted: {error}");
                if let Some(watcher) = &mut lock(&desk).watcher {
                    watcher.input_ends();
                }
                return;
            }
        };
        match std::mem::replace(&mut self.place, Place::Lost) {
            Place::Here(input) => match entrance.send(input) {
                Ok(()) => {
                    self.place = Place::Away(Relay {
                        thread,
                        chunks,
                        desk,
                    });
                }
                Err(unsent) => self.place = Place::Here(unsent.0),
            },
            place => self.place = place,
        }
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.waiting.is_empty() {
                return self.waiting.read(buffer);
            }
            if let Some(end) = self.end.take() {
                return end.map(|()| 0);
            }
            match &mut self.place {
                Place::Here(input) => return input.read(buffer),
                Place::Away(relay) => match relay.chunks.recv() {
                    Ok(chunk) => self.waiting.extend(chunk),
                    Err(_) => self.take_back(),
                },
                Place::Lost => {
                    return Err(io::Error::other(
                        "the thread that reads the input has panicked",
                    ));
                }
            }
        }
    }
}

fn lock(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads and hands on until nobody wants to be told, nothing more can be read,
/// or as much is kept as may be. Gives the input back.
fn relay<R: Read>(mut input: R, chunks: &Sender<Vec<u8>>, desk: &Mutex<Desk>) -> R {
    let mut buffer = vec![0; CHUNK];
    loop {
        let read = input.read(&mut buffer);
        let mut desk = lock(desk);
        match read {
            Ok(count @ 1..) => {
                if let Some(watcher) = &mut desk.watcher {
                    watcher.feed(&buffer[..count]);
                }
                desk.kept += count;
                // Nobody to receive it means nobody to read it.
                let _ = chunks.send(buffer[..count].to_vec());
                let is_watching = desk
                    .watcher
                    .as_ref()
                    .is_some_and(|watcher| !watcher.is_done());
                if is_watching && desk.kept < MAX_KEPT {
                    continue;
                }
                desk.left = Some(Departure::Dismissed);
            }
            Ok(_) => desk.left = Some(Departure::Ended(Ok(()))),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => desk.left = Some(Departure::Ended(Err(error))),
        }
        if let Some(watcher) = &mut desk.watcher {
            watcher.input_ends();
        }
        return input;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::lines::{Line, Lines};

    /// The flag once the input was watched to its end, and the lines in it.
    fn watched(input: &'static str, watch: Watch) -> (bool, Vec<String>) {
        let stop = StopFlag::new();
        let mut lines = Lines::new(Source::new(input.as_bytes()));
        start(&mut lines, watch, &stop);
        // Without `dismiss` the relay reads to the end, or until the flag is up.
        let mut rest = Vec::new();
        while let Some(line) = next(&mut lines) {
            rest.push(line);
        }
        (stop.is_raised(), rest)
    }

    fn start<R: Read + Send + 'static>(
        lines: &mut Lines<Source<R>>,
        watch: Watch,
        stop: &StopFlag,
    ) {
        let (source, unread, position) = lines.input_and_unread();
        source.watch(unread, position, watch, stop);
    }

    fn next<R: Read>(lines: &mut Lines<Source<R>>) -> Option<String> {
        match lines.next().unwrap() {
            Some(Line::Text(line)) => Some(String::from_utf8_lossy(line).into_owned()),
            _ => None,
        }
    }

    fn all(lines: &[&str]) -> Vec<String> {
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn only_signals_raise_the_flag_and_no_line_is_lost() {
        let interrupts = |input| watched(input, Watch::Interrupts);
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
    fn any_line_and_the_end_of_the_input_are_signals_for_an_analysis() {
        for input in ["name\n", "\n", "# comment\n", "na", ""] {
            let lines: Vec<&str> = input.lines().collect();
            assert_eq!(
                watched(input, Watch::AnyLine),
                (true, all(&lines)),
                "{input:?}"
            );
        }
    }

    /// A stream whose bytes come through a channel; it ends with the channel.
    struct Pipe(Receiver<&'static str>);

    impl Read for Pipe {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let text = self.0.recv().unwrap_or_default().as_bytes();
            buffer[..text.len()].copy_from_slice(text);
            Ok(text.len())
        }
    }

    #[test]
    fn lines_that_have_come_need_not_wait_for_others() {
        let (sender, receiver) = mpsc::channel();
        let mut lines = Lines::new(Source::new(Pipe(receiver)));
        let stop = StopFlag::new();
        sender.send("1\n2\n3").unwrap();
        assert_eq!(next(&mut lines).unwrap(), "1");
        start(&mut lines, Watch::Interrupts, &stop);
        sender.send("\n4\n").unwrap();
        // The relay is told nothing more and waits for input all the while.
        lines.input_and_unread().0.dismiss();
        assert_eq!(next(&mut lines).unwrap(), "2");
        start(&mut lines, Watch::Interrupts, &stop);
        lines.input_and_unread().0.dismiss();
        assert_eq!(next(&mut lines).unwrap(), "3");
        assert!(!stop.is_raised());
        start(&mut lines, Watch::AnyLine, &stop);
        while !stop.is_raised() {
            thread::yield_now();
        }
        lines.input_and_unread().0.dismiss();
        assert_eq!(next(&mut lines).unwrap(), "4");
        drop(sender);
        assert_eq!(next(&mut lines), None);
    }

    #[test]
    fn an_interrupt_counts_once() {
        let (sender, receiver) = mpsc::channel();
        let mut lines = Lines::new(Source::new(Pipe(receiver)));
        sender.send("1\n2\n# interrupt\n").unwrap();
        for line in ["1", "2"] {
            assert_eq!(next(&mut lines).unwrap(), line);
            let stop = StopFlag::new();
            start(&mut lines, Watch::Interrupts, &stop);
            assert_eq!(stop.is_raised(), line == "1");
            lines.input_and_unread().0.dismiss();
        }
        drop(sender);
        assert_eq!(next(&mut lines).unwrap(), "# interrupt");
        assert_eq!(next(&mut lines), None);
    }

    #[test]
    fn errors_come_after_what_was_read_before() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let mut lines = Lines::new(Source::new(b"one\n".chain(Broken)));
        let stop = StopFlag::new();
        start(&mut lines, Watch::Interrupts, &stop);
        assert_eq!(next(&mut lines).unwrap(), "one");
        assert_eq!(lines.next().unwrap_err().to_string(), "broken");
        assert!(!stop.is_raised());
    }

    #[test]
    fn no_more_is_read_ahead_than_may_be_kept() {
        let stop = StopFlag::new();
        let mut lines = Lines::new(Source::new(io::repeat(b'x')));
        start(&mut lines, Watch::AnyLine, &stop);
        while !stop.is_raised() {
            thread::yield_now();
        }
    }
}
