//! Playouts of the crate go_game_board on its own board, under simple ko, with three ways
//! to choose a move.

use go_game_board::fast_random::FastRandom;
use go_game_board::{Board, Gammas, Player, Sampler, Vertex};

use crate::contest::{Contestant, Work};

/// How the moves are chosen.
pub enum Policy {
    /// Scans the empty points from a random start and plays the first playable one, as
    /// libEGO does. The points after unplayable ones are drawn too often.
    Light,
    /// Draws empty points until one is playable, which is uniform.
    Uniform,
    /// Draws by the crate's own incremental sampler, as its `Benchmark` does (on 9x9
    /// only). It can weight points by their surroundings and prefers those near the last
    /// move, so it does more work.
    Sampler(Box<(Sampler, Gammas)>),
}

impl Policy {
    pub fn sampler(size: usize) -> Self {
        let gammas = Gammas::new();
        let sampler = Sampler::new(&empty_board(size), &gammas);
        Self::Sampler(Box::new((sampler, gammas)))
    }

    fn begin(&mut self, board: &Board) {
        if let Self::Sampler(sampler) = self {
            sampler.0.new_playout(board, &sampler.1);
        }
    }

    #[inline(always)]
    fn choose(&mut self, board: &Board, random: &mut FastRandom) -> Vertex {
        match self {
            Self::Light => scanned(board, random),
            Self::Uniform => drawn(board, random),
            Self::Sampler(sampler) => sampler.0.sample_move(board, random),
        }
    }

    #[inline(always)]
    fn played(&mut self, board: &Board) {
        if let Self::Sampler(sampler) = self {
            sampler.0.move_played(board, &sampler.1);
        }
    }
}

pub struct GoGameBoard {
    name: &'static str,
    policy: Policy,
    empty: Board,
    board: Board,
    random: FastRandom,
    black_wins: u64,
    chunk: u64,
}

impl GoGameBoard {
    pub fn new(size: usize, name: &'static str, policy: Policy) -> Self {
        let empty = empty_board(size);
        Self {
            name,
            policy,
            board: empty.clone(),
            empty,
            random: FastRandom::new(123),
            black_wins: 0,
            chunk: 50_000 / (size * size) as u64,
        }
    }
}

impl Contestant for GoGameBoard {
    fn name(&self) -> String {
        format!("go_game_board 0.1.1, {}", self.name)
    }

    fn work(&mut self) -> Work {
        let mut moves = 0;
        for _ in 0..self.chunk {
            self.board.load(&self.empty);
            self.policy.begin(&self.board);
            while !self.board.both_player_pass() {
                let player = self.board.act_player();
                let vertex = self.policy.choose(&self.board, &mut self.random);
                self.board.play_legal(player, vertex);
                self.policy.played(&self.board);
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

fn empty_board(size: usize) -> Board {
    Board::with_size(size, size)
}

/// Returns whether the side to move may play on an empty point: no ko, no suicide, no
/// true eye. The board keeps what this asks for up to date.
#[inline(always)]
fn is_playable(board: &Board, vertex: Vertex) -> bool {
    let player = board.act_player();
    let around = board.hash3x3_at(vertex);
    vertex != board.ko_vertex() && around.is_legal(player) && !around.is_eyelike(player)
}

/// Returns a random number below `bound`.
#[inline(always)]
fn below(bound: usize, random: &mut FastRandom) -> usize {
    ((u64::from(random.get_next_uint()) * bound as u64) >> 31) as usize
}

#[inline(always)]
fn scanned(board: &Board, random: &mut FastRandom) -> Vertex {
    let count = board.empty_vertex_count();
    if count == 0 {
        return Vertex::pass();
    }
    let start = below(count, random);
    let all = (start..count).chain(0..start);
    all.map(|index| board.empty_vertex(index))
        .find(|&vertex| is_playable(board, vertex))
        .unwrap_or(Vertex::pass())
}

#[inline(always)]
fn drawn(board: &Board, random: &mut FastRandom) -> Vertex {
    let count = board.empty_vertex_count();
    if count == 0 {
        return Vertex::pass();
    }
    for _ in 0..8 {
        let vertex = board.empty_vertex(below(count, random));
        if is_playable(board, vertex) {
            return vertex;
        }
    }
    // Few points are playable, or none.
    let points = (0..count).map(|index| board.empty_vertex(index));
    let playable: Vec<Vertex> = points.filter(|&v| is_playable(board, v)).collect();
    if playable.is_empty() {
        return Vertex::pass();
    }
    playable[below(playable.len(), random)]
}
