//! Renders the games of the page: pictures of the final positions, and the data with
//! which the script replays games.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use crate::cli::failure::Failure;
use crate::r#match::record::GameResult;
use crate::r#match::{GameRecord, PlayedGame, Results, Summary};
use crate::page::viewer::{Replay, data_json};
use crate::page::{self, filter};
use ponnuki_core::board::Color;
use ponnuki_core::game::{Game, Move};
use ponnuki_formats::drawing::{Picture, Symbol};
use ponnuki_formats::text::counted;

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
pub(super) fn card(played: &PlayedGame, summary: &Summary, place: usize) -> Markup {
    let PlayedGame { record, game } = played;
    let winner = match record.result() {
        GameResult::Won(color) => player_of(summary, record, color).0.to_string(),
        GameResult::Drawn => "drawn".to_owned(),
        GameResult::NoResult => "none".to_owned(),
    };
    let mut end = record.end.to_string();
    if record.end.is_fault() {
        end += ",fault";
    }
    html! {
        button.card.bad[record.end.is_fault()] type="button" id={ "game-" (record.game) }
            data-place=(place) data-winner=(winner) data-end=(end)
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

/// Renders the choices of games by winner and ending, and their order.
pub(super) fn filters(summary: &Summary) -> Markup {
    let option = |value: &str, words: &str| (value.to_owned(), words.to_owned());
    let players = summary.players.iter().enumerate();
    let mut winners: Vec<_> = players
        .map(|(place, player)| option(&place.to_string(), &player.title))
        .collect();
    if summary.players.iter().any(|p| p.counts().draws > 0) {
        winners.push(option("drawn", "drawn"));
    }
    if summary.no_result > 0 {
        winners.push(option("none", "no result"));
    }
    let mut ends = Vec::new();
    if summary.endings.keys().any(|end| end.is_fault()) {
        ends.push(option("fault", "a fault"));
    }
    ends.extend(
        summary
            .endings
            .keys()
            .map(|end| option(&end.to_string(), &end.to_string())),
    );
    page::filters(&html! {
        (filter("winner", "Winner", winners))
        (filter("end", "Ended by", ends))
        label {
            "Order "
            select #order {
                option value="number" { "by number" }
                option value="longest" { "longest first" }
                option value="shortest" { "shortest first" }
            }
        }
    })
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
