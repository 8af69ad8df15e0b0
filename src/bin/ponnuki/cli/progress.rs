//! The progress bar of commands that take long.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Returns a bar on standard error with this template of indicatif. Without a terminal, and
/// if the command is quiet, nothing is shown.
pub(crate) fn bar(length: u64, template: &str, is_quiet: bool) -> ProgressBar {
    if is_quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = styled(ProgressBar::new(length), template);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// Returns the bar with this template.
pub(crate) fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
