//! The state of standard output.

/// Returns whether nobody can read standard output any more: the reader of the
/// pipe has closed it, or the terminal is gone. A file counts as read.
#[cfg(unix)]
pub(crate) fn is_lost() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let output = std::io::stdout();
    let mut entries = [PollFd::new(&output, PollFlags::empty())];
    // Errors are reported without being asked for.
    let lost = PollFlags::ERR | PollFlags::HUP;
    poll(&mut entries, Some(&Timespec::default())).is_ok() && entries[0].revents().intersects(lost)
}

/// Returns `false`: other systems do not tell before the next write.
#[cfg(not(unix))]
pub(crate) fn is_lost() -> bool {
    false
}
