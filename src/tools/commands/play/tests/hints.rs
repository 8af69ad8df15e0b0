//! Hints, estimates, and changing the player.

use super::ending::{SETTLED, resumed};
use super::{play, play_seeded, play_with};
use ponnuki_testing::assert_contains;

/// Returns the hint and the estimate after these moves: the hint's point and line, and the
/// lead and the win rate in percent.
fn advice(seed: u64, options: &str, moves: &str) -> (String, u32, String, u32) {
    let text = play_seeded(seed, options, format!("{moves}hint\nestimate\n").as_bytes());
    let (_, hint) = text.split_once("Hint: ").unwrap();
    let (hint, rest) = hint.split_once('\n').unwrap();
    let (point, hint) = hint.split_once(", win rate ").unwrap();
    let (percent, line) = hint.split_once(" % for black, expected line ").unwrap();
    assert!(line.starts_with(point), "{text}");
    let verdict = rest
        .lines()
        .find(|line| line.contains(", win rate "))
        .unwrap();
    let (lead, rate) = verdict.split_once(", win rate ").unwrap();
    let (lead, _) = lead.split_once(", give or take ").unwrap_or((lead, ""));
    let (rate, _) = rate.split_once(" % for black").unwrap();
    let number = |text: &str| text.parse().unwrap();
    (
        hint.to_owned(),
        number(percent),
        lead.to_owned(),
        number(rate),
    )
}

#[test]
fn the_hint_and_the_estimate_agree() {
    for seed in [1, 2] {
        let (_, hint, lead, estimate) = advice(seed, "--boardsize 9 --level 3", "e5\nc3\n");
        assert_eq!(hint, estimate, "seed {seed}");
        // A lead of less than a point goes with any win rate near one half.
        let points: f64 = lead.get(2..).map_or(0.0, |points| points.parse().unwrap());
        let says = if lead.starts_with('B') {
            hint >= 50
        } else {
            hint <= 50
        };
        assert!(says || points < 1.0, "seed {seed}: {hint} %, {lead}");
    }
}

#[test]
fn the_hint_is_the_same_at_every_level() {
    let hint = |options: &str| {
        let options = format!("--boardsize 5 --color black {options}");
        advice(1, &options, "")
    };
    let expected = hint("");
    for options in ["--player random", "--level 0", "--level 9", "--playouts 5"] {
        assert_eq!(hint(options), expected, "{options}");
    }
}

#[test]
fn a_hint_does_not_change_the_game() {
    for player in ["", "--player search --playouts 50", "--level 2"] {
        let options = format!("--boardsize 5 {player}");
        let last = |input: &[u8]| {
            let text = play_with(&options, input);
            text.rsplit("white plays ").next().unwrap().to_owned()
        };
        assert_eq!(last(b"c3\nb2\n"), last(b"hint\nc3\nhint\nb2\n"), "{player}");
    }
}

#[test]
fn the_level_changes_during_a_game() {
    let text = play(5, "level\nlevel 4\nlevel\nc3\nlevel random\nlevel 12\n");
    assert_contains(&text, "The engine is Ponnuki level 3.\n");
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
        "x o likely territory, . undecided\nB+24.5, win rate 0 % for white, decided.",
    );
}
