//! Where a command writes before it ends.

use std::io::{self, Write};

use crate::player::StopFlag;

/// Takes the lines of a command that answers bit by bit.
pub(super) trait Outlet {
    /// The command succeeds; its lines follow.
    fn begin(&mut self);

    /// Writes a line of the answer, at once. An empty one is left out, because
    /// a blank line would end the answer.
    fn line(&mut self, text: &str);

    /// Writes graphics for GoGui, which reads them on standard error. The text
    /// is whole lines.
    fn graphics(&mut self, text: &str);
}

/// Writes the lines of one response to the controller.
pub(super) struct Stream<'a, W> {
    output: &'a mut W,
    id: Option<u32>,
    has_begun: bool,
    /// Why nothing more can be written.
    error: Option<io::Error>,
    /// Raised when nothing more can be written: nobody listens.
    stop: StopFlag,
}

impl<'a, W: Write> Stream<'a, W> {
    /// The response to the command with this id has not begun yet.
    pub(super) fn new(output: &'a mut W, id: Option<u32>, stop: &StopFlag) -> Self {
        Self {
            output,
            id,
            has_begun: false,
            error: None,
            stop: stop.clone(),
        }
    }

    /// Lines were written or will not be, so the response has a beginning.
    ///
    /// # Errors
    /// When writing has failed.
    pub(super) fn finish(self) -> io::Result<bool> {
        self.error.map_or(Ok(self.has_begun), Err)
    }

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

impl<W: Write> Outlet for Stream<'_, W> {
    fn begin(&mut self) {
        self.has_begun = true;
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        self.write(&format!("={id}\n"));
    }

    fn line(&mut self, text: &str) {
        if !text.is_empty() {
            self.write(&format!("{text}\n"));
        }
    }

    fn graphics(&mut self, text: &str) {
        // Without standard error there is nobody to look at them.
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }
}
