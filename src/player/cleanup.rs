//! Captures the opponent's dead stones at the end of a game, for servers that
//! ask for it before they count.

use crate::board::{Board, Color, Point, PointSet};
use crate::estimate::{Estimate, EstimateOptions};
use crate::game::{Game, Move};
use crate::random::RandomStream;

/// Returns the next move of the clean-up: a pass if an estimate finds no dead
/// stones of the opponent, and otherwise a play that captures dead stones or
/// prepares to. Returns `None` if no such play is legal.
///
/// The estimate and the move follow from the seed and the position.
pub(super) fn next_move(game: &Game, color: Color, seed: u64) -> Option<Move> {
    let estimate = Estimate::new(game, &EstimateOptions::status(seed));
    let targets = estimate.dead() & game.board().stones(!color);
    if targets.is_empty() {
        return Some(Move::Pass);
    }
    capturing_play(game, color, targets, seed).map(Move::Play)
}

/// Returns a play that captures some of these stones or, failing that, takes
/// one of their liberties or a point near them, if possible without self-atari.
/// All these points are next to a target or connected to one by empty points, so
/// none of them is an own eye.
fn capturing_play(game: &Game, color: Color, targets: PointSet, seed: u64) -> Option<Point> {
    let (board, size) = (game.board(), game.size());
    let legal = game.legal_points(color);
    let near = targets.neighbours(size);
    let around = near.flood(&board.empty(), size) & legal;
    let liberties = near & legal;
    let captures = |point: &Point| {
        let removed = board.removed_by(color, *point);
        removed.captured.intersects(&targets)
    };
    let is_safe = |point: &Point| has_two_liberties_after(board, color, *point);
    let choices: [PointSet; 4] = [
        liberties.iter().filter(captures).collect(),
        liberties.iter().filter(is_safe).collect(),
        around.iter().filter(is_safe).collect(),
        around,
    ];
    let mut stream = RandomStream::new(seed, board.hash().value());
    choices
        .into_iter()
        .find_map(|points| points.choose(&mut stream))
}

/// Returns whether the chain of a stone played here would have at least two
/// liberties.
fn has_two_liberties_after(board: &Board, color: Color, point: Point) -> bool {
    let mut after = board.clone();
    after.place(color, point);
    after
        .chain(point)
        .is_some_and(|chain| chain.liberties.len() >= 2)
}
