//! Where the person's lines come from.

use std::io::{self, BufRead, Read, Write};

/// The longest line of a pipe in bytes; the rest of a longer one counts as another
/// line.
const LONGEST_LINE: u64 = 4096;

/// A source of lines.
pub(super) trait Input {
    /// Shows the prompt and reads a line. Returns `None` at the end of the input.
    ///
    /// # Errors
    /// When the input or the output fails.
    fn line(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Option<String>>;
}

/// Reads lines from a pipe or file. The prompt goes to the output.
pub(super) struct Pipe<R>(pub(super) R);

impl<R: BufRead> Input for Pipe<R> {
    fn line(&mut self, prompt: &str, output: &mut dyn Write) -> io::Result<Option<String>> {
        write!(output, "{prompt}")?;
        output.flush()?;
        let mut line = Vec::new();
        let mut limited = self.0.by_ref().take(LONGEST_LINE);
        if limited.read_until(b'\n', &mut line)? == 0 {
            writeln!(output)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}
