//! The mean of a series of values and its standard error.

/// The mean and the variance of values (B. P. Welford, "Note on a method for
/// calculating corrected sums of squares and products", 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RunningMean {
    count: u64,
    value: f64,
    /// The sum of the squared deviations from the mean.
    squares: f64,
}

impl RunningMean {
    /// Returns the mean, or `None` without values.
    pub(crate) fn value(&self) -> Option<f64> {
        (self.count > 0).then_some(self.value)
    }

    /// Returns the sample standard deviation, or `None` for fewer than two values.
    fn deviation(&self) -> Option<f64> {
        (self.count > 1).then(|| (self.squares / (self.count - 1) as f64).sqrt())
    }

    /// Returns the standard error of the mean of independent values, or `None` for
    /// fewer than two.
    pub(crate) fn error(&self) -> Option<f64> {
        Some(self.deviation()? / (self.count as f64).sqrt())
    }
}

impl FromIterator<f64> for RunningMean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut mean = Self::default();
        for value in values {
            mean.count += 1;
            let before = value - mean.value;
            mean.value += before / mean.count as f64;
            mean.squares += before * (value - mean.value);
        }
        mean
    }
}

/// Returns the standard error of the mean of an autocorrelated series, or `None` for
/// fewer than ten values.
///
/// The autocovariances are summed with weights that fall with the lag (M. S.
/// Bartlett, "Periodogram analysis and continuous spectra", 1950), up to a lag of
/// twice the square root of the length. For independent values, the result is close
/// to [`RunningMean::error`].
pub(crate) fn error_of_correlated(values: &[f64]) -> Option<f64> {
    const MIN_VALUES: usize = 10;
    let n = values.len();
    if n < MIN_VALUES {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    let covariance = |lag: usize| -> f64 {
        let products = values.iter().zip(&values[lag..]);
        products.map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>() / n as f64
    };
    let reach = (2.0 * (n as f64).sqrt()).min(n as f64 / 2.0) as usize;
    let correlated: f64 = (1..=reach)
        .map(|lag| (1.0 - lag as f64 / (reach + 1) as f64) * covariance(lag))
        .sum();
    // The weights keep the sum from being negative, except by rounding.
    let variance = (covariance(0) + 2.0 * correlated).max(0.0);
    Some((variance / n as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki::RandomStream;

    #[test]
    fn mean_and_errors_of_known_numbers() {
        let mean: RunningMean = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]
            .into_iter()
            .collect();
        assert_eq!(mean.value(), Some(5.0));
        assert!((mean.deviation().unwrap() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!((mean.error().unwrap() - (32.0_f64 / 56.0).sqrt()).abs() < 1e-12);
        assert_eq!(RunningMean::default().value(), None);
        let one: RunningMean = [3.0].into_iter().collect();
        assert_eq!((one.value(), one.error()), (Some(3.0), None));
    }

    /// If each value is 0.9 times the last plus a random -1 or 1, the standard error of
    /// the mean is 1 / (1 - 0.9) / sqrt(n), 0.1 here.
    #[test]
    fn correlated_numbers_give_a_larger_error() {
        let mut stream = RandomStream::new(11, 0);
        let steps: Vec<f64> = (0..10_000)
            .map(|_| f64::from(stream.below(2) == Some(0)) * 2.0 - 1.0)
            .collect();
        let series: Vec<f64> = steps
            .iter()
            .scan(0.0, |last, step| {
                *last = 0.9 * *last + step;
                Some(*last)
            })
            .collect();
        let error = error_of_correlated(&series).unwrap();
        assert!((0.08..0.12).contains(&error), "{error}");
        let independent = error_of_correlated(&steps).unwrap();
        assert!((0.008..0.012).contains(&independent), "{independent}");
        assert_eq!(error_of_correlated(&series[..9]), None);
        assert_eq!(error_of_correlated(&[2.0; 10]), Some(0.0));
    }
}
