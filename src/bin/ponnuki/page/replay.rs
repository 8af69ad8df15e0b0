//! The data and the controls of the script that replays games.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde::Serialize;

use ponnuki::board::{BoardSize, ByColor, Point, PointSet};
use ponnuki::game::{Game, Move};

/// The script that draws positions. The script of a page follows in the same element.
pub(crate) const BOARD_SCRIPT: &str = include_str!("board.js");

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

/// Returns the data as JSON, for a script element that is not executed.
pub(crate) fn data_json(data: &impl Serialize) -> String {
    let json = serde_json::to_string(data).expect("numbers and texts have a JSON form");
    // Without the escape, "</script>" in a name would end the element. JSON allows the
    // escape because "<" occurs only inside strings.
    json.replace('<', "\\u003c")
}

/// Renders the buttons and the slider that step through a game.
pub(crate) fn steps() -> Markup {
    html! {
        (icon("first", "start (Home)", "M6 5v14M18 5l-8 7l8 7z"))
        (icon("back", "back (Left)", "M16 5l-8 7l8 7z"))
        (icon("run", "play and pause (Space)", "M4 5l8 7l-8 7zM16 5v14M20 5v14"))
        (icon("forward", "forward (Right)", "M8 5l8 7l-8 7z"))
        (icon("last", "end (End)", "M18 5v14M6 5l8 7l-8 7z"))
        input #at type="range" min="0" value="0" aria-label="move";
    }
}

/// Renders a button with an icon, an SVG path of 24 by 24 units.
pub(crate) fn icon(id: &str, title: &str, path: &str) -> Markup {
    html! {
        button.icon id=(id) type="button" title=(title) aria-label=(title) {
            svg viewBox="0 0 24 24" aria-hidden="true" { path d=(path) {} }
        }
    }
}
