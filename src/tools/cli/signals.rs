//! Ctrl-C and other signals.

use std::io;

/// Runs `handler` on Ctrl-C and on termination signals.
pub(crate) fn on_interrupt(handler: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(handler)
        .map_err(|error| io::Error::other(format!("cannot handle Ctrl-C: {error}")))
}

/// Turns a write beyond the maximum size of a file into an ordinary error, like that of a
/// full disk, instead of ending the program.
#[cfg(unix)]
pub(crate) fn survive_large_files() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    // Nothing reads the flag, because the write also fails. If registering fails, the
    // default action ends the program.
    let raised = Arc::new(AtomicBool::new(false));
    let _ = signal_hook::flag::register(rustix::process::Signal::XFSZ.as_raw(), raised);
}

/// Does nothing, because only Unix has this signal.
#[cfg(not(unix))]
pub(crate) fn survive_large_files() {}
