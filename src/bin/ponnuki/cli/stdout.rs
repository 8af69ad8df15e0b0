//! Standard output: whether anybody reads it, and values as text or as JSON.

use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;

use crate::cli::failure::Failure;

/// Prints a value as text, or as JSON on several lines.
///
/// # Errors
/// When the output fails.
pub(crate) fn print<T: Display + Serialize>(
    value: &T,
    json: bool,
    mut output: impl Write,
) -> Result<(), Failure> {
    if json {
        serde_json::to_writer_pretty(&mut output, value).map_err(io::Error::from)?;
        writeln!(output)?;
    } else {
        write!(output, "{value}")?;
    }
    Ok(output.flush()?)
}

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
