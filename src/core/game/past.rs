//! The earlier positions and the latest moves of a game.

use super::Game;
use crate::board::{ByColor, Point, PointSet};

impl Game {
    /// Returns the stones on the board after the first `number` moves and any setup that
    /// followed, where 0 is the start, or `None` if there were fewer moves.
    ///
    /// Every position is kept for superko, so this costs a copy of the stones.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::{BoardSize, Color, Game, Komi, Move, Rules};
    ///
    /// let size = BoardSize::square(9)?;
    /// let mut game = Game::new(size, Rules::default(), Komi::default());
    /// let centre = size.point_named("E5").ok_or("no such point")?;
    /// game.play(Color::Black, Move::Play(centre))?;
    /// game.play(Color::White, Move::Pass)?;
    /// let stones = |number| game.position_after(number).map(|stones| stones.black.len());
    /// assert_eq!([0, 1, 2, 3].map(stones), [Some(0), Some(1), Some(1), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position_after(&self, number: usize) -> Option<ByColor<PointSet>> {
        if number > self.turns.len() {
            return None;
        }
        if number < self.begun {
            return self.position_before_setup(number);
        }
        let history = match &self.before_button {
            Some((taken, before)) if number < *taken => before,
            _ => &self.history,
        };
        Some(history.stones(self.recorded_after(number)))
    }

    /// Returns the move, by its number, from which on positions may not return: 0 for the start,
    /// the move before the last setup, or the pass that took the button.
    pub fn first_kept(&self) -> usize {
        self.before_button
            .as_ref()
            .map_or(self.begun, |(taken, _)| *taken)
    }

    /// Returns the points of the last two moves, the latest first. An entry is
    /// `None` for a pass, and before the first move or the first after a setup.
    pub fn last_moves(&self) -> [Option<Point>; 2] {
        let turns = self.turns_since_setup().iter().rev();
        let mut last = turns.map(|turn| turn.action.point());
        [last.next().flatten(), last.next().flatten()]
    }
}
