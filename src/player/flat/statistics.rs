//! Sums over playouts, and the figures derived from them.

use std::ops::AddAssign;

use crate::player::analysis;
use crate::statistics::deviation;

/// The results of playouts for a colour. The sums are integers, so they do not
/// depend on the order of the playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Statistics {
    visits: u64,
    /// Two for each win, one for each tie.
    half_wins: u64,
    /// The sum of the margins: the colour's area minus the opponent's.
    margins: i64,
    squares: u64,
}

impl Statistics {
    /// Adds playouts, each with 0, 1 or 2 half wins and this margin.
    pub(super) fn add(&mut self, half_wins: u64, margin: i32, playouts: u64) {
        self.visits += playouts;
        self.half_wins += half_wins * playouts;
        self.margins += i64::from(margin) * playouts.cast_signed();
        self.squares += u64::from(margin.unsigned_abs().pow(2)) * playouts;
    }

    pub(super) const fn visits(&self) -> u64 {
        self.visits
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.visits.max(1) as f64
    }

    /// Returns the share of wins, with a tie as half a win, or 0 without
    /// playouts.
    pub(super) fn winrate(&self) -> f64 {
        self.mean(self.half_wins as f64 / 2.0)
    }

    /// Returns the mean margin, komi not included.
    pub(super) fn margin(&self) -> f64 {
        self.mean(self.margins as f64)
    }

    pub(super) fn deviation(&self) -> f64 {
        deviation(self.margin(), self.mean(self.squares as f64))
    }

    pub(super) fn lower_bound(&self) -> f64 {
        analysis::lower_bound(self.winrate(), self.visits as f64)
    }
}

impl AddAssign<&Self> for Statistics {
    fn add_assign(&mut self, other: &Self) {
        self.visits += other.visits;
        self.half_wins += other.half_wins;
        self.margins += other.margins;
        self.squares += other.squares;
    }
}

/// Returns the upper confidence bound UCB1-TUNED of a win rate (Auer, Cesa-Bianchi
/// and Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002).
/// `log` is the logarithm of the number of playouts of all moves.
pub(super) fn upper_bound(winrate: f64, visits: u64, log: f64) -> f64 {
    let part = log / visits as f64;
    // An upper bound: ties make the variance smaller.
    let variance = winrate * (1.0 - winrate) + (2.0 * part).sqrt();
    winrate + (part * variance.min(0.25)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statistics(games: &[(u64, i32)]) -> Statistics {
        let mut statistics = Statistics::default();
        for &(half_wins, margin) in games {
            statistics.add(half_wins, margin, 1);
        }
        statistics
    }

    fn upper(statistics: &Statistics) -> f64 {
        upper_bound(statistics.winrate(), statistics.visits(), 7.0)
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn means_are_those_of_the_playouts() {
        let some = statistics(&[(2, 9), (0, -7), (1, 1), (2, 13)]);
        assert_eq!(some.visits(), 4);
        assert!(near(some.winrate(), 0.625) && near(some.margin(), 4.0));
        let variance = (25.0 + 121.0 + 9.0 + 81.0_f64) / 4.0;
        assert!(near(some.deviation(), variance.sqrt()));
        let none = statistics(&[]);
        assert!(near(none.winrate(), 0.0) && near(none.deviation(), 0.0));
        assert!(near(none.lower_bound(), 0.0));
    }

    #[test]
    fn bounds_close_in_on_the_win_rate() {
        let half = |n| statistics(&[(2, 1), (0, -1)].repeat(n));
        let (few, many) = (half(10), half(1000));
        assert!(few.lower_bound() < many.lower_bound() && many.lower_bound() < 0.5);
        assert!(upper(&few) > upper(&many) && upper(&many) > 0.5);
        // Wilson's interval for 10 of 20 begins at 0.2993.
        assert!(
            (few.lower_bound() - 0.299_298).abs() < 1e-4,
            "{}",
            few.lower_bound()
        );
        let (lost, won) = (statistics(&[(0, -5); 9]), statistics(&[(2, 5); 9]));
        assert!(near(lost.lower_bound(), 0.0) && won.lower_bound() < 1.0);
        assert!(upper(&won) > 1.0);
    }
}
