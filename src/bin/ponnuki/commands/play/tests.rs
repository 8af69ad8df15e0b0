//! Whole games in the terminal, from input text to output text.

use std::fs;

use clap::Parser;
use ponnuki::{BoardSize, Choice, Coordinates, IllegalMove, Move, sgf};

use super::game::{explain, hint};
use super::*;

#[derive(Debug, Parser)]
struct Arguments {
    #[command(flatten)]
    play: PlayArgs,
}

/// Plays with these options, seed 1 and this input, and returns the output.
fn play_with(options: &str, input: &[u8]) -> String {
    play_seeded(1, options, input)
}

fn play_seeded(seed: u64, options: &str, input: &[u8]) -> String {
    let words = ["play"].into_iter().chain(options.split_whitespace());
    let args = Arguments::try_parse_from(words).unwrap().play;
    let mut output = Vec::new();
    super::play(&args, seed, TextBoard { colors: false }, input, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

fn play(size: usize, input: &str) -> String {
    play_with(&format!("--boardsize {size}"), input.as_bytes())
}

#[test]
fn the_game_ends_with_its_input() {
    let text = play(9, "");
    assert!(
        text.starts_with("You play black (X), the engine plays white (O)."),
        "{text}"
    );
    assert!(text.contains(" 7 . . + . + . + . . 7\n"), "{text}");
    assert!(
        text.contains("move 1, black to move; black has captured 0, white 0; komi 7.5\n"),
        "{text}"
    );
    assert!(text.ends_with("your move (black)> \nGood-bye.\n"), "{text}");
}

#[test]
fn the_engine_answers_a_move() {
    let text = play(9, "d4\nquit\n");
    assert!(text.contains("black plays D4\n"), "{text}");
    assert!(text.contains("(X)"), "{text}");
    assert!(text.contains("white plays "), "{text}");
    assert!(text.contains("move 3, black to move"), "{text}");
    assert!(text.ends_with("Good-bye.\n"), "{text}");
}

#[test]
fn the_engine_begins_against_white_and_after_handicap_stones() {
    let text = play_with("--boardsize 9 --color white", b"");
    assert!(text.contains("black plays "), "{text}");
    assert!(text.contains("your move (white)> "), "{text}");

    let text = play_with("--boardsize 9 --handicap 4", b"undo\n");
    assert!(text.contains(" 7 . . X . + . X . . 7\n"), "{text}");
    assert!(text.contains("white plays "), "{text}");
    assert!(
        text.contains("There is no move of yours to take back.\n"),
        "{text}"
    );
}

#[test]
fn undo_takes_the_reply_back_too() {
    let text = play(9, "d4\nundo\nundo\n");
    let after = text.rsplit("white plays").next().unwrap();
    assert!(after.contains("move 1, black to move"), "{text}");
    assert!(after.contains("There is no move of yours"), "{text}");
}

#[test]
fn illegal_moves_say_why() {
    let text = play_with(
        "--boardsize 9 --handicap 2 --color white",
        b"c3\nz9\ni4\n\nnonsense\n\xFF\xFE\n",
    );
    assert!(
        text.contains("There is a stone on that point already.\n"),
        "{text}"
    );
    assert!(text.contains("Z9 is not on this board of 9x9.\n"), "{text}");
    assert_eq!(
        text.matches("I do not understand that.").count(),
        3,
        "{text}"
    );
    // On one point every play is suicide.
    let text = play(1, "a1\n");
    assert!(text.contains("suicide is forbidden here.\n"), "{text}");
}

#[test]
fn every_reason_is_explained_differently() {
    let ko = explain(IllegalMove::Ko);
    let start = explain(IllegalMove::Superko { repeats: 0 });
    let later = explain(IllegalMove::Superko { repeats: 12 });
    assert!(ko.contains("ko at once"));
    assert!(start.contains("start position"));
    assert!(later.contains("after move 12"));
}

#[test]
fn superko_names_the_move_it_repeats() {
    // A game that keeps trying every point of a 3x1 board soon meets superko.
    let tries = "a1\nb1\nc1\n".repeat(20);
    let found = (0..50).any(|seed| {
        play_seeded(seed, "--boardsize 3x1", tries.as_bytes()).contains("which superko forbids")
    });
    assert!(found);
}

#[test]
fn two_passes_show_the_score_and_ask_for_dead_stones() {
    // On one point the engine can only pass.
    let text = play(1, "pass\npass\nscore\nundo\n");
    assert!(text.contains("Both passed: the game is over."), "{text}");
    assert!(
        text.contains("result: W+7.5\nWhich stones are dead?"),
        "{text}"
    );
    assert!(
        text.contains("game over (black)> The game is over. Type undo"),
        "{text}"
    );
    assert!(text.ends_with("your move (black)> \nGood-bye.\n"), "{text}");
}

#[test]
fn dead_stones_are_marked_and_unmarked() {
    let text = play_with(
        "--boardsize 7 --handicap 2 --color white",
        b"dead c3\nalive\ndead c3 a1\ndead\n",
    );
    assert!(text.contains("dead: C3 E5\n"), "{text}");
    assert!(text.contains("There is no stone on A1.\n"), "{text}");
    assert!(text.contains("Name stones, as in: dead D4 Q16\n"), "{text}");
    assert_eq!(text.matches("dead: ").count(), 1, "{text}");
}

#[test]
fn resigning_ends_the_game() {
    let text = play(9, "resign\nresign\nd4\n");
    assert!(text.contains("black resigns: W+R.\n"), "{text}");
    assert_eq!(text.matches("The game is over.").count(), 2, "{text}");
}

#[test]
fn hint_and_help() {
    let text = play(9, "hint\nhelp\nboard\n");
    assert!(text.contains("Hint: "), "{text}");
    assert!(
        text.contains("save FILE.sgf   write the game into a file\n"),
        "{text}"
    );
    let legal = text
        .split("Hint: ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert!(legal.parse::<Coordinates>().is_ok(), "{legal}");
    assert!(play(1, "hint\n").contains("Hint: Pass"));
}

#[test]
fn a_hint_speaks_of_the_player_that_plays() {
    for (player, reason) in [
        ("", " is legal and fills no eye of yours.\n"),
        ("--level 0", " is legal and fills no eye of yours.\n"),
        (
            "--player mcts --playouts 10",
            " is the move the engine would choose.\n",
        ),
        ("--level 4", " is the move the engine would choose.\n"),
    ] {
        let text = play_with(&format!("--boardsize 5 {player}"), b"hint\n");
        assert!(text.contains(reason), "{player}: {text}");
    }
    let size = BoardSize::square(5).unwrap();
    for choice in [Choice::Move(Move::Pass), Choice::Resign] {
        assert!(hint(size, choice, false).contains("the engine"));
        assert!(!hint(size, choice, true).contains("the engine"));
    }
}

#[test]
fn a_game_is_saved_with_its_seed() {
    let file = std::env::temp_dir().join(format!("ponnuki-play-{}.sgf", std::process::id()));
    let input = format!("d4\nsave {}\nsave /no/such/folder/x.sgf\n", file.display());
    let text = play(9, &input);
    assert!(text.contains("Saved as "), "{text}");
    assert!(
        text.contains("Cannot write /no/such/folder/x.sgf: "),
        "{text}"
    );
    let saved = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    assert!(
        saved.contains("PB[Human]PW[Ponnuki]C[random seed 1]"),
        "{saved}"
    );
    assert_eq!(sgf::read(saved.as_bytes(), None).unwrap().turns().len(), 2);
}

#[cfg(unix)]
#[test]
fn a_game_is_saved_as_a_file_and_not_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("target"), folder.path().join("link"));
    fs::write(&target, "kept").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let text = play(9, &format!("d4\nsave {}\n", link.display()));
    assert!(text.contains("not a regular file."), "{text}");
    assert_eq!(fs::read_to_string(&target).unwrap(), "kept");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let input = "d4\ne5\nf6\npass\n";
    assert_eq!(play(9, input), play(9, input));
    let other = play_seeded(2, "--boardsize 9", input.as_bytes());
    assert_ne!(play(9, input), other);
}
