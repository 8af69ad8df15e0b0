//! The log-likelihood ratio of two hypotheses about the expected score of results with
//! otherwise unknown probabilities.
//!
//! Each hypothesis uses the maximum-likelihood probabilities among those with its
//! expected score (M. Van den Bergh, "A practical introduction to the GSPRT", 2020,
//! and "Comments on Normalized Elo", 2021, for pairs of games). The points of the
//! outcomes, loss, draw and win of a game or the five scores of a pair, are equally
//! spaced from 0 to 1.

/// The pseudo-count of an outcome without results, which avoids probabilities of 0
/// that would decide the test.
const UNSEEN: f64 = 1e-3;

/// The relative precision of the multipliers.
const PRECISION: f64 = 1e-14;

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
    /// Computes the log-likelihood ratio of these two expected scores, H0's first.
    /// `seen` holds the counts of the outcomes, the worst first, and an outcome that did
    /// not occur counts as a thousandth of a result. `multipliers` is the start.
    pub(super) fn new(seen: &[u64], scores: [f64; 2], multipliers: [f64; 2]) -> Self {
        let [x0, x1] = [0, 1].map(|h| multiplier(seen, scores[h], multipliers[h]));
        let (mut value, mut steepest) = (0.0, 0.0_f64);
        for (points, number) in outcomes(seen) {
            let under0 = 1.0 + x0 * (points - scores[0]);
            let under1 = 1.0 + x1 * (points - scores[1]);
            let one = (under0 / under1).ln();
            value += number * one;
            steepest = steepest.max(one.abs());
        }
        Self {
            value,
            steepest,
            multipliers: [x0, x1],
        }
    }
}

/// Returns the points, 0 to 1, and the count of each outcome.
fn outcomes(seen: &[u64]) -> impl Iterator<Item = (f64, f64)> {
    let steps = (seen.len() - 1) as f64;
    seen.iter().enumerate().map(move |(place, &number)| {
        let number = if number == 0 { UNSEEN } else { number as f64 };
        (place as f64 / steps, number)
    })
}

/// Finds the Lagrange multiplier x of the maximum-likelihood probabilities for a
/// given expected score: an outcome with frequency f that is worth a points has
/// the probability f / (1 + x (a - score)), where x gives the expected score.
///
/// The sum whose root is x decreases throughout the interval of possible values.
/// Newton's method finds x in a few steps from a good start, and bisection replaces
/// steps that would leave the interval.
fn multiplier(seen: &[u64], score: f64, start: f64) -> f64 {
    const MAX_STEPS: u32 = 200;
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    let mut x = if start > low && start < high {
        start
    } else {
        0.0
    };
    for _ in 0..MAX_STEPS {
        let (mut excess, mut slope) = (0.0, 0.0);
        for (points, number) in outcomes(seen) {
            let distance = points - score;
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

    fn ratio(seen: &[u64], scores: [f64; 2]) -> f64 {
        LikelihoodRatio::new(seen, scores, [0.0; 2]).value
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
                let expected = multiplier(&seen, score, 0.0);
                for start in [-1.9, 1.9, 1e9, f64::NAN] {
                    let found = multiplier(&seen, score, start);
                    let error = (found - expected).abs() / expected.abs().max(1.0);
                    assert!(error < 1e-9, "{seen:?} {score}: {found} {expected}");
                }
            }
        }
    }
}
