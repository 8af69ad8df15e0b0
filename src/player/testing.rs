//! Players that tests ask.

use super::{Analysis, AnalysisOptions, Player, Question, StopFlag};
use crate::board::Color;
use crate::game::{Choice, Game};

/// Asks a player, and returns its choice and its last report.
pub(super) fn ask(
    player: &mut dyn Player,
    game: &Game,
    color: Color,
    question: &Question,
) -> (Option<Choice>, Option<Analysis>) {
    let mut last = None;
    let mut keep = |found: &Analysis| last = Some(found.clone());
    let choice = player.think(game, color, question, &StopFlag::new(), &mut keep);
    (choice, last)
}

/// Returns the last report of an analysis of this many playouts.
pub(super) fn analyze(
    player: &mut dyn Player,
    game: &Game,
    color: Color,
    playouts: u64,
) -> Analysis {
    let question = Question::Analysis(AnalysisOptions {
        playouts: Some(playouts),
        ..AnalysisOptions::default()
    });
    ask(player, game, color, &question).1.expect("a report")
}
