//! The board that the script replays games on, and the data of the games.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, Render, html};
use serde::Serialize;

use ponnuki_core::board::{BoardSize, ByColor, Point, PointSet};
use ponnuki_core::game::{Game, Move};
use ponnuki_formats::drawing::Picture;

/// The data of one game for the script, which knows no rules and therefore needs the
/// stones that each move removes. Points are indices, as returned by [`place`].
#[derive(Serialize)]
pub(crate) struct Replay {
    width: usize,
    height: usize,
    /// The colour that moves first: `black` or `white`.
    first: String,
    /// Black's stones at the start.
    black: Vec<usize>,
    /// White's stones at the start.
    white: Vec<usize>,
    /// The moves; a pass is -1.
    moves: Vec<i64>,
    /// The numbers of the moves by the colour that also made the preceding move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    twice: Vec<usize>,
    /// The stones that each move removes, by the number of the move, counted from 1.
    removed: BTreeMap<usize, Vec<usize>>,
    /// The stones that are set up after moves, Black's first, by the number of the move.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    setups: BTreeMap<usize, [Vec<usize>; 2]>,
}

impl Replay {
    /// Collects the moves of a game.
    pub(crate) fn new(game: &Game) -> Self {
        let size = game.size();
        let place = |point: Point| place(size, point);
        let places = |points: PointSet| points.into_iter().map(place).collect::<Vec<_>>();
        let turns = game.turns();
        let mut removed = BTreeMap::new();
        for (index, turn) in turns.iter().enumerate() {
            let gone = turn.captured | turn.suicided;
            if !gone.is_empty() {
                removed.insert(index + 1, places(gone));
            }
        }
        let moves = turns.iter().map(|turn| match turn.action {
            Move::Play(point) if turn.lifted.is_none() => place(point) as i64,
            // The board stays the same.
            _ => -1,
        });
        let pairs = turns.windows(2).zip(2..);
        let twice = pairs.filter(|(pair, _)| pair[0].color == pair[1].color);
        let setups = game.setups().map(|setup| {
            let ByColor { black, white } = setup.stones;
            (setup.moves, [black, white].map(places))
        });
        let first = turns.first().map_or(game.to_move(), |turn| turn.color);
        Self {
            width: size.width(),
            height: size.height(),
            first: first.to_string(),
            black: places(game.start().stones.black),
            white: places(game.start().stones.white),
            moves: moves.collect(),
            twice: twice.map(|(_, number)| number).collect(),
            removed,
            setups: setups.collect(),
        }
    }
}

/// Returns the index of a point, row by row from the lower left corner.
pub(crate) fn place(size: BoardSize, point: Point) -> usize {
    let at = size.coordinates(point);
    usize::from(at.row) * size.width() + usize::from(at.column)
}

/// Renders the element with the data of the games, which are separated by commas.
pub(crate) fn data(games: impl Render) -> Markup {
    html! { script #data type="application/json" { "[" (games) "]" } }
}

/// Returns the data of a game as JSON, for a script element that is not executed.
pub(crate) fn data_json(data: &impl Serialize) -> String {
    let json = serde_json::to_string(data).expect("numbers and texts have a JSON form");
    // Without the escape, "</script>" in a name would end the element. JSON allows the
    // escape because "<" occurs only inside strings.
    json.replace('<', "\\u003c")
}

/// Renders a board with the controls that step through a game, and with what is said of each
/// position. The script opens a game on it; until then it shows `position`.
pub(crate) fn viewer(position: &Markup) -> Markup {
    html! {
        div #viewer tabindex="0" role="group" aria-label="board" {
            div #position { (position) }
            div.controls #steps hidden {
                (icon("first", "start (Home)", "M6 5v14M18 5l-8 7l8 7z"))
                (icon("back", "back (Left)", "M16 5l-8 7l8 7z"))
                (icon("run", "play and pause (Space)", "M4 5l8 7l-8 7zM16 5v14M20 5v14"))
                (icon("forward", "forward (Right)", "M8 5l8 7l-8 7z"))
                (icon("last", "end (End)", "M18 5v14M6 5l8 7l-8 7z"))
                input #at type="range" min="0" value="0" aria-label="move";
            }
            p #words aria-live="polite" {}
            section #record hidden {
                h3 { "In the record" }
                p {}
                ul {}
            }
        }
    }
}

/// Renders the dialog that shows the games of the cards.
pub(crate) fn dialog() -> Markup {
    html! {
        dialog #dialog aria-labelledby="dialog-title" {
            div.bar {
                h2 #dialog-title {}
                (icon("close", "close (Esc)", "M5 5l14 14M19 5l-14 14"))
            }
            (viewer(&html! {}))
            div.controls {
                button #previous type="button" title="previous game (Up)" { "previous" }
                button #next type="button" title="next game (Down)" { "next game" }
                a.button #sgf { "save SGF" }
            }
        }
    }
}

/// Renders an empty board of a size for the dialog.
pub(crate) fn empty_board(size: BoardSize) -> Markup {
    let board = Picture::new(size, ByColor::default()).with_coordinates();
    html! {
        template data-size={ (size.width()) "x" (size.height()) } { (PreEscaped(board.svg())) }
    }
}

/// Renders a button with an icon, an SVG path of 24 by 24 units.
fn icon(id: &str, title: &str, path: &str) -> Markup {
    html! {
        button.icon id=(id) type="button" title=(title) aria-label=(title) {
            svg viewBox="0 0 24 24" aria-hidden="true" { path d=(path) {} }
        }
    }
}
