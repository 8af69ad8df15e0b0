//! The side from which values are given.

use crate::board::{BoardSize, Color, Point};

/// Converts the values of the side to move to those of the side that sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    is_turned: bool,
}

impl View {
    /// Creates the view of `seen_by` on values of `color`.
    pub(super) fn new(color: Color, seen_by: Color) -> Self {
        Self {
            is_turned: color != seen_by,
        }
    }

    /// Converts a chance to win.
    pub(super) fn chance(self, chance: f64) -> f64 {
        rounded(if self.is_turned { 1.0 - chance } else { chance })
    }

    /// Converts a lead or an ownership.
    pub(super) fn points(self, points: f64) -> f64 {
        rounded(if self.is_turned { -points } else { points })
    }

    /// Converts the ownership of all points, row by row from the top left.
    pub(super) fn points_of(self, size: BoardSize, ownership: impl Fn(Point) -> f64) -> Vec<f64> {
        let points = size.iter_top_down();
        points.map(|point| self.points(ownership(point))).collect()
    }
}

/// Returns the utility of a chance to win: 1 for a win, -1 for a loss.
pub(super) fn utility(chance: f64) -> f64 {
    rounded(2.0 * chance - 1.0)
}

/// Rounds to six decimals, without a negative zero.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}
