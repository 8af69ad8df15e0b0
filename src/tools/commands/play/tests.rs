//! Whole games in the terminal, from input to output.

mod ending;
mod hints;

use std::fs;
use std::io::{BufReader, Read};

use ponnuki_core::{Coordinates, IllegalMove};
use ponnuki_formats::sgf;

use super::command::HELP;
use super::screen::explain;
use super::*;
use crate::cli::args::parsed;
use crate::cli::terminal::TERMINAL_WIDTH;
use ending::saved;
use ponnuki_testing::{assert_contains, assert_ends, assert_starts, rows};

/// Returns the output of a game with these options, seed 1 and this input.
fn play_with(options: &str, input: &[u8]) -> String {
    play_seeded(1, options, input)
}

fn arguments(options: &str) -> PlayArgs {
    parsed(options).unwrap()
}

/// Returns a screen that is not a terminal.
fn screen(output: &mut Vec<u8>) -> Screen<&mut Vec<u8>> {
    Screen {
        output,
        view: TextBoard { colors: false },
        rows: None,
        columns: None,
    }
}

fn play_seeded(seed: u64, options: &str, input: &[u8]) -> String {
    play_from(seed, options, input).unwrap()
}

fn play_from(seed: u64, options: &str, input: impl Read) -> Result<String, Failure> {
    let mut output = Vec::new();
    let lines = input::pipe(BufReader::new(input));
    super::play(&arguments(options), seed, lines, screen(&mut output))?;
    Ok(String::from_utf8(output).unwrap())
}

/// Returns the output of `--watch` with these options and seed.
fn watch(seed: u64, options: &str) -> Result<String, Failure> {
    let args = arguments(options);
    let &[black, white] = args.watch.as_deref().unwrap() else {
        panic!("two players");
    };
    let mut output = Vec::new();
    watch_game(&args, [black, white], seed, screen(&mut output))?;
    Ok(String::from_utf8(output).unwrap())
}

fn play(size: usize, input: &str) -> String {
    play_with(&format!("--boardsize {size}"), input.as_bytes())
}

#[test]
fn the_game_ends_with_its_input() {
    let text = play(9, "");
    let greeting = "The engine plays at level 3 of 9. Type help for the commands.\n\
                    You play black (X).\n";
    assert_starts(&text, greeting);
    assert_contains(&text, " 7 . . + . + . + . . 7\n");
    let status = "move 1, black to move; black has captured 0, white 0; komi 7.5\n";
    assert_contains(&text, status);
    assert_ends(&text, "your move (black)> \nGood-bye.\n");
}

#[test]
fn an_option_chooses_the_player_and_the_greeting_names_it() {
    let random = "The engine plays at random, but keeps its eyes.";
    let search = "The engine searches for its moves.";
    for (options, style, name) in [
        ("", "The engine plays at level 3 of 9.", "Ponnuki level 3"),
        ("--never-resign", search, "Ponnuki MCTS"),
        ("--playouts 5", search, "Ponnuki MCTS"),
        ("--player search", search, "Ponnuki MCTS"),
        ("--player random", random, "Ponnuki"),
        ("--level 0", random, "Ponnuki level 0"),
        (
            "--level 7",
            "The engine plays at level 7 of 9.",
            "Ponnuki level 7",
        ),
    ] {
        let text = play_with(&format!("--boardsize 5 {options}"), b"level\n");
        assert_starts(&text, style);
        assert_contains(&text, &format!("The engine is {name}.\n"));
    }
}

#[test]
fn the_engine_answers_a_move() {
    let text = play(9, "d4\nquit\n");
    assert_contains(&text, "black plays D4\n");
    assert_contains(&text, "(X)");
    assert_contains(&text, "white plays ");
    assert_contains(&text, "move 3, black to move");
    assert_ends(&text, "Good-bye.\n");
}

#[test]
fn every_command_of_the_help_is_understood() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("My Game.sgf").display().to_string();
    let examples = HELP.lines().map(|line| line.split("  ").next().unwrap());
    let lines = examples.map(|example| example.replace("FILE.sgf", &file) + "\n");
    // The game goes on for the commands after it.
    let lines = lines.map(|line| line.replace("resign", "resign\nundo"));
    let text = play(5, &lines.collect::<String>());
    assert!(
        !text.contains("> Name ") && !text.contains("> Give "),
        "{text}"
    );
    assert_eq!(text.matches(&format!("Saved as {file}.")).count(), 2);
}

#[test]
fn points_are_read_in_any_case_and_what_is_not_understood_gets_advice() {
    for line in ["D4", "d4", " d04 ", "play D4", "PLAY d4\r"] {
        assert_contains(&play(9, line), "black plays D4\n");
    }
    // The two stones are one region.
    let marks = b"dead c3, E5\nALIVE c3\n";
    let text = play_with("--boardsize 7 --handicap 2 --color white", marks);
    let after = text.split("\nkomi: ").collect::<Vec<_>>();
    assert!(after[0].contains("\ndead: C3 E5\n") && !after[1].contains("\ndead: "));
    let unknown = "I5;44;d4 d5;play;dance;dead;dead x;alive x;save;load;level 10;level five;\
                   watch 0;watch -1;watch me";
    let text = play(9, &unknown.replace(';', "\n"));
    let advice = text.matches("> Name ").count() + text.matches("> Give ").count();
    assert_eq!(advice, unknown.split(';').count(), "{text}");
}

#[test]
fn a_misspelt_command_is_recognised_and_a_wrong_level_names_all() {
    for (line, answer) in [
        ("resgin", "Did you mean resign?"),
        ("lode game.sgf", "Did you mean load?"),
        ("Hlep", "Did you mean help?"),
        ("hilfe", "Name a point such as D4"),
        ("dd5", "Name a point such as D4"),
        ("level 10", "Give a level from 0 to 9, random or search"),
    ] {
        let text = play(5, line);
        assert_contains(&text, &format!("your move (black)> {answer}"));
    }
}

#[test]
fn a_terminal_that_is_too_narrow_for_the_board_is_told_once() {
    for (size, needed, columns, notices) in [
        (19, 43, 42, 1),
        (19, 43, 43, 0),
        (9, 22, 21, 1),
        (9, 22, 42, 0),
    ] {
        let mut output = Vec::new();
        let screen = Screen {
            columns: Some(columns),
            ..screen(&mut output)
        };
        let args = arguments(&format!("--boardsize {size}"));
        let lines = input::pipe(&b"board\nboard\n"[..]);
        super::play(&args, 1, lines, screen).unwrap();
        let text = String::from_utf8(output).unwrap();
        let notice = format!("needs a terminal of {needed} columns; yours has {columns}.");
        assert_eq!(
            text.matches(&notice).count(),
            notices,
            "{size} {columns}: {text}"
        );
    }
}

#[test]
fn the_engine_begins_against_white_and_after_handicap_stones() {
    let text = play_with("--boardsize 9 --color white", b"");
    assert_contains(&text, "black plays ");
    assert_contains(&text, "your move (white)> ");

    let text = play_with("--boardsize 9 --handicap 4", b"undo\n");
    assert_contains(&text, " 7 . . X . + . X . . 7\n");
    assert_contains(&text, "white plays ");
    assert_contains(&text, "There is no move of yours to take back.\n");
}

#[test]
fn a_handicap_has_half_a_point_of_komi_unless_it_is_given() {
    let game = |options| set_up(&arguments(options));
    for (options, komi, stones) in [
        ("--boardsize 9", "7.5", 0),
        ("--boardsize 9 --handicap 1", "0.5", 0),
        ("--boardsize 9 --handicap 4", "0.5", 4),
        ("--boardsize 9 --handicap 4 --rules japanese", "0.5", 4),
        ("--boardsize 9 --handicap 4 --komi 7.5", "7.5", 4),
    ] {
        let game = game(options).unwrap();
        assert_eq!(game.komi().to_string(), komi, "{options}");
        assert_eq!(game.start().stones.black.len(), stones, "{options}");
    }
    let error = game("--boardsize 9 --handicap 50").unwrap_err().to_string();
    assert_contains(&error, "room for at most ");
}

#[test]
fn undo_takes_the_reply_back_too() {
    let text = play(9, "d4\nundo\nundo\n");
    let after = text.rsplit("white plays").next().unwrap();
    assert!(after.contains("move 1, black to move"), "{text}");
    assert!(after.contains("There is no move of yours"), "{text}");
}

#[test]
fn undo_takes_back_only_a_resignation() {
    let text = play(9, "d4\nresign\nundo\n");
    let after = text.rsplit("black resigns").next().unwrap();
    assert!(after.contains("move 3, black to move"), "{text}");
}

#[test]
fn illegal_moves_say_why() {
    let text = play_with(
        "--boardsize 9 --handicap 2 --color white",
        b"c3\nz9\ni4\n\nnonsense\n\xFF\xFE\n",
    );
    assert_contains(&text, "There is a stone on that point already.\n");
    assert_contains(&text, "Z9 is not on this board of 9x9.\n");
    assert_eq!(text.matches("Name a point such as D4").count(), 3, "{text}");
    // On a board of one point, every play is suicide.
    let text = play(1, "a1\n");
    assert_contains(&text, "suicide is forbidden here.\n");
}

#[test]
fn every_reason_is_explained_differently() {
    for (reason, words) in [
        (IllegalMove::Ko, "ko at once"),
        (IllegalMove::Superko { repeats: 0 }, "start position"),
        (IllegalMove::Superko { repeats: 12 }, "after move 12"),
    ] {
        assert_contains(&explain(reason), words);
    }
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
fn a_record_is_continued_from_its_end_or_a_move() {
    let record = "(;SZ[5]KM[3.5]RU[AGA]RE[B+R];B[cc];W[bb];B[dd])";
    let (_folder, file) = saved(record);
    let text = play_with(&format!("--load {file}"), b"");
    // The person plays the colour to move, and the resignation is taken back.
    assert_contains(&text, "\nYou play white");
    assert_contains(&text, "move 4, white to move");
    assert_contains(&text, "komi 3.5");
    assert_ends(&text, "your move (white)> \nGood-bye.\n");
    let text = play_with(&format!("--load {file} --move 1 --color black"), b"");
    assert_contains(&text, "move 2, white to move");
    assert_contains(&text, "white plays ");

    for [options, reason] in rows(
        "
        FILE --move 4 | the game has only 3 moves
        no/such/file  | cannot load no/such/file:
        ",
    ) {
        let options = format!("--load {options}").replace("FILE", &file);
        let failure = play_from(1, &options, &b""[..]).unwrap_err();
        assert_contains(&failure.to_string(), reason);
    }
}

#[test]
fn options_without_their_values_are_refused() {
    for options in [
        "--move 3",
        "--watch 1",
        "--watch 1 10",
        "--watch 1 2 3",
        "--time soon",
    ] {
        assert!(parsed::<PlayArgs>(options).is_err(), "{options}");
    }
    watch(1, "--boardsize 3 --watch search 1 --playouts 5").unwrap();
}

#[test]
fn a_watched_game_ends_with_a_board_and_a_score() {
    let text = watch(1, "--boardsize 7 --watch 1 random").unwrap();
    assert_starts(
        &text,
        "Black (X) is Ponnuki level 1, White (O) is Ponnuki. The seed is 1.\n",
    );
    assert_contains(&text, "Both passed after ");
    assert_contains(&text, "\nkomi: 7.5\nresult: ");
    // A board every few moves, and the final one.
    let boards = text.matches("\n 5 ").count();
    assert!((2..=12).contains(&boards), "{text}");
    assert_eq!(watch(1, "--boardsize 7 --watch 1 random").unwrap(), text);
    assert_ne!(watch(2, "--boardsize 7 --watch 1 random").unwrap(), text);
}

#[test]
fn the_passes_that_end_a_watched_game_are_not_counted() {
    // On one point every play is suicide.
    let text = watch(1, "--boardsize 1 --watch random random").unwrap();
    assert_contains(&text, "Both passed after 0 moves.\n");
}

#[test]
fn a_watched_game_may_fill_the_board_three_times() {
    for (length, most) in [(9, 1_000), (19, 1_083)] {
        let game = set_up(&arguments(&format!("--boardsize {length}"))).unwrap();
        assert_eq!(watch::longest_game(&game), most);
    }
}

#[test]
fn the_engine_plays_both_sides_on_request() {
    let text = play(5, "c3\nwatch 3\nwatch\nsave\nwatch\n");
    // The person's move, the reply, three watched moves, and another reply.
    assert_contains(&text, "move 6, white to move");
    assert_contains(&text, "Both passed: the game is over.\n");
    assert_contains(&text, "game over> The game is over.");
}

#[test]
fn a_game_is_loaded_during_another_one() {
    let (_folder, file) = saved("(;SZ[5]KM[0.5];B[cc];W[bb];B[dd])");
    let text = play(9, &format!("d4\nload {file}\nload nothing.sgf\nb2\n"));
    let (_, after) = text.split_once("You play white (O).\n").unwrap();
    assert_contains(after, " 5 . . . . . 5\n");
    assert_contains(after, "move 4, white to move");
    assert_contains(after, "your move (white)> Cannot load nothing.sgf: ");
    assert_contains(after, "white plays B2\n");
}

#[test]
fn all_lines_fit_a_terminal() {
    for options in ["--boardsize 19", "--boardsize 9 --time 60,30,5 --level 1"] {
        let text = play_with(
            options,
            b"d4\ndance\nhelp\nhint\nestimate\nwatch 4\nsave\nlevel 12\npass\n",
        );
        // A terminal breaks the line after the prompt.
        for line in text.split(['\n', '>']) {
            assert!(line.chars().count() <= TERMINAL_WIDTH, "{line}");
        }
    }
}

#[test]
fn hint_and_help() {
    let text = play(9, "hint\nhelp\nboard\n");
    assert_contains(&text, "Hint: ");
    assert_contains(&text, "save FILE.sgf   write the game into a file\n");
    let (_, hint) = text.split_once("Hint: ").unwrap();
    let (point, _) = hint.split_once(',').unwrap();
    assert!(point.parse::<Coordinates>().is_ok(), "{point}");
    assert!(play(1, "hint\n").contains("Hint: pass"));
}

#[test]
fn a_game_is_saved_with_its_seed() {
    let file = std::env::temp_dir().join(format!("ponnuki-play-{}.sgf", std::process::id()));
    let input = format!("d4\nsave {}\nsave /no/such/folder/x.sgf\n", file.display());
    let text = play(9, &input);
    assert_contains(&text, "Saved as ");
    assert_contains(
        &text,
        "Cannot write /no/such/folder/x.sgf: the folder does not exist.\n",
    );
    let saved = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    assert_contains(&saved, "PB[Human]PW[Ponnuki level 3]C[random seed 1]");
    assert_eq!(sgf::read(saved.as_bytes(), None).unwrap().turns().len(), 2);
}

#[test]
fn names_of_files_that_are_not_utf_8_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["save", "save!", "load"] {
        let mut line = format!("{command} {}/caf", folder.path().display()).into_bytes();
        line.extend(b"\xe9.sgf\n");
        let text = play_with("--boardsize 9", &line);
        assert_contains(&text, "Give the file a name in UTF-8.\n");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_game_is_saved_as_a_file_and_not_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("target"), folder.path().join("link"));
    fs::write(&target, "kept").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let text = play(9, &format!("d4\nsave {}\n", link.display()));
    assert_contains(&text, "not a regular file.");
    assert_eq!(fs::read_to_string(&target).unwrap(), "kept");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_file_that_the_game_did_not_make_is_replaced_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("thesis");
    fs::write(&file, "precious").unwrap();
    let name = file.display();
    let text = play(9, &format!("save {name}\n"));
    assert_contains(&text, &format!("Type save! {name} to replace it."));
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    // A file that was replaced once belongs to the game.
    let text = play(9, &format!("save! {name}\nd4\nsave {name}\n"));
    assert_eq!(text.matches("Saved as ").count(), 2, "{text}");
    assert!(fs::read_to_string(&file).unwrap().contains(";B[df]"));
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let input = "d4\ne5\nf6\npass\n";
    assert_eq!(play(9, input), play(9, input));
    let other = play_seeded(2, "--boardsize 9", input.as_bytes());
    assert_ne!(play(9, input), other);
}
