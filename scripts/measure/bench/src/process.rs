//! A GTP program as a child process, driven one command at a time.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::Outcome;

/// The path and arguments that start a program.
pub(crate) struct Program {
    path: PathBuf,
    arguments: Vec<String>,
}

impl Program {
    pub(crate) fn new(path: &str, arguments: &[&str]) -> Self {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        Self {
            path: path.into(),
            arguments,
        }
    }

    /// Builds the command that starts it, with stderr discarded.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments).stderr(Stdio::null());
        command
    }
}

/// A running program. The driver itself costs little: there is no buffer between the caller and
/// the pipe, one write per command, and only as many reads as the answer needs.
pub(crate) struct Engine {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    answer: Vec<u8>,
}

impl Engine {
    pub(crate) fn start(program: &Program) -> Outcome<Self> {
        let mut child = program
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no pipe to the engine")?;
        let output = child.stdout.take().ok_or("no pipe from the engine")?;
        Ok(Self {
            child,
            input,
            output,
            answer: Vec::new(),
        })
    }

    /// Sends a line, which includes its line feed, and returns the text of the answer.
    ///
    /// # Errors
    /// If the program ends or refuses the command.
    pub(crate) fn ask(&mut self, line: &[u8]) -> Outcome<&[u8]> {
        self.input.write_all(line)?;
        self.answer.clear();
        let mut buffer = [0; 4096];
        while !self.answer.ends_with(b"\n\n") {
            let length = self.output.read(&mut buffer)?;
            if length == 0 {
                return Err("the engine ended".into());
            }
            self.answer.extend_from_slice(&buffer[..length]);
        }
        match self.answer.strip_prefix(b"= ") {
            Some(text) => Ok(text.trim_ascii_end()),
            None => Err(format!(
                "{:?} was answered with {:?}",
                String::from_utf8_lossy(line),
                String::from_utf8_lossy(&self.answer)
            )
            .into()),
        }
    }

    /// Sends `quit` and waits for the process to end.
    pub(crate) fn quit(mut self) -> Outcome<()> {
        self.ask(b"quit\n")?;
        self.child.wait()?;
        Ok(())
    }
}
