//! Komi, for weights that have not learned what it changes.
//!
//! The weights for large boards have seen few games with a komi other than 7. Told another one, their
//! lead changes by much less than it should, in an opening even in the wrong direction
//! (`src/play/player/EXPERIMENTS.md`). A point of komi is a point of the lead, so they are asked about a
//! game with the usual komi, and what the side to move gains beyond it is added to the answer.

use ponnuki_core::board::Color;
use ponnuki_core::game::Game;

use super::planes::{Question, Untold};

/// The komi of most games that networks learn from.
const USUAL_KOMI: f64 = 7.0;

/// The area of the largest boards on which such weights take neither side.
const MAX_NEUTRAL_AREA: usize = 13 * 13;

/// By how many points they favour Black on larger ones: the mean over games of ninth dans.
const BLACK_FAVOUR: f64 = 3.0;

impl Question {
    /// Tells the usual komi in place of that of the game, and keeps what this leaves out.
    pub(super) fn tell_usual_komi(&mut self, game: &Game, to_move: Color) {
        let sign = f64::from(to_move.sign());
        let usual = -sign * USUAL_KOMI;
        let favour = if game.size().area() > MAX_NEUTRAL_AREA {
            sign * BLACK_FAVOUR
        } else {
            0.0
        };
        let lead = sign * game.compensation() - usual - favour;
        self.komi = (4.0 * usual) as i32;
        // The results of games spread about the lead with a deviation of 23 points on an empty board
        // of 19x19, and of 12 when it is full.
        let logit_of_point = 0.075 + 0.08 * game.board().stone_share();
        self.untold = Untold {
            lead: lead as f32,
            logit: (lead * logit_of_point) as f32,
        };
    }
}
