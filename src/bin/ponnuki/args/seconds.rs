//! Times that must be above zero, in seconds, as options give them.

use std::time::Duration;

/// Reads a time above zero, which may have a fraction.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .map_err(|_| "expected a number of seconds".to_owned())?;
    time_above_zero(seconds).ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

/// So many seconds, unless that is no time above zero or none that a clock can
/// show.
pub(crate) fn time_above_zero(seconds: f64) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(seconds).ok();
    time.filter(|time| !time.is_zero())
}
