//! Differences in strength on the Elo scale, on which a player that is 400 Elo
//! stronger scores ten times as many points as its opponent.

use serde::Serialize;

use super::{Counts, Interval, PairCounts, Z95};

/// Returns the expected score, 0 to 1, of a player that is `elo` points stronger.
pub(crate) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// Returns the difference in Elo at which this score is expected, infinite for a
/// score of 0 or 1.
pub(crate) fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// An estimate of how much stronger one player is than the other. Infinite values
/// are `null` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct EloDifference {
    /// The difference at which the expected score equals the score; infinite if
    /// all games were won or all were lost.
    #[serde(rename = "difference")]
    pub(crate) value: f64,
    /// Half the width of the 95 % interval, computed from the variance of the
    /// points of a game or of a pair of games, as match programs for chess do.
    /// `None` if that interval is unbounded, as near 0 % and 100 % or after few games,
    /// and if all pairs have the same score.
    pub(crate) error: Option<f64>,
    /// Wilson's interval for the score, as differences in Elo. One end is
    /// infinite if all games were won or all were lost.
    pub(crate) interval: Interval,
}

impl EloDifference {
    pub(crate) fn from_counts(counts: Counts) -> Option<Self> {
        let variance = counts.variance()? / counts.games() as f64;
        Self::with_variance(counts, Some(variance))
    }

    /// Estimates the difference from pairs, or returns `None` without pairs. The error
    /// follows from the scores of the pairs, the interval from those of the games.
    pub(crate) fn from_pairs(pairs: PairCounts) -> Option<Self> {
        Self::with_variance(pairs.games(), variance_of_score(pairs))
    }

    pub(crate) fn reversed(self) -> Self {
        let Interval { low, high } = self.interval;
        Self {
            value: -self.value,
            interval: Interval {
                low: -high,
                high: -low,
            },
            ..self
        }
    }

    /// Estimates the difference from results and the variance of the score, if known.
    fn with_variance(counts: Counts, variance: Option<f64>) -> Option<Self> {
        let score = counts.score()?;
        let wilson = counts.wilson()?;
        let error = variance.and_then(|variance| {
            let Interval { low, high } = around(score, variance)?;
            Some((elo_of_score(high) - elo_of_score(low)) / 2.0)
        });
        Some(Self {
            value: elo_of_score(score),
            error,
            interval: Interval {
                low: if counts.points() > 0.0 {
                    elo_of_score(wilson.low)
                } else {
                    f64::NEG_INFINITY
                },
                high: if score < 1.0 {
                    elo_of_score(wilson.high)
                } else {
                    f64::INFINITY
                },
            },
        })
    }
}

/// Returns the 95 % interval of the score from the variance of the pairs, or `None` if
/// all pairs have the same score or the interval exceeds the range from 0 to 1.
pub(crate) fn interval_of_pairs(pairs: PairCounts) -> Option<Interval> {
    around(pairs.score()?, variance_of_score(pairs)?)
}

/// Returns the variance of the mean score of pairs, or `None` if all pairs have the
/// same score.
fn variance_of_score(pairs: PairCounts) -> Option<f64> {
    let variance = pairs.variance()? / pairs.pairs() as f64;
    (variance > 0.0).then_some(variance)
}

/// Returns the 95 % interval of a score with this variance, or `None` if the interval
/// exceeds the range from 0 to 1.
fn around(score: f64, variance: f64) -> Option<Interval> {
    let reach = Z95 * variance.sqrt();
    let (low, high) = (score - reach, score + reach);
    (low > 0.0 && high < 1.0).then_some(Interval { low, high })
}

impl std::fmt::Display for EloDifference {
    /// Writes `+35 +- 12`, or `+382 (+123 to +780)` if the error is unbounded;
    /// `above +220` if all games were won, and `below -220` if all were lost.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Interval { low, high } = self.interval;
        match self.error {
            Some(error) => write!(f, "{:+.0} +- {error:.0}", self.value),
            None if self.value == f64::INFINITY => write!(f, "above {low:+.0}"),
            None if self.value == f64::NEG_INFINITY => write!(f, "below {high:+.0}"),
            None => write!(f, "{:+.0} ({low:+.0} to {high:+.0})", self.value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_differences_are_those_of_the_tables() {
        // The Elo tables of chess give 0.76 for 200, 0.64 for 100, 0.91 for 400.
        for (elo, score) in [
            (0.0, 0.5),
            (100.0, 0.6401),
            (200.0, 0.7597),
            (400.0, 10.0 / 11.0),
        ] {
            assert!((score_of_elo(elo) - score).abs() < 5e-5);
            assert!((score_of_elo(-elo) + score_of_elo(elo) - 1.0).abs() < 1e-12);
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!(elo_of_score(1.0).is_infinite() && elo_of_score(1.0) > 0.0);
        assert!(elo_of_score(0.0).is_infinite() && elo_of_score(0.0) < 0.0);
    }

    /// By hand: 60 wins, 10 draws and 30 losses score 0.65. The variance is
    /// (60 * 0.35^2 + 10 * 0.15^2 + 30 * 0.65^2) / 100 = 0.2025, which gives a standard
    /// error of 0.045 and an interval from 0.5618 to 0.7382, or from 43.16 to 180.05 Elo
    /// around 107.54.
    #[test]
    fn the_error_is_that_of_the_points_of_a_game() {
        let elo = EloDifference::from_counts(Counts::new(60, 10, 30)).unwrap();
        assert!((elo.value - 107.54).abs() < 0.01, "{elo:?}");
        assert!((elo.error.unwrap() - 68.45).abs() < 0.05, "{elo:?}");
        assert_eq!(elo.to_string(), "+108 +- 68");
        let other = EloDifference::from_counts(Counts::new(30, 10, 60)).unwrap();
        assert!((elo.value + other.value).abs() < 1e-9);
        assert!((elo.interval.low + other.interval.high).abs() < 1e-9);
    }

    /// Expected values from fastchess (`app/tests/elo_test.cpp`, the Elo of pairs), whose
    /// tests allow an error of 1 %.
    #[test]
    fn the_error_of_pairs_is_the_published_one() {
        for (pairs, drawn_twice, difference, error) in [
            ([34, 54, 63, 64, 75], 32, 55.58, 27.65),
            ([332, 433, 498, 333, 334], 41, -8.64, 10.33),
            ([7895, 8757, 5685, 568, 9999], 200, -21.04, 2.95),
        ] {
            let pairs = PairCounts::new(pairs, drawn_twice);
            let elo = EloDifference::from_pairs(pairs).unwrap();
            assert!((elo.value - difference).abs() < 0.01, "{elo:?}");
            assert!((elo.error.unwrap() - error).abs() < 0.01, "{elo:?}");
            let other = EloDifference::from_pairs(pairs.reversed()).unwrap();
            assert!((elo.reversed().value - other.value).abs() < 1e-9);
            assert!((elo.reversed().interval.low - other.interval.low).abs() < 1e-9);
            let interval = interval_of_pairs(pairs).unwrap();
            assert!((elo_of_score(interval.high) - elo.value - error).abs() < error / 10.0);
        }
    }

    /// The variance is unknown if all pairs have the same score.
    #[test]
    fn equal_pairs_have_no_error() {
        let pairs = PairCounts::new([0, 0, 4, 0, 0], 0);
        let elo = EloDifference::from_pairs(pairs).unwrap();
        assert_eq!(elo.error, None);
        assert_eq!(elo.to_string(), "+0 (-225 to +225)");
        assert_eq!(interval_of_pairs(pairs), None);
        assert_eq!(EloDifference::from_pairs(PairCounts::default()), None);
    }

    #[test]
    fn a_clean_sweep_gives_a_bound() {
        // Wilson's interval of 20 of 20 starts at 0.8389: 286.5 Elo.
        let all = EloDifference::from_counts(Counts::new(20, 0, 0)).unwrap();
        assert_eq!(all.to_string(), "above +287");
        assert_eq!(all.error, None);
        let none = EloDifference::from_counts(Counts::new(0, 0, 20)).unwrap();
        assert_eq!(none.to_string(), "below -287");
        assert!(none.interval.low.is_infinite());
        let nearly = EloDifference::from_counts(Counts::new(9, 0, 1)).unwrap();
        assert_eq!(nearly.to_string(), "+382 (+67 to +696)");
    }

    #[test]
    fn draws_alone_show_no_difference() {
        let drawn = EloDifference::from_counts(Counts::new(0, 8, 0)).unwrap();
        assert!(drawn.value.abs() < 1e-9);
        assert!(drawn.interval.low < -100.0 && drawn.interval.high > 100.0);
        assert_eq!(EloDifference::from_counts(Counts::default()), None);
    }
}
