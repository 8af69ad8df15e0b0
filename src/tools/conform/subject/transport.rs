//! The way to the engine under test: a process, or an engine in the tests of this room.

use std::time::Duration;

use crate::client::{Fault, Program};

/// A running engine that takes bytes and writes bytes.
pub(in crate::conform) trait Transport {
    /// Sends bytes, which must be read and answered within `limit`.
    fn send(&mut self, bytes: &[u8], limit: Duration) -> Result<(), Fault>;

    /// Waits for output up to an empty line.
    fn receive(&mut self) -> Result<Vec<u8>, Fault>;

    /// Returns output that is not complete.
    fn rest(&self) -> Option<String>;

    /// Lets a long wait for what comes be reported under this name.
    fn announce(&mut self, _: String) {}

    /// Returns the id of the process, if there is one.
    fn process_id(&self) -> Option<u32> {
        None
    }

    /// Ends the engine.
    fn quit(self: Box<Self>);

    /// Does something that must end the engine. Returns whether it ends within this time, and ends
    /// it in any case.
    fn ends_after(self: Box<Self>, cause: EndCause, wait: Duration) -> bool;
}

/// What must end an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::conform) enum EndCause {
    /// A command that was sent before.
    Command,
    /// The end of the input.
    InputEnd,
    /// The signal `TERM`.
    Signal,
}

impl Transport for Program {
    fn send(&mut self, bytes: &[u8], limit: Duration) -> Result<(), Fault> {
        self.send_bytes(bytes, limit)
    }

    fn receive(&mut self) -> Result<Vec<u8>, Fault> {
        self.answer_bytes()
    }

    fn rest(&self) -> Option<String> {
        self.rest()
    }

    fn announce(&mut self, what: String) {
        self.announce(what);
    }

    fn process_id(&self) -> Option<u32> {
        Some(self.id())
    }

    fn quit(self: Box<Self>) {
        (*self).quit();
    }

    fn ends_after(mut self: Box<Self>, cause: EndCause, wait: Duration) -> bool {
        match cause {
            EndCause::Command => {}
            EndCause::InputEnd => self.close_input(),
            EndCause::Signal => self.terminate(),
        }
        let is_over = self.ends_within(wait);
        self.kill();
        is_over
    }
}
