//! The number of games that a sequential test needs and its error rate, by simulation.
//!
//! A simulated test draws results with the true probabilities and judges them exactly
//! as a match does, so the forecast includes all effects that approximations neglect:
//! the overshoot of the bounds, estimated probabilities and small numbers of games.

use crate::cli::failure::Failure;

use super::{Hypothesis, Sequence, Sprt, score_of_elo};
use ponnuki::RandomStream;

/// The maximum expected number of games of a simulated test.
const MAX_GAMES: f64 = 2e6;

/// The expected statistics of the games of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Prospect {
    /// The share of draws, 0 to 1.
    pub(crate) draws: f64,
    /// The variance of the score of pairs of games relative to that of independent
    /// games, above 0 and at most 2; `None` for a test on single games.
    pub(crate) variance_ratio: Option<f64>,
}

/// The expected length and outcome of tests between players of a given difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Forecast {
    pub(crate) games: f64,
    /// The number of games after which 95 % of the tests are decided.
    pub games_95: u64,
    /// The share of the tests that accept H1, 0 to 1. All others accept H0.
    pub accepts_h1: f64,
    /// The variance ratio of the simulated pairs: the requested one, or the nearest that
    /// this draw rate and this difference allow.
    pub(crate) variance_ratio: Option<f64>,
}

impl Forecast {
    /// Simulates this number of tests, at least one, between players with a true
    /// difference of `elo`. Test number n uses stream n of the seed.
    pub(crate) fn simulate(
        sprt: &Sprt,
        elo: f64,
        prospect: Prospect,
        runs: u32,
        seed: u64,
    ) -> Result<Self, Failure> {
        let game = GameOdds::new(elo, prospect.draws)?;
        let Some(wanted) = prospect.variance_ratio else {
            check_length(sprt, game.variance())?;
            return Ok(Self::new(sprt, &game.probabilities, 1, runs, seed));
        };
        let (probabilities, ratio) = game.pair(wanted);
        check_length(sprt, game.variance() * ratio)?;
        Ok(Self {
            variance_ratio: Some(ratio),
            ..Self::new(sprt, &probabilities, 2, runs, seed)
        })
    }

    /// Simulates tests with these probabilities of the outcomes, the worst first. Each result stands
    /// for `games_each` games.
    fn new(sprt: &Sprt, probabilities: &[f64], games_each: u64, runs: u32, seed: u64) -> Self {
        let mut accepted = 0;
        let test = |run| {
            let mut stream = RandomStream::new(seed, run);
            let mut test = Sequence::new(sprt, probabilities.len());
            while test.verdict().is_none() {
                test.add(draw(probabilities, &mut stream));
            }
            accepted += u32::from(test.verdict() == Some(Hypothesis::H1));
            test.results() * games_each
        };
        let mut games: Vec<u64> = (0..u64::from(runs)).map(test).collect();
        games.sort_unstable();
        let within = (games.len() * 95).div_ceil(100).saturating_sub(1);
        let runs = f64::from(runs.max(1));
        Self {
            games: games.iter().sum::<u64>() as f64 / runs,
            games_95: games.get(within).copied().unwrap_or(0),
            accepts_h1: f64::from(accepted) / runs,
            variance_ratio: None,
        }
    }
}

/// Checks that a test of games with this variance is not too long to simulate, even
/// midway between the hypotheses, where the ratio is a random walk without drift.
fn check_length(sprt: &Sprt, variance: f64) -> Result<(), Failure> {
    let [s0, s1] = sprt.scores();
    let games = (Sprt::upper_bound() / (s1 - s0)).powi(2) * variance;
    if games > MAX_GAMES {
        return Err(Failure::new(format_args!(
            "the test needs about {games:.0} games, more than the {MAX_GAMES:.0} that can be simulated: \
             choose hypotheses further apart"
        )));
    }
    Ok(())
}

/// The probabilities of the results of a game.
struct GameOdds {
    /// The probabilities of loss, draw and win.
    probabilities: [f64; 3],
    score: f64,
}

impl GameOdds {
    fn new(elo: f64, draws: f64) -> Result<Self, Failure> {
        let score = score_of_elo(elo);
        let most = 2.0 * score.min(1.0 - score);
        if draws > most {
            return Err(Failure::new(format_args!(
                "with a difference of {elo} Elo at most {most:.4} of the games can be draws"
            )));
        }
        let (lost, won) = (1.0 - score - draws / 2.0, score - draws / 2.0);
        Ok(Self {
            probabilities: [lost, draws, won],
            score,
        })
    }

    fn variance(&self) -> f64 {
        let [_, draws, won] = self.probabilities;
        draws / 4.0 + won - self.score * self.score
    }

    /// Returns the probabilities of the five scores of a pair with this variance ratio,
    /// or the nearest possible one, and the ratio.
    ///
    /// The pairs are a mixture of independent games and of games that are as contrary as
    /// possible (an unbalanced opening gives each player one win) or, above a ratio of 1,
    /// equal.
    fn pair(&self, wanted: f64) -> ([f64; 5], f64) {
        let p = self.probabilities;
        let independent = scores(|first, second| p[first] * p[second]);
        let extreme = if wanted < 1.0 {
            self.contrary()
        } else {
            scores(|first, second| if first == second { p[first] } else { 0.0 })
        };
        let reach = self.ratio(&extreme) - 1.0;
        let share = ((wanted - 1.0) / reach).clamp(0.0, 1.0);
        let share = if share.is_nan() { 0.0 } else { share };
        let mut mixed = independent;
        for (part, extreme) in mixed.iter_mut().zip(extreme) {
            *part += share * (extreme - *part);
        }
        (mixed, self.ratio(&mixed))
    }

    /// Returns the probabilities of the scores of two antithetic games: the results of
    /// one divide the interval from 0 to 1 from below, those of the other from above.
    fn contrary(&self) -> [f64; 5] {
        let [lost, draws, _] = self.probabilities;
        let ends = [0.0, lost, lost + draws, 1.0];
        scores(|first, second| {
            let low = f64::max(ends[first], 1.0 - ends[second + 1]);
            let high = f64::min(ends[first + 1], 1.0 - ends[second]);
            (high - low).max(0.0)
        })
    }

    /// Returns the variance ratio of pairs with these probabilities, or 1 if all games
    /// have the same result.
    fn ratio(&self, scores: &[f64; 5]) -> f64 {
        let squares = (0..).zip(scores).map(|(place, probability)| {
            let points = f64::from(place) / 4.0;
            probability * (points - self.score).powi(2)
        });
        let ratio = 2.0 * squares.sum::<f64>() / self.variance();
        if ratio.is_nan() { 1.0 } else { ratio }
    }
}

/// Returns the probabilities of the five scores of two games, given the joint
/// probability of two results (0 for a loss, 1 for a draw, 2 for a win).
fn scores(joint: impl Fn(usize, usize) -> f64) -> [f64; 5] {
    let mut scores = [0.0; 5];
    for first in 0..3 {
        for second in 0..3 {
            scores[first + second] += joint(first, second);
        }
    }
    scores
}

fn draw(probabilities: &[f64], stream: &mut RandomStream) -> usize {
    // The top 53 bits, as many as an f64 holds exactly, give a fraction in [0, 1).
    let mut left = (stream.bits() >> 11) as f64 / (1_u64 << 53) as f64;
    let last = probabilities.len() - 1;
    let is_drawn = |probability: &f64| {
        left -= probability;
        left < 0.0
    };
    let drawn = probabilities[..last].iter().position(is_drawn);
    drawn.unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: Prospect = Prospect {
        draws: 0.0,
        variance_ratio: None,
    };

    fn pairs(draws: f64, ratio: f64) -> Prospect {
        Prospect {
            draws,
            variance_ratio: Some(ratio),
        }
    }

    fn forecast(test: &str, elo: f64, prospect: Prospect, runs: u32) -> Forecast {
        Forecast::simulate(&test.parse().unwrap(), elo, prospect, runs, 1).unwrap()
    }

    /// Of 600 tests, 30 are wrong on average, and almost never more than 46 or fewer
    /// than 14. The overshoot of the bounds makes errors a little rarer.
    #[test]
    fn one_in_twenty_tests_is_wrong() {
        for prospect in [GAMES, pairs(0.0, 0.5), pairs(0.3, 0.8), pairs(0.1, 1.3)] {
            let positives = forecast("0,50", 0.0, prospect, 600).accepts_h1;
            let negatives = 1.0 - forecast("0,50", 50.0, prospect, 600).accepts_h1;
            for wrong in [positives, negatives] {
                assert!((0.023..0.077).contains(&wrong), "{prospect:?}: {wrong}");
            }
            let midway = forecast("0,50", 25.0, prospect, 600).accepts_h1;
            assert!((0.4..0.6).contains(&midway), "{prospect:?}: {midway}");
        }
    }

    /// Wald's approximation of the mean: at ELO1, the ratio grows by half of its variance
    /// per game and ends at 2.94 in 95 % of the tests. Midway, the ratio has no drift, so
    /// the mean is 2.94 squared divided by the variance. Both neglect the overshoot of
    /// the bounds.
    #[test]
    fn the_mean_is_near_wald_s_approximation() {
        let test: Sprt = "0,40".parse().unwrap();
        let [s0, s1] = test.scores();
        let bound = Sprt::upper_bound();
        for (prospect, ratio) in [(GAMES, 1.0), (pairs(0.0, 0.5), 0.5)] {
            // The variance of the ratio per game.
            let speed = (s1 - s0).powi(2) / (0.25 * ratio);
            for (elo, expected) in [
                (40.0, 0.9 * bound * 2.0 / speed),
                (20.0, bound * bound / speed),
            ] {
                let found = forecast("0,40", elo, prospect, 500);
                let error = found.games / expected - 1.0;
                assert!((-0.08..0.15).contains(&error), "{found:?} {expected}");
                assert!(found.games_95 as f64 > 1.5 * found.games);
            }
        }
    }

    #[test]
    fn pairs_save_the_games_that_their_variance_ratio_says() {
        let single = forecast("0,40", 40.0, GAMES, 500).games;
        for ratio in [0.4, 0.7, 1.0, 1.5] {
            let paired = forecast("0,40", 40.0, pairs(0.0, ratio), 500).games;
            assert!(
                (paired / single - ratio).abs() < 0.12 * ratio,
                "{ratio}: {paired} {single}"
            );
        }
    }

    #[test]
    fn pairs_have_the_requested_variance_if_it_is_possible() {
        for (elo, draws, wanted, found) in [
            (0.0, 0.0, 0.2, 0.2),
            (0.0, 0.0, 1.0, 1.0),
            (35.0, 0.3, 0.5, 0.5),
            (35.0, 0.3, 1.7, 1.7),
            (0.0, 1.0, 0.5, 1.0),
            // At odds of 10 : 1, at most 2 of 11 pairs are shared: the variance of the
            // pair is 18 / 484, and that of the game 10 / 121.
            (400.0, 0.0, 0.1, 0.9),
        ] {
            let game = GameOdds::new(elo, draws).unwrap();
            let (scores, ratio) = game.pair(wanted);
            assert!(
                (ratio - found).abs() < 1e-9,
                "{elo} {draws} {wanted}: {ratio}"
            );
            assert!((scores.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(scores.iter().all(|&p| p > -1e-12), "{scores:?}");
            let mean: f64 = (0..).zip(scores).map(|(k, p)| f64::from(k) / 4.0 * p).sum();
            assert!((mean - score_of_elo(elo)).abs() < 1e-12);
        }
    }

    #[test]
    fn impossible_and_endless_tests_are_refused() {
        let refused = |test: &str, elo, prospect| {
            let test: Sprt = test.parse().unwrap();
            Forecast::simulate(&test, elo, prospect, 1, 1).unwrap_err()
        };
        let error = refused("0,50", 400.0, pairs(0.5, 1.0)).to_string();
        assert!(error.contains("400 Elo at most 0.1818"), "{error}");
        let error = refused("0,0.01", 0.0, GAMES).to_string();
        assert!(error.contains("further apart"), "{error}");
        // A short test is simulated whatever the true difference.
        assert!(forecast("0,50", 300.0, GAMES, 20).accepts_h1 > 0.99);
    }
}
