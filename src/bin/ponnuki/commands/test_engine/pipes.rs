//! Faults of pipes: closing one, and letting a process in another session hold them.

use std::env;
use std::fs::OpenOptions;
use std::io;
use std::process::{Command, Stdio};

use process_wrap::std::{CommandWrap, ProcessSession};

/// The lifetime of the process in another session, in seconds, in case it is not killed.
const LIFETIME: &str = "30";

/// Which pipes the process in another session holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// Standard input, standard output and standard error.
    All,
    /// Standard error.
    Stderr,
}

/// Starts a process in a new session, which a signal to our process group does not reach.
pub(super) fn hold(held: Held) -> io::Result<()> {
    let mut command = Command::new(env::current_exe()?);
    command.args(["test-engine", "--hold", LIFETIME]);
    if held == Held::Stderr {
        command.stdin(Stdio::null()).stdout(Stdio::null());
    }
    let mut command = CommandWrap::from(command);
    command.wrap(ProcessSession);
    command.spawn()?;
    Ok(())
}

/// Closes standard output from its reader's point of view.
pub(super) fn close_output() -> io::Result<()> {
    #[expect(
        clippy::disallowed_methods,
        reason = "a fault of a program, not a file"
    )]
    let nothing = OpenOptions::new().write(true).open("/dev/null")?;
    Ok(rustix::stdio::dup2_stdout(nothing)?)
}
