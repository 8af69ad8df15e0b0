//! Values that options of several subcommands take: colours and times.

use std::time::Duration;

use clap::ValueEnum;
use ponnuki::Color;

/// The values of a colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Side {
    /// Black, who moves first
    #[value(alias = "b")]
    Black,
    /// White
    #[value(alias = "w")]
    White,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

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
