//! The identity of a root position, which decides whether its trees serve a later one.

use crate::board::{BoardSize, Color};
use crate::game::{Game, Move, Phase, Start};
use crate::rules::{Komi, Rules};

/// Identifies a root position: trees may be reused only for a root of the same
/// game under the same conditions.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RootKey {
    size: BoardSize,
    rules: Rules,
    komi: Komi,
    start: Start,
    turns: Vec<(Color, Move)>,
    phase: Phase,
    to_move: Color,
    komi_shift: i32,
    expects_random: bool,
}

impl RootKey {
    pub(super) fn new(game: &Game, to_move: Color, komi_shift: i32, expects_random: bool) -> Self {
        let turns = game.turns().iter();
        Self {
            size: game.size(),
            rules: game.rules(),
            komi: game.komi().clone(),
            start: *game.start(),
            turns: turns.map(|turn| (turn.color, turn.action)).collect(),
            phase: game.phase(),
            to_move,
            komi_shift,
            expects_random,
        }
    }

    /// Returns the moves that lead from this root to a later one, or `None` if
    /// the later root belongs to another game or the colours did not alternate.
    pub(super) fn moves_to(&self, later: &Self) -> Option<Vec<Move>> {
        let is_same = self.size == later.size
            && self.rules == later.rules
            && self.komi == later.komi
            && self.start == later.start
            && self.phase == later.phase
            && self.komi_shift == later.komi_shift
            && self.expects_random == later.expects_random;
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
        (is_same && color == later.to_move).then_some(moves)
    }
}
