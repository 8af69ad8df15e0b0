//! Renders each turning point with two diagrams: the move and its continuation, and the
//! better line.

use maud::{Markup, PreEscaped, html};

use crate::review::judgement::{Better, ReviewedMove, names, title};
use crate::review::run::Review;
use crate::review::value::PositionValue;
use ponnuki_core::board::{Point, PointSet};
use ponnuki_core::game::{Game, Move};
use ponnuki_formats::drawing::Picture;

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
        div.cards.full {
            @for (rank, &place) in points.iter().enumerate() {
                (card(review, rank + 1, place))
            }
        }
    }
}

fn card(review: &Review, rank: usize, place: usize) -> Markup {
    let reviewed = &review.moves[place];
    let mut game = review.before(place);
    game.set_to_move(reviewed.color);
    let size = game.size();
    html! {
        article.card.bad id={ "turning-point-" (rank) } {
            h3 {
                span.rank { (rank) } " Move "
                a href="#viewer" data-move=(place + 1) { (reviewed.number) }
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
    let (picture, notes) = drawn(game, line, MAX_LINE_MOVES);
    let picture = picture.title(about);
    html! {
        figure {
            (PreEscaped(picture.svg()))
            figcaption {
                b.(kind) { (kind) ": " (line[0].name(game.size())) } " "
                (format!("{:.0} %", 100.0 * value.chance(reviewed.color))) " for " (reviewed.color) ", " (value.score())
                @if !notes.is_empty() { ". " (notes.join(", ")) }
            }
        }
    }
}

/// Draws up to `most` moves of a variation from the position of a game as numbered stones. Colours
/// alternate, beginning with the colour to move, and captured stones stay on the board. Also
/// returns notes on the moves without a stone: passes, and plays on occupied points.
fn drawn(game: &Game, line: &[Move], most: usize) -> (Picture, Vec<String>) {
    let size = game.size();
    let mut stones = game.board().position();
    let mut numbered: Vec<(Point, usize)> = Vec::new();
    let mut taken: PointSet = stones.black | stones.white;
    let mut notes = Vec::new();
    let mut color = game.to_move();
    for (index, &action) in line.iter().take(most).enumerate() {
        let number = index + 1;
        match action {
            Move::Pass => notes.push(format!("{number} passes")),
            Move::Play(point) if taken.contains(point) => {
                let place = match numbered.iter().find(|(other, _)| *other == point) {
                    Some((_, other)) => other.to_string(),
                    None => action.name(size),
                };
                notes.push(format!("{number} at {place}"));
            }
            Move::Play(point) => {
                stones[color].insert(point);
                taken.insert(point);
                numbered.push((point, number));
            }
        }
        color = !color;
    }
    let mut picture = Picture::new(size, stones).with_coordinates();
    for (point, number) in numbered {
        picture = picture.label(point, number.to_string());
    }
    (picture, notes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_formats::sgf;

    #[test]
    fn moves_are_numbered_and_others_are_noted() {
        // Black retakes at A3 in the ko around A2 and A3.
        let mut game = sgf::read(b"(;SZ[4]AB[ba][ab]AW[bb][ac];B[])", None).unwrap();
        game.undo();
        let move_at = |name: &str| Move::Play(game.size().point_named(name).unwrap());
        let line = [
            move_at("D1"),
            Move::Pass,
            move_at("D1"),
            move_at("A3"),
            move_at("C1"),
        ];
        let (picture, notes) = drawn(&game, &line, 4);
        assert_eq!(notes, ["2 passes", "3 at 1", "4 at A3"]);
        let svg = picture.svg();
        assert_eq!(svg.matches("r=\".46\"").count(), 5, "{svg}");
        assert!(svg.contains(">1</text>"), "{svg}");
        // C1 is beyond the fourth move.
        assert!(!svg.contains("cx=\"3\" cy=\"4\""), "{svg}");
    }
}
