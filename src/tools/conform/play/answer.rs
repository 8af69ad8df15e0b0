//! The right answers to the commands of a game.

use std::collections::BTreeSet;

use crate::conform::subject::word;
use ponnuki_core::Game;
use ponnuki_core::board::{Color, PointSet};
use ponnuki_core::rules::KoRule;

pub(super) fn is_success(answer: &str) -> bool {
    answer.starts_with('=')
}

/// Returns the words of an answer, whose order is free. Some engines name the pass among the legal
/// moves.
pub(super) fn words(answer: &str) -> BTreeSet<String> {
    let words = answer[1..].split_ascii_whitespace();
    let words = words.map(str::to_ascii_uppercase);
    words.filter(|word| word != "PASS").collect()
}

/// Returns whether an answer is right. A success without words stands for all.
pub(super) fn is_right(right: &str, given: &str) -> bool {
    is_success(right) == is_success(given)
        && (right == "=" || !is_success(right) || words(right) == words(given))
}

/// Returns the check that a question is for.
pub(super) fn concerned(command: &str) -> &'static str {
    match word(command) {
        "play" => "rules-refused",
        "captures" => "rules-captures",
        "is_legal" | "all_legal" => "rules-legal",
        "undo" => "rules-undo",
        _ => "rules-play",
    }
}

/// Returns whether a command changes the game, or is refused.
pub(super) fn is_move(command: &str) -> bool {
    matches!(word(command), "play" | "undo")
}

/// Carries out a command and returns the right answer, or `None` out of turn, at the end of the
/// game, and if there is no move to take back.
pub(super) fn answer(game: &mut Game, command: &str) -> Option<String> {
    let mut parts = command.split(' ');
    let name = parts.next()?;
    if name == "undo" {
        return game.undo().map(|_| "=".to_owned());
    }
    let color = parts.next().and_then(Color::named)?;
    let point = parts.next().and_then(|name| game.size().point_named(name));
    let points = |points: PointSet| format!("= {}", points.names(game.size()));
    match name {
        "list_stones" => return Some(points(game.board().stones(color))),
        "captures" => return Some(format!("= {}", game.captures(color))),
        _ if game.outcome().is_some() => return None,
        _ if color != game.to_move() && !(name == "play" && may_play_twice(game)) => return None,
        "all_legal" => return Some(points(game.legal_points(color))),
        "is_legal" => return Some(format!("= {}", u8::from(game.check(color, point?).is_ok()))),
        _ => {}
    }
    if point.is_none() && game.would_end_by_pass() {
        return None;
    }
    Some(match game.play(color, point.into()) {
        Ok(_) => "=".to_owned(),
        Err(reason) => format!("? {reason}"),
    })
}

/// Returns whether plays of one colour in a row have one meaning. Situational superko asks who
/// is to move.
fn may_play_twice(game: &Game) -> bool {
    !matches!(
        game.rules().ko,
        KoRule::Situational | KoRule::NaturalSituational
    )
}

/// Carries out a command in all games. Returns `None` if their answers differ.
pub(super) fn common_answer(games: &mut [Game], command: &str) -> Option<String> {
    let mut answers = games.iter_mut().map(|game| answer(game, command));
    let first = answers.next()??;
    let agrees = |answer: Option<String>| answer.is_some_and(|answer| is_right(&first, &answer));
    answers.all(agrees).then_some(first)
}
