//! Ctrl-C and the signals that end a program.

use crate::cli::failure::Failure;

/// Runs `handler` at Ctrl-C and at the signals that ask a program to end.
///
/// # Errors
/// When the system refuses the handler.
pub(crate) fn on_interrupt(handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::new(format_args!("cannot handle Ctrl-C: {error}")))
}

/// Lets a write beyond the largest size of a file fail as one to a full disk does, with an
/// error, instead of ending the program.
#[cfg(unix)]
pub(crate) fn survive_large_files() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    // The write that raises the signal fails too, so nothing looks at the flag. Without a
    // handler the program ends as it does by default.
    let raised = Arc::new(AtomicBool::new(false));
    let _ = signal_hook::flag::register(rustix::process::Signal::XFSZ.as_raw(), raised);
}

/// Does nothing: other systems have no such signal.
#[cfg(not(unix))]
pub(crate) fn survive_large_files() {}
