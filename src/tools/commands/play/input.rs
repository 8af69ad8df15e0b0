//! Sources of the person's lines: a pipe or file, or a line editor on a terminal.

use std::io::{self, BufRead, Read, Write};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

/// The maximum line from a pipe, in bytes. The rest of a longer line counts as another line.
const MAX_LINE_BYTES: u64 = 4096;

/// Returns a source of lines from a pipe or file. It writes the prompt to the output, and returns
/// `None` at the end of the input.
pub(super) fn pipe<W: Write>(
    mut input: impl BufRead,
) -> impl FnMut(&str, &mut W) -> io::Result<Option<String>> {
    move |prompt, output| {
        write!(output, "{prompt}")?;
        output.flush()?;
        let mut line = Vec::new();
        let mut limited = input.by_ref().take(MAX_LINE_BYTES);
        if limited.read_until(b'\n', &mut line)? == 0 {
            writeln!(output)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}

/// Returns a source of lines from a terminal, with editing and a history. It returns `None` if the
/// person presses Ctrl-C or Ctrl-D. Lines that are typed ahead or pasted wait for their prompts.
pub(super) fn line_editor<W: Write>()
-> io::Result<impl FnMut(&str, &mut W) -> io::Result<Option<String>>> {
    let config = Config::builder()
        .auto_add_history(true)
        // Pasted lines are separate commands, not one line with line feeds.
        .bracketed_paste(false)
        .build();
    let editor = Editor::<(), _>::with_history(config, MemHistory::new());
    let mut editor = editor.map_err(failed)?;
    Ok(move |prompt: &str, output: &mut W| {
        output.flush()?;
        match editor.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(failed(error)),
        }
    })
}

/// Unwraps the system's error from an error of the editor.
fn failed(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}
