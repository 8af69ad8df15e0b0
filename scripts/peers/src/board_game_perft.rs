//! The perft functions of the crate board-game, under the same rules.

use board_game::games::go::{GoBoard, Komi, Rules};
use board_game::util::game_stats::{perft, perft_naive};

use crate::contest::{Contestant, Work};
use crate::ponnuki_contestants::DEPTH;

/// The counting functions of board-game.
pub enum BoardGamePerft {
    /// Walks every sequence.
    Naive,
    /// Looks up positions seen before in a table. The history is part of a position.
    Cached,
}

impl Contestant for BoardGamePerft {
    fn name(&self) -> String {
        let function = match self {
            Self::Naive => "perft_naive",
            Self::Cached => "perft",
        };
        format!("board-game 0.8.2 {function} {DEPTH}")
    }

    fn work(&mut self) -> Work {
        let board = GoBoard::new(3, Komi::new(15), Rules::cgos());
        let count = match self {
            Self::Naive => perft_naive,
            Self::Cached => perft,
        };
        Work {
            moves: count(&board, DEPTH as u32),
            playouts: 1,
        }
    }
}
