//! Positions that test one rule each (`positions.json`), under every rule set for
//! which the table has a verdict, and the eye shapes of `eyes.json`.

use libtest_mimic::Trial;
use ponnuki_core::board::{diagram, true_eyes};
use ponnuki_core::{Color, EyeRule, Game, IllegalMove, Move, Point};
use serde_json::{Map, Value};

use crate::data;
use ponnuki_testing::trial;

pub(crate) fn trials() -> Vec<Trial> {
    let trials = |kind: &str, json: &str, check: fn(&Value)| -> Vec<Trial> {
        let trial = |entry: Value| {
            let name = format!("{kind}::{}", data::text(&entry["id"]));
            trial(name, move || check(&entry))
        };
        data::entries(json).into_iter().map(trial).collect()
    };
    let positions = trials("positions", include_str!("../data/positions.json"), check);
    let eyes = trials("eyes", include_str!("../data/eyes.json"), check_eye);
    positions.into_iter().chain(eyes).collect()
}

fn check(entry: &Value) {
    let no_verdicts = Map::new();
    let verdicts = entry["verdict"].as_object().unwrap_or(&no_verdicts);
    for (rules, verdict) in verdicts {
        let reason = data::text(&entry["reason"][rules]);
        if verdict == "n/a" {
            assert_eq!(refusal(entry, rules), reason, "{rules}");
            continue;
        }
        let game = replay(entry, rules)
            .unwrap_or_else(|(number, why)| panic!("{rules}: move {number} is refused: {why}"));
        assert_eq!(
            verdict.as_bool(),
            Some(reason == "legal"),
            "the verdict and the reason in the table agree"
        );
        check_before(&game, entry);
        check_probe(game, entry, rules, reason);
    }
    if verdicts.is_empty() {
        let game = replay(entry, "psk/forbid").expect("the moves are legal");
        check_area(&game, &entry["area"]);
    }
}

/// Plays the moves of an entry. Returns the number of a refused move and the
/// reason if there is one.
fn replay(entry: &Value, rules: &str) -> Result<Game, (usize, IllegalMove)> {
    let mut game = data::game(data::size(&entry["size"]), data::rules_named(rules));
    let setup = data::number(&entry["setup_len"]);
    let moves = data::list(&entry["moves"]);
    for (number, turn) in (1..).zip(moves) {
        let action = data::action(game.size(), data::text(&turn[1]));
        let played = game.play(data::color(data::text(&turn[0])), action);
        played.map_err(|reason| (number, reason))?;
        if number == setup && !entry["diagram"].is_null() {
            assert_eq!(data::drawn(&game), data::picture(&entry["diagram"]));
        }
    }
    Ok(game)
}

/// Returns the table's words for an entry whose moves include an illegal one.
fn refusal(entry: &Value, rules: &str) -> String {
    let (number, reason) = replay(entry, rules)
        .map(|game| data::drawn(&game))
        .expect_err("one of the moves is illegal");
    let turn = &entry["moves"][number - 1];
    let (color, vertex) = (data::text(&turn[0]), data::text(&turn[1]));
    let reason = data::word(Err(reason));
    format!("sequence illegal at move {number}: ('{reason}', '{color}', '{vertex}')")
}

fn check_before(game: &Game, entry: &Value) {
    assert_eq!(data::drawn(game), data::picture(&entry["before"]));
    let lost = &entry["captured_so_far"];
    assert_eq!(
        game.captures(Color::White),
        data::number(&lost["black_stones"])
    );
    assert_eq!(
        game.captures(Color::Black),
        data::number(&lost["white_stones"])
    );
    check_area(game, &entry["area_before"]);
}

fn check_area(game: &Game, expected: &Value) {
    let fields = ["black", "white", "neutral"];
    data::check_area(game, fields.map(|field| &expected[field]));
}

fn check_probe(mut game: Game, entry: &Value, rules: &str, reason: &str) {
    let color = data::color(data::text(&entry["probe"][0]));
    let action = data::action(game.size(), data::text(&entry["probe"][1]));
    let before = game.board().clone();
    if let Move::Play(point) = action {
        assert_eq!(data::word(game.check(color, point)), reason, "{rules}");
        check_preview(&game, color, point, &entry["after"]);
    }
    let played = game.play(color, action).map(|_| ());
    assert_eq!(data::word(played), reason, "{rules}");
    if played.is_err() {
        assert_eq!(*game.board(), before, "a refused play changes nothing");
    } else if !entry["after"].is_null() {
        let board = data::picture(&entry["after"]["board"]);
        assert_eq!(data::drawn(&game), board, "{rules}");
    }
}

/// Checks the effect of the play on the board, whether the rules allow it or not.
fn check_preview(game: &Game, color: Color, point: Point, after: &Value) {
    if after.is_null() {
        return;
    }
    let preview = game.board().preview(color, point);
    let preview = preview.expect("the point is empty");
    assert_eq!(preview.captured, data::number(&after["captured"]));
    assert_eq!(preview.suicided, data::number(&after["suicided"]));
    let mut board = game.board().clone();
    board.place(color, point);
    assert_eq!(diagram::draw_line(&board), data::picture(&after["board"]));
}

fn check_eye(entry: &Value) {
    let board = diagram::parse(&data::picture(&entry["diagram"])).expect("a position");
    assert_eq!(board.size(), data::size(&entry["size"]));
    let point = board.size().point_named(data::text(&entry["point"]));
    let point = point.expect("a point of the board");
    let color = data::color(data::text(&entry["color"]));
    for (definition, rule) in [
        ("A_own_count", EyeRule::OwnDiagonals),
        ("B_enemy_count", EyeRule::EnemyDiagonals),
    ] {
        let verdict = entry["verdict"][definition].as_bool();
        let eyes = true_eyes(&board, color, rule);
        assert_eq!(Some(eyes.contains(point)), verdict, "{definition}");
    }
}
