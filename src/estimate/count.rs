//! Plays the playouts and counts who owns each point at the end.

use std::ops::Range;

use crate::board::{ByColor, Color, PassAlive, Point};
use crate::game::Game;
use crate::playout::{
    OwnershipCounts, PlayoutStart, Series, SharedSeries, Start, TacticalPolicy, tactical_playouts,
};
use crate::threads;

use super::{EstimateOptions, EstimatePolicy, starters};

/// The ownership counts of the playouts, corrected by unconditional life.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    ownership: OwnershipCounts,
    life: ByColor<PassAlive>,
}

impl Counts {
    /// Plays the playouts and counts them.
    pub(super) fn new(game: &Game, options: &EstimateOptions, life: &ByColor<PassAlive>) -> Self {
        let size = game.size();
        let starters = starters(game, options);
        let start = |color| PlayoutStart {
            board: game.board(),
            to_move: color,
            last: game.last_moves(),
            ko: game.ko_point(color),
        };
        let ownership = match options.policy {
            EstimatePolicy::Uniform => {
                let starts = starters.map(|(color, numbers)| (Start::new(&start(color)), numbers));
                let series = starts.each_ref().map(|(start, numbers)| Series {
                    start,
                    numbers: numbers.clone(),
                });
                let shared = SharedSeries {
                    size,
                    series: &series,
                    seed: options.seed,
                    threads: threads::available(),
                };
                let mut ownership = OwnershipCounts::new(size);
                shared.play(&(), |(), _| (), &|| false, &mut |(), owners| {
                    ownership += owners;
                });
                ownership
            }
            EstimatePolicy::Tactical => {
                let policy = TacticalPolicy::ESTIMATE.under(game.rules().suicide);
                let mut ownership = OwnershipCounts::new(size);
                let some = |(_, numbers): &(Color, Range<u64>)| !numbers.is_empty();
                for (color, numbers) in starters.into_iter().filter(some) {
                    let mut playouts = tactical_playouts(&start(color), policy);
                    playouts.run_each(options.seed, numbers, &mut |owned| {
                        ownership.add(&ByColor {
                            black: (owned.black | life.black.points()) - life.white.points(),
                            white: (owned.white | life.white.points()) - life.black.points(),
                        });
                    });
                }
                ownership
            }
        };
        Self {
            ownership,
            life: *life,
        }
    }

    pub(super) const fn playouts(&self) -> u64 {
        self.ownership.playouts()
    }

    /// Returns the share of the playouts in which a colour owns the point. For
    /// points of unconditional life it is 1 or 0, regardless of the playouts.
    fn share(&self, color: Color, point: Point) -> f64 {
        if self.life[color].points().contains(point) {
            1.0
        } else if self.life[!color].points().contains(point) {
            0.0
        } else {
            self.ownership.count(color, point) as f64 / self.ownership.playouts() as f64
        }
    }

    /// Returns Black's share minus White's.
    pub(super) fn ownership(&self, point: Point) -> f64 {
        self.share(Color::Black, point) - self.share(Color::White, point)
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
        let mean = self.mean_of(f64::from);
        self.mean_of(|margin| (f64::from(margin) - mean).powi(2))
            .sqrt()
    }

    /// Returns the share of the playouts that Black wins. A tie counts half.
    pub(super) fn black_wins(&self, game: &Game) -> f64 {
        self.mean_of(|margin| match game.score_of(f64::from(margin)).winner() {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        })
    }

    /// Returns the mean, over the playouts, of a value computed from the
    /// margin.
    fn mean_of(&self, value: impl Fn(i32) -> f64) -> f64 {
        let margins = self.ownership.margins();
        let sum: f64 = margins
            .map(|(margin, count)| value(margin) * count as f64)
            .sum();
        sum / self.ownership.playouts() as f64
    }
}
