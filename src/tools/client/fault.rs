//! Faults of a program: crashes, time-outs and protocol errors.

use std::{fmt, io};

use super::excerpt::one_line;
use crate::cli::plain;

/// How many bytes from the end of standard error a record quotes.
const QUOTED: usize = 200;

/// The remark on a program that could not be started because the system lacks what each needs.
const EXHAUSTED: &str = "the system is out of processes, memory or open files: \
    start fewer at the same time, or raise the limits ('ulimit -a' shows them)";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// The program broke the rules of the game.
    Illegal,
    /// The program refused a command that it must obey.
    Refused,
    /// The program's answer is not valid GTP.
    Malformed,
    /// The program exited or closed its output.
    Crash,
    /// The program did not answer in time and was killed.
    Hang,
}

/// A fault of a program, which loses the game in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    /// A description that completes a sentence after the program's colour or label: `ended
    /// with exit status: 1`.
    pub(crate) detail: String,
    /// The end of the program's standard error, if it may explain the fault.
    pub(crate) last_words: Vec<u8>,
    pub(crate) remark: Option<String>,
    /// Whether the system could not start the program, which is then not to blame.
    pub(crate) is_unstarted: bool,
}

impl Fault {
    /// Creates the fault of output that breaks the protocol, as [`new`](Self::new) does.
    pub(crate) fn malformed(detail: impl AsRef<str>) -> Self {
        Self::new(FaultKind::Malformed, detail)
    }

    /// Creates a fault. Control characters in `detail` are replaced.
    pub(crate) fn new(kind: FaultKind, detail: impl AsRef<str>) -> Self {
        Self {
            kind,
            detail: plain::line(detail.as_ref()),
            last_words: Vec::new(),
            remark: None,
            is_unstarted: false,
        }
    }

    /// Creates the fault of a program that the system could not start by this name.
    pub(crate) fn unstarted(name: &str, error: &io::Error) -> Self {
        let detail = format!("cannot be started as '{name}': {error}");
        Self {
            is_unstarted: true,
            remark: is_exhausted(error).then(|| EXHAUSTED.to_owned()),
            ..Self::new(FaultKind::Crash, detail)
        }
    }
}

/// Returns whether the system has no more processes, memory or file descriptors.
fn is_exhausted(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;

        let code = Errno::from_io_error(error);
        code.is_some_and(|code| {
            [Errno::AGAIN, Errno::MFILE, Errno::NFILE, Errno::NOMEM].contains(&code)
        })
    }
    #[cfg(not(unix))]
    {
        error.kind() == io::ErrorKind::OutOfMemory
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)?;
        let words = self.last_words.trim_ascii();
        if !words.is_empty() {
            let end = one_line(&words[words.len().saturating_sub(QUOTED)..]);
            write!(f, ", last on standard error: {end}")?;
        }
        match &self.remark {
            Some(remark) => write!(f, "; {remark}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_program_that_the_system_has_no_room_for_is_not_looked_for() {
        use rustix::io::Errno;

        for (code, tip) in [
            (Errno::AGAIN, "\ntip: the system is out of processes"),
            (Errno::MFILE, "\ntip: the system is out of processes"),
            (Errno::NOENT, "\ntip: is the program installed"),
        ] {
            let fault = Fault::unstarted("engine", &code.into());
            let message = fault.explain("player B", "engine");
            assert!(message.contains(tip), "{message}");
        }
    }

    #[test]
    fn the_record_quotes_the_end_and_the_message_the_last_lines() {
        let mut fault = Fault::new(FaultKind::Crash, "ended with exit status: 1");
        assert_eq!(fault.to_string(), "ended with exit status: 1");
        fault.remark = Some("a remark".to_owned());
        assert_eq!(fault.to_string(), "ended with exit status: 1; a remark");
        let lines: Vec<_> = (0..100)
            .map(|line| format!("line {line}\u{1b}\n"))
            .collect();
        fault.last_words = lines.concat().into_bytes();
        let record = fault.to_string();
        assert!(record.ends_with("line 98? line 99?; a remark"), "{record}");
        assert!(record.len() < 300);
        let message = fault.explain("player B", "engine --x");
        assert!(message.starts_with("player B ended with exit status: 1\nits last lines"));
        assert!(
            !message.contains("line 91?") && message.contains("\n    line 92?\n"),
            "{message}"
        );
        assert!(
            message.contains("\ntip: run engine --x in a terminal"),
            "{message}"
        );
    }
}
