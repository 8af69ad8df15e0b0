//! The process of a program, and how it ends.
//!
//! Killing its group does not reach processes that have left the group, like daemons or
//! after `setsid`.
//!
//! On Linux they are found by the pipe of the program's output, because a process that can
//! write to it must have inherited it. Elsewhere they are left behind.
//!
//! Processes that hold only standard error are spared: `ssh`, for example, shares a
//! connection between sessions.

use std::path::{Path, PathBuf};
use std::process::{ChildStdout, ExitStatus};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::ChildWrapper;

use ponnuki_core::threads::lock;

#[cfg(target_os = "linux")]
use linux::{kill_holders, pipe_name};
#[cfg(not(target_os = "linux"))]
use other::{kill_holders, pipe_name};

const POLL_INTERVAL: Duration = Duration::from_millis(1);

pub(super) struct Process {
    child: Mutex<Box<dyn ChildWrapper>>,
    /// The name of the pipe of the output, by which processes are found that have left the group.
    pipe: Option<PathBuf>,
}

impl Process {
    pub(super) fn new(child: Box<dyn ChildWrapper>, output: &ChildStdout) -> Self {
        Self {
            child: Mutex::new(child),
            pipe: pipe_name(output),
        }
    }

    pub(super) fn id(&self) -> u32 {
        lock(&self.child).id()
    }

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
        self.pipe.as_deref().map_or(0, kill_holders)
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::PermissionsExt;

    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    use super::{ChildStdout, Path, PathBuf};

    const WRITABLE: u32 = 0o200;

    /// Returns the name of the pipe in `/proc`: `pipe:[1234]`.
    pub(super) fn pipe_name(output: &ChildStdout) -> Option<PathBuf> {
        fs::read_link(format!("/proc/self/fd/{}", output.as_raw_fd())).ok()
    }

    pub(super) fn kill_holders(pipe: &Path) -> usize {
        let ids = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = ids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        ids.filter(|&id| kill_if_holding(id, pipe)).count()
    }

    fn kill_if_holding(id: i32, pipe: &Path) -> bool {
        if !is_holding(id, pipe) {
            return false;
        }
        let Some(process) = Pid::from_raw(id)
            .and_then(|id| pidfd_open(id, PidfdFlags::empty()).ok())
            // Checked again, because the process id may have been reused.
            .filter(|_| is_holding(id, pipe))
        else {
            return false;
        };
        pidfd_send_signal(process, Signal::KILL).is_ok()
    }

    /// Returns whether a process can write to the pipe. A process that we have just forked
    /// can only read from it, as we do.
    fn is_holding(id: i32, pipe: &Path) -> bool {
        let files = fs::read_dir(format!("/proc/{id}/fd"));
        files.into_iter().flatten().flatten().any(|file| {
            fs::read_link(file.path()).is_ok_and(|target| target == pipe)
                && fs::symlink_metadata(file.path())
                    .is_ok_and(|link| link.permissions().mode() & WRITABLE != 0)
        })
    }
}

/// These processes cannot be found here.
#[cfg(not(target_os = "linux"))]
mod other {
    use super::{ChildStdout, Path, PathBuf};

    pub(super) const fn pipe_name(_: &ChildStdout) -> Option<PathBuf> {
        None
    }

    pub(super) const fn kill_holders(_: &Path) -> usize {
        0
    }
}
