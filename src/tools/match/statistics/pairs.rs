//! Pairs of games: two games with the same opening, in which the players exchange
//! colours.
//!
//! If an opening favours one colour, each player tends to win once, so the scores of
//! pairs vary less than those of single games. The five possible scores make this the
//! pentanomial model of match programs for chess.

use std::ops::AddAssign;

use super::{Counts, MeanScore};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct PairCounts {
    /// The numbers of pairs with 0, 0.5, 1, 1.5 and 2 points.
    by_points: [u64; 5],
    /// The number of pairs with one point that consist of two draws.
    drawn_twice: u64,
}

impl PairCounts {
    /// Combines two games into a pair, from one player's side. Returns no pair unless
    /// both counts hold exactly one game.
    pub(crate) fn from_games(first: Counts, second: Counts) -> Self {
        let mut pair = Self::default();
        if first.games() == 1 && second.games() == 1 {
            let both = first + second;
            pair.by_points[(2 * both.wins + both.draws) as usize] = 1;
            pair.drawn_twice = u64::from(both.draws == 2);
        }
        pair
    }

    pub(crate) fn pairs(self) -> u64 {
        self.by_points.iter().sum()
    }

    pub(crate) const fn by_points(self) -> [u64; 5] {
        self.by_points
    }

    /// Returns the outcome of a single pair, its number of half points (0 to 4), or
    /// `None` without pairs.
    pub(crate) fn outcome(self) -> Option<usize> {
        self.by_points.iter().position(|&pairs| pairs > 0)
    }

    pub(crate) const fn games(self) -> Counts {
        let [lost, half, one, more, won] = self.by_points;
        let decided = one - self.drawn_twice;
        Counts::new(
            2 * won + more + decided,
            half + more + 2 * self.drawn_twice,
            2 * lost + half + decided,
        )
    }

    /// Returns the points per game, 0 to 1, or `None` without pairs.
    pub(crate) fn score(self) -> Option<f64> {
        self.games().score()
    }

    /// Returns the variance of a pair's points per game, which range from 0 to 1, or
    /// `None` without pairs.
    pub(crate) fn variance(self) -> Option<f64> {
        let mean = self.score()?;
        let squares = (0..).zip(self.by_points).map(|(place, pairs)| {
            let points = f64::from(place) / 4.0;
            pairs as f64 * (points - mean).powi(2)
        });
        Some(squares.sum::<f64>() / self.pairs() as f64)
    }

    /// Returns the score and its precision, or `None` without pairs.
    pub(crate) fn mean_score(self) -> Option<MeanScore> {
        let (games, variance) = (self.games().games(), 2.0 * self.variance()?);
        Some(MeanScore::new(self.score()?, games, self.pairs(), variance))
    }

    /// Returns the variance of the score relative to that of as many independent
    /// games with the same results. A test on pairs needs this fraction of the games
    /// that a test on single games needs.
    ///
    /// Returns `None` if all games or all pairs have the same result.
    pub(crate) fn variance_ratio(self) -> Option<f64> {
        let ratio = 2.0 * self.variance()? / self.games().variance()?;
        (ratio.is_finite() && ratio > 0.0).then_some(ratio)
    }
}

impl AddAssign for PairCounts {
    fn add_assign(&mut self, other: Self) {
        for (pairs, more) in self.by_points.iter_mut().zip(other.by_points) {
            *pairs += more;
        }
        self.drawn_twice += other.drawn_twice;
    }
}

#[cfg(test)]
impl PairCounts {
    /// Creates counts from the pairs by points and those of them with two draws.
    pub(crate) const fn new(by_points: [u64; 5], drawn_twice: u64) -> Self {
        Self {
            by_points,
            drawn_twice,
        }
    }

    pub(crate) const fn reversed(self) -> Self {
        let [lost, half, one, more, won] = self.by_points;
        Self {
            by_points: [won, more, one, half, lost],
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: Counts = Counts::new(1, 0, 0);
    const DRAWN: Counts = Counts::new(0, 1, 0);
    const LOST: Counts = Counts::new(0, 0, 1);

    #[test]
    fn every_pair_of_results_has_its_place() {
        for (first, second, by_points, drawn) in [
            (LOST, LOST, [1, 0, 0, 0, 0], 0),
            (DRAWN, LOST, [0, 1, 0, 0, 0], 0),
            (WON, LOST, [0, 0, 1, 0, 0], 0),
            (DRAWN, DRAWN, [0, 0, 1, 0, 0], 1),
            (WON, DRAWN, [0, 0, 0, 1, 0], 0),
            (WON, WON, [0, 0, 0, 0, 1], 0),
        ] {
            let pair = PairCounts::from_games(first, second);
            assert_eq!(pair, PairCounts::new(by_points, drawn));
            assert_eq!(pair, PairCounts::from_games(second, first));
            assert_eq!(pair.games(), first + second);
            let other = PairCounts::from_games(first.reversed(), second.reversed());
            assert_eq!(pair.reversed(), other);
        }
        let without_result = PairCounts::from_games(WON, Counts::default());
        assert_eq!(without_result, PairCounts::default());
    }

    /// By hand: 2 pairs lost, 6 shared and 4 won have a mean of 7 / 12. The variance of
    /// the pairs is (2 (7/12)^2 + 6 (1/12)^2 + 4 (5/12)^2) / 12 = 17 / 144, that of the
    /// 24 games 7/12 5/12 = 35 / 144.
    #[test]
    fn the_variances_are_those_counted_by_hand() {
        let pairs = PairCounts::new([2, 0, 6, 0, 4], 0);
        assert_eq!((pairs.pairs(), pairs.games()), (12, Counts::new(14, 0, 10)));
        assert!((pairs.score().unwrap() - 7.0 / 12.0).abs() < 1e-12);
        assert!((pairs.variance().unwrap() - 17.0 / 144.0).abs() < 1e-12);
        assert!((pairs.variance_ratio().unwrap() - 34.0 / 35.0).abs() < 1e-12);
        let shared = PairCounts::new([0, 0, 6, 0, 0], 0);
        assert_eq!(shared.variance_ratio(), None);
        assert_eq!(PairCounts::default().variance_ratio(), None);
        let mut all = pairs;
        all += shared;
        assert_eq!(all.by_points(), [2, 0, 12, 0, 4]);
    }

    /// Independent games have a ratio of 1, and copies of one game a ratio of 2.
    #[test]
    fn the_ratio_is_one_for_independent_games() {
        let independent = PairCounts::new([9, 12, 4 + 18, 12, 9], 4);
        let games = independent.games();
        assert_eq!(games, Counts::new(48, 32, 48));
        assert!((independent.variance_ratio().unwrap() - 1.0).abs() < 1e-12);
        let copies = PairCounts::new([4, 0, 3, 0, 5], 3);
        assert!((copies.variance_ratio().unwrap() - 2.0).abs() < 1e-12);
    }
}
