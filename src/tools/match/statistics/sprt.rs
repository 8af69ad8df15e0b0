//! A sequential test of whether one player is stronger than another by ELO1 (H1) or
//! only by ELO0 (H0). The test ends as soon as it is decided.
//!
//! This is Wald's sequential probability ratio test in the generalised form that
//! chess engine testers use (M. Van den Bergh, "A practical introduction to the
//! GSPRT", 2020). Because the draw rate is unknown, each hypothesis uses the
//! maximum-likelihood probabilities of win, draw and loss among those with its
//! expected score. Without draws, this is Wald's binomial test. Elo is the logistic
//! Elo of rating lists or, on request, normalised Elo.
//!
//! Two games with the same opening and exchanged colours are not independent, so a
//! test on pairs uses the probabilities of the five scores of a pair instead (the
//! pentanomial model of that paper and of fishtest).

use std::str::FromStr;

use clap::ValueEnum;
use serde::Serialize;

use super::elo::SCALE;
use super::likelihood::{Claim, LikelihoodRatio};
use super::score_of_elo;

/// The share of all tests that wrongly reject H0, and of those that wrongly reject H1.
const ERRORS: f64 = 0.05;

/// The number of results up to which the test is judged after each result.
const FEW: u64 = 64;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
    pub(crate) model: EloModel,
}

/// The scale of the differences in Elo that a test compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EloModel {
    /// The Elo of rating lists, which follows from the score alone
    #[default]
    Logistic,
    /// The score above one half in standard deviations of a game, times 347.4
    Normalized,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Hypothesis {
    /// The difference is ELO0 or less.
    H0,
    /// The difference is ELO1 or more.
    H1,
}

impl Sprt {
    /// The largest difference in Elo that a hypothesis may claim.
    const MAX_ELO: f64 = 2000.0;

    /// The largest difference in normalised Elo that a hypothesis may claim. From about 240 on,
    /// no probabilities of the five scores of a pair need have it.
    const MAX_NORMALIZED_ELO: f64 = 200.0;

    /// Creates a test of ELO0 against ELO1 in logistic Elo, of which the first must be smaller.
    fn new(elo0: f64, elo1: f64) -> Result<Self, String> {
        let sensible = |elo: f64| elo.abs() <= Self::MAX_ELO;
        (sensible(elo0) && sensible(elo1) && elo0 < elo1)
            .then_some(Self {
                elo0,
                elo1,
                model: EloModel::Logistic,
            })
            .ok_or_else(Self::expected)
    }

    /// Returns the test of the same numbers on this scale, which must be able to reach them.
    pub(crate) fn with_model(self, model: EloModel) -> Result<Self, String> {
        let largest = self.elo0.abs().max(self.elo1.abs());
        if model == EloModel::Normalized && largest > Self::MAX_NORMALIZED_ELO {
            return Err(format!(
                "expected differences in normalised Elo within {} points",
                Self::MAX_NORMALIZED_ELO
            ));
        }
        Ok(Self { model, ..self })
    }

    fn expected() -> String {
        format!(
            "expected two differences in Elo within {} points, the smaller first, such as 0,30",
            Self::MAX_ELO
        )
    }

    /// Returns the log-likelihood ratio at or below which H0 is accepted, about -2.94.
    pub(crate) fn lower_bound() -> f64 {
        (ERRORS / (1.0 - ERRORS)).ln()
    }

    /// Returns the log-likelihood ratio at or above which H1 is accepted, about 2.94.
    pub(crate) fn upper_bound() -> f64 {
        ((1.0 - ERRORS) / ERRORS).ln()
    }

    fn scores(&self) -> [f64; 2] {
        [self.elo0, self.elo1].map(score_of_elo)
    }

    /// Returns what the hypotheses claim about results with this number of possible outcomes.
    fn claims(&self, outcomes: usize) -> [Claim; 2] {
        match self.model {
            EloModel::Logistic => self.scores().map(Claim::Score),
            EloModel::Normalized => {
                // The mean of two games has a smaller deviation than one game.
                let games: f64 = if outcomes == 3 { 1.0 } else { 2.0 };
                [self.elo0, self.elo1].map(|elo| Claim::Deviations(elo / SCALE * games.sqrt()))
            }
        }
    }

    fn verdict(ratio: f64) -> Option<Hypothesis> {
        if ratio >= Self::upper_bound() {
            Some(Hypothesis::H1)
        } else if ratio <= Self::lower_bound() {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }
}

impl FromStr for Sprt {
    type Err = String;

    /// Reads `ELO0,ELO1`, as in `0,30` or `-5.5,5.5`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (elo0, elo1) = text.split_once(',').ok_or_else(Self::expected)?;
        let parse = |text: &str| text.trim().parse().map_err(|_| Self::expected());
        Self::new(parse(elo0)?, parse(elo1)?)
    }
}

/// The mean number of games that a test takes, by Wald's approximation, which neglects
/// that the last result overshoots the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ExpectedLength {
    /// If the difference is ELO0 or ELO1.
    pub(crate) at_hypothesis: u64,
    /// If the difference is midway between them, where a test takes longest.
    pub(crate) midway: u64,
}

/// A sequential test in progress: the results up to the deciding one, and the verdict.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    claims: [Claim; 2],
    /// The counts of results by outcome, the worst first.
    seen: Vec<u64>,
    results: u64,
    /// The number of results at which the test is judged next.
    next: u64,
    /// The number of results after which not every one is judged.
    few: u64,
    multipliers: [f64; 2],
    verdict: Option<Hypothesis>,
}

impl Sequence {
    /// Creates a test without results, each of which has this number of possible outcomes:
    /// three for a game, five for a pair of games.
    pub(crate) fn new(sprt: &Sprt, outcomes: usize) -> Self {
        Self {
            claims: sprt.claims(outcomes),
            seen: vec![0; outcomes],
            results: 0,
            next: 1,
            few: FEW,
            multipliers: [0.0; 2],
            verdict: None,
        }
    }

    /// Adds a result, given as the index of its outcome with 0 for the worst, unless the
    /// test is decided.
    ///
    /// After the first results, the ratio is computed only when it can have reached a
    /// bound. The most by which a result can change the ratio varies slowly, so twice
    /// its present value is taken as the limit until the next computation.
    pub(crate) fn add(&mut self, outcome: usize) {
        if self.verdict.is_some() {
            return;
        }
        self.seen[outcome] += 1;
        self.results += 1;
        if self.results < self.next {
            return;
        }
        let ratio = LikelihoodRatio::new(&self.seen, self.claims, self.multipliers);
        self.multipliers = ratio.multipliers;
        self.verdict = Sprt::verdict(ratio.value);
        self.next = self.results + 1;
        if self.results >= self.few {
            let (high, low) = (Sprt::upper_bound(), Sprt::lower_bound());
            let distance = f64::min(high - ratio.value, ratio.value - low);
            let safe = (distance / (2.0 * ratio.steepest)) as u64;
            self.next += safe.min(self.results / 8);
        }
    }

    /// Returns the number of results, up to the one that decided the test.
    pub(crate) const fn results(&self) -> u64 {
        self.results
    }

    /// Returns the log-likelihood ratio of H1 to H0, 0 without results.
    pub(crate) fn ratio(&self) -> f64 {
        if self.results == 0 {
            return 0.0;
        }
        LikelihoodRatio::new(&self.seen, self.claims, self.multipliers).value
    }

    /// Returns how long such a test takes on average, with this number of games for each result,
    /// if results vary as those so far; `None` before two of them differ.
    ///
    /// Per result, the ratio has a variance of `speed` and a drift of half of that at a
    /// hypothesis, where it ends at the right bound in 95 % of the tests; midway it has no drift.
    pub(crate) fn expected_length(&self, games_each: u64) -> Option<ExpectedLength> {
        let speed = match self.claims {
            [Claim::Score(low), Claim::Score(high)] => (high - low).powi(2) / self.variance()?,
            [Claim::Deviations(low), Claim::Deviations(high)] => (high - low).powi(2),
            _ => return None,
        };
        let bound = Sprt::upper_bound();
        let games = |results: f64| (results * games_each as f64).round() as u64;
        Some(ExpectedLength {
            at_hypothesis: games(2.0 * (1.0 - 2.0 * ERRORS) * bound / speed),
            midway: games(bound * bound / speed),
        })
    }

    /// Returns the variance of the scores, from 0 to 1, of the results so far, or `None` if they
    /// are all the same.
    fn variance(&self) -> Option<f64> {
        let best = (self.seen.len() - 1) as f64;
        let results = self.results as f64;
        let moment = |power| -> f64 {
            let terms = self.seen.iter().enumerate();
            let sum: f64 = terms
                .map(|(place, &count)| (place as f64 / best).powi(power) * count as f64)
                .sum();
            sum / results
        };
        let variance = moment(2) - moment(1).powi(2);
        (variance > 1e-12).then_some(variance)
    }

    /// Returns the accepted hypothesis, or `None` if more results are needed.
    pub(crate) const fn verdict(&self) -> Option<Hypothesis> {
        self.verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::r#match::statistics::Counts;
    use ponnuki_core::RandomStream;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    /// Returns the log-likelihood ratio for these counts of outcomes, the worst first.
    fn ratio(sprt: Sprt, seen: &[u64]) -> f64 {
        LikelihoodRatio::new(seen, sprt.claims(seen.len()), [0.0; 2]).value
    }

    fn of_games(sprt: Sprt, games: Counts) -> f64 {
        ratio(sprt, &[games.losses, games.draws, games.wins])
    }

    /// Wald's ratio by hand: wins ln(s1/s0) + losses ln((1-s1)/(1-s0)), with
    /// s0 = 0.5 for 0 Elo and s1 = 10/11 for 400 Elo: ln(20/11) = 0.59784 and
    /// ln(2/11) = -1.70475.
    #[test]
    fn without_draws_it_is_wald_s_test() {
        let sprt = sprt("0,400");
        for (wins, losses, ratio) in [(10, 1, 4.2737), (5, 3, -2.1250), (30, 10, 0.8878)] {
            let found = of_games(sprt, Counts::new(wins, 0, losses));
            assert!((found - ratio).abs() < 0.005, "{found} for {ratio}");
        }
    }

    /// With many draws, the ratio is near its normal approximation,
    /// n (s1 - s0) (2 score - s0 - s1) / (2 variance): 2.7398 for n = 4000, score 0.515,
    /// variance 0.119775, s0 = 0.5 and s1 = 0.5071949.
    #[test]
    fn with_draws_it_is_near_the_normal_approximation() {
        let counts = Counts::new(1020, 2080, 900);
        assert!((counts.variance().unwrap() - 0.119_775).abs() < 1e-9);
        let ratio = of_games(sprt("0,5"), counts);
        assert!((ratio - 2.7398).abs() < 0.02, "{ratio}");
        // The expected probabilities were found by a search over draw rates.
        assert!((ratio - 2.735_887).abs() < 1e-5, "{ratio}");
        let few = of_games(sprt("0,30"), Counts::new(3, 1, 1));
        assert!((few - 0.193_606).abs() < 1e-5, "{few}");
        let mirrored = of_games(sprt("-5,0"), counts.reversed());
        assert!((ratio + mirrored).abs() < 1e-9);
    }

    /// Expected values from fastchess (`app/tests/sprt_test.cpp`, "logistic"), which
    /// come from fishtest and have two decimals.
    #[test]
    fn the_ratios_are_the_published_ones() {
        for (hypotheses, [wins, losses, draws], ratio) in [
            ("0.5,2.5", [21_404, 21_184, 40_708], -1.57),
            ("0,2", [57_433, 57_030, 106_593], -2.59),
        ] {
            let counts = Counts::new(wins, draws, losses);
            let found = of_games(sprt(hypotheses), counts);
            assert!((found - ratio).abs() < 0.01, "{found} for {ratio}");
        }
        for (hypotheses, pairs, ratio) in [
            ("0.5,2.5", [223, 9863, 21_279, 10_037, 246], -3.07),
            ("0,2", [871, 26_175, 55_983, 26_678, 821], -4.98),
        ] {
            let found = self::ratio(sprt(hypotheses), &pairs);
            assert!((found - ratio).abs() < 0.01, "{found} for {ratio}");
            assert_eq!(Sprt::verdict(found), Some(Hypothesis::H0));
        }
    }

    /// Expected values from fastchess (`app/tests/sprt_test.cpp`, "normalized").
    #[test]
    fn the_ratios_of_normalised_elo_are_the_published_ones() {
        let results: [(&str, &[u64], f64); 4] = [
            ("0,2", &[36_027, 68_692, 36_433], 0.92),
            ("-1.75,0.25", &[10_650, 20_431, 10_871], 2.30),
            ("0,2", &[365, 16_618, 36_229, 16_974, 390], 2.25),
            ("-1.75,0.25", &[127, 4883, 10_712, 5150, 104], 3.01),
        ];
        for (hypotheses, seen, ratio) in results {
            let test = sprt(hypotheses).with_model(EloModel::Normalized).unwrap();
            let found = self::ratio(test, seen);
            assert!((found - ratio).abs() < 0.01, "{found} for {ratio}");
            let logistic = self::ratio(sprt(hypotheses), seen);
            assert!((found - logistic).abs() > 0.05, "{found} and {logistic}");
        }
    }

    /// One standard deviation of the points of a game is worth 347.4 normalised Elo. Without
    /// draws, the score 0.5 + d has the deviation sqrt(0.25 - d^2), so that 100 normalised Elo
    /// are the score 0.638297 and Wald's ratio of 70 wins and 40 losses is
    /// 70 ln(2 * 0.638297) + 40 ln(2 * 0.361703) = 4.1423.
    #[test]
    fn normalised_elo_without_draws_is_a_score_too() {
        let test = sprt("0,100").with_model(EloModel::Normalized).unwrap();
        let found = of_games(test, Counts::new(70, 0, 40));
        assert!((found - 4.1423).abs() < 0.02, "{found}");
    }

    #[test]
    fn normalised_elo_has_a_limit_of_its_own() {
        let scaled = |text| sprt(text).with_model(EloModel::Normalized);
        assert!(scaled("-200,200").is_ok());
        for text in ["0,201", "-200.5,0"] {
            assert!(scaled(text).unwrap_err().contains("within 200 points"));
            assert!(sprt(text).with_model(EloModel::Logistic).is_ok());
        }
    }

    #[test]
    fn the_bounds_are_those_of_five_percent() {
        let sprt = sprt("0,30");
        assert!((Sprt::upper_bound() - 2.944_439).abs() < 1e-6);
        assert!((Sprt::lower_bound() + 2.944_439).abs() < 1e-6);
        for (wins, losses, verdict) in [
            (300, 200, Some(Hypothesis::H1)),
            (200, 300, Some(Hypothesis::H0)),
            (11, 10, None),
        ] {
            let ratio = of_games(sprt, Counts::new(wins, 0, losses));
            assert_eq!(Sprt::verdict(ratio), verdict, "{wins} {losses}");
        }
    }

    #[test]
    fn sweeps_are_decided_and_finite() {
        for counts in [
            Counts::new(5000, 0, 0),
            Counts::new(0, 0, 5000),
            Counts::new(0, 9000, 0),
        ] {
            let ratio = of_games(sprt("0,30"), counts);
            assert!(ratio.is_finite() && ratio.abs() > 3.0, "{ratio}");
        }
    }

    #[test]
    fn hypotheses_are_read_and_checked() {
        assert_eq!(sprt("-5.5, 5.5"), Sprt::new(-5.5, 5.5).unwrap());
        for text in [
            "", "5", "30,0", "5,5", "a,b", "0,nan", "-inf,0", "0,3000", "0,1,2",
        ] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
    /// The mean of 2,000 simulated tests without draws was 1616 games at 20 Elo and 2599 at 10;
    /// the approximation leaves out the overshoot of the bounds.
    #[test]
    fn a_test_takes_as_long_as_simulated_ones() {
        let mut test = Sequence::new(&sprt("0,20"), 3);
        test.add(0);
        assert_eq!(test.expected_length(1), None);
        test.add(2);
        let length = test.expected_length(1).unwrap();
        assert_eq!((length.at_hypothesis, length.midway), (1603, 2622));
        // Pairs of independent games need as many games.
        let mut pairs = Sequence::new(&sprt("0,20"), 5);
        for outcome in [0, 2, 2, 4] {
            pairs.add(outcome);
        }
        let length = pairs.expected_length(2).unwrap();
        assert_eq!((length.at_hypothesis, length.midway), (1603, 2622));
        // One standard deviation of a game is worth 347.4 normalised Elo.
        let normalized = sprt("0,20").with_model(EloModel::Normalized).unwrap();
        let mut test = Sequence::new(&normalized, 3);
        for outcome in [0, 2] {
            test.add(outcome);
        }
        let length = test.expected_length(1).unwrap();
        assert_eq!((length.at_hypothesis, length.midway), (1599, 2616));
    }

    /// Skipped judgements would not have decided the test.
    #[test]
    fn a_test_that_is_judged_seldom_ends_at_the_same_result() {
        for (test, model, weights) in [
            ("0,20", EloModel::Logistic, [1, 2, 6, 2, 1]),
            ("0,60", EloModel::Logistic, [1, 2, 10, 4, 3]),
            ("-300,-200", EloModel::Logistic, [14, 1, 3, 0, 1]),
            ("0,60", EloModel::Normalized, [1, 2, 10, 4, 3]),
        ] {
            let sprt = sprt(test).with_model(model).unwrap();
            let places: Vec<usize> = (0..)
                .zip(weights)
                .flat_map(|(place, weight)| vec![place; weight])
                .collect();
            for run in 0..30 {
                let mut stream = RandomStream::new(3, run);
                let mut seldom = Sequence::new(&sprt, 5);
                let mut often = seldom.clone();
                often.few = u64::MAX;
                while seldom.verdict().is_none() {
                    let place = stream.below(places.len() as u64).unwrap();
                    let place = places[place as usize];
                    seldom.add(place);
                    often.add(place);
                    assert_eq!(seldom.verdict(), often.verdict(), "{test} {run}");
                }
                assert!(often.ratio().abs() >= 2.94 && often.results() == seldom.results());
                // Later results change nothing.
                let ended = seldom.results();
                seldom.add(0);
                assert_eq!(seldom.results(), ended);
            }
        }
    }

    #[test]
    fn without_results_nothing_is_decided() {
        let empty = Sequence::new(&"0,30".parse().unwrap(), 3);
        assert_eq!((empty.results(), empty.verdict()), (0, None));
        assert!(empty.ratio().abs() < 1e-12);
    }
}
