//! Plays the playouts and counts who owns each point at the end.

use std::ops::Range;

use crate::playout::{
    BatchStart, OwnershipCounts, PlayoutStart, Series, ShareSize, SharedSeries, TacticalPolicy,
    tactical_playouts,
};
use ponnuki_core::board::{Board, BoardSize, ByColor, Chain, PassAlive, PointSet};
use ponnuki_core::game::Game;
use ponnuki_core::threads;

use super::batch::playout_start;
use super::clear;
use super::corrected::CorrectedCounts;
use super::{EstimateOptions, EstimatePolicy, Stop, starters};

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
    let mut counts = CorrectedCounts::new(game.size(), life);
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
