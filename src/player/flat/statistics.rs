//! Sums over playouts, and what follows from them.

use crate::player::analysis::CONFIDENCE;
use crate::statistics::wilson;

/// How playouts ended for a colour: sums of whole numbers, which do not depend
/// on their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Statistics {
    visits: u64,
    /// Two for each win and one for each tie.
    half_wins: u64,
    /// The colour's area minus the opponent's.
    margins: i64,
    /// Of these the squares.
    squares: u64,
}

impl Statistics {
    /// Counts a playout in: 0, 1 or 2 half wins, and the area by which the
    /// colour was ahead.
    pub(super) fn add(&mut self, half_wins: u64, margin: i32) {
        self.visits += 1;
        self.half_wins += half_wins;
        self.margins += i64::from(margin);
        self.squares += u64::from(margin.unsigned_abs().pow(2));
    }

    /// The number of playouts.
    pub(super) const fn visits(&self) -> u64 {
        self.visits
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.visits.max(1) as f64
    }

    /// The part that was won, a tie half; 0 before the first.
    pub(super) fn winrate(&self) -> f64 {
        self.mean(self.half_wins as f64 / 2.0)
    }

    /// The mean of the margins, without komi.
    pub(super) fn margin(&self) -> f64 {
        self.mean(self.margins as f64)
    }

    /// The standard deviation of the margins.
    pub(super) fn deviation(&self) -> f64 {
        let variance = self.mean(self.squares as f64) - self.margin().powi(2);
        variance.max(0.0).sqrt()
    }

    /// The upper confidence bound UCB1-TUNED (Auer, Cesa-Bianchi and Fischer,
    /// "Finite-time analysis of the multiarmed bandit problem", 2002): the win
    /// rate, and the more the less is known. `log` is the logarithm of the
    /// playouts of all moves together.
    pub(super) fn upper_bound(&self, log: f64) -> f64 {
        if self.visits == 0 {
            return f64::INFINITY;
        }
        let winrate = self.winrate();
        let part = log / self.visits as f64;
        // Ties only make the variance smaller than this.
        let variance = winrate * (1.0 - winrate) + (2.0 * part).sqrt();
        winrate + (part * variance.min(0.25)).sqrt()
    }

    /// The lower end of Wilson's interval ("Probable inference, the law of
    /// succession, and statistical inference", 1927) around the win rate. It
    /// never leaves 0 to 1, and means something from the first playout on.
    pub(super) fn lower_bound(&self) -> f64 {
        if self.visits == 0 {
            return 0.0;
        }
        wilson(self.winrate(), self.visits as f64, CONFIDENCE).low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statistics(games: &[(u64, i32)]) -> Statistics {
        let mut statistics = Statistics::default();
        for &(half_wins, margin) in games {
            statistics.add(half_wins, margin);
        }
        statistics
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
        assert!(near(none.lower_bound(), 0.0) && none.upper_bound(1.0).is_infinite());
    }

    #[test]
    fn bounds_close_in_on_the_win_rate() {
        let half = |n| statistics(&[(2, 1), (0, -1)].repeat(n));
        let (few, many) = (half(10), half(1000));
        assert!(few.lower_bound() < many.lower_bound() && many.lower_bound() < 0.5);
        assert!(few.upper_bound(7.0) > many.upper_bound(7.0) && many.upper_bound(7.0) > 0.5);
        // Wilson's interval for 10 of 20 begins at 0.2993.
        assert!(
            (few.lower_bound() - 0.299_298).abs() < 1e-4,
            "{}",
            few.lower_bound()
        );
        let (lost, won) = (statistics(&[(0, -5); 9]), statistics(&[(2, 5); 9]));
        assert!(near(lost.lower_bound(), 0.0) && won.lower_bound() < 1.0);
        assert!(won.upper_bound(7.0) > 1.0);
    }
}
