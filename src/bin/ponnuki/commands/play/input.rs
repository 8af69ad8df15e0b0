//! Sources of the person's lines: a pipe or file, or a line editor on a terminal.

use std::io::{self, BufRead, Read, Write};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

/// The maximum line from a pipe, in bytes. The rest of a longer line counts as another line.
const MAX_LINE_BYTES: u64 = 4096;

/// A source of lines.
pub(super) trait Input {
    /// Shows the prompt and reads a line. Returns `None` at the end of the input, or if the
    /// person presses Ctrl-C or Ctrl-D.
    fn line(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Option<String>>;
}

/// Lines from a pipe or file. The prompt is written to the output.
pub(super) struct Pipe<R>(pub(super) R);

impl<R: BufRead> Input for Pipe<R> {
    fn line(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Option<String>> {
        write!(output, "{prompt}")?;
        output.flush()?;
        let mut line = Vec::new();
        let mut limited = self.0.by_ref().take(MAX_LINE_BYTES);
        if limited.read_until(b'\n', &mut line)? == 0 {
            writeln!(output)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}

/// Lines from a terminal, with editing and a history. Lines that are typed ahead or pasted
/// wait for their prompts.
pub(super) struct LineEditor(Editor<(), MemHistory>);

impl LineEditor {
    /// Creates an editor with an empty history.
    pub(super) fn new() -> io::Result<Self> {
        let config = Config::builder()
            .auto_add_history(true)
            // Pasted lines are separate commands, not one line with line feeds.
            .bracketed_paste(false)
            .build();
        let editor = Editor::with_history(config, MemHistory::new()).map_err(failed)?;
        Ok(Self(editor))
    }
}

impl Input for LineEditor {
    fn line(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Option<String>> {
        output.flush()?;
        match self.0.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(failed(error)),
        }
    }
}

/// Unwraps the system's error from an error of the editor.
fn failed(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}
