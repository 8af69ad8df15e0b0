//! The mean of a series of values and its standard error.

/// The mean of independent values and its standard error (B. P. Welford, "Note on a method for
/// calculating corrected sums of squares and products", 1962).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SampleMean {
    /// `None` without values.
    pub(crate) value: Option<f64>,
    /// `None` for fewer than two values.
    pub(crate) error: Option<f64>,
}

impl FromIterator<f64> for SampleMean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let (mut count, mut mean, mut squares) = (0.0, 0.0, 0.0);
        for value in values {
            count += 1.0;
            let before = value - mean;
            mean += before / count;
            squares += before * (value - mean);
        }
        let error = || (squares / (count - 1.0)).sqrt() / count.sqrt();
        Self {
            value: (count > 0.0).then_some(mean),
            error: (count > 1.0).then(error),
        }
    }
}

/// Returns the standard error of the mean of an autocorrelated series, or `None` for
/// fewer than ten values.
///
/// The autocovariances are summed with weights that fall with the lag (M. S.
/// Bartlett, "Periodogram analysis and continuous spectra", 1950), up to a lag of
/// twice the square root of the length. For independent values, the result is close
/// to [`SampleMean::error`].
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
        let known = SampleMean::from_iter([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!(known.value, Some(5.0));
        assert!((known.error.unwrap() - (32.0_f64 / 56.0).sqrt()).abs() < 1e-12);
        let mean = |value, error| SampleMean { value, error };
        assert_eq!(SampleMean::from_iter([]), mean(None, None));
        assert_eq!(SampleMean::from_iter([3.0]), mean(Some(3.0), None));
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
