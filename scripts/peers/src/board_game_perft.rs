//! The crate board-game's perft without a cache, with the same rules.

use board_game::games::go::{GoBoard, Komi, Rules};
use board_game::util::game_stats::perft_naive;

use crate::contest::{Contestant, Work};
use crate::ponnuki_contestants::DEPTH;

pub struct BoardGamePerft;

impl Contestant for BoardGamePerft {
    fn name(&self) -> String {
        format!("board-game 0.8.2 perft_naive {DEPTH}")
    }

    fn work(&mut self) -> Work {
        let board = GoBoard::new(3, Komi::new(15), Rules::cgos());
        Work {
            moves: perft_naive(&board, DEPTH as u32),
            playouts: 1,
        }
    }
}
