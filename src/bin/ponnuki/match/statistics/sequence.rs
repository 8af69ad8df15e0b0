//! A sequential test to which results are added one by one.

use super::likelihood::LikelihoodRatio;
use super::{Hypothesis, Sprt};

/// The number of results up to which the test is judged after each result.
const FEW: u64 = 64;

/// A sequential test in progress: the results up to the deciding one, and the verdict.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    scores: [f64; 2],
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
            scores: sprt.scores(),
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
        let ratio = LikelihoodRatio::new(&self.seen, self.scores, self.multipliers);
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
        LikelihoodRatio::new(&self.seen, self.scores, self.multipliers).value
    }

    /// Returns the accepted hypothesis, or `None` if more results are needed.
    pub(crate) const fn verdict(&self) -> Option<Hypothesis> {
        self.verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki::RandomStream;

    /// Skipped judgements would not have decided the test.
    #[test]
    fn a_test_that_is_judged_seldom_ends_at_the_same_result() {
        for (test, weights) in [
            ("0,20", [1, 2, 6, 2, 1]),
            ("0,60", [1, 2, 10, 4, 3]),
            ("-300,-200", [14, 1, 3, 0, 1]),
        ] {
            let places: Vec<usize> = (0..)
                .zip(weights)
                .flat_map(|(place, weight)| vec![place; weight])
                .collect();
            for run in 0..30 {
                let mut stream = RandomStream::new(3, run);
                let mut seldom = Sequence::new(&test.parse().unwrap(), 5);
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
