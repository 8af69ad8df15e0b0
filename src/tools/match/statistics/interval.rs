//! Confidence intervals.

use serde::Serialize;

/// The half-width, in standard deviations, of the interval around the mean that
/// holds 95 % of a normal distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Interval {
    /// The lower bound.
    pub(crate) low: f64,
    /// The upper bound.
    pub(crate) high: f64,
}

/// Returns Wilson's interval for a share `p`, from 0 to 1, observed in `n` trials
/// (E. B. Wilson, "Probable inference, the law of succession, and statistical
/// inference", 1927), without the continuity correction. `z` is the half-width
/// in standard deviations, such as [`Z95`].
///
/// The interval stays between 0 and 1, and its width is positive even if every
/// trial succeeded. `n` must be positive.
pub(crate) fn wilson(p: f64, n: f64, z: f64) -> Interval {
    let z_squared = z * z;
    let center = p + z_squared / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z_squared / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z_squared / n;
    Interval {
        low: ((center - half) / scale).max(0.0),
        high: ((center + half) / scale).min(1.0),
    }
}
