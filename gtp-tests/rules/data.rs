//! The tables in `../data/` and the words that they use.

use libtest_mimic::Trial;
use ponnuki_core::board::diagram;
use ponnuki_core::{
    BoardSize, Color, Game, IllegalMove, KoRule, Komi, Move, Preset, Rules, Start, Suicide,
};
use serde_json::Value;

use ponnuki_testing::trial;

pub(crate) fn entries(json: &str) -> Vec<Value> {
    serde_json::from_str(json).expect("a list")
}

#[track_caller]
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

#[track_caller]
pub(crate) fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

#[track_caller]
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Returns the fields of the rows of a table, without comment lines.
pub(crate) fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let data = table.lines().filter(|line| !line.starts_with('#'));
    data.map(|line| line.split('\t').collect())
}

/// Makes a test for each line of a file, a JSON object with an `id`.
pub(crate) fn trials(
    prefix: &'static str,
    lines: &'static str,
    check: fn(&Value),
) -> impl Iterator<Item = Trial> {
    lines.lines().map(move |line| {
        let entry: Value = serde_json::from_str(line).expect("a JSON object");
        let name = format!("{prefix}{}", text(&entry["id"]));
        trial(name, move || check(&entry))
    })
}

/// Returns a game under these rules, without komi, from the board and the colour of an entry.
pub(crate) fn game_from(entry: &Value, rules: Rules) -> Game {
    let board = diagram::parse(text(&entry["rows"])).expect("a legal position");
    let start = Start {
        stones: board.position(),
        to_move: color(text(&entry["to_move"])),
        ..Start::default()
    };
    let komi: Komi = "0".parse().expect("a komi");
    Game::with_start(board.size(), rules, komi, start).expect("a legal position")
}

pub(crate) fn ko_rule(name: &str) -> KoRule {
    match name {
        "none" => KoRule::Unrestricted,
        "simple" => KoRule::Simple,
        "psk" => KoRule::Positional,
        "ssk" => KoRule::Situational,
        "nssk" => KoRule::NaturalSituational,
        other => panic!("not a ko rule: {other}"),
    }
}

pub(crate) fn suicide(name: &str) -> Suicide {
    match name {
        "forbid" => Suicide::Forbidden,
        "multi" => Suicide::MultiStone,
        "all" => Suicide::Allowed,
        other => panic!("not a suicide rule: {other}"),
    }
}

pub(crate) fn rules(ko: &str, suicide_rule: &str) -> Rules {
    Rules {
        ko: ko_rule(ko),
        suicide: suicide(suicide_rule),
        ..Preset::Cgos.rules()
    }
}

/// Returns the rules with a name such as `psk/forbid`.
pub(crate) fn rules_named(name: &str) -> Rules {
    let (ko, suicide) = name.split_once('/').expect("ko rule / suicide rule");
    rules(ko, suicide)
}

pub(crate) fn color(letter: &str) -> Color {
    match letter {
        "X" | "B" => Color::Black,
        "O" | "W" => Color::White,
        other => panic!("not a colour: {other}"),
    }
}

pub(crate) fn action(size: BoardSize, name: &str) -> Move {
    if name.eq_ignore_ascii_case("pass") {
        return Move::Pass;
    }
    Move::Play(size.point_named(name).expect("a point of the board"))
}

/// Returns the word for a verdict in the tables.
pub(crate) fn word(verdict: Result<(), IllegalMove>) -> &'static str {
    match verdict {
        Ok(()) => "legal",
        Err(IllegalMove::OffBoard) => "off the board",
        Err(IllegalMove::Occupied) => "occupied",
        Err(IllegalMove::Suicide) => "suicide",
        Err(IllegalMove::Ko) => "ko",
        Err(IllegalMove::Superko { .. }) => "superko",
    }
}

pub(crate) fn game(size: BoardSize, rules: Rules) -> Game {
    Game::new(size, rules, Komi::default())
}

/// Returns the board size from a list of two numbers, columns and rows.
pub(crate) fn size(value: &Value) -> BoardSize {
    BoardSize::new(number(&value[0]), number(&value[1])).expect("1 to 25")
}

/// Returns the rows of a diagram from the top, joined by `/`.
pub(crate) fn picture(value: &Value) -> String {
    list(value).iter().map(text).collect::<Vec<_>>().join("/")
}

pub(crate) fn drawn(game: &Game) -> String {
    diagram::draw_line(game.board())
}

/// Compares the numbers of points of Black's, White's and the shared area.
pub(crate) fn check_area(game: &Game, expected: [&Value; 3]) {
    let area = game.area();
    let found = [area.black, area.white, area.neutral].map(|points| points.len());
    assert_eq!(found, expected.map(number), "area: black, white, neutral");
}
