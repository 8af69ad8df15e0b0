//! Commands by which GoGui leaves the rules of a game to this engine.
//!
//! GoGui's documentation, chapter "Rules", defines them. GoGui sends the moves
//! with `play`, then asks for the board, the colour to move and the legal moves.
//! `gogui-rules_setup` is left out: a program that lists it says that stones may
//! be set up, but GoGui never sends the stones to the ruler.

use super::Engine;
use crate::board::Color;
use crate::game::Outcome;
use crate::gtp::command::RulerCommand;
use crate::gtp::response::{Answer, Reply};

impl Engine {
    /// Carries out a command of GoGui's protocol for rulers.
    #[expect(clippy::unnecessary_wraps, reason = "every subject returns a reply")]
    pub(super) fn rule(&self, command: RulerCommand) -> Reply {
        Ok(match command {
            RulerCommand::Board => self.ruler_board(),
            RulerCommand::BoardGraphics => self.bans(self.game.to_move()),
            RulerCommand::BoardSize => self.query_board_size(),
            RulerCommand::CapturedCount => self.captured_count(),
            RulerCommand::FinalResult => Answer::Text(self.final_result()),
            RulerCommand::GameId => Answer::text("Go"),
            RulerCommand::LegalMoves => self.legal_moves(),
            RulerCommand::SideToMove => Answer::text(self.game.to_move()),
        })
    }

    /// `gogui-rules_board`: shows the stones, `X` for Black and `O` for White.
    fn ruler_board(&self) -> Answer {
        self.cells(|point| match self.game.board().at(point) {
            Some(Color::Black) => "X",
            Some(Color::White) => "O",
            None => ".",
        })
    }

    /// `gogui-rules_captured_count`: answers with the number of prisoners that
    /// Black has taken, and the number that White has taken.
    fn captured_count(&self) -> Answer {
        let [black, white] = Color::BOTH.map(|color| self.game.captures(color));
        Answer::Text(format!("{black} {white}"))
    }

    /// `gogui-rules_legal_moves`: answers with the points where the colour to
    /// move may play, and `pass`. The answer is empty when the game is over.
    fn legal_moves(&self) -> Answer {
        if self.game.outcome().is_some() {
            return Answer::Done;
        }
        let points = self.game.legal_points(self.game.to_move());
        let names = points.names(self.game.size());
        Answer::Text(format!("{names} pass").trim_start().to_owned())
    }

    /// `gogui-rules_final_result`: answers with a sentence about the result;
    /// before the end, about the score as it stands.
    fn final_result(&self) -> String {
        match self.game.outcome() {
            Some(Outcome::Resignation { winner }) => {
                return format!("The winner is {winner}, by resignation");
            }
            Some(Outcome::NoResult { repeats }) => {
                return format!("No result: the position after move {repeats} came back");
            }
            Some(Outcome::TwoPasses) | None => {}
        }
        let area = self.counted_area();
        let score = self.game.score_of(area.margin());
        let (black, white) = (area.black.len(), area.white.len());
        let winner = match score.winner() {
            Some(color) => format!("The winner is {color}, {score}"),
            None => "The game is a draw".to_owned(),
        };
        let komi = self.game.komi();
        format!("{winner} (area: black {black}, white {white}; komi {komi})")
    }
}

#[cfg(test)]
mod tests;
