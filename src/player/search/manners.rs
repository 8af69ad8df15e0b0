//! When to pass and when to resign.
//!
//! Nothing is taken off the board at the end of the game, so a pass is safe
//! only when the position wins as it stands. Until then dead stones of the
//! opponent are captured, if they are what the win hangs on.

use crate::board::{Color, Point, PointSet};
use crate::game::{Game, Move, Outcome};

use super::worker::MoveRecord;

/// A point is settled when it ends up with the same colour in so many more
/// playouts than with the other, as a share of all.
const SETTLED: f64 = 0.6;

/// A move that wins so much less often than another is worse.
const WORSE: f64 = 0.02;

/// Below this share of wins a position is lost.
const LOST: f64 = 0.08;

/// Own moves in a row that must look lost before it resigns.
const LOST_MOVES: u32 = 3;

/// What the search says of a position.
pub(super) struct Findings<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    /// The moves, the most visited first.
    pub(super) moves: &'a [MoveRecord],
    /// No move wins.
    pub(super) is_lost: bool,
    /// By grid index, from -1 for White's points to 1 for Black's.
    pub(super) ownership: &'a [f64],
}

impl Findings<'_> {
    /// A best move with this chance to win is no hope.
    pub(super) const fn is_lost(chance: f64) -> bool {
        chance < LOST
    }

    /// The move to make: the most visited one, unless nothing is left to play
    /// for.
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
                return Move::Play(capture);
            }
        }
        best.point.map_or(Move::Pass, Move::Play)
    }

    fn pass_is_as_good_as(&self, best: &MoveRecord) -> bool {
        let mut passes = self.moves.iter().filter(|found| found.point.is_none());
        passes.any(|pass| pass.visits > 0 && pass.value >= best.value - WORSE)
    }

    /// Nobody can still win or lose a point, but for those that belong to
    /// nobody as it stands.
    fn is_settled(&self) -> bool {
        let neutral = self.game.area().neutral;
        let points = self.game.board().points() - neutral;
        points
            .iter()
            .all(|point| self.owner(point).abs() >= SETTLED)
    }

    fn owner(&self, point: Point) -> f64 {
        self.ownership.get(point.index()).copied().unwrap_or(0.0)
    }

    /// The best move that takes a liberty from dead stones of the opponent.
    fn cleaning_move(&self, best: &MoveRecord) -> Option<Point> {
        let board = self.game.board();
        let own_sign = match self.color {
            Color::Black => 1.0,
            Color::White => -1.0,
        };
        let dead: PointSet = board
            .stones(!self.color)
            .iter()
            .filter(|&stone| self.owner(stone) * own_sign >= SETTLED)
            .collect();
        let liberties = dead.neighbours(board.size()) & board.empty();
        self.moves
            .iter()
            .filter(|found| found.visits > 0 && found.value >= best.value - WORSE)
            .find_map(|found| found.point.filter(|&point| liberties.contains(point)))
    }
}

/// The opponent has just passed, or the game is over, and the position wins as
/// it stands: no thought is needed.
pub(super) fn passing_wins(game: &Game, color: Color) -> bool {
    let opponent_passed = game
        .turns()
        .last()
        .is_some_and(|turn| turn.color != color && turn.action == Move::Pass);
    let is_over = game.outcome() == Some(Outcome::TwoPasses);
    (opponent_passed || is_over) && game.score().winner() == Some(color)
}

/// Counts the moves in a row that look lost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Despair(u32);

impl Despair {
    /// Takes in what the best move is worth, and says whether to resign: never
    /// in the opening.
    pub(super) fn gives_up(&mut self, game: &Game, value: f64) -> bool {
        self.0 = if value < LOST { self.0 + 1 } else { 0 };
        self.0 >= LOST_MOVES && game.turns().len() >= game.size().area() / 4
    }
}
