//! Runs the built program, and checks what it says.

use std::io::Write;
#[cfg(unix)]
use std::process::ExitStatus;
use std::process::{Child, Command, Output, Stdio};
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

pub(crate) use ponnuki_testing::Folder;
pub(crate) use ponnuki_testing::{assert_contains, assert_ends, assert_starts, rows};

/// The path of the built program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_ponnuki");

/// The time after which a process that should have ended is killed.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(20);

/// A run of the program that has ended.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: Option<i32>,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            status: output.status.code(),
        }
    }
}

impl Run {
    /// Checks that the run was a success. Returns its standard output.
    #[track_caller]
    pub(crate) fn succeeds(self) -> String {
        assert_eq!(self.status, Some(0), "{}{}", self.out, self.err);
        self.out
    }

    /// Checks that the run has ended with this status and this reason, and printed nothing else.
    #[track_caller]
    pub(crate) fn fails(&self, status: i32, reason: &str) {
        let ended = (self.status, self.out.as_str());
        assert_eq!(ended, (Some(status), ""), "{reason}: {}", self.err);
        assert_contains(&self.err, reason);
    }
}

/// Returns the command that runs the program with the arguments of a line, which is divided
/// as a shell does it.
pub(crate) fn command(line: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(shlex::split(line).unwrap());
    command.env_remove("RUST_LOG");
    command
}

/// Returns the command that runs a script of the shell, in which `$0` is the program.
#[cfg(unix)]
pub(crate) fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script, PROGRAM]).env_remove("RUST_LOG");
    command
}

/// Starts a process with pipes for all streams.
pub(crate) fn start(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs a process to its end with this input.
pub(crate) fn run(command: &mut Command, input: &str) -> Run {
    let mut child = start(command);
    // A program that ends before it reads its input closes the pipe, which is fine.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap().into()
}

/// Sends a process a signal such as `-INT`.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([name, &id]).status();
    assert!(sent.unwrap().success());
}

/// Waits for the end of a process, which must come soon.
#[cfg(unix)]
pub(crate) fn ended(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the process goes on");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Runs the program in a folder.
pub(crate) trait InFolder {
    /// Makes a process begin in this folder.
    fn within<'a>(&self, command: &'a mut Command) -> &'a mut Command;

    /// Runs the program in this folder with the arguments of a line.
    fn run(&self, line: &str) -> Run {
        self.run_with(line, "")
    }

    /// Runs the program in this folder with the arguments of a line and this input.
    fn run_with(&self, line: &str, input: &str) -> Run {
        run(self.within(&mut command(line)), input)
    }

    /// Runs a script of the shell in this folder, in which `$0` is the program.
    #[cfg(unix)]
    fn shell(&self, script: &str) -> Run {
        run(self.within(&mut shell(script)), "")
    }
}

impl InFolder for Folder {
    fn within<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.current_dir(self.path(""))
    }
}
