//! The mean of a series of numbers and how far it can be trusted.

/// A mean that grows as numbers come in (B. P. Welford, "Note on a method for
/// calculating corrected sums of squares and products", 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: u64,
    value: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

impl Mean {
    /// Takes one more number in.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.value;
        self.value += before / self.count as f64;
        self.squares += before * (value - self.value);
    }

    /// How many numbers came in.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The mean, or `None` of no numbers.
    pub fn value(&self) -> Option<f64> {
        (self.count > 0).then_some(self.value)
    }

    /// The standard deviation of one number, or `None` of fewer than two.
    pub fn deviation(&self) -> Option<f64> {
        (self.count > 1).then(|| (self.squares / (self.count - 1) as f64).sqrt())
    }

    /// The standard error of the mean of independent numbers, or `None` of
    /// fewer than two.
    pub fn error(&self) -> Option<f64> {
        Some(self.deviation()? / (self.count as f64).sqrt())
    }
}

impl Extend<f64> for Mean {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, values: I) {
        for value in values {
            self.add(value);
        }
    }
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut mean = Self::default();
        mean.extend(values);
        mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_errors_of_known_numbers() {
        let mean: Mean = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]
            .into_iter()
            .collect();
        assert_eq!(mean.value(), Some(5.0));
        assert!((mean.deviation().unwrap() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!((mean.error().unwrap() - (32.0_f64 / 56.0).sqrt()).abs() < 1e-12);
        assert_eq!(Mean::default().value(), None);
        let one: Mean = [3.0].into_iter().collect();
        assert_eq!((one.value(), one.error()), (Some(3.0), None));
    }
}
