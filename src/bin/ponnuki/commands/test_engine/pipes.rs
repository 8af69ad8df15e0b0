//! Faults with the pipes of the program: a closed one, and those that a process
//! in another session holds.

use std::env;
use std::fs::OpenOptions;
use std::io;
use std::process::{Command, Stdio};

use process_wrap::std::{CommandWrap, ProcessSession};

/// The time in seconds after which the process in another session ends, in case
/// nobody kills it.
const LIFETIME: &str = "30";

/// The pipes that the process in another session holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// Standard input, standard output and standard error.
    All,
    /// Standard error.
    Stderr,
}

/// Starts a process in a session of its own. A signal to the process group of
/// this program does not reach it.
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

/// Closes standard output, as far as its reader can see.
pub(super) fn close_output() -> io::Result<()> {
    #[expect(
        clippy::disallowed_methods,
        reason = "a fault of a program, not a file"
    )]
    let nothing = OpenOptions::new().write(true).open("/dev/null")?;
    Ok(rustix::stdio::dup2_stdout(nothing)?)
}
