//! Moves that are made and taken back at once.

use super::{Game, Move};
use crate::board::{Color, IllegalMove};

impl Game {
    /// Makes a move, calls `visit` with the game after it, and takes it back.
    ///
    /// This is faster than [`play`](Self::play) and [`undo`](Self::undo),
    /// because it restores a copy of the board. `visit` may make moves but must
    /// take all of them back.
    ///
    /// # Errors
    /// The reason why the play is illegal. `visit` is then not called.
    pub fn explore<T>(
        &mut self,
        color: Color,
        action: Move,
        visit: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, IllegalMove> {
        let lost = self.lost;
        // A pass does not change the board.
        let board = match action {
            Move::Pass => None,
            Move::Play(point) => {
                self.check(color, point)?;
                Some(self.board.clone())
            }
        };
        self.make(color, action);
        let result = visit(self);
        self.take_back();
        self.lost = lost;
        if let Some(board) = board {
            self.board = board;
        }
        Ok(result)
    }
}
