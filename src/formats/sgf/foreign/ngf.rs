//! NGF, the format of Cyberoro and wBaduk: a header whose lines come in a fixed order, then a line for each
//! move.
//!
//! - The lines are the kind of the game, the size of the board, White's name and rank, Black's, the
//!   server, the handicap, an unknown number, the komi, the date, another unknown number, the result in
//!   English and the number of moves. A whole komi of an even game has half a point more.
//! - An older form begins each line with `GI`: the event, White, Black, two that are empty, the date, the
//!   size, the handicap, an unknown number, the komi, and the number of moves. The result may follow the
//!   moves, in words.
//! - `PMnnBxyyx` is a move: its number in letters, B or W, and the column and the row from the top left in
//!   letters, where B is the first. A is a pass.

use super::{ForeignGame, UNREADABLE, date, decoded};
use crate::sgf::StatedResult;
use ponnuki_core::board::Color;

/// The most lines before the first move.
const MAX_HEADER_LINES: usize = 20;

pub(super) fn begins(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').take(MAX_HEADER_LINES);
    lines.any(|line| {
        let is_number = |number: &[u8]| number.iter().all(u8::is_ascii_uppercase);
        matches!(line, [b'P', b'M', number @ .., ] if number.len() >= 3
            && is_number(&number[..2]) && matches!(number[2], b'B' | b'W'))
    })
}

pub(super) fn convert(file: &[u8]) -> String {
    read(&decoded(file, None)).sgf()
}

fn read(text: &str) -> ForeignGame {
    let mut game = ForeignGame::new();
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let is_move = |line: &&str| line.starts_with("PM");
    let begin = lines.iter().position(is_move).unwrap_or(lines.len());
    let (header, rest) = lines.split_at(begin);
    if header.iter().any(|line| line.starts_with("GI")) {
        read_older(&mut game, header, rest);
    } else {
        read_header(&mut game, header);
    }
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_move(line)) {
        read_move(&mut game, at, line);
    }
    game
}

fn read_header(game: &mut ForeignGame, header: &[&str]) {
    let line = |place: usize| header.get(place).copied().unwrap_or_default();
    game.state("GN", line(0));
    read_numbers(game, [line(1), line(5), line(7)]);
    read_player(game, Color::White, line(2));
    read_player(game, Color::Black, line(3));
    game.state("PC", line(4));
    game.state("DT", &date(line(8)).unwrap_or_default());
    read_result(game, &line(10).to_lowercase());
}

fn read_older(game: &mut ForeignGame, header: &[&str], rest: &[&str]) {
    let header: Vec<_> = header
        .iter()
        .filter_map(|line| line.strip_prefix("GI"))
        .collect();
    let line = |place: usize| header.get(place).copied().unwrap_or_default();
    game.state("EV", line(0));
    read_player(game, Color::White, line(1));
    read_player(game, Color::Black, line(2));
    game.state("DT", &date(line(5)).unwrap_or_default());
    read_numbers(game, [line(6), line(7), line(9)]);
    let words = |line: &&str| {
        line.split_once(']')?
            .1
            .strip_suffix("[EndTxt]")
            .map(str::to_owned)
    };
    let is_result = |words: &String| {
        let result = StatedResult::read(words);
        matches!(result, Some(StatedResult::Win { .. } | StatedResult::Draw))
    };
    if let Some(result) = rest.iter().rev().find_map(words).filter(is_result) {
        game.state("RE", &result);
    }
}

/// Reads the size, the handicap and the komi.
fn read_numbers(game: &mut ForeignGame, [size, handicap, komi]: [&str; 3]) {
    game.size = size.parse().unwrap_or(game.size);
    let handicap = handicap.parse().unwrap_or(0);
    game.state_handicap(handicap);
    if let Ok(komi) = komi.parse::<f64>() {
        let half = if handicap == 0 && komi.fract() == 0.0 {
            0.5
        } else {
            0.0
        };
        game.state("KM", &(komi + half).to_string());
    }
}

/// Reads a name, with the rank after spaces.
fn read_player(game: &mut ForeignGame, color: Color, line: &str) {
    let (name, rank) = line.rsplit_once(char::is_whitespace).unwrap_or((line, ""));
    game.state_player(color, name, rank);
}

/// Reads a result such as `black wins by 0.5!`, in lower case.
fn read_result(game: &mut ForeignGame, text: &str) {
    let says = |words: &str| text.contains(words);
    let winner = if says("black win") || says("white lose") {
        Color::Black
    } else if says("white win") || says("black lose") {
        Color::White
    } else {
        return;
    };
    let mut words = text.split(|letter: char| letter.is_whitespace() || letter == '!');
    let how = if says("resign") {
        "R"
    } else if says("time") {
        "T"
    } else {
        let is_number = |word: &&str| word.parse::<f64>().is_ok();
        words.find(is_number).unwrap_or_default()
    };
    game.state_result(winner, how);
}

fn read_move(game: &mut ForeignGame, at: usize, line: &str) {
    let letters = line.as_bytes();
    let color = match letters.get(4) {
        Some(b'B') => Color::Black,
        Some(b'W') => Color::White,
        // Whose move it is cannot be read, nor can where it is.
        _ => return game.play(at, game.to_move(), UNREADABLE),
    };
    let place = |letter: Option<&u8>| Some(usize::from(letter?.checked_sub(b'B')?));
    match letters.get(5..7) {
        None | Some(b"AA") => game.play(at, color, ""),
        Some(_) => {
            let vertex = game.vertex(place(letters.get(5)), place(letters.get(6)));
            game.play(at, color, &vertex);
        }
    }
}
