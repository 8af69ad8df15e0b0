//! Who will own what: estimates from playouts.
//!
//! Playouts from a position say of every point how often each colour owns it
//! at the end. From that follow
//!
//! - the *ownership* of a point, from 1 (always Black's) to -1 (always
//!   White's), the mean score and how far playouts differ from it;
//! - which chains are *dead*: those whose points are the opponent's on the
//!   mean;
//! - which chains may be in *seki*: of the others those with a liberty that, in
//!   at least half of the playouts, neither side ever fills.
//!
//! Uniform playouts kill what any sensible player keeps, so by default the
//! playouts answer ataris and never give away two stones or more
//! ([`TacticalPolicy::ALL`](crate::playout::TacticalPolicy::ALL)), as a search does. The
//! number of playouts matters little for the chains: what is wrong is wrong by
//! the habits of the playouts, not by chance.
//!
//! What lives unconditionally ([`pass_alive`]) is certain, and no playout is
//! believed against it.

mod chains;
mod count;

use crate::board::{Area, ByColor, Color, PassAlive, Point, PointSet, area, pass_alive};
use crate::game::{Game, Move};
use crate::rules::Score;

pub use chains::{ChainEstimate, ChainStatus};

use count::Counts;

/// What plays the playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EstimatePolicy {
    /// Playouts that answer ataris and keep sekis, one at a time.
    #[default]
    Tactical,
    /// Uniform playouts, in lockstep where that is faster.
    Uniform,
}

/// Which colour moves first in the playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// The colour whose turn it is; after a pass half of the playouts each,
    /// since whoever passes thinks that nothing is left to gain.
    #[default]
    Natural,
    /// Half of the playouts each: for a game that is taken to be over.
    Both,
}

/// How an estimate is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EstimateOptions {
    /// The number of playouts, at least 1.
    pub playouts: u64,
    /// What the playouts follow from.
    pub seed: u64,
    /// Who begins.
    pub first: First,
    /// What plays.
    pub policy: EstimatePolicy,
}

impl EstimateOptions {
    /// Enough playouts to tell dead chains from living ones, in a few
    /// milliseconds, as if the game were over.
    pub const fn status(seed: u64) -> Self {
        Self {
            playouts: 128,
            seed,
            first: First::Both,
            policy: EstimatePolicy::Tactical,
        }
    }

    /// Enough playouts for a picture: the standard error of an ownership is at
    /// most 0.03.
    pub const fn picture(seed: u64) -> Self {
        Self {
            playouts: 1_000,
            first: First::Natural,
            ..Self::status(seed)
        }
    }
}

/// Who will own what in a game.
#[derive(Clone, Debug)]
pub struct Estimate {
    game: Game,
    counts: Counts,
    life: ByColor<PassAlive>,
    chains: Vec<ChainEstimate>,
}

impl Estimate {
    /// Estimates the position of a game. The same options and the same
    /// position give the same estimate on every machine.
    ///
    /// Of the game's rules komi and the points for handicap stones count, and
    /// the ko rule for the first move. Later the playouts know the simple ko
    /// only, and they never play suicide.
    pub fn new(game: &Game, options: &EstimateOptions) -> Self {
        let life = pass_alive(game.board());
        let counts = Counts::new(game, options, &life);
        let chains = chains::judge(game.board(), &counts, &life);
        Self {
            game: game.clone(),
            counts,
            life,
            chains,
        }
    }

    /// The number of playouts.
    pub const fn playouts(&self) -> u64 {
        self.counts.playouts()
    }

    /// Who owns the point: 1 is always Black, -1 always White.
    pub fn ownership(&self, point: Point) -> f64 {
        self.counts.ownership(point)
    }

    /// In which part of the playouts, 0 to 1, nobody owns the point at the end.
    pub fn neutrality(&self, point: Point) -> f64 {
        self.counts.neutrality(point)
    }

    /// The mean score of the playouts, komi counted.
    pub fn score(&self) -> Score {
        self.game.score_of(self.counts.mean_margin())
    }

    /// The standard deviation of the playouts' scores, in points.
    pub fn score_deviation(&self) -> f64 {
        self.counts.deviation()
    }

    /// In which part of the playouts, 0 to 1, Black wins; a tie is half a win.
    pub fn black_win_rate(&self) -> f64 {
        self.counts.black_wins(&self.game)
    }

    /// What each colour cannot lose.
    pub const fn pass_alive(&self) -> &ByColor<PassAlive> {
        &self.life
    }

    /// All chains, in the order of their lowest points.
    pub fn chains(&self) -> &[ChainEstimate] {
        &self.chains
    }

    /// The stones of all chains of this status.
    pub fn stones(&self, status: ChainStatus) -> PointSet {
        self.chains
            .iter()
            .filter(|chain| chain.status == status)
            .fold(PointSet::EMPTY, |all, chain| all | chain.stones)
    }

    /// The stones that are taken to be dead.
    pub fn dead(&self) -> PointSet {
        self.stones(ChainStatus::Dead)
    }

    /// Who owns what once the dead stones are taken off, without playing on.
    pub fn area(&self) -> Area {
        area(self.game.board(), &self.dead())
    }

    /// Nothing is left to play for: at the ends of the playouts every point is
    /// either owned by the one to whom counting now would give it, or stays
    /// nobody's.
    ///
    /// A point counts as owned when half more of the playouts give it to
    /// its owner than to the other.
    pub fn is_settled(&self) -> bool {
        let area = self.area();
        self.game.size().iter().all(|point| {
            let owner = self.ownership(point);
            (area.black.contains(point) && owner >= SETTLED)
                || (area.white.contains(point) && owner <= -SETTLED)
                || (area.neutral.contains(point) && self.neutrality(point) >= SETTLED)
        })
    }
}

/// The share of the playouts by which a point's owner must lead. Territory in
/// which playouts now and then find an invasion stays above it; a point that
/// depends on who moves first does not reach it.
const SETTLED: f64 = 0.5;

/// Who moves first in the playouts, and in which of them.
fn starters(game: &Game, options: &EstimateOptions) -> Vec<(Color, std::ops::Range<u64>)> {
    let (next, playouts) = (game.to_move(), options.playouts.max(1));
    let passed = matches!(game.turns().last(), Some(turn) if turn.action == Move::Pass);
    if options.first == First::Natural && !passed {
        return vec![(next, 0..playouts)];
    }
    let half = playouts.div_ceil(2);
    vec![(next, 0..half), (!next, half..playouts)]
}

#[cfg(test)]
mod tests;
