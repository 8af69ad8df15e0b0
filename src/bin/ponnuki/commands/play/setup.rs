//! Setting up the first position of a game in the terminal.

use std::path::Path;

use ponnuki::rules::free_handicap;
use ponnuki::{Game, Outcome, Start};

use super::PlayArgs;
use crate::cli::failure::Failure;
use crate::cli::position::read_after;

/// Sets up the game: an empty board, handicap stones, or the game of `--load`.
pub(super) fn game(args: &PlayArgs) -> Result<Game, Failure> {
    if let Some(file) = &args.load {
        return loaded(file, args.after).map_err(Failure::file("load", file));
    }
    let size = args.game.boardsize;
    let most = size.area() - 1;
    if args.handicap > most {
        return Err(Failure::no_room(most));
    }
    let rules = &args.game.rules;
    let mut game = Game::new(size, rules.chosen(), rules.komi());
    if args.handicap >= 2 {
        let stones = free_handicap(size, args.handicap);
        game.begin(Start::handicap(stones, stones.len()))
            .expect("handicap stones keep a liberty");
    }
    Ok(game)
}

/// Reads a game after some moves, or at its end, so that it can continue.
pub(super) fn loaded(file: &Path, after: Option<usize>) -> Result<Game, Failure> {
    read_after(file, after).map(reopened)
}

/// Takes back a resignation, so that the game can continue.
fn reopened(mut game: Game) -> Game {
    if matches!(game.outcome(), Some(Outcome::Resignation { .. }))
        && let Some(turn) = game.undo()
        && let Err(reason) = game.play(turn.color, turn.action)
    {
        log::error!("the last move cannot be made again: {reason}");
    }
    game
}
