//! The score of a match and its precision: the confidence interval and the likelihood of
//! superiority.

use super::{Interval, Z95, wilson};

/// The number of results, games or pairs of games, from which on their own variance makes an
/// honest interval. The variance of fewer results is often far too small by chance.
const MIN_RESULTS: u64 = 20;

/// The mean score of games or of pairs of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MeanScore {
    /// The points per game, 0 to 1.
    pub(super) score: f64,
    /// The variance of the points of a game or, for pairs, twice that of the points per game
    /// of a pair, so that independent games have the same variance in pairs.
    pub(super) variance: f64,
    /// The number of independent games without draws that determine the score as precisely.
    effective_games: f64,
}

impl MeanScore {
    /// Creates the score of a number of games that make this number of results, at least one.
    pub(super) fn new(score: f64, games: u64, results: u64, variance: f64) -> Self {
        let without_draws = score * (1.0 - score);
        let ratio = if results >= MIN_RESULTS && variance > 0.0 {
            variance / without_draws
        } else {
            1.0
        };
        Self {
            score,
            variance,
            effective_games: games as f64 / ratio,
        }
    }

    /// Returns Wilson's 95 % interval for as many games as are as precise. Given twenty
    /// results, draws and balanced pairs of games make it narrower, and pairs whose games end
    /// alike make it wider.
    pub(crate) fn interval(self) -> Interval {
        wilson(self.score, self.effective_games, Z95)
    }

    /// Returns the likelihood of superiority, from 0 to 1: the probability that the player
    /// scores more than one half in the long run, given this score. It leaves the range
    /// from 2.5 % to 97.5 % exactly if the interval does not contain one half.
    ///
    /// Without draws and pairs, this is the usual `Φ((wins - losses) / √(wins + losses))`.
    pub(super) fn superiority(self) -> f64 {
        normal(2.0 * (self.score - 0.5) * self.effective_games.sqrt())
    }
}

/// Returns the probability that a standard normal variable is at most `z`, with an error
/// below 2e-7 (C. Hastings, "Approximations for digital computers", 1955; Abramowitz and
/// Stegun, 7.1.26).
fn normal(z: f64) -> f64 {
    const FACTORS: [f64; 5] = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = FACTORS
        .iter()
        .rev()
        .fold(0.0, |sum, factor| t * (factor + sum));
    let tail = series * (-x * x).exp() / 2.0;
    if z < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::super::{Counts, PairCounts};
    use super::*;

    /// No end of the interval moves outwards, so no difference in Elo widens either.
    #[test]
    fn the_interval_never_widens_with_more_games_of_the_same_score() {
        for games in 1..=40 {
            for wins in 0..=games {
                for draws in 0..=games - wins {
                    let counts = |times: u64| {
                        let [wins, draws] = [wins, draws].map(|n| times * n);
                        Counts::new(wins, draws, times * games - wins - draws)
                    };
                    let mut outer = counts(1).interval().unwrap();
                    for times in 2..=8 {
                        let inner = counts(times).interval().unwrap();
                        assert!(inner.low >= outer.low - 1e-12, "{times} x {:?}", counts(1));
                        assert!(
                            inner.high <= outer.high + 1e-12,
                            "{times} x {:?}",
                            counts(1)
                        );
                        outer = inner;
                    }
                }
            }
        }
    }

    /// Computes the chance that the interval of pairs contains the true score, over all
    /// counts of pairs without draws. The games of a pair are independent, except that the
    /// shares `contrary` and `alike` of the pairs end 1 : 1 and 2 : 0 where possible.
    fn coverage(pairs: u64, score: f64, contrary: f64, alike: f64) -> f64 {
        let independent = 1.0 - contrary - alike;
        let won =
            independent * score * score + contrary * (2.0 * score - 1.0).max(0.0) + alike * score;
        let lost = won + 1.0 - 2.0 * score;
        let logs = [lost, 1.0 - won - lost, won].map(f64::ln);
        let factorials: Vec<f64> = (0..=pairs)
            .scan(0.0, |sum, n| {
                *sum += (n.max(1) as f64).ln();
                Some(*sum)
            })
            .collect();
        let mut covered = 0.0;
        for both in 0..=pairs {
            for none in 0..=pairs - both {
                let counts = [none, pairs - both - none, both];
                let interval = PairCounts::new([none, 0, counts[1], 0, both], 0)
                    .mean_score()
                    .unwrap()
                    .interval();
                if (interval.low..=interval.high).contains(&score) {
                    let terms = counts.iter().zip(logs);
                    let log = terms.fold(factorials[pairs as usize], |sum, (&n, log)| {
                        sum + if n > 0 { n as f64 * log } else { 0.0 } - factorials[n as usize]
                    });
                    covered += log.exp();
                }
            }
        }
        covered
    }

    /// An interval from the variance of five pairs would miss the true score up to three times
    /// as often as it says.
    #[test]
    fn the_interval_of_pairs_contains_the_true_score_as_often_as_it_says() {
        for pairs in [10, 19, 20, 30, 60] {
            for score in [0.5, 0.6, 0.75, 0.9] {
                for (contrary, alike) in [(0.0, 0.0), (0.5, 0.0), (0.8, 0.0)] {
                    let found = coverage(pairs, score, contrary, alike);
                    assert!(found > 0.915, "{pairs} {score} {contrary}: {found}");
                }
                // Pairs that are known to be worth less than their games have wider intervals.
                if pairs >= MIN_RESULTS {
                    let found = coverage(pairs, score, 0.0, 0.5);
                    assert!(found > 0.91, "{pairs} {score}: {found}");
                }
            }
        }
    }

    #[test]
    fn few_pairs_have_the_interval_of_their_games() {
        let interval = |pairs: PairCounts| pairs.mean_score().unwrap().interval();
        let few = PairCounts::new([2, 0, 15, 0, 2], 0);
        assert_eq!(few.pairs(), MIN_RESULTS - 1);
        assert_eq!(Some(interval(few)), few.games().interval());
        let enough = PairCounts::new([2, 0, 16, 0, 2], 0);
        let (by_pairs, by_games) = (interval(enough), enough.games().interval().unwrap());
        assert!(
            by_pairs.high - 0.5 < 0.7 * (by_games.high - 0.5),
            "{by_pairs:?}"
        );
        // No variance shows after pairs with equal scores only.
        let equal = PairCounts::new([0, 0, 30, 0, 0], 0);
        assert_eq!(Some(interval(equal)), equal.games().interval());
    }

    /// The values of fastchess (`app/tests/elo_test.cpp`), whose likelihoods follow from the
    /// variance at the score instead of at one half.
    #[test]
    fn the_likelihood_of_superiority_is_near_the_published_one() {
        for (scores, published) in [
            (Counts::new(76, 123, 89).mean_score(), 0.1553),
            (Counts::new(136, 111, 96).mean_score(), 0.9960),
            (PairCounts::new([34, 54, 63, 64, 75], 32).mean_score(), 1.0),
            (
                PairCounts::new([332, 433, 498, 333, 334], 41).mean_score(),
                0.0505,
            ),
        ] {
            let found = scores.unwrap().superiority();
            assert!((found - published).abs() < 5e-4, "{found} for {published}");
        }
    }

    /// Φ(4 / √10) = 0.897 and Φ(√10) = 0.9992.
    #[test]
    fn the_likelihood_of_superiority_agrees_with_the_interval() {
        let superiority = |wins, losses| {
            let counts = Counts::new(wins, 0, losses);
            counts.mean_score().unwrap().superiority()
        };
        assert!((superiority(7, 3) - 0.897_048).abs() < 1e-6);
        assert!((superiority(10, 0) - 0.999_217).abs() < 1e-6);
        assert!((superiority(4, 4) - 0.5).abs() < 1e-6);
        for games in 1..=60 {
            for wins in 0..=games {
                let Interval { low, high } = Counts::new(wins, 0, games - wins).interval().unwrap();
                let likelihood = superiority(wins, games - wins);
                assert_eq!(low > 0.5, likelihood > 0.975, "{wins} of {games}");
                assert_eq!(high < 0.5, likelihood < 0.025, "{wins} of {games}");
            }
        }
    }
}
