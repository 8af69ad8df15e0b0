//! The log-likelihood ratio of two hypotheses about the expected score of results with
//! otherwise unknown probabilities.
//!
//! Each hypothesis uses the maximum-likelihood probabilities among those that fulfil its
//! claim (M. Van den Bergh, "A practical introduction to the GSPRT", 2020, and "Comments on
//! Normalized Elo", 2021, for pairs of games and for scores in standard deviations). The
//! points of the outcomes, loss, draw and win of a game or the five scores of a pair, are
//! equally spaced from 0 to 1.

/// The pseudo-count of an outcome without results, which avoids probabilities of 0
/// that would decide the test.
const UNSEEN: f64 = 1e-3;

/// The relative precision of the multipliers.
const PRECISION: f64 = 1e-14;

/// What a hypothesis says about the points of a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Claim {
    /// The expected points, between 0 and 1.
    Score(f64),
    /// The expected points above one half, in standard deviations of the points. Without a
    /// limit on this number, no probabilities need fulfil it.
    Deviations(f64),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LikelihoodRatio {
    /// The logarithm of the ratio of H1 to H0.
    pub(super) value: f64,
    /// The largest change of the value that one more result can cause, at the present
    /// results.
    pub(super) steepest: f64,
    /// The Lagrange multipliers of both hypotheses, a good start for those of similar
    /// results.
    pub(super) multipliers: [f64; 2],
}

impl LikelihoodRatio {
    /// Computes the log-likelihood ratio of these two claims, H0's first. `seen` holds the
    /// counts of the outcomes, the worst first, and an outcome that did not occur counts as
    /// a thousandth of a result. `multipliers` is the start.
    pub(super) fn new(seen: &[u64], claims: [Claim; 2], multipliers: [f64; 2]) -> Self {
        let [h0, h1] = [0, 1].map(|h| Fit::new(seen, claims[h], multipliers[h]));
        let (mut value, mut steepest) = (0.0, 0.0_f64);
        for (points, number) in outcomes(seen) {
            let one = (h0.divisor(points) / h1.divisor(points)).ln();
            value += number * one;
            steepest = steepest.max(one.abs());
        }
        Self {
            value,
            steepest,
            multipliers: [h0.multiplier, h1.multiplier],
        }
    }
}

/// Returns the points, 0 to 1, and the count of each outcome.
fn outcomes(seen: &[u64]) -> impl Iterator<Item = (f64, f64)> + Clone {
    let steps = (seen.len() - 1) as f64;
    seen.iter().enumerate().map(move |(place, &number)| {
        let number = if number == 0 { UNSEEN } else { number as f64 };
        (place as f64 / steps, number)
    })
}

/// The maximum-likelihood probabilities of a hypothesis. An outcome with frequency f that is
/// worth a points has the probability f / (1 + x [distance](Self::distance)(a)), where the
/// Lagrange multiplier x makes the expected distance 0.
#[derive(Clone, Copy, Debug)]
struct Fit {
    multiplier: f64,
    centre: f64,
    bend: f64,
    mean: f64,
}

impl Fit {
    fn new(seen: &[u64], claim: Claim, start: f64) -> Self {
        match claim {
            Claim::Score(score) => Self {
                multiplier: 0.0,
                centre: score,
                bend: 0.0,
                mean: 0.0,
            }
            .solved(seen, start),
            Claim::Deviations(deviations) => Self::of_deviations(seen, deviations, start),
        }
    }

    /// Finds the probabilities for an expected score in standard deviations. This claim is
    /// not linear in the probabilities, so it is replaced by its tangent at the mean and the
    /// deviation of the last round, until these stay the same.
    ///
    /// For some results, full steps end in a circle, which half steps leave.
    fn of_deviations(seen: &[u64], deviations: f64, start: f64) -> Self {
        const MAX_ROUNDS: u32 = 400;
        const FULL_ROUNDS: u32 = 20;
        const MIN_MOVE: f64 = 1e-12;
        let total: f64 = outcomes(seen).map(|(_, number)| number).sum();
        let (mut mean, mut deviation) = moments(&outcomes(seen).map(|(points, _)| (points, 1.0)));
        let mut fit = Self {
            multiplier: start,
            centre: 0.5,
            bend: 0.0,
            mean,
        };
        for round in 0..MAX_ROUNDS {
            fit = Self {
                centre: 0.5 + deviations * deviation / 2.0,
                bend: deviations / (2.0 * deviation),
                mean,
                ..fit
            }
            .solved(seen, fit.multiplier);
            let probabilities = outcomes(seen)
                .map(|(points, number)| (points, number / total / fit.divisor(points)));
            let (next_mean, next_deviation) = moments(&probabilities);
            let step = if round < FULL_ROUNDS { 1.0 } else { 0.5 };
            let moved = [next_mean - mean, next_deviation - deviation];
            mean += step * moved[0];
            deviation += step * moved[1];
            if moved[0].abs() + moved[1].abs() < MIN_MOVE {
                break;
            }
        }
        fit
    }

    /// Returns how far these points are from what the hypothesis claims on average.
    fn distance(&self, points: f64) -> f64 {
        points - self.centre - self.bend * (points - self.mean).powi(2)
    }

    /// Returns the frequency of an outcome divided by its probability.
    fn divisor(&self, points: f64) -> f64 {
        1.0 + self.multiplier * self.distance(points)
    }

    fn solved(self, seen: &[u64], start: f64) -> Self {
        let distances = outcomes(seen).map(|(points, number)| (self.distance(points), number));
        Self {
            multiplier: multiplier(&distances, start),
            ..self
        }
    }
}

/// Returns the mean and the standard deviation of values with these weights.
fn moments(values: &(impl Iterator<Item = (f64, f64)> + Clone)) -> (f64, f64) {
    let mean_of = |of: &dyn Fn(f64) -> f64| {
        let (mut sum, mut total) = (0.0, 0.0);
        for (value, weight) in values.clone() {
            sum += weight * of(value);
            total += weight;
        }
        sum / total
    };
    let mean = mean_of(&|value| value);
    (mean, mean_of(&|value| (value - mean).powi(2)).sqrt())
}

/// Finds the Lagrange multiplier x with which these distances, each with its number of
/// results, have the mean 0 under the probabilities of a [`Fit`].
///
/// The sum whose root is x decreases throughout the interval of possible values.
/// Newton's method finds x in a few steps from a good start, and bisection replaces
/// steps that would leave the interval.
fn multiplier(distances: &(impl Iterator<Item = (f64, f64)> + Clone), start: f64) -> f64 {
    const MAX_STEPS: u32 = 200;
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for (distance, _) in distances.clone() {
        (least, most) = (least.min(distance), most.max(distance));
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = if start > low && start < high {
        start
    } else {
        0.0
    };
    for _ in 0..MAX_STEPS {
        let (mut excess, mut slope) = (0.0, 0.0);
        for (distance, number) in distances.clone() {
            let part = distance / (1.0 + x * distance);
            excess += number * part;
            slope += number * part * part;
        }
        if excess > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x + excess / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            low.midpoint(high)
        };
        let change = (next - x).abs();
        x = next;
        if change <= PRECISION * x.abs().max(1.0) {
            break;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::RandomStream;

    fn ratio(seen: &[u64], scores: [f64; 2]) -> f64 {
        LikelihoodRatio::new(seen, scores.map(Claim::Score), [0.0; 2]).value
    }

    /// Finds the maximum log-likelihood with this expected score by a search for the
    /// first three probabilities on a grid that narrows around the best.
    fn by_trying(seen: [u64; 5], score: f64) -> f64 {
        let log_likelihood = |p: [f64; 5]| -> f64 {
            let parts = seen.iter().zip(p);
            parts
                .map(|(&n, p)| if n == 0 { 0.0 } else { n as f64 * p.ln() })
                .sum()
        };
        let (mut best, mut centre, mut width) = (f64::NEG_INFINITY, [0.2; 3], 0.2);
        for _ in 0..400 {
            let (before, mut found) = (best, centre);
            for step in 0..729_u32 {
                let offset = |place: u32| f64::from(step / 9_u32.pow(place) % 9) / 4.0 - 1.0;
                let p = [0, 1, 2].map(|k| centre[k as usize] + width * offset(k));
                // The sum and the expected score determine the last two probabilities.
                let (rest, value) = (1.0 - p.iter().sum::<f64>(), score - p[1] / 4.0 - p[2] / 2.0);
                let most = 4.0 * value - 3.0 * rest;
                let all = [p[0], p[1], p[2], rest - most, most];
                if all.iter().all(|&p| p > 0.0) && log_likelihood(all) > best {
                    (best, found) = (log_likelihood(all), p);
                }
            }
            if best <= before {
                width *= 0.6;
            }
            centre = found;
        }
        best
    }

    #[test]
    fn the_probabilities_of_a_pair_have_the_largest_likelihood() {
        for (seen, scores) in [
            ([12, 31, 60, 40, 17], [0.5, 0.55]),
            ([3, 9, 20, 9, 1], [0.5, 0.5288]),
            ([30, 2, 90, 5, 40], [0.48, 0.52]),
        ] {
            let expected = by_trying(seen, scores[1]) - by_trying(seen, scores[0]);
            let found = ratio(&seen, scores);
            assert!((found - expected).abs() < 1e-6, "{found} for {expected}");
        }
    }

    /// A pair of a game and its copy carries as much information as the game.
    #[test]
    fn pairs_of_equal_games_have_the_ratio_of_the_games() {
        let scores = [0.5, 0.55];
        let games = ratio(&[30, 20, 41], scores);
        let pairs = ratio(&[30, 0, 20, 0, 41], scores);
        // Outcomes that did not occur count as a thousandth.
        assert!((games - pairs).abs() < 1e-2, "{games} {pairs}");
    }

    #[test]
    fn any_start_leads_to_the_same_ratio() {
        for seen in [[1, 0, 0, 0, 0], [5, 9, 20, 9, 4], [0, 0, 900, 0, 1]] {
            for score in [1e-5, 0.3, 0.5, 0.9, 1.0 - 1e-5] {
                let x = |start| Fit::new(&seen, Claim::Score(score), start).multiplier;
                let expected = x(0.0);
                for start in [-1.9, 1.9, 1e9, f64::NAN] {
                    let found = x(start);
                    let error = (found - expected).abs() / expected.abs().max(1.0);
                    assert!(error < 1e-9, "{seen:?} {score}: {found} {expected}");
                }
            }
        }
    }

    /// Every claim up to the limit is fulfilled, whatever the results.
    #[test]
    fn the_probabilities_of_a_claim_in_deviations_fulfil_it() {
        let mut stream = RandomStream::new(7, 0);
        for run in 0..2000 {
            let mut seen = vec![0_u64; if run % 2 == 0 { 3 } else { 5 }];
            for number in &mut seen {
                *number = [0, 0, 1, 2, 5, 20, 100, 5000][stream.below(8).unwrap() as usize];
            }
            seen[0] += u64::from(seen.iter().all(|&number| number == 0));
            let limit = if seen.len() == 3 { 0.5757 } else { 0.8142 };
            for deviations in [-limit, -0.3, 0.01, limit] {
                let fit = Fit::new(&seen, Claim::Deviations(deviations), 0.0);
                let probabilities =
                    outcomes(&seen).map(|(points, number)| (points, number / fit.divisor(points)));
                assert!(probabilities.clone().all(|(_, p)| p > 0.0), "{seen:?}");
                let (mean, deviation) = moments(&probabilities);
                let error = mean - 0.5 - deviations * deviation;
                assert!(error.abs() < 1e-6, "{seen:?} {deviations}: {error}");
            }
        }
    }
}
