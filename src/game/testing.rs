//! Games to begin tests with.

use super::{Game, Start};
use crate::board::{Board, BoardSize, Color, diagram};
use crate::rules::{Komi, Rules};

/// Returns a game on an empty square board under the default rules.
pub(crate) fn empty(length: usize, komi: &str) -> Game {
    let size = BoardSize::square(length).unwrap();
    Game::new(size, Rules::default(), komi.parse().unwrap())
}

/// Plays moves in turn: names of points, and `pass`.
pub(crate) fn play(game: &mut Game, moves: &str) {
    for name in moves.split_whitespace() {
        let action = game.size().point_named(name).into();
        game.play(game.to_move(), action).expect(name);
    }
}

/// Returns a game that starts from a diagram under the default rules.
pub(crate) fn position(rows: &str, to_move: Color, komi: &str) -> Game {
    position_on(&diagram::parse(rows).unwrap(), to_move, komi)
}

/// Returns a game that starts from a board under the default rules.
pub(crate) fn position_on(board: &Board, to_move: Color, komi: &str) -> Game {
    let start = Start {
        stones: board.position(),
        to_move,
        ..Start::default()
    };
    let komi: Komi = komi.parse().unwrap();
    Game::with_start(board.size(), Rules::default(), komi, start).unwrap()
}
