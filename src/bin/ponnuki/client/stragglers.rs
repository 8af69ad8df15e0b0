//! Processes that have left the process group of the program that started them, like
//! daemons or after `setsid`. Killing the group does not reach them.
//!
//! On Linux they are found by the pipe of the program's output, because a process that can
//! write to it must have inherited it. Elsewhere they are left behind.
//!
//! Processes that hold only standard error are spared: `ssh`, for example, shares a
//! connection between sessions.

use std::process::ChildStdout;

#[cfg(target_os = "linux")]
pub(super) use linux::Origin;
#[cfg(not(target_os = "linux"))]
pub(super) use other::Origin;

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};

    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    use super::ChildStdout;

    /// The permission bit of a file that a process can write to.
    const WRITABLE: u32 = 0o200;

    /// The pipe of a program's output.
    pub(in crate::client) struct Origin {
        /// The name of the pipe in `/proc`: `pipe:[1234]`.
        pipe: Option<PathBuf>,
    }

    impl Origin {
        /// Remembers the name of the pipe.
        pub(in crate::client) fn new(output: &ChildStdout) -> Self {
            let link = format!("/proc/self/fd/{}", output.as_raw_fd());
            Self {
                pipe: fs::read_link(link).ok(),
            }
        }

        /// Kills the processes that can write to the pipe. Returns how many were killed.
        pub(in crate::client) fn kill_all(&self) -> usize {
            let Some(pipe) = &self.pipe else { return 0 };
            let ids = fs::read_dir("/proc").into_iter().flatten().flatten();
            let ids = ids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
            ids.filter(|&id| kill_if_holding(id, pipe)).count()
        }
    }

    /// Kills a process if it can write to the pipe.
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

#[cfg(not(target_os = "linux"))]
mod other {
    use super::ChildStdout;

    /// Holds nothing, because these processes cannot be found here.
    pub(in crate::client) struct Origin;

    impl Origin {
        pub(in crate::client) const fn new(_: &ChildStdout) -> Self {
            Self
        }

        pub(in crate::client) const fn kill_all(&self) -> usize {
            let Self = self;
            0
        }
    }
}
