//! Games to begin tests with, here and in the packages above. A wrong argument is a panic.

use super::{Game, Move, Start};
use crate::board::{Board, BoardSize, Color, diagram};
use crate::random::RandomStream;
use crate::rules::{Komi, Rules};

/// Returns a game on an empty square board under the default rules.
pub fn empty(length: usize, komi: &str) -> Game {
    let size = BoardSize::square(length).unwrap();
    Game::new(size, Rules::default(), komi.parse().unwrap())
}

/// Plays moves in turn: names of points, and `pass`.
pub fn play(game: &mut Game, moves: &str) {
    for name in moves.split_whitespace() {
        let action = game.size().point_named(name).into();
        game.play(game.to_move(), action).expect(name);
    }
}

/// Returns a game that starts from a diagram under the default rules.
pub fn position(rows: &str, to_move: Color, komi: &str) -> Game {
    position_on(&diagram::parse(rows).unwrap(), to_move, komi)
}

/// Returns a game that starts from a board under the default rules.
pub fn position_on(board: &Board, to_move: Color, komi: &str) -> Game {
    let start = Start {
        stones: board.position(),
        to_move,
        ..Start::default()
    };
    let komi: Komi = komi.parse().unwrap();
    Game::with_start(board.size(), Rules::default(), komi, start).unwrap()
}

/// Returns games under the default rules, the next longer than the one before, each of
/// random moves and of as many passes as the moves that are not legal.
pub fn random_games(size: BoardSize, games: usize) -> Vec<Game> {
    let game = |number: usize| {
        let mut game = Game::new(size, Rules::default(), Komi::default());
        let mut stream = RandomStream::new(3, number as u64);
        for _ in 0..2 * size.area() * number / games {
            let points = game.board().empty();
            let point = stream
                .below(points.len() as u64)
                .and_then(|n| points.nth(n as usize));
            let color = game.to_move();
            if game.play(color, point.into()).is_err() {
                game.play(color, Move::Pass).unwrap();
            }
        }
        game
    };
    (0..games).map(game).collect()
}
