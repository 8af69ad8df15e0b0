//! The handicap ladder of the Random Go Challenge (G. Farnebäck, 2004,
//! <http://www.lysator.liu.se/~gunnar/gtp/random_go_challenge.html>), which
//! measures how many handicap stones a program can give to a random player.
//! Every game that White wins raises the handicap by one stone, and every game
//! that Black wins lowers it by one.

use ponnuki::board::Color;

/// The current handicap of a ladder; the first game has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HandicapLadder {
    handicap: usize,
}

impl HandicapLadder {
    /// Returns the handicap of the next game.
    pub(super) const fn handicap(self) -> usize {
        self.handicap
    }

    /// Adjusts the handicap after a game, within 0 and `most`. A game without a
    /// winner leaves it as it is.
    pub(super) fn step(&mut self, winner: Option<Color>, most: usize) {
        match winner {
            Some(Color::White) => self.handicap = (self.handicap + 1).min(most),
            Some(Color::Black) => self.handicap = self.handicap.saturating_sub(1),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_goes_up_and_down() {
        let mut ladder = HandicapLadder::default();
        let steps = [
            (Some(Color::Black), 0),
            (Some(Color::White), 1),
            (Some(Color::White), 2),
            (None, 2),
            (Some(Color::White), 2),
            (Some(Color::Black), 1),
        ];
        for (winner, handicap) in steps {
            ladder.step(winner, 2);
            assert_eq!(ladder.handicap(), handicap);
        }
    }
}
