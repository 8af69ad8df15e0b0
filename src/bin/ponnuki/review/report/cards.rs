//! Renders each turning point with two diagrams: the move and its continuation, and the
//! better line.

use maud::{Markup, PreEscaped, html};

use crate::review::judgement::{Better, PositionValue, ReviewedMove, names, title};
use crate::review::line::Diagram;
use crate::review::run::Review;
use ponnuki::game::{Game, Move};

/// The maximum number of moves in a diagram.
const MAX_LINE_MOVES: usize = 9;

/// Renders the turning points, largest loss first.
pub(super) fn cards(review: &Review, points: &[usize]) -> Markup {
    html! {
        @if points.is_empty() {
            p { "No move loses enough points to be more than an error of the search." }
        } @else {
            p.note {
                "The moves that cost the largest chances to win, the greatest loss first. The first board has the move as "
                "1, and how the game would probably go on, the second one the engine's first choice as 1."
            }
        }
        @for (rank, &place) in points.iter().enumerate() {
            (card(review, rank + 1, place))
        }
    }
}

fn card(review: &Review, rank: usize, place: usize) -> Markup {
    let reviewed = &review.moves[place];
    let mut game = review.before(place);
    game.set_to_move(reviewed.color);
    let size = game.size();
    html! {
        article.turning-point id={ "turning-point-" (rank) } {
            h3 {
                span.rank { (rank) } " Move "
                a href="#board" data-move=(place + 1) { (reviewed.number) }
                ", " (title(reviewed.color.name())) " " (reviewed.action.name(size))
                @if let Some(mistake) = reviewed.mistake() { ": " (mistake) }
            }
            p {
                "Loses " b { (format!("{:.0} %", 100.0 * reviewed.chance_lost)) } " of the chance to win and "
                b { (format!("{:.1}", reviewed.points_lost)) } " points."
                @match reviewed.rank {
                    Some(rank) => { " The engine's choice number " (rank) "." },
                    None => " The engine did not consider it.",
                }
            }
            div.diagrams {
                (diagram(&game, "played", &reviewed.line, reviewed.after, reviewed))
                @if let Some(Better { line, value }) = &reviewed.better {
                    (diagram(&game, "better", line, *value, reviewed))
                }
            }
        }
    }
}

/// Renders a diagram, captioned with the value after its first move.
fn diagram(
    game: &Game,
    kind: &str,
    line: &[Move],
    value: PositionValue,
    reviewed: &ReviewedMove,
) -> Markup {
    let moves = names(line, game.size()).join(" ");
    let about = format!("move {}, {kind}: {moves}", reviewed.number);
    let drawn = Diagram::new(game, line, MAX_LINE_MOVES, about);
    html! {
        figure {
            (PreEscaped(drawn.picture.svg()))
            figcaption {
                b.(kind) { (kind) ": " (line[0].name(game.size())) } " "
                (format!("{:.0} %", 100.0 * value.chance(reviewed.color))) " for " (reviewed.color) ", " (value.score())
                @if !drawn.notes.is_empty() { ". " (drawn.notes.join(", ")) }
            }
        }
    }
}
