//! Tables of the players and of all moves.

use maud::{Markup, html};

use super::cards::names;
use crate::cli::plain;
use crate::review::judgement::{Mistake, title};
use crate::review::run::Review;
use crate::review::summary::{GameStage, PlayerTotals};
use ponnuki::board::{ByColor, Color};
use ponnuki::sgf::About;

/// Renders the totals of both players.
pub(super) fn players(review: &Review, about: &About) -> Markup {
    let summaries = ByColor {
        black: review.summary(Color::Black),
        white: review.summary(Color::White),
    };
    let row = |name: &str, cell: &dyn Fn(&PlayerTotals) -> String| {
        html! {
            tr.part[name.starts_with("in the")] {
                th scope="row" { (name) }
                @for color in Color::BOTH { td { (cell(&summaries[color])) } }
            }
        }
    };
    let points = |mean: Option<f64>| mean.map_or_else(none, |mean| format!("{mean:.2}"));
    let percent =
        |share: Option<f64>| share.map_or_else(none, |share| format!("{:.1} %", 100.0 * share));
    html! {
        table.numbers {
            thead {
                tr {
                    th {}
                    @for color in Color::BOTH { th scope="col" { (plain::line(&about.named(color))) } }
                }
            }
            tbody {
                (row("moves", &|it| it.all.moves.to_string()))
                (row("engine's first choices", &|it| percent(it.first_choice_share())))
                (row("points lost per move", &|it| points(it.all.mean_points_lost())))
                @for (phase, name) in GameStage::ALL.into_iter().zip(["in the opening", "in the middle game", "in the endgame"]) {
                    (row(name, &|it| points(it.phases[phase as usize].mean_points_lost())))
                }
                (row("chance lost per move", &|it| percent(it.all.mean_chance_lost())))
                @for mistake in Mistake::ALL {
                    (row(mistake.plural(), &|it| it.number_of(mistake).to_string()))
                }
            }
        }
    }
}

fn none() -> String {
    "–".to_owned()
}

/// Renders all moves.
pub(super) fn moves(review: &Review) -> Markup {
    let size = review.game.size();
    html! {
        table.moves {
            thead {
                tr {
                    @for head in ["move", "played", "Black wins", "lead", "points lost", "chance lost", "choice", "first choice and its line"] {
                        th scope="col" { (head) }
                    }
                }
            }
            tbody {
                @for (place, it) in review.moves.iter().enumerate() {
                    tr data-mistake=[it.mistake()] {
                        th scope="row" {
                            a href="#board" data-move=(place + 1) { (it.number) }
                        }
                        td { i class=(it.color) aria-label=(title(it.color)) {} (it.action.name(size)) }
                        td { (format!("{:.0} %", 100.0 * it.after.black_wins)) }
                        td { (it.after.score()) }
                        td.loss {
                            @if !it.is_first_choice() { (format!("{:.1}", it.points_lost)) }
                            @if let Some(mistake) = it.mistake() { " " span.class { (mistake) } }
                        }
                        td { @if !it.is_first_choice() { (format!("{:.0} %", 100.0 * it.chance_lost)) } }
                        td { @if let Some(rank) = it.rank { (rank) } @else { "none" } }
                        td.line { @if let Some(better) = &it.better { (names(&better.line, size)) } }
                    }
                }
            }
        }
    }
}
