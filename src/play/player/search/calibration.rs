//! What the means of a tree say about the game: rates that come true, and the spread of its result.
//!
//! The mean of many evaluations is nearer to a half than the share of such games that are won: most
//! moves of a tree are worse than those that will be played, and random games beside the network play
//! badly. And the leads of a tree spread less than the results, since it does not see far ahead. Both
//! are measured on games of people that the network has not learned from; `src/play/player/EXPERIMENTS.md`
//! has the figures. The search itself goes by the means.

use ponnuki_core::game::Game;

use super::playouts::is_judged_alone;

/// By how much a full board raises the exponent of the odds, where the network judges alone.
const ALONE_EXPONENT: f64 = 1.0;

/// The same where random games judge beside it.
const BESIDE_EXPONENT: f64 = 2.0;

/// The standard deviation of the results about the lead on an empty board, in points for each point
/// of the board.
const EMPTY_BOARD_SPREAD: f64 = 0.07;

/// Once stones fill this share of the board, the leads of a tree spread as much as the results do.
const SPREAD_UNTIL: f64 = 0.5;

/// Turns the means of a tree into a win rate and the spread of the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Calibration {
    /// Of the odds, from 1 to 3.
    exponent: f64,
    spread: f64,
}

impl Calibration {
    /// Returns the calibration for the trees of a position.
    pub(super) fn new(game: &Game) -> Self {
        let (area, share) = (game.size().area() as f64, game.board().stone_share());
        let more = if is_judged_alone(game.size()) {
            ALONE_EXPONENT
        } else {
            BESIDE_EXPONENT
        };
        let unseen = (1.0 - share / SPREAD_UNTIL).max(0.0);
        Self {
            exponent: 1.0 + more * share,
            spread: EMPTY_BOARD_SPREAD * area * unseen,
        }
    }

    /// Returns the win rate where the evaluations of a tree have this mean. A half stays a half.
    ///
    /// Between whole exponents it is interpolated, since powers are not the same on every platform.
    pub(super) fn rate(self, mean: f64) -> f64 {
        let rest = 1.0 - mean;
        let share = |won: f64, lost: f64| won / (won + lost);
        let squared = share(mean * mean, rest * rest);
        let cubed = share(mean * mean * mean, rest * rest * rest);
        let (low, high, part) = if self.exponent < 2.0 {
            (mean, squared, self.exponent - 1.0)
        } else {
            (squared, cubed, self.exponent - 2.0)
        };
        low + part * (high - low)
    }

    /// Returns the standard deviation of the result where the leads of a tree have this one.
    pub(super) fn spread(self, deviation: f64) -> f64 {
        (deviation * deviation + self.spread * self.spread).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::game::testing::empty;

    #[test]
    fn rates_move_away_from_a_half_as_the_board_fills() {
        for (exponent, mean, rate) in [
            (1.0, 0.3, 0.3),
            (2.0, 0.25, 0.1),
            (2.0, 0.75, 0.9),
            (3.0, 0.5, 0.5),
            (1.5, 0.0, 0.0),
            (1.5, 1.0, 1.0),
        ] {
            let calibration = Calibration {
                exponent,
                spread: 0.0,
            };
            assert!((calibration.rate(mean) - rate).abs() < 1e-9, "{mean}");
        }
    }

    #[test]
    fn an_empty_board_has_a_spread_of_its_own() {
        let [small, large] = [9, 19].map(|size| Calibration::new(&empty(size, "7")));
        for (calibration, deviation, spread) in
            [(small, 0.0, 5.67), (small, 5.0, 7.56), (large, 0.0, 25.27)]
        {
            assert!((calibration.rate(0.3) - 0.3).abs() < 1e-9);
            assert!(
                (calibration.spread(deviation) - spread).abs() < 0.01,
                "{spread}"
            );
        }
    }
}
