//! Commands by which GoGui leaves the rules of a game to this engine.
//!
//! GoGui's documentation, chapter "Rules", defines them. GoGui sends the moves
//! with `play`, then asks for the board, the colour to move and the legal moves.
//! `gogui-rules_setup` is left out: listing it allows users to set up stones, but GoGui
//! never sends these to the ruler.

use super::Engine;
use super::row::{CommandRow, quick};
use crate::response::Answer;
use ponnuki_core::board::Color;
use ponnuki_core::game::Outcome;
use ponnuki_core::rules::Rules;

pub(super) const COMMANDS: &[CommandRow] = &[
    quick("gogui-rules_game_id", "`Go`", |_, _| Ok(Answer::text("Go"))),
    quick(
        "gogui-rules_board",
        "the stones, `X` for Black and `O` for White, in rows from the top",
        |e, _| Ok(e.ruler_board()),
    ),
    quick("gogui-rules_board_size", "as `query_boardsize`", |e, _| {
        Ok(e.query_board_size())
    }),
    quick(
        "gogui-rules_board_gfx",
        "as `ponnuki-bans`, for the colour to move",
        |e, _| Ok(e.bans(e.game.to_move())),
    ),
    quick(
        "gogui-rules_legal_moves",
        "the points where the colour to move may play, and `pass`; empty after the end",
        |e, _| Ok(e.legal_moves()),
    ),
    quick("gogui-rules_side_to_move", "the colour to move", |e, _| {
        Ok(Answer::text(e.game.to_move()))
    }),
    quick(
        "gogui-rules_final_result",
        "a sentence about the result or, before the end, about the score as it stands",
        |e, _| Ok(Answer::Text(e.final_result())),
    ),
    quick(
        "gogui-rules_captured_count",
        "the number of prisoners that Black has taken, and that White has taken",
        |e, _| {
            let [black, white] = Color::BOTH.map(|color| e.game.captures(color));
            Ok(Answer::Text(format!("{black} {white}")))
        },
    ),
];

impl Engine {
    fn ruler_board(&self) -> Answer {
        self.cells(|point| match self.game.board().at(point) {
            Some(Color::Black) => "X",
            Some(Color::White) => "O",
            None => ".",
        })
    }

    fn legal_moves(&self) -> Answer {
        if self.game.outcome().is_some() {
            return Answer::Done;
        }
        let points = self.game.playable_points(self.game.to_move());
        let names = points.names(self.game.size());
        Answer::Text(format!("{names} pass").trim_start().to_owned())
    }

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
        let count = self.count();
        let score = self.game.score_of_count(&count);
        let Rules { scoring, tax, .. } = self.game.rules();
        let [black, white] = Color::BOTH.map(|color| count.points(color, scoring, tax));
        let winner = match score.winner() {
            Some(color) => format!("The winner is {color}, {score}"),
            None => "The game is a draw".to_owned(),
        };
        let komi = self.game.komi();
        let cleanup = match self.game.cleanup_points(&count) {
            0 => String::new(),
            points => format!("; clean-up {points:+}"),
        };
        format!("{winner} ({scoring}: black {black}, white {white}{cleanup}; komi {komi})")
    }
}
