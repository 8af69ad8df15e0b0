//! Watches the input while the player thinks.
//!
//! The session reads its lines itself, because a hop through another thread for
//! every command would cost more than most commands. Only for a thought the
//! lines move into a thread of their own, which can raise the stop flag, and
//! move back when the next line is wanted. Lines that arrive meanwhile stay
//! where they are, in order.
//!
//! ```text
//! session   ... next line | choose ............ | answer | next line: join
//! listener                | read, watch, read ..................... |
//! ```

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use super::lines::Lines;
use crate::player::StopFlag;

/// A thread that has the lines and watches them.
#[derive(Debug)]
pub(super) struct Listener<R> {
    thread: JoinHandle<Lines<R>>,
    thought_ended: Arc<AtomicBool>,
}

impl<R: Read + Send + 'static> Listener<R> {
    /// Watches the lines and raises the flag at the first that `is_signal`:
    /// an interrupt, or, for an analysis that any input ends, any line. The
    /// end of the input is no signal.
    ///
    /// # Errors
    /// Gives the lines back when no thread can be had; then nothing watches.
    pub(super) fn start(
        lines: Lines<R>,
        stop: StopFlag,
        is_signal: impl Fn(&[u8]) -> bool + Send + 'static,
    ) -> Result<Self, Lines<R>> {
        let thought_ended = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&thought_ended);
        // The lines follow when the thread is there, so that they are not lost
        // when it is not.
        let (sender, receiver) = mpsc::sync_channel::<Lines<R>>(1);
        let thread = thread::Builder::new()
            .name("listener".to_owned())
            .spawn(move || {
                let lines = receiver
                    .recv()
                    .expect("the lines are sent once the thread is there");
                watch(lines, &stop, &ended, is_signal)
            });
        match thread {
            Ok(thread) => match sender.send(lines) {
                Ok(()) => Ok(Self {
                    thread,
                    thought_ended,
                }),
                Err(unsent) => Err(unsent.0),
            },
            Err(error) => {
                log::warn!("thoughts cannot be interrupted: {error}");
                Err(lines)
            }
        }
    }

    /// The thought has ended, so the thread may end at the next input.
    pub(super) fn thought_ended(&self) {
        self.thought_ended.store(true, Ordering::Release);
    }

    /// Waits for the next input and takes the lines back.
    ///
    /// # Errors
    /// When the thread has panicked.
    pub(super) fn join(self) -> io::Result<Lines<R>> {
        self.thread
            .join()
            .map_err(|_| io::Error::other("the thread that reads the input has panicked"))
    }
}

/// Reads on until a line is a signal, the thought has ended, or nothing more
/// can be read.
fn watch<R: Read>(
    mut lines: Lines<R>,
    stop: &StopFlag,
    thought_ended: &AtomicBool,
    is_signal: impl Fn(&[u8]) -> bool,
) -> Lines<R> {
    loop {
        while let Some(line) = lines.watch() {
            if is_signal(line) {
                stop.raise();
                return lines;
            }
        }
        if thought_ended.load(Ordering::Acquire) || !lines.fill() {
            return lines;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::lines::Line;

    /// The flag after the input was watched, and the lines that were given back.
    fn watched(input: &'static str, is_signal: fn(&[u8]) -> bool) -> (bool, Vec<String>) {
        let stop = StopFlag::new();
        let lines = Lines::new(input.as_bytes());
        let listener = Listener::start(lines, stop.clone(), is_signal).unwrap();
        let mut lines = listener.join().unwrap();
        let mut rest = Vec::new();
        while let Some(Line::Text(line)) = lines.next().unwrap() {
            rest.push(String::from_utf8_lossy(line).into_owned());
        }
        (stop.is_raised(), rest)
    }

    #[test]
    fn only_signals_raise_the_flag_and_no_line_is_lost() {
        let interrupt: fn(&[u8]) -> bool = crate::gtp::parse::is_interrupt;
        let kept = |lines: &[&str]| lines.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            watched("name\n# interrupt\nversion\n", interrupt),
            (true, kept(&["name", "# interrupt", "version"]))
        );
        assert_eq!(
            watched("name\nversion", interrupt),
            (false, kept(&["name", "version"]))
        );
        assert_eq!(watched("", interrupt), (false, kept(&[])));
        let any_line: fn(&[u8]) -> bool = |_| true;
        assert_eq!(watched("name\n", any_line), (true, kept(&["name"])));
        assert_eq!(watched("", any_line), (false, kept(&[])));
    }
}
