//! Why the program ends without success, and with which status.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use ponnuki::files::unwritable;
use ponnuki::player::OutOfMemory;

/// The one error of the program: what it says before it ends, and its exit status.
///
/// Every error of the library becomes one by `?`, with its text and status 1.
#[derive(Debug)]
pub(crate) struct Failure {
    text: String,
    status: u8,
    /// Whether standard output has no reader any more, which is no failure of ours.
    is_unread: bool,
}

impl Failure {
    /// Returns a failure with this text and status 1.
    pub(crate) fn new(text: impl fmt::Display) -> Self {
        Self {
            text: text.to_string(),
            status: 1,
            is_unread: false,
        }
    }

    /// Returns the failure of a run that the user stopped. Its status is the one that
    /// shells give for Ctrl-C.
    pub(crate) fn interrupted(text: impl fmt::Display) -> Self {
        Self::new(text).with_status(130)
    }

    /// Returns the same failure with another exit status.
    pub(crate) fn with_status(self, status: u8) -> Self {
        Self { status, ..self }
    }

    /// Returns a function that makes the failure from its cause: "cannot", the purpose,
    /// the path and the cause.
    pub(crate) fn file<E: fmt::Display>(purpose: &str, path: &Path) -> impl Fn(E) -> Self {
        move |error| Self::new(format_args!("cannot {purpose} {}: {error}", path.display()))
    }

    /// Returns a function that makes the failure to write a file from its cause.
    pub(crate) fn unwritable(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::new(unwritable(path, &error))
    }

    /// Returns a function that puts what is at fault before the cause, with a colon.
    pub(crate) fn of<E: fmt::Display>(culprit: impl fmt::Display) -> impl Fn(E) -> Self {
        move |error| Self::new(format_args!("{culprit}: {error}"))
    }

    /// Returns the failure of a game with more handicap stones than the largest possible
    /// number.
    pub(crate) fn no_room(most: usize) -> Self {
        Self::new(format_args!(
            "this board has room for at most {most} handicap stones"
        ))
    }

    /// Returns the failure of a player that needs more memory than there is.
    pub(crate) fn out_of_memory(error: OutOfMemory) -> Self {
        Self::new(format_args!(
            "{error}; choose less with --memory or --threads"
        ))
    }

    /// Returns whether only the reader of standard output has gone.
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
