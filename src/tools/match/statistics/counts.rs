//! Counts of wins, draws and losses, with their score and its variance.

use std::ops::{Add, AddAssign};

use serde::Serialize;

use super::{Interval, MeanScore};

/// The numbers of games that one player won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct Counts {
    pub(crate) wins: u64,
    /// Ties, which count half a point.
    pub(crate) draws: u64,
    pub(crate) losses: u64,
}

impl Counts {
    pub(crate) const fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self {
            wins,
            draws,
            losses,
        }
    }

    pub(crate) const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: wins plus half of the draws.
    pub(crate) fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the points per game, 0 to 1, or `None` without games.
    pub(crate) fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Returns the outcome of a single game, its number of half points (0 to 2), or
    /// `None` for any other number of games.
    pub(crate) fn outcome(self) -> Option<usize> {
        (self.games() == 1).then_some((2 * self.wins + self.draws) as usize)
    }

    /// Returns the same games from the opponent's side.
    pub(crate) const fn reversed(self) -> Self {
        Self::new(self.losses, self.draws, self.wins)
    }

    /// Returns the variance of the points of one game, or `None` without games. At
    /// the same score, the variance falls with the share of draws.
    pub(crate) fn variance(self) -> Option<f64> {
        let mean = self.score()?;
        let draws = self.draws as f64 / self.games() as f64;
        Some(mean * (1.0 - mean) - draws / 4.0)
    }

    /// Returns the score and its precision, or `None` without games.
    pub(crate) fn mean_score(self) -> Option<MeanScore> {
        let games = self.games();
        Some(MeanScore::new(
            self.score()?,
            games,
            games,
            self.variance()?,
        ))
    }

    /// Returns the 95 % interval of the score, or `None` without games.
    pub(crate) fn interval(self) -> Option<Interval> {
        self.mean_score().map(MeanScore::interval)
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
        )
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table I of R. G. Newcombe, "Two-sided confidence intervals for the
    /// single proportion", Statistics in Medicine 17, 1998, method 3.
    #[test]
    fn wilson_s_interval_is_the_published_one() {
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = Counts::new(wins, 0, games - wins).interval().unwrap();
            assert!((interval.low - low).abs() < 5e-5, "{interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{interval:?}");
            let other = Counts::new(games - wins, 0, wins).interval().unwrap();
            assert!((other.low - (1.0 - interval.high)).abs() < 1e-12);
        }
    }

    #[test]
    fn draws_count_half() {
        let counts = Counts::new(3, 4, 1);
        assert_eq!(counts.games(), 8);
        assert_eq!(counts.score(), Some(0.625));
        assert_eq!(counts.reversed().score(), Some(0.375));
        assert_eq!(counts.interval(), Counts::new(5, 0, 3).interval());
        // (3 * 0.375^2 + 4 * 0.125^2 + 0.625^2) / 8
        assert_eq!(counts.variance(), Some(0.109_375));
        assert_eq!(counts + Counts::new(1, 0, 2), Counts::new(4, 4, 3));
    }

    #[test]
    fn without_games_nothing_is_known() {
        let none = Counts::default();
        assert_eq!(none.score(), None);
        assert_eq!(none.interval(), None);
        assert_eq!(none.variance(), None);
    }
}
