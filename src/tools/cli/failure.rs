//! The program's error type: a message and an exit status.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use ponnuki_formats::files::unwritable;

/// The only error of the program: the message it exits with, and the exit status.
///
/// Library errors convert with `?`, keeping their message, to status 1.
#[derive(Debug)]
pub(crate) struct Failure {
    text: String,
    status: u8,
    /// Whether the error only means that standard output has lost its reader.
    is_unread: bool,
}

impl Failure {
    /// Creates a failure with status 1.
    pub(crate) fn new(text: impl fmt::Display) -> Self {
        Self {
            text: text.to_string(),
            status: 1,
            is_unread: false,
        }
    }

    /// Creates the failure of a run that the user stopped, with the status that shells
    /// report for Ctrl-C.
    pub(crate) fn interrupted(text: impl fmt::Display) -> Self {
        Self::new(text).with_status(130)
    }

    /// Replaces the exit status.
    pub(crate) fn with_status(self, status: u8) -> Self {
        Self { status, ..self }
    }

    /// Returns a function that adds context to an error: "cannot", the purpose and the path.
    pub(crate) fn file<E: fmt::Display>(purpose: &str, path: &Path) -> impl Fn(E) -> Self {
        move |error| Self::new(format_args!("cannot {purpose} {}: {error}", path.display()))
    }

    /// Creates a failure whose message begins with the path of its culprit.
    pub(crate) fn path(path: &Path, words: impl fmt::Display) -> Self {
        Self::new(format_args!("{} {words}", path.display()))
    }

    /// Returns a function that adds context to an error in writing a file.
    pub(crate) fn unwritable(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::new(unwritable(path, &error))
    }

    /// Returns a function that prefixes an error with its culprit and a colon.
    pub(crate) fn of<E: fmt::Display>(culprit: impl fmt::Display) -> impl Fn(E) -> Self {
        move |error| Self::new(format_args!("{culprit}: {error}"))
    }

    /// Creates the failure of a game with more handicap stones than fit on the board.
    pub(crate) fn no_room(most: usize) -> Self {
        Self::new(format_args!(
            "this board has room for at most {most} handicap stones"
        ))
    }

    /// Returns whether the error only means that standard output has lost its reader.
    pub(crate) const fn is_unread(&self) -> bool {
        self.is_unread
    }

    /// Returns the exit status.
    pub(crate) fn status(&self) -> ExitCode {
        self.status.into()
    }
}

impl<E: Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        let cause = (&error as &dyn Error).downcast_ref::<io::Error>();
        Self {
            is_unread: cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe),
            ..Self::new(error)
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
