//! What a position of a game teaches.

use crate::network::Question;
use ponnuki_core::board::Color;
use ponnuki_core::game::Game;

/// A position with what the network is to say of it. All is seen by the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The bits of the planes of each point, row by row from A1.
    pub planes: Vec<u16>,
    /// The numbers beside them, as [`SelfPlay::write_questions`](super::SelfPlay::write_questions)
    /// writes them.
    pub context: [f32; 3],
    /// The probability of each point, and last that of a pass.
    pub policy: Vec<f32>,
    /// Whether enough visits were made for the policy to teach.
    pub teaches_policy: bool,
    /// How the game ended: 1 for a win, 0.5 for a tie, 0 for a loss.
    pub result: f32,
    /// The lead at the end of the game, in points.
    pub lead: f32,
    /// The owner of each point at the end of the game: 1 for the side to move, -1 for the opponent.
    pub owners: Vec<i8>,
    /// The probability of a win by the search.
    pub win: f32,
}

/// A sample of a game that goes on.
pub(super) struct Open {
    pub(super) color: Color,
    pub(super) question: Question,
    pub(super) policy: Vec<f32>,
    pub(super) teaches_policy: bool,
    pub(super) win: f32,
}

/// Returns the numbers that the network is given beside the planes.
pub(super) fn context(question: &Question) -> [f32; 3] {
    [
        question.komi as f32 / 40.0,
        f32::from(u8::from(question.after_pass)),
        (question.width + question.height) as f32 / 20.0 - 0.9,
    ]
}

impl Open {
    /// Completes the sample by the final position of its game.
    pub(super) fn close(self, game: &Game) -> Sample {
        let lead = f64::from(self.color.sign()) * game.score().value();
        let area = game.area();
        let (own, other) = match self.color {
            Color::Black => (area.black, area.white),
            Color::White => (area.white, area.black),
        };
        let owner = |point| i8::from(own.contains(point)) - i8::from(other.contains(point));
        Sample {
            context: context(&self.question),
            planes: self.question.planes,
            policy: self.policy,
            teaches_policy: self.teaches_policy,
            result: result(lead),
            lead: lead as f32,
            owners: game.size().iter().map(owner).collect(),
            win: self.win,
        }
    }
}

/// Returns 1 for a win by a lead, 0.5 for a tie and 0 for a loss.
pub(super) fn result(lead: f64) -> f32 {
    match lead {
        _ if lead > 0.0 => 1.0,
        _ if lead < 0.0 => 0.0,
        _ => 0.5,
    }
}
