//! The player from whose point of view values are given.

use ponnuki::board::{BoardSize, Color, Point};

/// Converts values from the side to move to the chosen point of view.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointOfView {
    is_turned: bool,
}

impl PointOfView {
    /// Converts values of `color` to the point of view of `seen_by`.
    pub(super) fn new(color: Color, seen_by: Color) -> Self {
        Self {
            is_turned: color != seen_by,
        }
    }

    /// Converts a win rate of the side to move.
    pub(super) fn chance(self, chance: f64) -> f64 {
        rounded(if self.is_turned { 1.0 - chance } else { chance })
    }

    /// Converts a lead or an ownership of the side to move.
    pub(super) fn points(self, points: f64) -> f64 {
        rounded(if self.is_turned { -points } else { points })
    }

    /// Converts the ownership of all points, row by row from the top left.
    pub(super) fn points_of(self, size: BoardSize, ownership: impl Fn(Point) -> f64) -> Vec<f64> {
        let points = size.iter_top_down();
        points.map(|point| self.points(ownership(point))).collect()
    }
}

/// Converts a win rate to a utility: 1 for a win, -1 for a loss.
pub(super) fn utility(chance: f64) -> f64 {
    rounded(2.0 * chance - 1.0)
}

/// Rounds to six decimals and turns -0 into 0.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_turned_and_rounded() {
        let views = Color::BOTH.map(|seen_by| PointOfView::new(Color::Black, seen_by));
        assert_eq!(
            views.map(|view| view.chance(0.25).to_string()),
            ["0.25", "0.75"]
        );
        assert_eq!(
            views.map(|view| view.points(1.5).to_string()),
            ["1.5", "-1.5"]
        );
        let size = BoardSize::new(2, 1).unwrap();
        let owned = views[1].points_of(size, |point| point.index() as f64);
        assert_eq!(owned, [0.0, -1.0]);
        let utilities = [1.0, 0.25, 0.0].map(utility);
        assert_eq!(utilities.to_vec(), [1.0, -0.5, -1.0]);
        assert_eq!(rounded(0.123_456_7).to_string(), "0.123457");
        assert!(rounded(-1e-9).is_sign_positive());
    }
}
