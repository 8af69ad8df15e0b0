//! How long a search goes on, and which move needs none.

use crate::player::Restrictions;
use crate::player::cleanup::phase_move;
use crate::player::passing::passing_wins;
use ponnuki_core::board::Color;
use ponnuki_core::game::{Game, Move};

use super::options::SearchOptions;
use super::record::MoveRecord;
use super::timing::Deadline;

/// Minimum share of the best move's visits for another move to count as its rival.
const RIVAL: f64 = 0.5;

/// Minimum share of the best move's visits for a value to be trusted.
const TRIED: f64 = 0.1;

impl SearchOptions {
    /// Returns the maximum number of playouts of a move for which this many are asked for.
    /// `default` is that of a search without any limit.
    pub(super) fn most_playouts(
        &self,
        asked: Option<u64>,
        deadline: &Deadline,
        default: u32,
    ) -> u32 {
        let default = (!deadline.is_limited()).then_some(default);
        let asked = asked.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
        let most = asked.or(self.playouts).or(default);
        most.unwrap_or(u32::MAX)
    }
}

/// Returns the move that needs no search: a pass that wins, or one of a clean-up phase.
pub(super) fn move_without_search(game: &Game, color: Color, seed: u64) -> Option<Move> {
    let pass = passing_wins(game, color).then_some(Move::Pass);
    pass.or_else(|| phase_move(game, color, seed))
}

/// Returns the move where the search has none: a permitted play that lifts the block of a ko,
/// which no tree holds, or else a pass.
pub(super) fn move_without_a_tree(game: &Game, color: Color, restrictions: &Restrictions) -> Move {
    game.lifting_points(color)
        .iter()
        .map(Move::Play)
        .find(|&action| restrictions.permits(color, action, 1))
        .unwrap_or(Move::Pass)
}

/// Returns whether this many further playouts cannot change the most visited move.
pub(super) fn is_decided(moves: &[MoveRecord], left: u32) -> bool {
    match moves {
        [best, second, ..] => best.visits > second.visits.saturating_add(left),
        _ => true,
    }
}

/// Returns whether the most visited move has no rival and no move with a trusted value
/// seems better.
pub(super) fn is_clear_choice(moves: &[MoveRecord]) -> bool {
    let Some((best, others)) = moves.split_first() else {
        return true;
    };
    others.iter().all(|other| {
        let share = f64::from(other.visits) / f64::from(best.visits.max(1));
        share < RIVAL && (share < TRIED || other.value <= best.value)
    })
}
