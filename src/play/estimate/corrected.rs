//! The counts of the playouts, corrected by what is certain.

use crate::playout::OwnershipCounts;
use ponnuki_core::board::{BoardSize, ByColor, Chain, Color, PassAlive, Point, PointSet};
use ponnuki_core::game::Game;

/// The ownership counts of the playouts, corrected by unconditional life.
#[derive(Clone, Debug)]
pub(super) struct CorrectedCounts {
    pub(super) ownership: OwnershipCounts,
    /// The points of each colour's unconditional life.
    pub(super) certain: ByColor<PointSet>,
}

impl CorrectedCounts {
    /// Creates the counts of no playouts, for a position with this unconditional life.
    pub(super) fn new(size: BoardSize, life: &ByColor<PassAlive>) -> Self {
        Self {
            ownership: OwnershipCounts::new(size),
            certain: ByColor {
                black: life.black.points(),
                white: life.white.points(),
            },
        }
    }

    pub(super) const fn size(&self) -> BoardSize {
        self.ownership.size()
    }

    pub(super) const fn playouts(&self) -> u64 {
        self.ownership.playouts()
    }

    /// Returns the share of the playouts in which a colour owns the point. For
    /// points of unconditional life it is 1 or 0, regardless of the playouts.
    fn share(&self, color: Color, point: Point) -> f64 {
        if self.certain[color].contains(point) {
            1.0
        } else if self.certain[!color].contains(point) {
            0.0
        } else {
            self.ownership.count(color, point) as f64 / self.ownership.playouts() as f64
        }
    }

    /// Returns Black's share minus White's.
    pub(super) fn ownership(&self, point: Point) -> f64 {
        self.share(Color::Black, point) - self.share(Color::White, point)
    }

    /// Returns the mean ownership of the points of a chain, from its colour's point of
    /// view.
    pub(super) fn chain_ownership(&self, chain: &Chain) -> f64 {
        let sum: f64 = chain.stones.iter().map(|p| self.ownership(p)).sum();
        f64::from(chain.color.sign()) * sum / chain.stones.len() as f64
    }

    /// Returns the share of the playouts in which neither colour owns the
    /// point.
    pub(super) fn neutrality(&self, point: Point) -> f64 {
        1.0 - self.share(Color::Black, point) - self.share(Color::White, point)
    }

    /// Returns the mean of Black's area minus White's: the sum of the ownership
    /// of all points.
    pub(super) fn mean_margin(&self) -> f64 {
        let points = self.ownership.size().iter();
        points.map(|point| self.ownership(point)).sum()
    }

    /// Returns the standard deviation of the margin, in points.
    pub(super) fn deviation(&self) -> f64 {
        let mean = self.ownership.mean_of(f64::from);
        self.ownership
            .mean_of(|margin| (f64::from(margin) - mean).powi(2))
            .sqrt()
    }

    /// Returns the share of the playouts that Black wins. A tie counts half.
    pub(super) fn black_wins(&self, game: &Game) -> f64 {
        self.ownership
            .mean_of(|margin| game.score_of(f64::from(margin)).win_of(Color::Black))
    }
}
