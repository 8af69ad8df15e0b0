//! Standard output: detecting a lost reader, and printing text or JSON.

use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;

use crate::cli::failure::Failure;
use crate::cli::json::escaped;

/// Prints a value as text, or as indented JSON.
pub(crate) fn print<T: Display + Serialize>(
    value: &T,
    json: bool,
    mut output: impl Write,
) -> Result<(), Failure> {
    if json {
        let json = serde_json::to_string_pretty(value).map_err(io::Error::from)?;
        writeln!(output, "{}", escaped(&json))?;
    } else {
        write!(output, "{value}")?;
    }
    Ok(output.flush()?)
}

/// Returns whether standard output has lost its reader: the pipe's other end is closed, or
/// the terminal is gone. A file never loses its reader.
#[cfg(unix)]
pub(crate) fn is_lost() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let output = std::io::stdout();
    let mut entries = [PollFd::new(&output, PollFlags::empty())];
    // `poll` reports these without a request.
    let lost = PollFlags::ERR | PollFlags::HUP;
    poll(&mut entries, Some(&Timespec::default())).is_ok() && entries[0].revents().intersects(lost)
}

/// Returns `false`, because other systems report a lost reader only when writing fails.
#[cfg(not(unix))]
pub(crate) fn is_lost() -> bool {
    false
}
