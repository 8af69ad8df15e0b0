//! Games begun again, on an empty board or from a position.

use super::cleanup::Cleanup;
use super::history::History;
use super::{Game, Start};
use crate::board::{Board, BoardSize, ByColor, StonesError};
use crate::rules::{Komi, Rules};

impl Game {
    /// Starts a game from a position.
    ///
    /// # Errors
    /// [`StonesError`] if the stones do not form a legal position.
    pub fn with_start(
        size: BoardSize,
        rules: Rules,
        komi: Komi,
        start: Start,
    ) -> Result<Self, StonesError> {
        let mut game = Self::new(size, rules, komi);
        game.begin(start)?;
        Ok(game)
    }

    /// Restarts the game with a history that compares only the masked bits of
    /// each hash, so that different positions collide. This may cost time but
    /// must not change any verdict. For tests.
    #[doc(hidden)]
    pub fn weaken_hash(&mut self, mask: u64) {
        self.history = History::new(self.size().words(), mask);
        self.begin_on(self.board.clone(), self.start);
    }

    /// Restarts the game on an empty board, with the same size, rules and komi.
    pub fn clear(&mut self) {
        self.resize(self.size());
    }

    /// Restarts the game on an empty board of this size, with the same rules and komi.
    pub fn resize(&mut self, size: BoardSize) {
        self.begin_on(Board::new(size), Start::default());
    }

    /// Restarts the game from a position, with the same size, rules and komi.
    ///
    /// # Errors
    /// [`StonesError`] if the stones do not form a legal position. The game is then unchanged.
    pub fn begin(&mut self, start: Start) -> Result<(), StonesError> {
        let board = Board::with_stones(self.size(), &start.stones)?;
        self.begin_on(board, start);
        Ok(())
    }

    fn begin_on(&mut self, board: Board, start: Start) {
        // The tables keep their memory, which the next game would have to ask for again.
        self.board = board;
        self.to_move = start.to_move;
        self.start = start;
        self.turns.clear();
        self.recorded.clear();
        self.setups.clear();
        self.begun = 0;
        self.history.clear(self.board.size());
        self.before_button = None;
        self.cleanup = Cleanup::under(self.rules, 0, 0);
        self.start_recorded = self.history.record_start(&self.board, self.to_move, 0);
        self.lost = ByColor::default();
        self.captures = ByColor::default();
        self.winner_by_resignation = None;
        self.dead = None;
    }
}
