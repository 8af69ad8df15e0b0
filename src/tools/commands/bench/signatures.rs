//! A fixed amount of search and of estimates. Their signatures show whether a change has an
//! effect, as that of Stockfish's `bench` does.

use std::fmt::Write as _;
use std::time::Duration;

use ponnuki_core::{BoardSize, Choice, Game, Komi, Preset};
use ponnuki_play::estimate::{Estimate, EstimateOptions};
use ponnuki_play::player::{AnalysisOptions, SearchOptions, SearchPlayer, StopFlag};
use ponnuki_play::{Player, RandomPlayer};

use ponnuki_formats::files::Fnv1a;

/// The playouts of the search of each position, which take a fraction of a second.
pub(super) const PLAYOUTS: u64 = 400;

/// The number of positions.
pub(super) const POSITIONS: usize = 5;

/// Returns positions of a game of the random player: the start, and one after each eighth
/// of the board's points, up to half of them. The same seed always gives the same game.
pub(super) fn positions(size: BoardSize, seed: u64) -> Vec<Game> {
    let mut game = Game::new(size, Preset::Cgos.rules(), Komi::default());
    let mut player = RandomPlayer::new(seed);
    let mut after = |moves: usize| {
        while game.turns().len() < moves && game.outcome().is_none() {
            let color = game.to_move();
            match player.choose(&game, color, &StopFlag::new()) {
                Choice::Move(action) if game.play(color, action).is_ok() => {}
                _ => break,
            }
        }
        game.clone()
    };
    (0..POSITIONS)
        .map(|part| after(part * size.area() / 8))
        .collect()
}

/// The memory of the tree, in MiB: little, so that every machine has it, and more than the
/// playouts fill on 25x25.
const MEMORY: usize = 32;

/// Searches the positions on one thread, and condenses the moves, their visits and their win
/// rates.
pub(super) fn search(positions: &[Game], seed: u64) -> u64 {
    let options = AnalysisOptions {
        interval: Duration::MAX,
        playouts: Some(PLAYOUTS),
        ..AnalysisOptions::default()
    };
    let search = SearchOptions {
        memory: MEMORY,
        ..SearchOptions::default()
    };
    let mut results = String::new();
    for game in positions {
        let mut player = SearchPlayer::new(seed, search.clone());
        let (color, stop) = (game.to_move(), StopFlag::new());
        player.analyze(game, color, &options, &stop, &mut |analysis| {
            for entry in analysis.moves.iter().filter(|entry| entry.visits > 0) {
                let name = entry.action.name(game.size());
                // Writing to a string cannot fail.
                let _ = writeln!(results, "{name} {} {}", entry.visits, entry.winrate);
            }
        });
    }
    Fnv1a::EMPTY.with(results.as_bytes()).0
}

/// Estimates the positions, and condenses who owns their points.
pub(super) fn estimate(positions: &[Game], seed: u64) -> u64 {
    let mut results = String::new();
    for game in positions {
        let estimate = Estimate::new(game, &EstimateOptions::picture(seed));
        for point in game.size().iter_top_down() {
            // Writing to a string cannot fail.
            let _ = writeln!(results, "{}", estimate.ownership(point));
        }
    }
    Fnv1a::EMPTY.with(results.as_bytes()).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(size: BoardSize, seed: u64) -> [u64; 2] {
        let positions = positions(size, seed);
        [search(&positions, seed), estimate(&positions, seed)]
    }

    #[test]
    fn the_positions_have_up_to_half_of_the_moves() {
        let size = BoardSize::square(9).unwrap();
        let moves: Vec<_> = positions(size, 1)
            .iter()
            .map(|game| game.turns().len())
            .collect();
        assert_eq!(moves, [0, 10, 20, 30, 40]);
        // On one point, the first pass is the only move.
        let positions = positions(BoardSize::square(1).unwrap(), 1);
        assert_eq!(positions.len(), POSITIONS);
    }

    #[test]
    fn the_signatures_follow_from_the_size_and_the_seed() {
        let size = BoardSize::new(2, 3).unwrap();
        let [search, estimate] = both(size, 1);
        assert_eq!(both(size, 1), [search, estimate]);
        let [other_search, other_estimate] = both(size, 2);
        assert!(other_search != search && other_estimate != estimate);
    }
}
