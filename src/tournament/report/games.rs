//! The games of the page: pictures of the final positions, and the data that the
//! script needs to step through them.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::ReportError;
use crate::board::{BoardSize, Color, Point, PointSet};
use crate::drawing::{Picture, Symbol};
use crate::game::{Game, Move};
use crate::tournament::{GameRecord, Results};

/// A game that the page shows, replayed.
pub(super) struct ShownGame {
    record: GameRecord,
    game: Game,
}

/// The data of one game for the script. The script knows no rules, so every move
/// comes with the stones that it removes. Points are numbered row by row from
/// the lower left corner, starting with 0.
#[derive(Serialize)]
struct GameData {
    /// The number of the game.
    game: u64,
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
    /// The stones that moves remove, by the number of the move, counted from 1.
    removed: BTreeMap<usize, Vec<usize>>,
    /// The text after the last move.
    end: String,
}

impl ShownGame {
    /// Reads and replays a game, by its place in the order of the numbers.
    pub(super) fn read(results: &mut Results, index: usize) -> Result<Self, ReportError> {
        let record = results.record(index).map_err(ReportError::Results)?;
        match record.replay() {
            Ok(game) => Ok(Self { record, game }),
            Err(error) => Err(ReportError::Game {
                game: record.game,
                error,
            }),
        }
    }

    /// Renders the final position as a button that opens the game.
    pub(super) fn picture(&self) -> Markup {
        let Self { record, game } = self;
        html! {
            button.game.fault[record.end.is_fault()] type="button"
                data-game=(record.game) id={ "game-" (record.game) } {
                (PreEscaped(picture(record, game).svg()))
                span.caption {
                    b { "#" (record.game) " " (record.result) }
                    " " (record.black.player) " (black) – " (record.white.player)
                    @if record.handicap > 0 { ", handicap " (record.handicap) }
                    ", " (record.moves.len()) " moves"
                    @if record.end.is_fault() { ", " (record.end) }
                }
            }
        }
    }

    /// Returns the game as JSON, for a script element that browsers do not run.
    pub(super) fn data(&self) -> String {
        let data = data(&self.record, &self.game);
        let json = serde_json::to_string(&data).expect("numbers and texts have a JSON form");
        // "<" occurs only inside strings, where JSON allows this escape; a
        // "</script>" in a name would otherwise end the element.
        json.replace('<', "\\u003c")
    }
}

/// Renders the dialog that steps through a game.
pub(super) fn player() -> Markup {
    html! {
        dialog #player aria-labelledby="player-title" {
            h2 #player-title {}
            div #player-board {}
            p #player-move aria-live="polite" {}
            div.controls {
                button #first type="button" title="start (Home)" { "|<" }
                button #back type="button" title="back (Left)" { "<" }
                input #at type="range" min="0" value="0" aria-label="move";
                button #forward type="button" title="forward (Right)" { ">" }
                button #last type="button" title="end (End)" { ">|" }
                button #close type="button" title="close (Esc)" { "close" }
            }
        }
    }
}

/// Draws the final position with a ring on the last move.
fn picture(record: &GameRecord, game: &Game) -> Picture {
    let picture = Picture::of(game.board()).title(format!(
        "final position of game {}: {}",
        record.game, record.result
    ));
    match game.turns().last().map(|turn| turn.action) {
        // A suicide leaves nothing to mark.
        Some(Move::Play(point)) if game.board().at(point).is_some() => {
            picture.mark(point, Symbol::Circle)
        }
        _ => picture,
    }
}

/// Collects the data of one game for the script.
fn data(record: &GameRecord, game: &Game) -> GameData {
    let size = game.size();
    let place = |point: Point| place(size, point);
    let places = |points: PointSet| points.into_iter().map(place).collect::<Vec<_>>();
    let mut removed = BTreeMap::new();
    for (index, turn) in game.turns().iter().enumerate() {
        let gone = turn.captured | turn.suicided;
        if !gone.is_empty() {
            removed.insert(index + 1, places(gone));
        }
    }
    let moves = game.turns().iter().map(|turn| match turn.action {
        Move::Pass => -1,
        Move::Play(point) => place(point) as i64,
    });
    let end = if record.detail.is_empty() {
        format!("{} ({})", record.result, record.end)
    } else {
        format!("{} ({}: {})", record.result, record.end, record.detail)
    };
    GameData {
        game: record.game,
        width: size.width(),
        height: size.height(),
        first: record.first.to_string(),
        black: places(game.start().stones[Color::Black]),
        white: places(game.start().stones[Color::White]),
        moves: moves.collect(),
        removed,
        end,
    }
}

/// Returns the number of a point, counted row by row from the lower left corner.
fn place(size: BoardSize, point: Point) -> usize {
    let at = size.coordinates(point);
    usize::from(at.row) * size.width() + usize::from(at.column)
}
