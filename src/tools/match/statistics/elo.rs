//! Differences in strength on the Elo scale, on which a player that is 400 Elo
//! stronger scores ten times as many points as its opponent.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;

use super::{Interval, MeanScore};

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
    /// Half the width of the interval; `None` if the interval is unbounded.
    pub(crate) error: Option<f64>,
    /// The 95 % interval of the score, as differences in Elo. One end is infinite if
    /// all games were won or all were lost.
    pub(crate) interval: Interval,
    /// The difference in normalised Elo; `None` if all results are equal.
    pub(crate) normalized: Option<NormalizedElo>,
    /// The likelihood of superiority, from 0 to 1: the probability that the first player is the
    /// stronger one.
    pub(crate) los: f64,
}

/// A difference in normalised Elo: the score above one half in standard deviations of the
/// points of a game, times 800 / ln 10 (M. Van den Bergh, "Normalized Elo", 2020). Without
/// draws and pairs, it equals the logistic Elo of small differences.
///
/// The number of games that show a difference depends on the normalised Elo alone, whatever
/// the share of draws and the balance of the openings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct NormalizedElo {
    #[serde(rename = "difference")]
    pub(crate) value: f64,
    /// Half the width of the interval.
    pub(crate) error: f64,
    /// The 95 % interval of the score, as differences in normalised Elo.
    pub(crate) interval: Interval,
}

impl EloDifference {
    pub(crate) fn new(mean: MeanScore) -> Self {
        let ends = mean.interval();
        let interval = Interval {
            low: if mean.score > 0.0 {
                elo_of_score(ends.low)
            } else {
                f64::NEG_INFINITY
            },
            high: if mean.score < 1.0 {
                elo_of_score(ends.high)
            } else {
                f64::INFINITY
            },
        };
        let error = (interval.high - interval.low) / 2.0;
        Self {
            value: elo_of_score(mean.score),
            error: error.is_finite().then_some(error),
            interval,
            normalized: NormalizedElo::new(mean),
            los: mean.superiority(),
        }
    }

    pub(crate) fn reversed(self) -> Self {
        Self {
            value: -self.value,
            error: self.error,
            interval: reversed(self.interval),
            normalized: self.normalized.map(|elo| NormalizedElo {
                value: -elo.value,
                error: elo.error,
                interval: reversed(elo.interval),
            }),
            los: 1.0 - self.los,
        }
    }

    /// Returns the likelihood of superiority and the normalised Elo, as in `likelihood of
    /// superiority 97.1 %, normalised Elo +32.4 +- 33.1`.
    pub(crate) fn superiority(self) -> String {
        let los = format!("likelihood of superiority {:.1} %", 100.0 * self.los);
        self.normalized
            .map_or_else(|| los.clone(), |elo| format!("{los}, normalised Elo {elo}"))
    }
}

impl NormalizedElo {
    /// Returns `None` if all results are equal.
    fn new(mean: MeanScore) -> Option<Self> {
        let elo = |score: f64| (score - 0.5) / mean.variance.sqrt() * SCALE;
        let Interval { low, high } = mean.interval();
        (mean.variance > 0.0).then(|| Self {
            value: elo(mean.score),
            error: (elo(high) - elo(low)) / 2.0,
            interval: Interval {
                low: elo(low),
                high: elo(high),
            },
        })
    }
}

/// The normalised Elo of one standard deviation.
pub(super) const SCALE: f64 = 800.0 / std::f64::consts::LN_10;

const fn reversed(Interval { low, high }: Interval) -> Interval {
    Interval {
        low: -high,
        high: -low,
    }
}

impl Display for EloDifference {
    /// Writes `+35.1 +- 12.4`, `above +220` if all games were won, and `below -220` if all were
    /// lost. Wilson's interval is symmetric in Elo, so the error is the distance of both ends.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.interval;
        match self.error {
            Some(error) => write_with_error(f, self.value, error),
            None if self.value > 0.0 => write!(f, "above {low:+.0}"),
            None => write!(f, "below {high:+.0}"),
        }
    }
}

impl Display for NormalizedElo {
    /// Writes `+35.1 +- 12.4`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_with_error(f, self.value, self.error)
    }
}

/// Writes a difference with one decimal if its error is small.
fn write_with_error(f: &mut Formatter<'_>, value: f64, error: f64) -> fmt::Result {
    /// The error from which on differences are whole numbers.
    const WHOLE: f64 = 50.0;
    let decimals = usize::from(error < WHOLE);
    write!(f, "{value:+.decimals$} +- {error:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::super::{Counts, PairCounts};
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

    fn of_games(wins: u64, draws: u64, losses: u64) -> EloDifference {
        let counts = Counts::new(wins, draws, losses);
        EloDifference::new(counts.mean_score().unwrap())
    }

    fn of_pairs(pairs: PairCounts) -> EloDifference {
        EloDifference::new(pairs.mean_score().unwrap())
    }

    /// By hand: Wilson's interval of 65 of 100 is 0.5526 to 0.7364, which is 36.7 to 178.5 Elo
    /// around 107.5. Of the points of 60 wins, 10 draws and 30 losses, the variance is 0.2025
    /// instead of 0.2275, so they are as precise as 112.3 games: 0.5580 to 0.7320, or 40.5 to
    /// 174.5 Elo.
    #[test]
    fn the_interval_is_that_of_the_score() {
        let decided = of_games(65, 0, 35);
        assert_eq!(decided.to_string(), "+108 +- 71");
        let elo = of_games(60, 10, 30);
        assert_eq!(elo.to_string(), "+108 +- 67");
        let score = Counts::new(60, 10, 30).interval().unwrap();
        assert!((score_of_elo(elo.interval.low) - score.low).abs() < 1e-12);
        assert!((score_of_elo(elo.interval.high) - score.high).abs() < 1e-12);
        assert!((elo.error.unwrap() - 67.0).abs() < 0.1, "{elo:?}");
        let other = of_games(30, 10, 60);
        assert!((elo.value + other.value).abs() < 1e-9);
        assert!((elo.interval.low + other.interval.high).abs() < 1e-9);
    }

    /// A match of which the first player won the second, the fifth and the ninth game: the
    /// intervals of the first 8 to 12 games.
    #[test]
    fn the_interval_narrows_from_game_to_game() {
        let widths = [(2, 6), (3, 6), (3, 7), (3, 8), (3, 9)].map(|(wins, losses)| {
            let Interval { low, high } = of_games(wins, 0, losses).interval;
            high - low
        });
        assert!(
            widths.is_sorted_by(|wider, narrower| wider > narrower),
            "{widths:?}"
        );
        assert_eq!(of_games(2, 0, 6).to_string(), "-191 +- 255");
        assert_eq!(of_games(3, 0, 9).to_string(), "-191 +- 213");
    }

    /// Expected values from fastchess (`app/tests/elo_test.cpp`), whose tests allow an error of
    /// 1 %, and of princhess and Pedantic, which cutechess computed. Their intervals are those
    /// of the normal distribution.
    #[test]
    fn the_error_is_near_the_published_one() {
        let pairs = |by_points, drawn| of_pairs(PairCounts::new(by_points, drawn));
        for (elo, difference, error) in [
            (pairs([34, 54, 63, 64, 75], 32), 55.58, 27.65),
            (pairs([332, 433, 498, 333, 334], 41), -8.64, 10.33),
            (pairs([7895, 8757, 5685, 568, 9999], 200), -21.04, 2.95),
            (of_games(136, 111, 96), 40.70, 30.43),
            (of_games(289, 417, 294), -1.7, 16.4),
            (of_games(332, 352, 316), 5.6, 17.3),
        ] {
            assert!((elo.value - difference).abs() < 0.05, "{elo:?}");
            assert!((elo.error.unwrap() / error - 1.0).abs() < 0.01, "{elo:?}");
        }
        assert_eq!(of_games(289, 417, 294).to_string(), "-1.7 +- 16.4");
        assert_eq!(of_games(332, 352, 316).to_string(), "+5.6 +- 17.3");
        let both = PairCounts::new([34, 54, 63, 64, 75], 32);
        let (elo, other) = (of_pairs(both).reversed(), of_pairs(both.reversed()));
        for (found, expected) in [
            (elo.value, other.value),
            (elo.interval.low, other.interval.low),
            (elo.los, other.los),
            (
                elo.normalized.unwrap().value,
                other.normalized.unwrap().value,
            ),
        ] {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    /// Expected values from fastchess (`app/tests/elo_test.cpp`).
    #[test]
    fn the_normalised_elo_is_the_published_one() {
        let pairs = |by_points, drawn| of_pairs(PairCounts::new(by_points, drawn));
        for (elo, difference, error) in [
            (of_games(76, 123, 89), -20.76, 40.13),
            (of_games(136, 111, 96), 49.77, 36.77),
            (of_games(34, 0, 356), -508.44, 34.48),
            (pairs([34, 54, 63, 64, 75], 32), 57.94, 28.28),
            (pairs([332, 433, 498, 333, 334], 41), -9.17, 10.96),
            (pairs([7895, 8757, 5685, 568, 9999], 200), -19.01, 2.65),
        ] {
            let found = elo.normalized.unwrap();
            assert!((found.value - difference).abs() < 0.05, "{found:?}");
            assert!((found.error / error - 1.0).abs() < 0.011, "{found:?}");
        }
        // Without draws, small differences are those of logistic Elo.
        let even = of_games(5_050, 0, 4_950);
        assert!((even.normalized.unwrap().value - even.value).abs() < 0.01);
    }

    #[test]
    fn equal_pairs_have_the_interval_of_their_games() {
        let elo = of_pairs(PairCounts::new([0, 0, 4, 0, 0], 0));
        assert_eq!(elo.to_string(), "+0 +- 225");
        assert_eq!(elo.superiority(), "likelihood of superiority 50.0 %");
        assert_eq!(PairCounts::default().mean_score(), None);
    }

    #[test]
    fn a_clean_sweep_gives_a_bound() {
        // Wilson's interval of 20 of 20 starts at 0.8389: 286.5 Elo.
        let all = of_games(20, 0, 0);
        assert_eq!(all.to_string(), "above +287");
        assert_eq!((all.error, all.normalized), (None, None));
        let none = of_games(0, 0, 20);
        assert_eq!(none.to_string(), "below -287");
        assert!(none.interval.low.is_infinite());
        let nearly = of_games(9, 0, 1);
        assert_eq!(nearly.to_string(), "+382 +- 314");
        assert_eq!(
            nearly.superiority(),
            "likelihood of superiority 99.4 %, normalised Elo +463 +- 224"
        );
    }

    #[test]
    fn draws_alone_show_no_difference() {
        let drawn = of_games(0, 8, 0);
        assert!(drawn.value.abs() < 1e-9);
        assert!(drawn.interval.low < -100.0 && drawn.interval.high > 100.0);
        assert_eq!(Counts::default().mean_score(), None);
    }
}
