//! Guesses from its moves whether the opponent plays at random.
//!
//! A random player chooses each play with the same chance, and a player of some strength
//! with about the [learned] one. The product of the ratios of both chances is the
//! likelihood ratio of the two players (the sequential test of Wald, 1945): if the
//! opponent's chances are the learned ones, it ever exceeds a bound with a probability
//! of at most one by the bound.

use crate::board::Color;
use crate::game::Game;

use super::learned;

/// The likelihood ratio above which an opponent counts as random.
const BOUND: f64 = 1e4;

/// The number of plays of the opponent that are looked at.
const PLAYS: usize = 24;

/// The share of plays that a player of some strength is thought to choose like a random
/// one, so that no single play decides.
const ODD: f64 = 0.05;

/// Returns whether the moves of a colour's opponent show that it plays at random.
pub(super) fn plays_at_random(game: &Game, color: Color) -> bool {
    let mut ratio = 1.0;
    learned::for_each_play(game, !color, PLAYS, &mut |chance, plays| {
        let uniform = 1.0 / plays as f64;
        let strong = (1.0 - ODD).mul_add(f64::from(chance), ODD * uniform);
        ratio *= uniform / strong;
    });
    ratio > BOUND
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::EyeRule;
    use crate::game::testing::empty;
    use crate::game::{Choice, Move};
    use crate::player::{Player, RandomPlayer, SearchOptions, SearchPlayer, StopFlag};

    /// Plays a game on 9x9 and returns what Black thinks of White before each of its moves.
    fn guesses(mut black: impl Player, mut white: impl Player, moves: usize) -> Vec<bool> {
        let mut game = empty(9, "7.5");
        let mut guesses = Vec::new();
        let stop = StopFlag::new();
        while game.turns().len() < moves {
            let color = game.to_move();
            let choice = match color {
                Color::Black => {
                    guesses.push(plays_at_random(&game, color));
                    black.choose(&game, color, &stop)
                }
                Color::White => white.choose(&game, color, &stop),
            };
            let Choice::Move(action @ Move::Play(_)) = choice else {
                break;
            };
            game.play(color, action).unwrap();
        }
        guesses
    }

    fn search(seed: u64) -> SearchPlayer {
        let options = SearchOptions {
            playouts: Some(100),
            memory: 16,
            ..SearchOptions::default()
        };
        SearchPlayer::new(seed, options)
    }

    #[test]
    fn a_random_player_is_found_out_and_a_search_is_not() {
        for seed in 1..6 {
            let random = RandomPlayer::new(seed, EyeRule::default(), None);
            let guesses = guesses(search(seed), random, 40);
            let first = guesses.iter().position(|&is_random| is_random);
            assert!(first.is_some(), "{seed}");
            assert_eq!(guesses.last(), Some(&true));
        }
        for seed in 1..6 {
            let guesses = guesses(search(seed), search(seed + 10), 40);
            assert!(!guesses.contains(&true));
        }
    }
}
