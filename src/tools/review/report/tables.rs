//! Tables of the players and of all moves.

use std::iter;

use maud::{Markup, html};

use crate::cli::plain;
use crate::page::{numbers, table};
use crate::review::judgement::{Mistake, names, title};
use crate::review::run::Review;
use ponnuki_core::board::Color;
use ponnuki_formats::sgf::About;

/// The names of the figures of a player.
const FIGURES: [&str; 10] = [
    "moves",
    "engine's first choices",
    "points lost per move",
    "in the opening",
    "in the middle game",
    "in the endgame",
    "chance lost per move",
    "inaccuracies",
    "mistakes",
    "blunders",
];

/// Renders the totals of both players.
pub(super) fn players(review: &Review, about: &About) -> Markup {
    let [black, white] = Color::BOTH.map(|color| review.summary(color).figures("–"));
    let rows = html! {
        @for ((name, black), white) in FIGURES.iter().zip(&black).zip(&white) {
            tr.part[name.starts_with("in the")] {
                th scope="row" { (name) }
                td { (black) }
                td { (white) }
            }
        }
    };
    let players = Color::BOTH.map(|color| plain::line(&about.named(color)));
    numbers(iter::once(String::new()).chain(players), &rows)
}

/// Renders all moves.
pub(super) fn moves(review: &Review) -> Markup {
    let size = review.game.size();
    let heads = [
        "move",
        "played",
        "Black wins",
        "lead",
        "points lost",
        "chance lost",
        "choice",
        "first choice and its line",
    ];
    let rows = html! {
        @for (place, it) in review.moves.iter().enumerate() {
            @let is_grave = matches!(it.mistake(), Some(Mistake::Mistake | Mistake::Blunder));
            tr {
                th scope="row" { a href="#viewer" data-move=(place + 1) { (it.number) } }
                td { i class=(it.color) aria-label=(title(it.color.name())) {} (it.action.name(size)) }
                td { (format!("{:.0} %", 100.0 * it.after.black_wins)) }
                td { (it.after.score()) }
                td class=[is_grave.then_some("bad")] {
                    @if !it.is_first_choice() { (format!("{:.1}", it.points_lost)) }
                    @if let Some(mistake) = it.mistake() { " " span.verdict.bad { (mistake) } }
                }
                td { @if !it.is_first_choice() { (format!("{:.0} %", 100.0 * it.chance_lost)) } }
                td { @if let Some(rank) = it.rank { (rank) } @else { "none" } }
                td { @if let Some(better) = &it.better { (names(&better.line, size).join(" ")) } }
            }
        }
    };
    table("moves", heads, &rows)
}
