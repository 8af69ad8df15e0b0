//! Hints, estimates, and changing the player.

use ponnuki::player::MoveAnalysis;
use ponnuki::{BoardSize, Choice, Color, Move};

use super::super::engine::hint;
use super::ending::{SETTLED, resumed};
use super::{play, play_with};
use crate::cli::testing::assert_contains;

#[test]
fn a_hint_gives_the_win_rate_and_the_line_of_the_player() {
    let (random, line) = (
        " % of random games after it.\n",
        " % for black, expected line ",
    );
    for (player, reason) in [
        ("", random),
        ("--level 0", random),
        ("--player mcts --playouts 50", line),
        ("--level 4", line),
    ] {
        let text = play_with(&format!("--boardsize 5 {player}"), b"hint\n");
        assert!(text.contains(reason), "{player}: {text}");
        if let Some((hint, line)) = text.split_once(", win rate ") {
            let (_, name) = hint.rsplit_once("Hint: ").unwrap();
            let (_, line) = line.split_once("expected line ").unwrap();
            assert!(line.starts_with(name), "{player}: {text}");
        }
    }
}

#[test]
fn a_hint_does_not_change_the_game() {
    for player in ["", "--player mcts --playouts 50", "--level 2"] {
        let options = format!("--boardsize 5 {player}");
        let last = |input: &[u8]| {
            let text = play_with(&options, input);
            text.rsplit("white plays ").next().unwrap().to_owned()
        };
        assert_eq!(last(b"c3\nb2\n"), last(b"hint\nc3\nhint\nb2\n"), "{player}");
    }
}

#[test]
fn every_choice_becomes_a_hint() {
    let size = BoardSize::square(5).unwrap();
    let [c3, b2] = ["C3", "B2"].map(|name| Move::Play(size.point_named(name).unwrap()));
    let found = MoveAnalysis {
        action: c3,
        visits: 10,
        winrate: 0.526,
        prior: 0.1,
        lcb: 0.4,
        score_lead: 1.0,
        score_stdev: 2.0,
        pv: vec![c3, b2, Move::Pass],
        pv_visits: Vec::new(),
    };
    let play = Choice::Move(c3);
    for (choice, found, is_random, expected) in [
        (
            play,
            Some(&found),
            false,
            "C3, win rate 53 % for white, expected line C3 B2 pass.",
        ),
        (
            play,
            Some(&found),
            true,
            "C3, white wins 53 % of random games after it.",
        ),
        (play, None, false, "C3."),
        (
            Choice::Move(Move::Pass),
            None,
            true,
            "pass, as the engine would.",
        ),
        (Choice::Resign, None, false, "resign, as the engine would."),
    ] {
        let words = hint(size, Color::White, choice, found, is_random);
        assert_eq!(words, expected);
    }
}

#[test]
fn the_level_changes_during_a_game() {
    let text = play(5, "level\nlevel 4\nlevel\nc3\nlevel random\nlevel 12\n");
    assert_contains(&text, "The engine is Ponnuki.\n");
    assert_contains(&text, "The engine is now Ponnuki level 4.\n");
    assert_contains(&text, "The engine is Ponnuki level 4.\n");
    assert_contains(&text, "The engine is now Ponnuki.\n");
    assert_contains(&text, "Give a level from 0 to 9");
    assert_contains(&text, "white plays ");
}

#[test]
fn an_estimate_shows_the_likely_owners() {
    let text = resumed(SETTLED, "--move 1 --color white", b"estimate\n");
    assert_contains(
        &text,
        "x o likely territory, . undecided\n1000 playouts: B+2",
    );
}
