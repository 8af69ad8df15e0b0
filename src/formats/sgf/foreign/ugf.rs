//! UGF, the format of Pandanet: sections of settings as `NAME=VALUE` and of moves.
//!
//! - In `[Header]`, `Hdcp` has the handicap and the komi, `Winner` the colour and the points or a letter (C, E,
//!   G for resignation, T for time, F for a forfeit; the colour D is a draw), and `PlayerB` and `PlayerW` have
//!   the name and the rank.
//! - In `[Data]`, `XY,B1,N,T` is a move: the column and the row in letters, the colour, the number and the
//!   time. The rows are counted from the bottom where `CoordinateType` is `IGS`, otherwise from the top. The
//!   stones of a handicap have the number 0. `YA` is a pass.
//! - `[ReviewComment]` of a review has the comments on the game: `.Comment,N` stands before what is said
//!   before move N.

use super::{ForeignGame, UNREADABLE, date, decoded, setting};
use crate::sgf::encoding::named;
use crate::sgf::tree::TreeProperty;
use ponnuki_core::board::Color;

const FIRST_LINE: &[u8] = b"[header]";

pub(super) fn begins(text: &[u8]) -> bool {
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    first.trim_ascii().eq_ignore_ascii_case(FIRST_LINE)
}

pub(super) fn convert(file: &[u8]) -> String {
    let stated = setting(file, b"Lang=").and_then(named);
    read(&decoded(file, stated)).sgf()
}

fn read(text: &str) -> ForeignGame {
    let mut game = ForeignGame::new();
    let mut section = String::new();
    let mut header = Header::default();
    let mut comments = Comments::default();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with('[') && line.ends_with(']') {
            section = line.to_lowercase();
            continue;
        }
        match &*section {
            "[header]" => header.read(&mut game, line),
            "[data]" if !line.is_empty() => header.read_move(&mut game, at, line),
            "[reviewcomment]" => comments.read(line),
            _ => {}
        }
    }
    header.end(&mut game);
    comments.end(&mut game);
    game
}

/// What the header says of the moves.
#[derive(Default)]
struct Header {
    is_from_bottom: bool,
    handicap: Vec<String>,
}

impl Header {
    fn read(&mut self, game: &mut ForeignGame, line: &str) {
        let Some((name, value)) = line.split_once('=') else {
            return;
        };
        let mut values = value.split(',').map(str::trim);
        let mut next = || values.next().unwrap_or_default();
        match &*name.trim().to_lowercase() {
            "size" => game.size = value.trim().parse().unwrap_or(0),
            "coordinatetype" => self.is_from_bottom = value.trim() == "IGS",
            "playerb" => game.state_player(Color::Black, next(), next()),
            "playerw" => game.state_player(Color::White, next(), next()),
            "title" => game.state("GN", value.trim_matches(',')),
            "place" => game.state("PC", value),
            "copyright" => game.state("CP", value),
            "date" => game.state("DT", &date(next()).unwrap_or_default()),
            "rule" => game.state(
                "RU",
                match value.trim() {
                    "JPN" => "Japanese",
                    "CHN" => "Chinese",
                    other => other,
                },
            ),
            "hdcp" => {
                if let Some(stones) = next().parse::<usize>().ok().filter(|&stones| stones > 1) {
                    game.state("HA", &stones.to_string());
                }
                if let Ok(komi) = next().parse::<f64>() {
                    game.state("KM", &komi.to_string());
                }
            }
            "winner" => {
                let winner = next();
                let how = next();
                let points = how.parse::<f64>().map(|points| points.to_string());
                let how = points.as_deref().unwrap_or(match how {
                    "C" | "E" | "G" => "R",
                    "T" | "F" => how,
                    _ => "",
                });
                match winner {
                    "B" => game.state_result(Color::Black, how),
                    "W" => game.state_result(Color::White, how),
                    "D" => game.state("RE", "0"),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn read_move(&mut self, game: &mut ForeignGame, at: usize, line: &str) {
        let mut fields = line.split(',').map(str::trim);
        let mut next = || fields.next().unwrap_or_default();
        let (place, color, number) = (next(), next(), next());
        let color = match color.chars().next() {
            Some('B') => Color::Black,
            Some('W') => Color::White,
            _ => return game.play(at, game.to_move(), UNREADABLE),
        };
        let index = |letter: Option<&u8>| Some(usize::from(letter?.checked_sub(b'A')?));
        let (column, row) = (place.as_bytes().first(), place.as_bytes().get(1));
        let row = if self.is_from_bottom {
            index(row).and_then(|row| (game.size).checked_sub(row + 1))
        } else {
            index(row)
        };
        let vertex = if place == "YA" {
            String::new()
        } else {
            game.vertex(index(column), row)
        };
        if number == "0" && color == Color::Black && game.moves.is_empty() {
            self.handicap.push(vertex);
        } else {
            game.play(at, color, &vertex);
        }
    }

    fn end(self, game: &mut ForeignGame) {
        if !self.handicap.is_empty() {
            game.root.push(TreeProperty::new("AB", &self.handicap));
        }
    }
}

/// The comments on the game.
#[derive(Default)]
struct Comments {
    /// The number of the node that is commented on, the root being 1, and what is said.
    each: Vec<(usize, Vec<String>)>,
}

impl Comments {
    fn read(&mut self, line: &str) {
        if let Some(number) = line.strip_prefix(".Comment,") {
            let number = number.parse().unwrap_or(0);
            self.each.push((number, Vec::new()));
        } else if let Some((_, said)) = self.each.last_mut() {
            said.push(line.to_owned());
        }
    }

    fn end(self, game: &mut ForeignGame) {
        for (number, said) in self.each {
            // A line feed would move what follows to another line.
            let comment = TreeProperty::new("C", &[said.join("\r")]);
            match number {
                0 => {}
                1 => game.root.push(comment),
                _ => {
                    if let Some((_, properties)) = game.moves.get_mut(number - 2) {
                        properties.push(comment);
                    }
                }
            }
        }
    }
}
