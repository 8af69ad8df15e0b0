//! Responses that are written while their command still runs.

use std::io::{self, Write};

use ponnuki_play::player::StopFlag;

/// Writes the lines of one response to the controller.
pub(crate) struct ResponseWriter<'a> {
    output: &'a mut dyn Write,
    id: Option<u32>,
    has_begun: bool,
    /// The first error of a write. Nothing is written after it.
    error: Option<io::Error>,
    /// The flag to raise at a write error, because the rest of the analysis is lost.
    stop: StopFlag,
}

impl<'a> ResponseWriter<'a> {
    /// Creates the writer for the response to the command with this id.
    pub(crate) fn new(output: &'a mut dyn Write, id: Option<u32>, stop: &StopFlag) -> Self {
        Self {
            output,
            id,
            has_begun: false,
            error: None,
            stop: stop.clone(),
        }
    }

    /// Writes the beginning of the response. The command can no longer fail.
    pub(crate) fn begin(&mut self) {
        self.has_begun = true;
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        self.write(&format!("={id}\n"));
    }

    /// Writes and flushes one line of the response. Skips an empty line,
    /// because a blank line would end the response.
    pub(crate) fn line(&mut self, text: &str) {
        if !text.is_empty() {
            self.write(&format!("{text}\n"));
        }
    }

    /// Returns whether the response has begun.
    ///
    /// # Errors
    /// The first write error.
    pub(crate) fn finish(self) -> io::Result<bool> {
        self.error.map_or(Ok(self.has_begun), Err)
    }

    /// Writes a part of the response and flushes it.
    fn write(&mut self, text: &str) {
        if self.error.is_some() {
            return;
        }
        let written = self.output.write_all(text.as_bytes());
        if let Err(error) = written.and_then(|()| self.output.flush()) {
            self.error = Some(error);
            self.stop.raise();
        }
    }
}

/// Writes whole lines of graphics to standard error, where GoGui reads them.
pub(crate) fn write_graphics(text: &str) {
    // Graphics are not part of the response, so an error loses only them.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
