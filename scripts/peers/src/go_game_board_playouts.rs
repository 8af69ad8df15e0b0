//! Playouts of the crate go_game_board, with its incremental sampler on its board, as its
//! own `Benchmark` plays them (on 9x9 only). The ko rule is simple ko; the draw prefers
//! points near the last move and is not uniform.

use go_game_board::fast_random::FastRandom;
use go_game_board::{Board, Gammas, Player, Sampler};

use crate::contest::{Contestant, Work};

pub struct GoGameBoard {
    empty: Board,
    board: Board,
    gammas: Gammas,
    sampler: Sampler,
    random: FastRandom,
    black_wins: u64,
    chunk: u64,
}

impl GoGameBoard {
    pub fn new(size: usize) -> Self {
        let empty = Board::with_size(size, size);
        let gammas = Gammas::new();
        Self {
            board: empty.clone(),
            sampler: Sampler::new(&empty, &gammas),
            empty,
            gammas,
            random: FastRandom::new(123),
            black_wins: 0,
            chunk: 50_000 / (size * size) as u64,
        }
    }
}

impl Contestant for GoGameBoard {
    fn name(&self) -> String {
        "go_game_board 0.1.1".to_owned()
    }

    fn work(&mut self) -> Work {
        let mut moves = 0;
        for _ in 0..self.chunk {
            self.board.load(&self.empty);
            self.sampler.new_playout(&self.board, &self.gammas);
            while !self.board.both_player_pass() {
                let player = self.board.act_player();
                let vertex = self.sampler.sample_move(&self.board, &mut self.random);
                self.board.play_legal(player, vertex);
                self.sampler.move_played(&self.board, &self.gammas);
            }
            self.black_wins += u64::from(self.board.playout_winner() == Player::Black);
            moves += self.board.move_count() as u64;
        }
        Work {
            moves,
            playouts: self.chunk,
        }
    }
}
