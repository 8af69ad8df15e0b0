//! Decides when the playouts suffice to know the status of each chain.
//!
//! In a finished game, almost every chain lives in nearly all playouts or dies in
//! nearly all of them, which a few playouts show. The others need more, so that
//! their status does not depend on the seed.

use ponnuki_core::board::{Chain, Point};

use super::SETTLED;
use super::chains::{DEAD, SEKI};
use super::corrected::CorrectedCounts;

/// The number of playouts after which the status is first looked at.
const FIRST_LOOK: u64 = 16;

/// From this many playouts on, a seki need not be clear, because it is only a
/// candidate, and the playouts stop unless the game is near its end.
const MANY: u64 = 128;

/// The largest number of open points in a game near its end: a fifth of the points of
/// 19x19. The finished games of `gtp-tests/data/deadstones` have up to 52.
const MAX_OPEN_POINTS: usize = 72;

/// The least number of standard errors between a clear value and its limit.
const STANDARD_ERRORS: f64 = 3.0;

/// The pseudo-count of playouts, half for each side, that keeps a few playouts with
/// the same result from looking certain.
const IMAGINED: f64 = 4.0;

/// Returns the number of playouts after which the status is looked at next: about a
/// quarter more, and an even number, so that each colour moves first in half of them.
pub(super) fn next_look(playouts: u64) -> u64 {
    (playouts + playouts / 8 * 2).max(FIRST_LOOK)
}

/// Returns whether more playouts are of no use: the status of every chain is clear, or
/// the game is not near its end.
pub(super) fn is_enough(chains: &[Chain], counts: &CorrectedCounts) -> bool {
    let are_many = counts.playouts() >= MANY;
    let is_clear =
        |chain| is_life_clear(chain, counts) && (are_many || is_seki_clear(chain, counts));
    (are_many && !is_near_end(counts)) || chains.iter().all(is_clear)
}

/// Returns whether the position is near the end of a game.
pub(super) fn is_near_end(counts: &CorrectedCounts) -> bool {
    open_points(counts) <= MAX_OPEN_POINTS
}

/// Returns how many points neither belong to a colour nor are neutral in most playouts.
/// There are many of them in the middle of a game, where more playouts say little about
/// its end.
fn open_points(counts: &CorrectedCounts) -> usize {
    let is_open = |&point: &Point| {
        counts.ownership(point).abs() < SETTLED && counts.neutrality(point) < SETTLED
    };
    counts.size().iter().filter(is_open).count()
}

/// Returns whether it is clear that the chain is dead, or that it is not.
fn is_life_clear(chain: &Chain, counts: &CorrectedCounts) -> bool {
    let ownership = counts.chain_ownership(chain);
    let [share, limit] = [ownership, DEAD].map(|ownership| f64::midpoint(1.0, ownership));
    differs_clearly(share, limit, counts.playouts())
}

/// Returns whether it is clear that a chain is in seki, or that it is not. A dead chain
/// is not in seki.
fn is_seki_clear(chain: &Chain, counts: &CorrectedCounts) -> bool {
    let shares = || chain.liberties.iter().map(|point| counts.neutrality(point));
    let is_clear = |share| differs_clearly(share, SEKI, counts.playouts());
    counts.chain_ownership(chain) < DEAD
        || shares().all(is_clear)
        || shares().any(|share| share >= SEKI && is_clear(share))
}

/// Returns whether a share of the playouts, from 0 to 1, differs from a limit by several
/// standard errors. The share may be the mean of values between 0 and 1, whose standard
/// error is at most that of a share.
fn differs_clearly(share: f64, limit: f64, playouts: u64) -> bool {
    let playouts = playouts as f64;
    let likely = (share * playouts + IMAGINED / 2.0) / (playouts + IMAGINED);
    let variance = likely * (1.0 - likely) / playouts;
    let distance = share - limit;
    // Comparing squares needs no root. Like IEEE roots, and unlike powers, products are
    // the same on every machine.
    distance * distance >= STANDARD_ERRORS * STANDARD_ERRORS * variance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_even_and_a_quarter_further_each_time() {
        let mut looks = vec![next_look(0)];
        while looks[looks.len() - 1] < 128 {
            looks.push(next_look(looks[looks.len() - 1]));
        }
        assert_eq!(looks, [16, 20, 24, 30, 36, 44, 54, 66, 82, 102, 126, 156]);
    }

    #[test]
    fn a_share_is_clear_if_it_is_three_standard_errors_from_the_limit() {
        // The standard errors of a half and a fifth are 0.5 and 0.4 over the root of the
        // playouts.
        for (share, limit, unclear, clear) in [
            (0.5, 0.6, 220, 230),
            (0.5, 0.4, 220, 230),
            (0.2, 0.3, 145, 155),
            (0.5, 0.475, 3_590, 3_610),
        ] {
            assert!(!differs_clearly(share, limit, unclear), "{share} {limit}");
            assert!(differs_clearly(share, limit, clear), "{share} {limit}");
        }
    }

    #[test]
    fn a_few_playouts_that_agree_are_not_certain() {
        assert!(!differs_clearly(1.0, 0.5, 4));
        assert!(differs_clearly(1.0, 0.5, 16));
        assert!(!differs_clearly(1.0, 0.8, 16));
    }
}
