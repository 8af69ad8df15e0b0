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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_errors_of_known_numbers() {
        let known = SampleMean::from_iter([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!(known.value, Some(5.0));
        assert!((known.error.unwrap() - (32.0_f64 / 56.0).sqrt()).abs() < 1e-12);
        let mean = |value, error| SampleMean { value, error };
        assert_eq!(SampleMean::from_iter([]), mean(None, None));
        assert_eq!(SampleMean::from_iter([3.0]), mean(Some(3.0), None));
    }
}
