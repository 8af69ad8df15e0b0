//! The positions of games, as starts of playouts.

use crate::playout::{Batch, BatchStart, OtherSize, PlayoutKo, PlayoutStart};
use ponnuki_core::board::{Board, Color};
use ponnuki_core::game::Game;

/// Returns the present position of a game as the start of playouts in which this colour
/// moves first.
pub(crate) fn playout_start(game: &Game, color: Color) -> PlayoutStart<&Board> {
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
    /// positional superko no earlier position of the game may return, but for those before a
    /// button was taken.
    ///
    /// # Errors
    /// [`OtherSize`] if the board has another size than those of the batch, which is then
    /// unchanged.
    pub fn add(&mut self, game: &Game) -> Result<(), OtherSize> {
        let mut start = BatchStart::new(&playout_start(game, game.to_move()));
        let numbers = match self.ko() {
            PlayoutKo::Simple => 0..0,
            PlayoutKo::Positional => game.first_kept()..game.turns().len(),
        };
        let earlier = numbers.filter_map(|number| game.position_after(number));
        start.set_earlier(earlier);
        self.push(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::BatchOptions;
    use ponnuki_core::board::BoardSize;
    use ponnuki_core::game::testing::play;
    use ponnuki_core::game::{Move, Start};
    use ponnuki_core::rules::{Komi, Preset};

    #[test]
    fn positions_before_the_button_may_return() {
        let size = BoardSize::new(2, 1).unwrap();
        let results = |game: &Game| {
            let mut batch = Batch::new(size, PlayoutKo::Positional);
            batch.add(game).unwrap();
            batch.run(&BatchOptions::default(), &|| false)
        };
        let rules = Preset::AgaButton.rules();
        let mut game = Game::new(size, rules, Komi::default());
        // White captures. Black may retake only after its pass, which takes the button.
        play(&mut game, "A1 B1");
        let start = Start {
            stones: game.board().position(),
            handicap: 0,
            to_move: Color::White,
        };
        game.play(Color::Black, Move::Pass).unwrap();
        let fresh = Game::with_start(size, rules, Komi::default(), start).unwrap();
        assert_eq!(results(&game), results(&fresh));
    }
}
