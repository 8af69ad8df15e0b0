//! The Random Go Challenge (G. Farnebäck, 2004): how many handicap stones a
//! program can give to a random player. Every game that White wins raises the
//! handicap by one, every game that Black wins lowers it.
//! (<http://www.lysator.liu.se/~gunnar/gtp/random_go_challenge.html>)

use crate::board::Color;

/// Where a ladder stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HandicapLadder {
    handicap: usize,
}

impl HandicapLadder {
    /// The handicap of the next game.
    pub(super) const fn handicap(self) -> usize {
        self.handicap
    }

    /// Takes the winner of a game into account. A game without one changes
    /// nothing.
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
