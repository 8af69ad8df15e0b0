//! Ctrl-C and the signals that end a program.

use std::io::{self, Write};
use std::process;

use ponnuki::client::Interrupt;

/// Lets Ctrl-C and termination signals interrupt what is running. A second signal
/// kills all programs and exits at once.
///
/// # Errors
/// If the system refuses the handler.
pub(crate) fn listen(interrupt: &Interrupt, running: &'static str) -> Result<(), ctrlc::Error> {
    let interrupt = interrupt.clone();
    ctrlc::set_handler(move || {
        if interrupt.is_raised() {
            interrupt.kill_all();
            process::exit(130);
        }
        let _ = writeln!(
            io::stderr(),
            "\nponnuki: interrupting {running}; press Ctrl-C again to exit at once"
        );
        interrupt.raise();
    })
}
