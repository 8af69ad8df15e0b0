//! Faults of pipes: closing one, and letting a process in another session hold them.

use std::env;
use std::fs::OpenOptions;
use std::io;
use std::process::{Command, Stdio};

use process_wrap::std::{CommandWrap, ProcessSession};

use super::StagedFault;

/// The lifetime of the process in another session, in seconds, in case it is not killed.
const LIFETIME: &str = "30";

/// Starts a process in a new session, which a signal to our process group does not reach. It holds
/// our pipes, or standard error alone for the fault that says so.
pub(super) fn hold(fault: StagedFault) -> io::Result<()> {
    let mut command = Command::new(env::current_exe()?);
    command.args(["test-engine", "--hold", LIFETIME]);
    if fault == StagedFault::Cling {
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
