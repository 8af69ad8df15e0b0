//! Times that options of several subcommands take.

use std::time::Duration;

/// Reads a number of seconds above 0, which may have a fraction.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .map_err(|_| "expected a number of seconds".to_owned())?;
    time_above_zero(seconds).ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

/// Returns this number of seconds, or `None` if it is not above 0 or a
/// [`Duration`] cannot hold it.
pub(crate) fn time_above_zero(seconds: f64) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(seconds).ok();
    time.filter(|time| !time.is_zero())
}
