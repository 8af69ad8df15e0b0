//! Which positions have the same future, so that a tree may be kept for them.

use ponnuki_core::board::{BoardSize, Color};
use ponnuki_core::game::{Game, Move, Phase, Setup, Start};
use ponnuki_core::rules::{Komi, Rules};

/// Identifies a root position: a tree may be kept only for a later position of the same game
/// under the same conditions.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RootKey {
    size: BoardSize,
    rules: Rules,
    komi: Komi,
    start: Start,
    setups: Vec<Setup>,
    turns: Vec<(Color, Move)>,
    phase: Phase,
    to_move: Color,
}

impl RootKey {
    pub(super) fn new(game: &Game, to_move: Color) -> Self {
        let turns = game.turns().iter();
        Self {
            size: game.size(),
            rules: game.rules(),
            komi: game.komi().clone(),
            start: *game.start(),
            setups: game.setups().copied().collect(),
            turns: turns.map(|turn| (turn.color, turn.action)).collect(),
            phase: game.phase(),
            to_move,
        }
    }

    /// Returns the moves that lead from this root to a later one, or `None` if
    /// the later root belongs to another game or the colours did not alternate.
    pub(super) fn moves_to(&self, later: &Self) -> Option<Vec<Move>> {
        let new = later.turns.strip_prefix(self.turns.as_slice())?;
        // The tree knows no blocked kos, which plays of a clean-up set and lift.
        if self.phase != Phase::Main && !new.is_empty() {
            return None;
        }
        let mut color = self.to_move;
        let mut moves = Vec::new();
        for &(mover, action) in new {
            if mover != color {
                return None;
            }
            color = !color;
            moves.push(action);
        }
        let at_later = Self {
            turns: later.turns.clone(),
            to_move: color,
            ..self.clone()
        };
        (at_later == *later).then_some(moves)
    }
}
