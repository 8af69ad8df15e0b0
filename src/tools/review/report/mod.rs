//! The review as a self-contained HTML page.
//!
//! Files: `chart` draws the win rate and the lead, `cards` the turning points, `tables` the
//! players and all moves.

mod cards;
mod chart;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::iter;

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::judgement::{Mistake, title};
use super::record::RecordWords;
use super::run::Review;
use crate::cli::json::merged;
use crate::cli::plain;
use crate::cli::position::last_point;
use crate::page::viewer::{self, Replay, data_json, place, viewer};
use crate::page::{Page, section};
use ponnuki_core::board::Color;
use ponnuki_core::game::{Game, Move};
use ponnuki_formats::drawing::{Picture, Symbol};
use ponnuki_formats::sgf::About;
use ponnuki_formats::text::counted;

/// Renders the page with at most `most` turning points.
pub(crate) fn render(review: &Review, words: &RecordWords, most: usize) -> String {
    let about = &words.about;
    let points = review.turning_points(most);
    let sections = html! {
        (section("course", "Course of the game", &html! {
            div.course {
                div {
                    (chart::chances(review, &points))
                    (chart::leads(review, &points))
                }
                (viewer(&position(&review.game)))
            }
        }))
        (section("players", "Players", &html! {
            (tables::players(review, about))
            (thresholds())
        }))
        (section("turning-points", "Turning points", &cards::cards(review, &points)))
        (section("moves", "All moves", &tables::moves(review)))
        (viewer::data(PreEscaped(data_json(&data(review, words)))))
    };
    let page = Page {
        kind: "review",
        title: &players(about),
        has_failed: false,
        header: header(review, words),
        sections,
    };
    page.render()
}

/// Returns the heading: the players and the result.
fn players(about: &About) -> String {
    let [black, white] = Color::BOTH.map(|color| about.named(color));
    let mut text = format!("{black} – {white}");
    if let Some(result) = &about.result {
        text.push_str(", ");
        text.push_str(result);
    }
    plain::line(&text)
}

fn header(review: &Review, words: &RecordWords) -> Markup {
    let (about, game) = (&words.about, &review.game);
    let handicap = game.start().handicap;
    html! {
        @if let Some(headline) = review.headline(about.result.as_deref()) {
            p.lead { b { (headline) "." } }
        }
        p {
            (counted(review.moves.len() as u64, "move")) " on " (game.size())
            ", komi " (game.komi()) ", " (words.rules_of(game))
            @if handicap > 0 { ", handicap " (handicap) }
        }
        @if about.event.is_some() || about.date.is_some() {
            p {
                @for text in about.event.iter() { (plain::line(text)) " " }
                @for text in about.date.iter() { (plain::line(text)) }
            }
        }
        p.note {
            "Reviewed by Ponnuki " (env!("CARGO_PKG_VERSION")) ": " (counted(review.options.visits, "visit"))
            " per position, seed " (review.options.seed) "."
        }
    }
}

/// Renders the final position, with a ring on the last move.
fn position(game: &Game) -> Markup {
    let last = last_point(game);
    let mut picture = Picture::from_board(game.board())
        .with_coordinates()
        .title("position of the game");
    if let Some(last) = last.filter(|&point| game.board().at(point).is_some()) {
        picture = picture.mark(last, Symbol::Circle);
    }
    html! { (PreEscaped(picture.svg())) }
}

/// Returns the data that the page's script reads.
fn data(review: &Review, words: &RecordWords) -> Value {
    let size = review.game.size();
    let start = format!("The start. {}.", review.start.words());
    let after = review.moves.iter().map(|it| {
        format!(
            "Move {}, {} {}. {}",
            it.number,
            title(it.color.name()),
            it.action.name(size),
            review.comment(it)
        )
    });
    let better = review.moves.iter().enumerate().filter_map(|(index, it)| {
        let better = it.better.as_ref().filter(|_| it.mistake().is_some())?;
        let Move::Play(point) = better.line[0] else {
            return None;
        };
        Some((index, place(size, point)))
    });
    let costliest = review.turning_points(1);
    let data = json!({
        // The position after each move, beginning with the start.
        "words": iter::once(start).chain(after).collect::<Vec<_>>(),
        // The board opens after the costliest mistake, or at the end.
        "opens_at": costliest.first().map_or(review.moves.len(), |place| place + 1),
        // The better point after each mistake, keyed by the number of moves before it.
        "better": better.collect::<BTreeMap<_, _>>(),
        // What the record says, keyed by the number of moves before it.
        "record": words.notes,
    });
    merged([json!(Replay::new(&review.game)), data])
}

/// Explains the thresholds of the classes.
fn thresholds() -> Markup {
    let [inaccuracy, mistake, blunder] = Mistake::ALL.map(Mistake::least_points);
    html! {
        p.note {
            "A move loses the difference between the position after it and the position after the engine's first "
            "choice, both searched alike. An inaccuracy loses at least " (inaccuracy) " points, a mistake "
            (mistake) ", a blunder " (blunder) ", and each at least 1 % of the chance to win. Small losses are "
            "within the error of the search."
        }
    }
}
