//! Plays the playouts and counts who owns what at their ends.

use crate::board::{ByColor, Color, PassAlive, Point};
use crate::game::Game;
use crate::playout::{
    LockstepPlayouts, OwnershipCounts, PlayoutStart, TacticalPolicy, tactical_playouts,
};

use super::{EstimateOptions, EstimatePolicy, starters};

/// The longest side of boards on which playouts in lockstep are the faster
/// ones: a row of a longer one takes twice the lane.
const LOCKSTEP_LENGTH: usize = 15;

/// How often each colour owned each point, and by how much it led.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    ownership: OwnershipCounts,
    life: ByColor<PassAlive>,
}

impl Counts {
    /// Plays the playouts of the options.
    pub(super) fn new(game: &Game, options: &EstimateOptions, life: &ByColor<PassAlive>) -> Self {
        let size = game.size();
        let mut ownership = OwnershipCounts::new(size);
        let longest = size.width().max(size.height());
        for (color, numbers) in starters(game, options) {
            let ko = game.ko_point(color);
            match options.policy {
                EstimatePolicy::Uniform if longest <= LOCKSTEP_LENGTH => {
                    let mut playouts = LockstepPlayouts::new(game.board(), color, ko);
                    ownership += &playouts.run_with_ownership(options.seed, numbers).1;
                }
                policy => {
                    let start = PlayoutStart {
                        board: game.board(),
                        to_move: color,
                        last: game.last_moves(),
                        ko,
                    };
                    let mut playouts = tactical_playouts(&start, tactical_policy(policy));
                    playouts.run_each(options.seed, numbers, &mut |owned| {
                        ownership.add(&ByColor {
                            black: (owned.black | life.black.points()) - life.white.points(),
                            white: (owned.white | life.white.points()) - life.black.points(),
                        });
                    });
                }
            }
        }
        Self {
            ownership,
            life: *life,
        }
    }

    pub(super) const fn playouts(&self) -> u64 {
        self.ownership.playouts()
    }

    /// In which part of the playouts a colour owns the point. What lives
    /// unconditionally is known without playouts.
    fn share(&self, color: Color, point: Point) -> f64 {
        if self.life[color].points().contains(point) {
            1.0
        } else if self.life[!color].points().contains(point) {
            0.0
        } else {
            self.ownership.count(color, point) as f64 / self.ownership.playouts() as f64
        }
    }

    /// The part of Black less that of White.
    pub(super) fn ownership(&self, point: Point) -> f64 {
        self.share(Color::Black, point) - self.share(Color::White, point)
    }

    /// The part in which nobody owns the point.
    pub(super) fn neutrality(&self, point: Point) -> f64 {
        1.0 - self.share(Color::Black, point) - self.share(Color::White, point)
    }

    /// Black's area less White's, on the mean: the sum of all ownership.
    pub(super) fn mean_margin(&self) -> f64 {
        let points = self.ownership.size().iter();
        points.map(|point| self.ownership(point)).sum()
    }

    /// The standard deviation of the margin.
    pub(super) fn deviation(&self) -> f64 {
        let mean = self.mean_of(f64::from);
        self.mean_of(|margin| (f64::from(margin) - mean).powi(2))
            .sqrt()
    }

    /// The part of the playouts that Black wins.
    pub(super) fn black_wins(&self, game: &Game) -> f64 {
        self.mean_of(|margin| match game.score_of(f64::from(margin)).winner() {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        })
    }

    /// The mean of something that follows from the margin of a playout.
    fn mean_of(&self, value: impl Fn(i32) -> f64) -> f64 {
        let margins = self.ownership.margins();
        let sum: f64 = margins
            .map(|(margin, count)| value(margin) * count as f64)
            .sum();
        sum / self.ownership.playouts() as f64
    }
}

/// What the tactical playouts do.
const fn tactical_policy(policy: EstimatePolicy) -> TacticalPolicy {
    match policy {
        EstimatePolicy::Tactical => TacticalPolicy::ALL,
        EstimatePolicy::Uniform => TacticalPolicy::UNIFORM,
    }
}
