//! GIB, the format of Tygem: settings as `\[NAME=VALUE\]`, then a line for each move.
//!
//! - `GAMEINFOMAIN` has `GRLT`, the kind of the result (0 and 1 by points, 3 and 4 by resignation, 7 and
//!   8 on time, of Black and White), `ZIPSU`, tenths of the points of the win, and `GONGJE`, tenths of
//!   the komi. `GAMETAG` repeats them as `W`, `Z` and `G`, and has the date as `C`.
//! - `INI _ _ H` sets up H handicap stones.
//! - `STO _ N C X Y` is a move: its number, 1 for Black or 2 for White, the column and the row from the
//!   top left, from 0. `SKI` is a pass, and `SUR` ends the game.

use encoding_rs::{EUC_KR, GB18030, SHIFT_JIS};

use super::{ForeignGame, TextEncoding, date, decoded, setting};
use ponnuki_core::board::Color;

pub(super) fn begins(text: &[u8]) -> bool {
    text.starts_with(b"\\HS") || text.starts_with(b"\\[")
}

pub(super) fn convert(file: &[u8]) -> String {
    read(&decoded(file, encoding(file))).sgf()
}

/// Returns the encoding of the country that a file names.
fn encoding(file: &[u8]) -> Option<TextEncoding> {
    let kind = setting(file, b"\\[GIBOKIND=")?;
    match kind.strip_suffix(b"\\]").unwrap_or(kind) {
        b"China" => Some(GB18030),
        b"Korea" => Some(EUC_KR),
        b"Japan" => Some(SHIFT_JIS),
        _ => None,
    }
}

fn read(text: &str) -> ForeignGame {
    let mut game = ForeignGame::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(setting) = line.strip_prefix("\\[") {
            if let Some((name, value)) = setting.trim_end_matches("\\]").split_once('=') {
                read_setting(&mut game, name, value);
            }
            continue;
        }
        let words: Vec<_> = line.split_whitespace().collect();
        let number = |place: usize| words.get(place)?.parse::<usize>().ok();
        match words.first() {
            Some(&"INI") => game.state_handicap(number(3).unwrap_or(0)),
            Some(&"STO") => {
                let vertex = game.vertex(number(4), number(5));
                game.play(at, color(number(3)), &vertex);
            }
            Some(&"SKI") => game.play(at, game.to_move(), ""),
            Some(&"SUR") => break,
            _ => {}
        }
    }
    game
}

/// Returns the colour of a move by its number.
fn color(number: Option<usize>) -> Color {
    match number {
        Some(1) => Color::Black,
        _ => Color::White,
    }
}

fn read_setting(game: &mut ForeignGame, name: &str, value: &str) {
    let field = |before: &str| {
        let mut fields = value.split(',');
        fields.find_map(|field| field.trim().strip_prefix(before))
    };
    match name {
        "GAMEBLACKNAME" => read_player(game, Color::Black, value),
        "GAMEWHITENAME" => read_player(game, Color::White, value),
        "GAMENAME" => game.state("GN", value),
        "GAMEPLACE" => game.state("PC", value),
        "GAMECOMMENT" => game.state("GC", value),
        "GAMEINFOMAIN" => {
            read_result(game, field("GRLT:"), field("ZIPSU:"));
            read_komi(game, field("GONGJE:"));
        }
        "GAMETAG" => {
            read_result(game, field("W"), field("Z"));
            read_komi(game, field("G"));
            game.state("DT", &field("C").and_then(date).unwrap_or_default());
        }
        _ => {}
    }
}

/// Reads a name with its rank in brackets, such as `kim (2D)`.
fn read_player(game: &mut ForeignGame, color: Color, value: &str) {
    match value
        .trim()
        .strip_suffix(')')
        .and_then(|value| value.rsplit_once('('))
    {
        Some((name, rank)) if !name.trim().is_empty() => game.state_player(color, name, rank),
        _ => game.state_player(color, value, ""),
    }
}

fn read_komi(game: &mut ForeignGame, tenths: Option<&str>) {
    if let Some(komi) = tenths.and_then(points) {
        game.state("KM", &komi.to_string());
    }
}

fn read_result(game: &mut ForeignGame, kind: Option<&str>, tenths: Option<&str>) {
    let (winner, how) = match kind {
        Some("0") => (Color::Black, ""),
        Some("1") => (Color::White, ""),
        Some("3") => (Color::Black, "R"),
        Some("4") => (Color::White, "R"),
        Some("7") => (Color::Black, "T"),
        Some("8") => (Color::White, "T"),
        _ => return,
    };
    let points = tenths
        .and_then(points)
        .filter(|&points| how.is_empty() && points > 0.0);
    let points = points.map(|points| points.to_string());
    game.state_result(winner, points.as_deref().unwrap_or(how));
}

/// Returns a number of points from one in tenths.
fn points(tenths: &str) -> Option<f64> {
    let tenths: i32 = tenths.trim().parse().ok()?;
    Some(f64::from(tenths) / 10.0)
}
