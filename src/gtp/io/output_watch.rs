//! Stops a command when nobody can read its answer any more.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use crate::player::StopFlag;

/// The time between two looks at the output.
const INTERVAL: Duration = Duration::from_millis(250);

/// Looks at the output from time to time while it lives, and raises the stop
/// flag once the output is lost.
#[derive(Debug)]
pub(super) struct OutputWatch {
    /// Dropped with the watch, which ends its thread.
    _command: Sender<()>,
}

impl OutputWatch {
    /// Starts the watch. If no thread can be started, a command without a
    /// controller runs to its end.
    pub(super) fn start(is_lost: fn() -> bool, stop: &StopFlag) -> Self {
        let (command, command_end) = mpsc::channel::<()>();
        let stop = stop.clone();
        let watch = thread::Builder::new().name("output-watch".to_owned());
        let started = watch.spawn(move || {
            while command_end.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if is_lost() {
                    stop.raise();
                    return;
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
    use std::time::Instant;

    #[test]
    fn only_a_lost_output_raises_the_flag() {
        let (kept, lost) = (StopFlag::new(), StopFlag::new());
        let watches = [
            OutputWatch::start(|| false, &kept),
            OutputWatch::start(|| true, &lost),
        ];
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
        drop(OutputWatch::start(|| true, &stop));
        thread::sleep(2 * INTERVAL);
        assert!(!stop.is_raised());
    }
}
