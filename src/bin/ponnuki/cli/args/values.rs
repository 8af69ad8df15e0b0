//! Parsers of times and numbers that several subcommands accept.

use std::ops::RangeBounds;
use std::time::Duration;

/// Parses a positive number of seconds, possibly with a fraction.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .map_err(|_| "expected a number of seconds".to_owned())?;
    time_above_zero(seconds).ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

/// Converts seconds to a [`Duration`]. Returns `None` unless they are positive and in its range.
pub(crate) fn time_above_zero(seconds: f64) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(seconds).ok();
    time.filter(|time| !time.is_zero())
}

/// Returns a parser of numbers in a range, which the error describes as `expected`.
pub(crate) fn number_in(
    range: impl RangeBounds<f64> + Clone + Send + Sync + 'static,
    expected: &'static str,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected {expected}"))
    }
}
