//! Plays the playouts and counts who owns each point at the end.

use std::ops::Range;

use crate::board::{Board, BoardSize, ByColor, Chain, Color, PassAlive, Point, PointSet};
use crate::game::Game;
use crate::playout::{
    BatchStart, OwnershipCounts, PlayoutStart, Series, ShareSize, SharedSeries, TacticalPolicy,
    tactical_playouts,
};
use crate::threads;

use super::batch::playout_start;
use super::clear;
use super::{EstimateOptions, EstimatePolicy, Stop, starters};

/// The ownership counts of the playouts, corrected by unconditional life.
#[derive(Clone, Debug)]
pub(super) struct CorrectedCounts {
    ownership: OwnershipCounts,
    /// The points of each colour's unconditional life.
    certain: ByColor<PointSet>,
}

impl CorrectedCounts {
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

/// The playouts from each of two starts, by number.
type Numbers = [Range<u64>; 2];

/// Plays playouts and counts the owners of the points.
type Play<'a> = dyn FnMut(Numbers, &mut OwnershipCounts) + 'a;

/// Returns whether somebody has asked to stop. Several threads may call it.
pub(super) type IsStopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// Plays the playouts and counts them, or returns `None` once `is_stopped` returns true. The
/// chains are those of the position, whose status decides when the playouts stop.
pub(super) fn count(
    game: &Game,
    options: &EstimateOptions,
    life: &ByColor<PassAlive>,
    chains: &[Chain],
    is_stopped: IsStopped<'_>,
) -> Option<CorrectedCounts> {
    let starters = starters(game, options);
    let starts = starters
        .each_ref()
        .map(|&(color, _)| playout_start(game, color));
    let mut counts = CorrectedCounts {
        ownership: OwnershipCounts::new(game.size()),
        certain: ByColor {
            black: life.black.points(),
            white: life.white.points(),
        },
    };
    let mut play = match options.policy {
        EstimatePolicy::Uniform => uniform(&starts, game.size(), options.seed, is_stopped),
        EstimatePolicy::Tactical => {
            let policy = TacticalPolicy::ESTIMATE.under(game.rules().suicide);
            tactical(&starts, policy, options.seed, counts.certain, is_stopped)
        }
    };
    let all = options.playouts.max(1);
    let mut played = 0;
    loop {
        let next = match options.stop {
            Stop::AtNumber => all,
            Stop::WhenClear => clear::next_look(played).min(all),
        };
        // Each start plays its share of these playouts.
        let numbers = starters.each_ref().map(|(_, numbers)| {
            let at = |playouts| numbers.start + (numbers.end - numbers.start) * playouts / all;
            at(played)..at(next)
        });
        play(numbers, &mut counts.ownership);
        if is_stopped() {
            return None;
        }
        played = next;
        if played == all || clear::is_enough(chains, &counts) {
            return Some(counts);
        }
    }
}

/// Returns a function that plays tactical playouts with these numbers from each start,
/// and counts the owners of the points, corrected by unconditional life.
fn tactical<'a>(
    starts: &[PlayoutStart<&Board>; 2],
    policy: TacticalPolicy,
    seed: u64,
    certain: ByColor<PointSet>,
    is_stopped: IsStopped<'a>,
) -> Box<Play<'a>> {
    let mut playouts = starts
        .each_ref()
        .map(|start| tactical_playouts(start, policy));
    Box::new(move |numbers, ownership| {
        let mut add = |_, owned: &ByColor<PointSet>| {
            ownership.add(&ByColor {
                black: (owned.black | certain.black) - certain.white,
                white: (owned.white | certain.white) - certain.black,
            });
        };
        for (playouts, numbers) in playouts.iter_mut().zip(numbers) {
            for number in numbers.take_while(|_| !is_stopped()) {
                playouts(seed, number..number + 1, &mut add);
            }
        }
    })
}

/// Returns a function that plays uniform playouts with these numbers from each start,
/// and counts the owners of the points.
fn uniform<'a>(
    starts: &[PlayoutStart<&Board>; 2],
    size: BoardSize,
    seed: u64,
    is_stopped: IsStopped<'a>,
) -> Box<Play<'a>> {
    let starts = starts.each_ref().map(BatchStart::new);
    Box::new(move |numbers, ownership| {
        let series = starts.iter().zip(numbers);
        let series: Vec<_> = series
            .map(|(start, numbers)| Series { start, numbers })
            .collect();
        let shared = SharedSeries {
            size,
            series: &series,
            seed,
            threads: threads::available(),
            shares: ShareSize::Small,
        };
        shared.play(&(), |(), _| (), is_stopped, &mut |(), owners| {
            *ownership += owners;
        });
    })
}
