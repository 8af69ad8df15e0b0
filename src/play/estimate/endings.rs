//! Games of the network from the position to its end, where the playouts leave chains in doubt.
//!
//! Playouts invade and defend at random, so that a chain with one good answer to each
//! threat dies in about half of them. The network's policy finds most of these answers in
//! one evaluation a move. It errs, too, but elsewhere: it captures one side of large sekis, which
//! the playouts see.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::network::{Evaluation, Network, sharpened};
use crate::playout::OwnershipCounts;
use ponnuki_core::board::{Board, ByColor, Color, PointSet, area, owned};
use ponnuki_core::game::{Game, Move, Start};
use ponnuki_core::random::RandomStream;
use ponnuki_core::rules::{Komi, Preset};
use ponnuki_core::threads;

use super::chains::{ChainEstimate, ChainStatus};
use super::corrected::CorrectedCounts;
use super::count::IsStopped;

/// The most moves of a game after the position. From the end of a game on 19x19 it takes about 100.
const MAX_MOVES: usize = 250;

/// The games of a position. Where they do not agree, 16 of them seldom do.
const GAMES: u64 = 4;

/// The least ownership of a chain, up or down, in games that agree.
const AGREED: f64 = 0.9;

/// The least number of points of a neutral region that nobody would leave so at the end of a game.
const LARGE_REGION_POINTS: usize = 8;

/// Decides about the chains in doubt, or returns `None` once `is_stopped` returns true.
pub(super) fn judge(
    game: &Game,
    seed: u64,
    counts: &CorrectedCounts,
    chains: &mut [ChainEstimate],
    is_stopped: IsStopped<'_>,
) -> Option<()> {
    if !chains.iter().any(|chain| chain.is_doubtful) {
        return Some(());
    }
    let ends = play(&even(game, counts.mean_margin()), seed, is_stopped);
    if is_stopped() {
        return None;
    }
    for chain in chains.iter_mut().filter(|chain| chain.is_doubtful) {
        let ownership = mean_ownership(chain, &ends);
        if ownership.abs() >= AGREED {
            chain.is_doubtful = false;
            if ownership < 0.0 {
                chain.status = ChainStatus::Dead;
            } else if chain.status == ChainStatus::Dead {
                chain.status = ChainStatus::Alive;
            }
        }
    }
    close_regions(chains, game.board());
    Some(())
}

/// Returns the mean ownership of a chain at the ends of games, from its colour's point of view.
fn mean_ownership(chain: &ChainEstimate, ends: &OwnershipCounts) -> f64 {
    let owners = chain.stones.iter().map(|p| ends.mean(chain.color, p));
    owners.sum::<f64>() / chain.stones.len() as f64
}

/// Takes doubtful chains for dead if a large region is neutral because of them, since the players
/// would not have left it so.
fn close_regions(chains: &mut [ChainEstimate], board: &Board) {
    let dead = chains.iter().filter(|c| c.status == ChainStatus::Dead);
    let dead = PointSet::union(dead.map(|chain| chain.stones));
    let size = board.size();
    let neutral = area(board, &dead).neutral;
    let large = neutral
        .components(size)
        .filter(|region| region.len() >= LARGE_REGION_POINTS);
    let beside = PointSet::union(large).neighbours(size);
    for chain in chains {
        if chain.is_doubtful && chain.stones.intersects(&beside) {
            chain.status = ChainStatus::Dead;
        }
    }
}

/// Plays the games on all processors, and counts their owners. Each colour moves first in half of
/// them. They follow from the seed, whatever the number of processors.
fn play(game: &Game, seed: u64, is_stopped: IsStopped<'_>) -> OwnershipCounts {
    let next = AtomicU64::new(0);
    let work = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let mine = numbers.take_while(|number| *number < GAMES);
        mine.map(|number| owners_at_end(game, seed, number, is_stopped))
            .collect::<Vec<_>>()
    };
    let threads = threads::available().min(GAMES as usize);
    let mut ends = OwnershipCounts::new(game.size());
    for owners in threads::on_threads(threads, work).into_iter().flatten() {
        ends.add(&owners);
    }
    ends
}

/// Plays one game to two passes, and returns the area of each colour.
fn owners_at_end(
    game: &Game,
    seed: u64,
    number: u64,
    is_stopped: IsStopped<'_>,
) -> ByColor<PointSet> {
    let mut stream = RandomStream::new(seed, number);
    let first = Color::BOTH[number as usize % 2];
    let mut game = game.clone();
    game.set_to_move(first);
    for _ in 0..MAX_MOVES {
        if game.outcome().is_some() || is_stopped() {
            break;
        }
        let color = game.to_move();
        let evaluation = Network::on(game.size()).evaluate_told(&game, color);
        let action = draw(&evaluation, &mut stream);
        if game.play(color, action).is_err() {
            break;
        }
    }
    let board = game.board();
    owned(board.size(), &board.points(), &board.position())
}

/// Returns a game from the position on by area, so that captures of the dead cost nothing, with a
/// komi that leaves both colours a chance: whoever has lost anyway plays anything.
fn even(game: &Game, margin: f64) -> Game {
    let start = Start {
        stones: game.board().position(),
        handicap: 0,
        to_move: Color::Black,
    };
    let komi = Komi::from_points(margin.floor() + 0.5);
    let even = Game::with_start(game.size(), Preset::Chinese.rules(), komi, start);
    even.expect("every chain of a position has a liberty")
}

/// Draws a move of the policy.
fn draw(evaluation: &Evaluation, stream: &mut RandomStream) -> Move {
    let weights = evaluation.policy.iter().map(|&p| sharpened(p));
    let weights: Vec<_> = weights.collect();
    let place = stream.pick(&weights);
    let point = place.and_then(|place| evaluation.size.iter().nth(place));
    point.map_or(Move::Pass, Move::Play)
}
