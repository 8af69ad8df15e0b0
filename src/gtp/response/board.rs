//! The position as plain text, for `showboard`.

use std::fmt::Write as _;

use super::colored_move;
use ponnuki_core::board::{Color, PointSet};
use ponnuki_core::game::{Game, Outcome, Phase};
use ponnuki_core::rules::{Axis, Decides, Komi, Rules};
use ponnuki_formats::drawing::{Glyph, TextBoard};

/// Draws the position with its coordinates, captures, rules and colour to move. The score at
/// the end is the one without the `dead` stones.
///
/// ```text
///    A B C
///  3 . . . 3
///  2 . X . 2
///  1 . . . 1
///    A B C
/// Captures: black 0, white 0
/// Rules: cgos, komi 7.5
/// Move 1: black B2
/// To move: white
/// ```
pub(crate) fn position(game: &Game, dead: &PointSet) -> String {
    let mut picture = board(game);
    for line in facts(game, dead) {
        let _ = write!(picture, "\n{line}");
    }
    picture
}

/// Draws the board with its coordinates, without a line end after the last row.
fn board(game: &Game) -> String {
    let glyph = |point| match game.board().at(point) {
        Some(color) => Glyph::Stone(color),
        None => Glyph::Empty,
    };
    let text = TextBoard { colors: false };
    let mut drawn = text.draw(game.size(), None, glyph);
    drawn.truncate(drawn.trim_end().len());
    drawn
}

/// Lists the facts that the stones do not show, one per line.
fn facts(game: &Game, dead: &PointSet) -> Vec<String> {
    let [black, white] = Color::BOTH.map(|color| game.captures(color));
    let mut facts = vec![
        format!("Captures: black {black}, white {white}"),
        format!("Rules: {}, komi {}", game.rules(), game.komi()),
    ];
    if game.start().handicap > 0 {
        facts.push(format!("Handicap: {}", game.start().handicap));
    }
    if !dead.is_empty() {
        facts.push(format!("Dead: {}", dead.names(game.size())));
    }
    if game.phase() != Phase::Main {
        facts.push(format!("Phase: {}", game.phase()));
    }
    if !game.blocked().is_empty() {
        facts.push(format!("Blocked: {}", game.blocked().names(game.size())));
    }
    if let Some(last) = game.turns().last() {
        facts.push(format!(
            "Move {}: {}",
            game.turns().len(),
            colored_move(game.size(), last)
        ));
    }
    facts.push(match game.outcome() {
        None => format!("To move: {}", game.to_move()),
        Some(Outcome::TwoPasses) => {
            let score = game.score_of(game.margin_without(dead));
            format!("Over by two passes: {score}")
        }
        Some(Outcome::Resignation { winner }) => format!("Over: {} resigned", !winner),
        Some(Outcome::NoResult { repeats }) => {
            format!("Over without result: the position after move {repeats} came back")
        }
    });
    facts
}

pub(crate) fn rules_in_words(rules: Rules, komi: &Komi) -> String {
    let name = match rules.preset() {
        Some(preset) => format!("{preset}: "),
        None => String::new(),
    };
    let words = |of_handicap: bool| {
        let axes = Axis::ALL.iter();
        let axes = axes.filter(move |axis| (axis.decides == Decides::Handicap) == of_handicap);
        let words = axes.map(|axis| (axis.words)(&rules));
        words.filter(|words| !words.is_empty()).map(str::to_owned)
    };
    let bonus = words(true).filter(|_| !rules.passes_cost());
    let parts = words(false).chain([format!("komi {komi}")]).chain(bonus);
    format!("{name}{}", parts.collect::<Vec<_>>().join(", "))
}
