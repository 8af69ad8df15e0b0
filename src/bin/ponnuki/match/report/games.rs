//! Renders the games of the page: pictures of the final positions, and the data with
//! which the script replays games.

use std::collections::BTreeSet;
use std::fmt::Write;

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use crate::cli::failure::Failure;
use crate::r#match::record::GameResult;
use crate::r#match::{GameRecord, PlayedGame, Results, Summary};
use crate::page::replay::{Replay, data_json, icon, steps};
use ponnuki::board::{BoardSize, ByColor, Color};
use ponnuki::drawing::{Picture, Symbol};
use ponnuki::game::{Game, Move};
use ponnuki::statistics::counted;

#[derive(Serialize)]
struct GameData {
    game: u64,
    /// The heading: the number, the players and the result.
    title: String,
    #[serde(flatten)]
    replay: Replay,
    /// The result and the reason for the end, shown after the last move.
    end: String,
    /// The game as an SGF file, equal to that of `--sgf-dir`.
    sgf: String,
}

/// Returns the index in the summary and the name to show of the player of a colour.
fn player_of<'a>(summary: &'a Summary, record: &'a GameRecord, color: Color) -> (usize, &'a str) {
    let label = record.participant(color).player.as_str();
    let mut players = summary.players.iter().enumerate();
    let known = players.find(|(_, player)| player.player == label);
    known.map_or((0, label), |(place, player)| (place, &player.title))
}

/// Reads and replays a game, given its index in the order of the game numbers.
pub(super) fn read(results: &mut Results, index: usize) -> Result<PlayedGame, Failure> {
    let record = results.record(index)?;
    let game = record.replay();
    let game = game.map_err(Failure::of(format_args!("game {}", record.game)))?;
    Ok(PlayedGame { record, game })
}

/// Renders the final position as a button that opens the game. `place` is the index
/// of the game in the data of the script.
pub(super) fn button(played: &PlayedGame, summary: &Summary, place: usize) -> Markup {
    let PlayedGame { record, game } = played;
    let winner = match record.result() {
        GameResult::Won(color) => player_of(summary, record, color).0.to_string(),
        GameResult::Drawn => "drawn".to_owned(),
        GameResult::NoResult => "none".to_owned(),
    };
    html! {
        button.game.fault[record.end.is_fault()] type="button" id={ "game-" (record.game) }
            data-place=(place) data-winner=(winner) data-end=(record.end)
            data-moves=(record.moves.len()) {
            (PreEscaped(picture(record, game).svg()))
            span.caption {
                b { "#" (record.game) " " (record.result) }
                @for color in Color::BOTH {
                    @let name = player_of(summary, record, color).1;
                    span.side.won[record.winner == Some(color)] title=(name) {
                        i class=(color) aria-label=(color) {}
                        (name)
                    }
                }
                span.about { (about(record)) }
            }
        }
    }
}

/// Returns the last line of a caption: `123 moves, handicap 2, crash`.
fn about(record: &GameRecord) -> String {
    let moves = record.moves.len();
    let mut text = counted(moves as u64, "move");
    if record.handicap > 0 {
        let _ = write!(text, ", handicap {}", record.handicap);
    }
    if record.end.is_fault() {
        let _ = write!(text, ", {}", record.end);
    }
    text
}

/// Renders the controls that filter the games by winner and ending, and sort them.
pub(super) fn filters(summary: &Summary) -> Markup {
    let endings = || summary.endings.keys();
    let has_drawn = summary.players.iter().any(|p| p.counts().draws > 0);
    html! {
        div.filters {
            label {
                "Winner "
                select #winner {
                    option value="" { "any" }
                    @for (place, player) in summary.players.iter().enumerate() {
                        option value=(place) { (player.title) }
                    }
                    @if has_drawn { option value="drawn" { "drawn" } }
                    @if summary.no_result > 0 { option value="none" { "no result" } }
                }
            }
            label {
                "Ended by "
                select #end {
                    option value="" { "anything" }
                    @if endings().any(|end| end.is_fault()) {
                        option value="fault" { "a fault" }
                    }
                    @for end in endings() { option value=(end) { (end) } }
                }
            }
            label {
                "Order "
                select #order {
                    option value="number" { "by number" }
                    option value="longest" { "longest first" }
                    option value="shortest" { "shortest first" }
                }
            }
            output #count {}
        }
    }
}

/// Renders the empty boards, with coordinates, to which the script adds stones.
pub(super) fn boards(sizes: &BTreeSet<(usize, usize)>) -> String {
    let mut text = String::new();
    for &(width, height) in sizes {
        let Ok(size) = BoardSize::new(width, height) else {
            continue;
        };
        let empty = Picture::new(size, ByColor::default()).with_coordinates();
        let board = html! {
            template data-size={ (width) "x" (height) } { (PreEscaped(empty.svg())) }
        };
        text += &board.into_string();
    }
    text
}

pub(super) fn player() -> Markup {
    html! {
        dialog #player aria-labelledby="player-title" {
            div.bar {
                h2 #player-title {}
                (icon("close", "close (Esc)", "M5 5l14 14M19 5l-14 14"))
            }
            div #player-board {}
            p #player-move aria-live="polite" {}
            div.controls {
                (steps())
            }
            div.controls {
                button #previous type="button" title="previous game (Up)" { "previous" }
                button #next type="button" title="next game (Down)" { "next game" }
                a.button #sgf { "save SGF" }
            }
        }
    }
}

fn picture(record: &GameRecord, game: &Game) -> Picture {
    let picture = Picture::from_board(game.board()).title(format!(
        "final position of game {}: {}",
        record.game, record.result
    ));
    match game.turns().last().map(|turn| turn.action) {
        // After a suicide, there is no stone to mark.
        Some(Move::Play(point)) if game.board().at(point).is_some() => {
            picture.mark(point, Symbol::Circle)
        }
        _ => picture,
    }
}

/// Returns the data of a game as JSON, for a script element that is not executed.
pub(super) fn data(played: &PlayedGame, summary: &Summary) -> String {
    let PlayedGame { record, game } = played;
    let end = if record.detail.is_empty() {
        format!("{} ({})", record.result, record.end)
    } else {
        format!("{} ({}: {})", record.result, record.end, record.detail)
    };
    let name = |color| player_of(summary, record, color).1;
    let (black, white) = (name(Color::Black), name(Color::White));
    data_json(&GameData {
        game: record.game,
        title: format!(
            "Game {}: {black} (Black) – {white} (White), {}",
            record.game, record.result
        ),
        replay: Replay::new(game),
        end,
        sgf: played.sgf(),
    })
}
