//! Statistics shared by playouts, searches and matches, and counts with their nouns.
//!
//! ```
//! use ponnuki::statistics::{Z95, counted, wilson};
//!
//! let share = wilson(0.6, 100.0, Z95);
//! assert!((0.50..0.51).contains(&share.low) && (0.69..0.70).contains(&share.high));
//! assert_eq!(counted(1, "game"), "1 game");
//! ```

/// The half-width, in standard deviations, of the interval around the mean that
/// holds 95 % of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "gtp", derive(serde::Serialize))]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Returns Wilson's interval for a share `p`, from 0 to 1, observed in `n` trials
/// (E. B. Wilson, "Probable inference, the law of succession, and statistical
/// inference", 1927), without the continuity correction. `z` is the half-width
/// in standard deviations, such as [`Z95`].
///
/// The interval stays between 0 and 1, and its width is positive even if every
/// trial succeeded. `n` must be positive.
pub fn wilson(p: f64, n: f64, z: f64) -> Interval {
    let z_squared = z * z;
    let center = p + z_squared / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z_squared / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z_squared / n;
    Interval {
        low: ((center - half) / scale).max(0.0),
        high: ((center + half) / scale).min(1.0),
    }
}

/// Returns the standard deviation of values with this mean and this mean square.
/// A variance that is negative because of rounding counts as 0.
pub fn deviation(mean: f64, mean_square: f64) -> f64 {
    (mean_square - mean * mean).max(0.0).sqrt()
}

/// Writes a number with its noun.
///
/// ```
/// use ponnuki::statistics::counted;
///
/// assert_eq!(counted(1, "game"), "1 game");
/// assert_eq!(counted(0, "game"), "0 games");
/// ```
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Writes Black's lead in points: `B+3.5`, `W+12.0`, or `0` for a tie.
pub fn lead_text(lead: f64) -> String {
    match lead {
        lead if lead >= 0.05 => format!("B+{lead:.1}"),
        lead if lead <= -0.05 => format!("W+{:.1}", -lead),
        _ => "0".to_owned(),
    }
}

/// Returns whether counts of equally likely outcomes pass a chi-square test.
/// Fair draws fail it once in 10,000 times.
#[cfg(test)]
pub(crate) fn chi_square_is_likely(counts: &[u32]) -> bool {
    let draws: f64 = counts.iter().map(|&n| f64::from(n)).sum();
    let expected = draws / counts.len() as f64;
    let chi_square: f64 = counts
        .iter()
        .map(|&n| (f64::from(n) - expected).powi(2) / expected)
        .sum();
    // Wilson and Hilferty, "The distribution of chi-square", 1931. A normal
    // variable exceeds 3.719 standard deviations once in 10,000 times.
    let freedom = counts.len() as f64 - 1.0;
    let part = 2.0 / (9.0 * freedom);
    chi_square < freedom * (1.0 - part + 3.719 * part.sqrt()).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_no_deviation() {
        // By rounding, the mean square of three times 0.1 is less than the square of the mean.
        let sum = |value: f64| value + value + value;
        let (mean, mean_square) = (sum(0.1) / 3.0, sum(0.1 * 0.1) / 3.0);
        assert!(mean_square < mean * mean);
        assert!(deviation(mean, mean_square).abs() < 1e-12);
        assert!((deviation(2.0, 5.0) - 1.0).abs() < 1e-12);
    }
}
