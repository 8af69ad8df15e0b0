//! Tests of searches that share their playouts.

use std::sync::Arc;

use super::*;
use crate::player::Analysis;
use crate::random::RandomStream;

/// Analyses a position from an empty tree with these playouts of earlier searches.
fn analyze(game: &Game, cache: &Arc<PlayoutCache>, threads: usize) -> Analysis {
    let mut player = PlayoutPlayer::new(
        5,
        SearchOptions {
            threads,
            ..searching(300)
        },
    );
    player.share(Arc::clone(cache));
    let question = Question::Analysis(AnalysisOptions {
        ownership: true,
        ..analyzing(300)
    });
    let (_, last) = ask(&mut player, game, game.to_move(), &question);
    last.expect("a report")
}

/// Plays random legal moves, and returns the position after each.
fn random_games(size: usize, moves: usize) -> Vec<Game> {
    let mut stream = RandomStream::new(11, 0);
    let mut game = empty(size, "7.5");
    let mut games = vec![game.clone()];
    for _ in 0..moves {
        let color = game.to_move();
        let Some(point) = game.legal_points(color).choose(&mut stream) else {
            break;
        };
        game.play(color, Move::Play(point)).expect("a legal move");
        games.push(game.clone());
    }
    games
}

#[test]
fn shared_playouts_and_the_size_of_the_cache_change_no_result() {
    for threads in [1, 2] {
        let games = random_games(7, 40);
        let large = Arc::new(PlayoutCache::new(16));
        let forwards: Vec<_> = games
            .iter()
            .map(|game| analyze(game, &large, threads))
            .collect();
        let known = large.len();
        let none = Arc::new(PlayoutCache::new(0));
        let tiny = Arc::new(PlayoutCache::with_capacity(3));
        for (game, expected) in games.iter().zip(&forwards).rev() {
            for cache in [&large, &none, &tiny] {
                assert_eq!(&analyze(game, cache, threads), expected);
            }
        }
        // The second pass met no new position.
        assert_eq!(large.len(), known);
        assert!(none.is_empty());
        assert!(!tiny.is_empty() && tiny.len() < 3 * 64 + 1);
    }
}

#[test]
fn searches_of_a_game_share_playouts() {
    let shared = Arc::new(PlayoutCache::new(16));
    let mut game = empty(5, "7.5");
    let mut alone = 0;
    for _ in 0..8 {
        let own = Arc::new(PlayoutCache::new(16));
        let analysis = analyze(&game, &own, 1);
        assert_eq!(analyze(&game, &shared, 1), analysis);
        alone += own.len();
        let color = game.to_move();
        game.play(color, analysis.moves[0].action)
            .expect("a legal move");
    }
    assert!(shared.len() * 10 < alone * 9, "{} of {alone}", shared.len());
    shared.clear();
    assert!(shared.is_empty());
}

#[test]
fn threads_have_playouts_of_their_own() {
    let game = empty(5, "7.5");
    let count = |threads| {
        let cache = Arc::new(PlayoutCache::new(16));
        analyze(&game, &cache, threads);
        cache.len()
    };
    // The same number of playouts in all, and hardly any twice.
    assert!(count(2) * 10 > count(1) * 9);
}
