//! A GTP program as a child process, asked one command at a time.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::Outcome;

/// How a program is started.
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

    /// The command that starts it, its stderr thrown away.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments).stderr(Stdio::null());
        command
    }
}

/// A running program. Nothing between the caller and the pipe: one write a command, and as many
/// reads as the answer takes, so that the driver costs little beside what it measures.
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

    /// Sends a line (with its line feed) and returns the text of the answer.
    ///
    /// # Errors
    /// When the program ends or refuses the command.
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

    /// Quits and waits for the end.
    pub(crate) fn quit(mut self) -> Outcome<()> {
        self.ask(b"quit\n")?;
        self.child.wait()?;
        Ok(())
    }
}
