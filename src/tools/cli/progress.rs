//! The progress bar of slow commands.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Returns a bar on standard error with a template of indicatif. The bar is hidden if the
/// command is quiet or standard error is no terminal.
pub(crate) fn bar(length: u64, template: &str, is_quiet: bool) -> ProgressBar {
    if is_quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = styled(ProgressBar::new(length), template);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// Applies a template to a bar, if the template is valid.
pub(crate) fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
