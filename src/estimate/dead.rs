//! The stones that count as dead at the end of a game.

use crate::board::{PointSet, named_enum};
use crate::game::{Game, Phase};

use super::{Estimate, EstimateOptions};

named_enum! {
    /// The stones that are removed before the area is counted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum DeadStones {
        /// Those marked by a command.
        Marked = "marked",
        /// Those that playouts find dead, unless some are marked.
        ///
        /// The playouts are those of an [`Estimate`]. A command that clears the marks
        /// counts as one that marks.
        Estimated = "estimate",
    }
}

impl DeadStones {
    /// Returns whether the dead stones of this game are left to an estimate. Those that are
    /// not captured in the second clean-up live.
    pub fn needs_estimate(self, game: &Game) -> bool {
        self == Self::Estimated && !game.is_dead_decided() && game.phase() != Phase::SecondCleanup
    }
}

/// Returns the stones of a game that count as dead. The seed is for the
/// estimate, if one is needed.
pub(crate) fn counted_dead(game: &Game, dead_stones: DeadStones, seed: u64) -> PointSet {
    if dead_stones.needs_estimate(game) {
        Estimate::new(game, &EstimateOptions::status(seed)).dead()
    } else {
        *game.dead()
    }
}

/// The seed of the estimates whose games have no seed of their own.
const FIXED_SEED: u64 = 1;

/// Returns the stones of a finished game that an estimate with a fixed seed finds dead, so
/// that equal games have equal scores. A game that was played out has none.
pub fn dead_stones(game: &Game) -> PointSet {
    if game.phase() == Phase::SecondCleanup {
        return PointSet::EMPTY;
    }
    Estimate::new(game, &EstimateOptions::status(FIXED_SEED)).dead()
}

impl Estimate {
    /// Returns the stones that count as dead, using this estimate instead of a
    /// new one.
    pub(crate) fn counted_dead(&self, dead_stones: DeadStones) -> PointSet {
        if dead_stones.needs_estimate(&self.game) {
            self.dead()
        } else {
            *self.game.dead()
        }
    }
}
