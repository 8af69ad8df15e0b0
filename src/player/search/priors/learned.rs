//! Priors by the learned chances of moves.

use crate::board::{BoardSize, Point};
use crate::game::Move;
use crate::player::search::learned;
use crate::player::search::position::Position;
use crate::player::search::tree::Prior;
use crate::playout::kills_by_sacrifice;

use super::opening::OpeningPoints;
use super::{EQUIVALENCE, EVEN, pass};

/// Wins for a move that is certain by the learned weights, on small boards and on
/// large ones. Large ones have more moves, so that the search relies more on them.
const LEARNED: [f32; 2] = [100.0, 300.0];
/// The equivalence parameter of RAVE for learned priors, on small boards and on large
/// ones. The search trusts the results of moves sooner where good priors have chosen
/// them; on large boards, with fewer visits of each move, this made no difference.
const LEARNED_EQUIVALENCE: [f32; 2] = [1500.0, EQUIVALENCE];
/// The least chance of a self-atari that kills from inside. The learned weights do not
/// tell it from other self-atari, which is a bad move.
const KILLING: f32 = 0.25;

/// Returns the equivalence parameter of RAVE that goes with learned priors.
pub(super) fn rave_equivalence(size: BoardSize) -> f32 {
    LEARNED_EQUIVALENCE[usize::from(learned::is_large(size))]
}

/// Collects the moves of a position with their priors: the pass and the legal
/// points that are not own eyes. `stands_won` is true if the colour to move
/// would win if the game ended now, which gives the pass an even prior.
///
/// A move gets wins by the square root of its learned chance. Self-atari that kills
/// from inside has at least the chance [`KILLING`], and moves of the opening have least
/// chances of their own.
pub(in crate::player::search) fn learned_priors<const W: usize, const N: usize>(
    position: &Position<W, N>,
    is_legal: impl Fn(Point) -> bool,
    stands_won: bool,
    priors: &mut Vec<Prior>,
) {
    let points: Vec<Point> = position.candidates(is_legal).collect();
    let mut chances = Vec::new();
    learned::chances(position, &points, &mut chances);
    let most = LEARNED[usize::from(learned::is_large(position.board.size()))];
    let opening = OpeningPoints::of(&position.board);
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
        let position = Position::<2, 128>::of(&game, Color::White);
        let mut found = Vec::new();
        learned_priors(&position, |_| true, false, &mut found);
        let wins = |name: &str| {
            let action = Move::Play(game.size().point_named(name).unwrap());
            let prior = found.iter().find(|prior| prior.action == action).unwrap();
            prior.value * prior.weight - EVEN / 2.0
        };
        assert!(wins("A1") >= 0.99 * LEARNED[0] * KILLING.sqrt());
    }
}
