//! The positions of games, as starts of playouts.

use crate::board::Color;
use crate::game::Game;
use crate::playout::{Batch, BatchStart, OtherSize, PlayoutKo, PlayoutStart};

/// Returns the present position of a game as the start of playouts in which this colour
/// moves first.
pub(crate) fn playout_start(game: &Game, color: Color) -> PlayoutStart<'_> {
    PlayoutStart {
        board: game.board(),
        to_move: color,
        last: game.last_moves(),
        ko: game.ko_point(color),
    }
}

impl Batch {
    /// Adds the present position of a game, with its side to move. The first move of the
    /// playouts may not retake a ko that the rules of the game forbid to retake now. Under
    /// positional superko no earlier position of the game may return.
    ///
    /// # Errors
    /// [`OtherSize`] if the board has another size than those of the batch, which is then
    /// unchanged.
    pub fn add(&mut self, game: &Game) -> Result<(), OtherSize> {
        let mut start = BatchStart::new(&playout_start(game, game.to_move()));
        let numbers = match self.ko() {
            PlayoutKo::Simple => 0..0,
            PlayoutKo::Positional => 0..game.turns().len(),
        };
        let earlier = numbers.filter_map(|number| game.position_after(number));
        start.set_earlier(earlier);
        self.push(start)
    }
}
