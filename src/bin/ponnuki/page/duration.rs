//! Formats short times with a suitable unit.

/// Formats a time with three significant digits in seconds, milliseconds or
/// microseconds: `12.3 s`, `8.00 µs`.
pub(crate) fn duration(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let decimals = match value {
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        _ => 2,
    };
    // A no-break space keeps the unit on the line of the number.
    format!("{value:.decimals$}\u{a0}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_and_a_unit() {
        for (seconds, text) in [
            (0.000_008, "8.00 µs"),
            (0.000_123_4, "123 µs"),
            (0.001, "1.00 ms"),
            (0.25, "250 ms"),
            (1.0, "1.00 s"),
            (12.34, "12.3 s"),
            (1234.5, "1234 s"),
            (0.0, "0.00 µs"),
        ] {
            assert_eq!(duration(seconds).replace('\u{a0}', " "), text);
        }
    }
}
