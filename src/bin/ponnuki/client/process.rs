//! The process of a program, and how it ends.

use std::process::ExitStatus;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::ChildWrapper;

use super::stragglers::Origin;
use ponnuki::threads::lock;

/// The polling interval for a process that should end.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// The process of a program and its process group.
pub(super) struct Process {
    child: Mutex<Box<dyn ChildWrapper>>,
    /// Finds the processes that have left the group.
    origin: Origin,
}

impl Process {
    /// Takes over a process that has just been started.
    pub(super) fn new(child: Box<dyn ChildWrapper>, origin: Origin) -> Self {
        Self {
            child: Mutex::new(child),
            origin,
        }
    }

    pub(super) fn id(&self) -> u32 {
        lock(&self.child).id()
    }

    /// Returns the exit status if the process has ended.
    pub(super) fn status(&self) -> Option<ExitStatus> {
        lock(&self.child).inner_mut().try_wait().ok().flatten()
    }

    /// Waits for the process to end. Returns its exit status, or `None` if the process is
    /// still running at `until`.
    pub(super) fn await_end(&self, until: Instant) -> Option<ExitStatus> {
        loop {
            let status = self.status();
            if status.is_some() || Instant::now() >= until {
                return status;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Sends a kill signal to the process and its group, without waiting.
    pub(super) fn start_kill(&self) {
        // Fails if the process is gone already or belongs to another user. The status shows which.
        let _ = lock(&self.child).start_kill();
    }

    /// Kills the processes that have left the group but hold the program's output. Returns
    /// how many were killed.
    pub(super) fn kill_stragglers(&self) -> usize {
        self.origin.kill_all()
    }
}
