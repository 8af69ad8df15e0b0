//! Priors from the learned probabilities of moves.

use crate::board::{BoardSize, Point};
use crate::game::Move;
use crate::player::search::playouts::learned;
use crate::player::search::playouts::position::Position;
use crate::player::search::playouts::tree::Prior;
use crate::playout::kills_by_sacrifice;

use super::opening::OpeningPoints;
use super::{EQUIVALENCE, EVEN, pass};

/// The virtual wins of a move whose learned probability is 1. On large boards the search relies
/// more on priors, because there are more moves.
const MAX_WINS_ON_SMALL_BOARDS: f32 = 100.0;
const MAX_WINS_ON_LARGE_BOARDS: f32 = 300.0;
/// The equivalence parameter of RAVE on small boards, where a move's own results count sooner,
/// because good priors have chosen it. On large boards, with few visits per move, a lower
/// parameter made no difference.
const EQUIVALENCE_ON_SMALL_BOARDS: f32 = 1500.0;
/// The minimum probability of a self-atari that kills from inside, which the learned
/// weights do not distinguish from other self-atari.
const KILLING: f32 = 0.25;

/// Returns the equivalence parameter of RAVE that goes with learned priors.
pub(super) fn rave_equivalence(size: BoardSize) -> f32 {
    if learned::is_large(size) {
        EQUIVALENCE
    } else {
        EQUIVALENCE_ON_SMALL_BOARDS
    }
}

fn max_wins(size: BoardSize) -> f32 {
    if learned::is_large(size) {
        MAX_WINS_ON_LARGE_BOARDS
    } else {
        MAX_WINS_ON_SMALL_BOARDS
    }
}

/// Collects the moves of a position with their priors: the pass and the legal
/// points that are not own eyes. `stands_won` is true if the colour to move
/// would win if the game ended now, which gives the pass an even prior.
///
/// A move gets virtual wins in proportion to the square root of its learned probability,
/// which is at least [`KILLING`] for self-atari that kills from inside, and has a minimum
/// for moves of the opening, too.
pub(in crate::player::search::playouts) fn learned_priors<const W: usize, const N: usize>(
    position: &Position<W, N>,
    is_legal: impl Fn(Point) -> bool,
    stands_won: bool,
    priors: &mut Vec<Prior>,
) {
    let points: Vec<Point> = position.candidates(is_legal).collect();
    let mut chances = Vec::new();
    learned::chances(position, &points, &mut chances);
    let most = max_wins(position.board.size());
    let opening = OpeningPoints::new(&position.board);
    priors.clear();
    for (point, chance) in points.into_iter().zip(chances) {
        let kills = kills_by_sacrifice(&position.board, position.to_move, point);
        let least = if kills {
            KILLING
        } else {
            opening.least_chance(point)
        };
        let wins = most * chance.max(least).sqrt();
        let weight = EVEN + wins;
        priors.push(Prior {
            action: Move::Play(point),
            weight,
            value: (EVEN / 2.0 + wins) / weight,
        });
    }
    priors.push(pass(stands_won));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::game::testing::position;

    #[test]
    fn self_atari_that_kills_has_a_high_learned_prior() {
        // At A1 White gives up four stones, whose capture leaves Black one eye.
        let rows = "........./........./........./........./........./OOOO...../XXXOO..../.OXXO..../.OOXO....";
        let game = position(rows, Color::White, "7.5");
        let position = Position::<2, 128>::new(&game, Color::White);
        let mut found = Vec::new();
        learned_priors(&position, |_| true, false, &mut found);
        let wins = |name: &str| {
            let action = Move::Play(game.size().point_named(name).unwrap());
            let prior = found.iter().find(|prior| prior.action == action).unwrap();
            prior.value * prior.weight - EVEN / 2.0
        };
        assert!(wins("A1") >= 0.99 * MAX_WINS_ON_SMALL_BOARDS * KILLING.sqrt());
    }
}
