//! Decides when the search passes and when it resigns.
//!
//! No stones are removed at the end of the game, so a pass is safe only if the
//! position wins as it stands. Otherwise the search first captures the
//! opponent's dead stones, if the win depends on them.

use crate::board::{Color, Point, PointSet};
use crate::estimate::SETTLED_IN_SEARCH;
use crate::game::{Game, Move, Outcome};
use crate::player::{Ownership, opponent_has_passed};

use super::worker::MoveRecord;

/// The share of wins by which one move must trail another to count as worse.
const WORSE: f64 = 0.02;

/// A position whose best move wins less often than this is lost.
const LOST: f64 = 0.08;

/// The number of own moves in a row that must look lost before a resignation.
const LOST_MOVES: u32 = 3;

/// The result of a search, from which the move is chosen.
pub(super) struct SearchResult<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    /// The moves, the most visited first.
    pub(super) moves: &'a [MoveRecord],
    /// Whether no move wins.
    pub(super) is_lost: bool,
    /// The ownership of the points by the colour.
    pub(super) ownership: Ownership,
}

impl SearchResult<'_> {
    /// Returns whether a position with this share of wins for its best move is
    /// lost.
    pub(super) const fn is_lost(chance: f64) -> bool {
        chance < LOST
    }

    /// Returns the move to make: the most visited one, unless the position is
    /// settled.
    pub(super) fn choice(&self) -> Move {
        let Some(best) = self.moves.first() else {
            return Move::Pass;
        };
        if self.is_settled() {
            let stands_won = self.game.score().winner() == Some(self.color);
            if stands_won && self.pass_is_as_good_as(best) || self.is_lost {
                return Move::Pass;
            }
            if !stands_won && let Some(capture) = self.cleaning_move(best) {
                return capture;
            }
        }
        best.action
    }

    fn pass_is_as_good_as(&self, best: &MoveRecord) -> bool {
        let mut passes = self.moves.iter().filter(|found| found.action == Move::Pass);
        passes.any(|pass| pass.visits > 0 && pass.value >= best.value - WORSE)
    }

    /// Returns whether every point that belongs to a colour as the board stands
    /// has a certain owner. Neutral points are left out.
    fn is_settled(&self) -> bool {
        let neutral = self.game.area().neutral;
        let points = self.game.board().points() - neutral;
        points
            .iter()
            .all(|point| self.ownership.at(point).abs() >= SETTLED_IN_SEARCH)
    }

    /// Returns the best move that takes a liberty from the opponent's dead
    /// stones.
    fn cleaning_move(&self, best: &MoveRecord) -> Option<Move> {
        let board = self.game.board();
        let is_dead = |stone: &Point| self.ownership.at(*stone) >= SETTLED_IN_SEARCH;
        let stones = board.stones(!self.color);
        let dead: PointSet = stones.iter().filter(is_dead).collect();
        let liberties = dead.neighbours(board.size()) & board.empty();
        let takes_liberty = |action: &Move| {
            let point = action.point();
            point.is_some_and(|point| liberties.contains(point))
        };
        self.moves
            .iter()
            .filter(|found| found.visits > 0 && found.value >= best.value - WORSE)
            .map(|found| found.action)
            .find(takes_liberty)
    }
}

/// Returns whether a pass wins without any search: the opponent has just
/// passed, or the game is over, and the colour wins the position as it stands.
pub(super) fn passing_wins(game: &Game, color: Color) -> bool {
    let is_over = game.outcome() == Some(Outcome::TwoPasses);
    (opponent_has_passed(game, color) || is_over) && game.score().winner() == Some(color)
}

/// Counts the own moves in a row that look lost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResignCounter(u32);

impl ResignCounter {
    /// Counts a move by the share of wins of the best move. Returns whether to
    /// resign, which never happens in the opening.
    pub(super) fn count(&mut self, game: &Game, chance: f64) -> bool {
        self.0 = if SearchResult::is_lost(chance) {
            self.0 + 1
        } else {
            0
        };
        self.0 >= LOST_MOVES && game.turns().len() >= game.size().area() / 4
    }
}
