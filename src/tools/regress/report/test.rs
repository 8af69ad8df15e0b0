//! Renders a test: its position, its command and the answers.

use std::path::Path;

use maud::{Markup, PreEscaped, html};

use crate::cli::plain::{self, shortened};
use crate::page::duration;
use crate::regress::results::Change;
use crate::regress::run::TestResult;
use crate::regress::suite::SuiteError;
use ponnuki_core::board::{Board, BoardSize, PointSet};
use ponnuki_formats::drawing::{Picture, Symbol};

/// Renders a test with its position before the command, or why that is unknown. Draws none without
/// a `board`.
pub(super) fn card(
    suite: usize,
    path: &Path,
    result: &TestResult,
    change: Option<Change>,
    board: Option<&Result<Board, SuiteError>>,
) -> Markup {
    let place = format!("{}:{}", path.display(), result.number);
    html! {
        article.card data-verdict=(result.verdict) data-suite=(suite) {
            h3 {
                span.verdict { (result.verdict) }
                @if change == Some(Change::NewlyFailing) { " " span.verdict { "new" } }
                @if change == Some(Change::NewlyPassing) { " newly passing" }
                " " (plain::line(&place))
            }
            @match board {
                Some(Ok(board)) => (PreEscaped(picture(board, result, &place).svg())),
                Some(Err(reason)) => p.note { "No picture: " (plain::line(&reason.to_string())) "." },
                None => {},
            }
            code { (shortened(&result.command)) }
            dl {
                dt { "expected" }
                dd {
                    @if result.expected.is_empty() { "success" } @else { code { (shortened(&result.expected)) } }
                }
                dt { @if result.is_fault { "the engine" } @else { "given" } }
                dd {
                    @if result.is_fault { (shortened(&result.given)) } @else { code { (shortened(&result.given)) } }
                }
                dt { "time" }
                dd { (duration(result.seconds)) }
            }
        }
    }
}

fn picture(board: &Board, result: &TestResult, place: &str) -> Picture {
    let size = board.size();
    let (expected, symbol) = match result.expected.strip_prefix('!') {
        Some(rest) => (rest, Symbol::Cross),
        None => (result.expected.as_str(), Symbol::Circle),
    };
    let given = if result.is_fault || result.given.contains('\n') {
        PointSet::EMPTY
    } else {
        points_in(&result.given, size)
    };
    let mut picture = Picture::from_board(board)
        .with_coordinates()
        .title(format!("position before {}", plain::line(place)));
    for (points, symbol) in [
        (points_in(&result.command, size), Symbol::Square),
        (points_in(expected, size), symbol),
        (given, Symbol::Dot),
    ] {
        for point in points {
            picture = picture.mark(point, symbol);
        }
    }
    picture
}

/// Returns the points named in a string as whole words. A pattern like `[A-C]1` may match more.
fn points_in(text: &str, size: BoardSize) -> PointSet {
    let words = text.split(|character: char| !character.is_alphanumeric());
    words.filter_map(|word| size.point_named(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_points_are_found() {
        let size = BoardSize::square(9).unwrap();
        for (text, names) in [
            ("", ""),
            ("C3|d4", "C3 D4"),
            ("1 (J9|A1) C2.*", "A1 C2 J9"),
            ("A10 I1 K1 A0 AA1 A1b 7 C", ""),
            ("PASS|resign", ""),
            ("D[34]", ""),
        ] {
            assert_eq!(points_in(text, size).names(size), names, "{text}");
        }
    }
}
