//! Stops work when its output has lost its reader.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

const INTERVAL: Duration = Duration::from_millis(250);

/// Polls the output while the watch lives, and acts once the output is lost.
#[derive(Debug)]
#[must_use = "dropping a watch ends it"]
pub struct OutputWatch {
    /// A sender whose drop, with the watch, ends the thread.
    _command: Sender<()>,
}

impl OutputWatch {
    /// Starts the watch, which calls `on_lost` soon after `is_lost` returns `true`.
    /// Both are called from another thread. If none can be started, work without a
    /// reader goes on to its end.
    pub fn start(is_lost: fn() -> bool, on_lost: impl FnOnce() + Send + 'static) -> Self {
        let (command, command_end) = mpsc::channel::<()>();
        let watch = thread::Builder::new().name("output-watch".to_owned());
        let started = watch.spawn(move || {
            while command_end.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if is_lost() {
                    return on_lost();
                }
            }
        });
        if let Err(error) = started {
            log::debug!("the output cannot be watched: {error}");
        }
        Self { _command: command }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_play::player::StopFlag;
    use std::time::Instant;

    /// Watches an output that is lost or not.
    fn watch(is_lost: fn() -> bool, stop: &StopFlag) -> OutputWatch {
        let stop = stop.clone();
        OutputWatch::start(is_lost, move || stop.raise())
    }

    #[test]
    fn only_a_lost_output_raises_the_flag() {
        let (kept, lost) = (StopFlag::new(), StopFlag::new());
        let watches = [watch(|| false, &kept), watch(|| true, &lost)];
        let begin = Instant::now();
        while !lost.is_raised() && begin.elapsed() < 80 * INTERVAL {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(lost.is_raised() && !kept.is_raised());
        drop(watches);
    }

    #[test]
    fn the_watch_ends_with_the_command() {
        let stop = StopFlag::new();
        drop(watch(|| true, &stop));
        thread::sleep(2 * INTERVAL);
        assert!(!stop.is_raised());
    }
}
