//! Replays random games recorded by an independent program (`traces.jsonl`).
//! After each turn the captures and a fingerprint of the board must be equal. On
//! sampled turns the numbers of legal plays, suicides and superko plays must be
//! equal too.

use libtest_mimic::Trial;
use ponnuki_core::{BoardSize, Color, Game, IllegalMove, Move, Outcome};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::data;
use ponnuki_testing::trial;

pub(crate) fn trials() -> Vec<Trial> {
    let lines = include_str!("../data/traces.jsonl").lines();
    lines
        .map(|line| {
            let trace: Value = serde_json::from_str(line).expect("a line of JSON");
            let rules = data::text(&trace["rules"]).replace('/', "::");
            let length = data::number(&trace["size"]);
            let name = format!("traces::{rules}::{length}::{}", trace["seed"]);
            trial(name, move || replay(&trace))
        })
        .collect()
}

fn replay(trace: &Value) {
    let size = BoardSize::square(data::number(&trace["size"])).expect("a size");
    let rules = data::rules_named(data::text(&trace["rules"]));
    let mut game = data::game(size, rules);
    for (number, turn) in (1..).zip(data::list(&trace["turns"])) {
        let turn = data::list(turn);
        let color = data::color(data::text(&turn[0]));
        if let [legal, suicide, superko] = &turn[5..] {
            let expected = [legal, suicide, superko].map(data::number);
            assert_eq!(verdicts(&game, color), expected, "before move {number}");
        }
        let action = data::action(size, data::text(&turn[1]));
        let played = game.play(color, action).copied();
        let played = played.unwrap_or_else(|reason| panic!("move {number} is refused: {reason}"));
        let removed = [played.captured.len(), played.suicided.len()];
        let expected = [&turn[2], &turn[3]].map(data::number);
        assert_eq!(removed, expected, "captured and lost by move {number}");
        assert_eq!(
            fingerprint(&game),
            data::text(&turn[4]),
            "after move {number}"
        );
    }
    check_end(&game, &trace["final"]);
}

/// Counts the plays that are legal, suicide and repetitions.
fn verdicts(game: &Game, color: Color) -> [usize; 3] {
    let refused: Vec<_> = game.forbidden(color).map(|(_, reason)| reason).collect();
    let suicides = refused.iter().filter(|&&r| r == IllegalMove::Suicide);
    let suicides = suicides.count();
    [
        game.legal_points(color).len(),
        suicides,
        refused.len() - suicides,
    ]
}

/// Returns the first 16 hexadecimal digits of the SHA-256 of the size and the board.
fn fingerprint(game: &Game) -> String {
    let digest = Sha256::digest(format!("{}:{}", game.size(), data::drawn(game)));
    let first = digest[..8].try_into().expect("eight bytes");
    format!("{:016x}", u64::from_be_bytes(first))
}

fn check_end(game: &Game, end: &Value) {
    assert_eq!(data::drawn(game), data::picture(&end["board"]));
    let ended = game.outcome() == Some(Outcome::TwoPasses);
    assert_eq!(Some(ended), end["ended_by_two_passes"].as_bool());
    // The table counts the stones that each colour lost.
    for (field, winner) in [
        ("captured_black", Color::White),
        ("captured_white", Color::Black),
    ] {
        assert_eq!(game.captures(winner), data::number(&end[field]), "{field}");
    }
    let fields = ["black_area", "white_area", "neutral"];
    data::check_area(game, fields.map(|field| &end[field]));
    replay_backwards(game.clone());
}

/// Undoes all moves and plays them again, which must give the same game.
fn replay_backwards(mut game: Game) {
    let end = fingerprint(&game);
    let turns = game.turns().to_vec();
    for turn in turns.iter().rev() {
        assert_eq!(game.undo().as_ref(), Some(turn));
    }
    assert!(game.board().stones(Color::Black).is_empty());
    for turn in &turns {
        let action: Move = turn.action;
        assert_eq!(game.play(turn.color, action), Ok(turn));
    }
    assert_eq!(fingerprint(&game), end);
}
