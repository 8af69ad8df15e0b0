//! The moves of a root, with their statistics.

use crate::game::Move;

/// The statistics of a move of the root, or of a reply to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::player) struct MoveRecord {
    pub(in crate::player) action: Move,
    pub(in crate::player) visits: u32,
    /// The share of wins for the colour that makes the move, virtual visits included. The
    /// search compares moves by this value.
    pub(in crate::player) value: f64,
    /// The win rate of real visits alone, or 0 before the first. Analyses report it, because
    /// a few dozen virtual visits hide that a position is lost.
    pub(in crate::player) winrate: f64,
    /// The mean margin of the colour that makes the move, in points and komi included, and
    /// the mean squared margin.
    pub(in crate::player) margin: f64,
    pub(in crate::player) square: f64,
    /// The virtual wins of the prior.
    pub(in crate::player) prior: f32,
}

impl MoveRecord {
    /// Adds the statistics of the same move in another tree.
    pub(in crate::player) fn add(&mut self, other: &Self) {
        let [own, others] = [self.visits, other.visits].map(f64::from);
        let all = (own + others).max(1.0);
        self.value = (self.value * own + other.value * others) / all;
        self.winrate = (self.winrate * own + other.winrate * others) / all;
        self.margin = (self.margin * own + other.margin * others) / all;
        self.square = (self.square * own + other.square * others) / all;
        self.visits += other.visits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_move_of_two_trees_has_the_mean_of_all_visits() {
        let record = |visits, value, margin, square| MoveRecord {
            action: Move::Pass,
            visits,
            value,
            winrate: value / 2.0,
            margin,
            square,
            prior: 0.5,
        };
        let mut sum = record(3, 0.5, 2.0, 5.0);
        sum.add(&record(5, 0.9, -6.0, 37.0));
        let MoveRecord {
            visits,
            value,
            winrate,
            margin,
            square,
            ..
        } = sum;
        assert_eq!(visits, 8);
        let expected = [
            (value, 0.75),
            (winrate, 0.375),
            (margin, -3.0),
            (square, 25.0),
        ];
        for (mean, expected) in expected {
            assert!((mean - expected).abs() < 1e-9, "{mean}");
        }
        // A move that neither tree has visited keeps numbers.
        let mut none = record(0, 0.0, 0.0, 0.0);
        none.add(&record(0, 0.0, 0.0, 0.0));
        assert_eq!(none, record(0, 0.0, 0.0, 0.0));
    }
}
