//! The end of a game: dead stones, resignation and time.

use std::fs;
use std::io::Read;
use std::thread;
use std::time::Duration;

use super::{arguments, play, play_from, play_with, screen, terminal_game};
use ponnuki_testing::{assert_contains, assert_ends, assert_starts};

/// White's stone at E5 is dead, all else is settled, and Black is to move.
pub(super) const SETTLED: &str =
    "(;SZ[5]KM[0.5]AB[ad][bd][cd][dd][be][de][dc][db][da][ac][bc][cc]AW[ea];B[ec];W[])";

/// Writes a record into a temporary folder. Returns the folder and the path of the file.
pub(super) fn saved(record: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    fs::write(&file, record).unwrap();
    let name = file.display().to_string();
    (folder, name)
}

/// Returns the output of a game that goes on from a record with these options.
pub(super) fn resumed(record: &str, options: &str, input: &[u8]) -> String {
    let (_folder, file) = saved(record);
    play_with(&format!("--load {file} {options}"), input)
}

#[test]
fn two_passes_show_the_score_and_propose_dead_stones() {
    let input = b"pass\nalive E5\ndead e5\nalive\nundo\n";
    let text = resumed(SETTLED, "--color white", input);
    // The engine has answered the pass in the file with another pass.
    let (before, after) = text.split_once("game over> ").unwrap();
    // The board at the start, and the board with the score.
    assert_eq!(before.matches(" 5 ").count(), 2, "{text}");
    for words in [
        "black passes\n",
        "Both passed: the game is over.\n",
        "X O stones, # @ dead stones, x o territory",
        " 5 x x x X @ 5\n",
        "dead: E5\nrules: cgos\nkomi: 0.5\nresult: B+24.5\nIf a region is wrong",
    ] {
        assert_contains(before, words);
    }
    assert_starts(after, "The game is over. Type undo");
    let results = after.lines().filter(|line| line.starts_with("result: "));
    let [alive, dead, again] = results.collect::<Vec<_>>()[..] else {
        panic!("{text}")
    };
    assert_eq!((dead, alive), ("result: B+24.5", again), "{text}");
    assert_ends(&text, "your move (white)> \nGood-bye.\n");
}

#[test]
fn the_agreed_dead_stones_are_saved_and_loaded() {
    let (folder, file) = saved(SETTLED);
    let save = folder.path().join("saved.sgf").display().to_string();
    let input = format!("pass\nalive E5\nsave {save}\n");
    let text = play_with(&format!("--load {file} --color white"), input.as_bytes());
    let agreed = text.rsplit("result: ").next().unwrap();
    let (result, _) = agreed.split_once('\n').unwrap();
    let text = play_with(&format!("--load {save}"), b"");
    assert_contains(&text, &format!("result: {result}\n"));
    assert!(!text.contains("dead: "), "{text}");
}

#[test]
fn dead_stones_are_left_to_the_person_on_request() {
    let text = resumed(SETTLED, "--color white --dead-stones marked", b"");
    // Black captures the dead stone before it passes, unless it wins anyway.
    assert_contains(&text, "result: B+");
    assert_contains(&text, "Which stones are dead?");
    assert!(!text.contains("dead: "), "{text}");
}

#[test]
fn a_clean_up_shows_its_phase_and_the_blocked_stones() {
    let record =
        "(;SZ[4:3]KM[0]RU[japanese-playout]PL[W]AB[ab][bc][cb][ba]AW[ca][cc][db];W[];B[];W[bb])";
    let text = resumed(record, "", b"b2\n");
    assert_contains(&text, "white 1; komi 0; first clean-up; blocked: B2\n");
    assert_contains(&text, "lifts the block of the ko\n");
}

#[test]
fn dead_stones_are_not_asked_for_after_the_second_clean_up() {
    let record = SETTLED
        .replace("KM[0.5]", "KM[0.5]RU[japanese-playout]")
        .replace("AW[ea]", "")
        .replace(";W[]", ";W[];B[];W[];B[];W[]");
    for options in ["", "--dead-stones marked"] {
        let text = resumed(&record, &format!("--color white {options}"), b"");
        assert_contains(&text, "komi 0.5; second clean-up\n");
        assert_contains(&text, "Type undo to play on");
        assert!(!text.contains("dead D4"), "{text}");
    }
}

#[test]
fn the_engine_plays_on_after_a_pass_until_the_game_is_settled() {
    let text = play(5, "pass\n");
    let remark = "The game is not settled yet, so the engine plays on.\n";
    assert_contains(&text, remark);
    let filled = resumed(SETTLED, "--color white --level 0 --pass filled", b"");
    assert_contains(&filled, "black plays ");
    assert!(!filled.contains("not settled yet"), "{filled}");
}

#[test]
fn the_engine_plays_on_after_a_pass_until_dead_stones_are_captured() {
    let record = SETTLED
        .replace("KM[0.5]", "KM[0.5]RU[japanese-playout]")
        .replace(";W[]", ";W[];B[];W[];B[]");
    let text = resumed(&record, "--color white", b"pass\n");
    assert_contains(
        &text,
        "Dead stones count until they are captured, so the engine plays on.\n",
    );
    assert!(!text.contains("not settled yet"), "{text}");
}

#[test]
fn dead_stones_are_marked_and_unmarked() {
    let text = play_with(
        "--boardsize 7 --handicap 2 --color white",
        b"dead c3\nalive\ndead c3 a1\ndead z9\ndead\n",
    );
    assert_contains(&text, "dead: C3 E5\n");
    assert_contains(&text, "There is no stone on A1.\n");
    assert_contains(&text, "Z9 is not on this board of 7x7.\n");
    assert_contains(&text, "Name stones, as in: dead D4 Q16\n");
    assert_eq!(text.matches("dead: ").count(), 1, "{text}");
}

#[test]
fn resigning_ends_the_game() {
    let text = play(9, "resign\nresign\nd4\n");
    assert_contains(&text, "black resigns: W+R.\n");
    assert_eq!(text.matches("The game is over.").count(), 2, "{text}");
}

#[test]
fn the_engine_resigns_a_lost_game() {
    let points = ('a'..='e').flat_map(|column| (1..=5).map(move |row| format!("{column}{row}\n")));
    let input: String = points.collect();
    let text = play_with(
        "--boardsize 5 --komi=-100 --player search --playouts 20",
        input.as_bytes(),
    );
    assert_contains(&text, "white resigns: B+R.\n");
}

/// Input from a person who thinks before each line.
struct Slow<'a>(&'a [u8], Duration);

impl Read for Slow<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        thread::sleep(self.1);
        self.0.read(bytes)
    }
}

#[test]
fn a_player_whose_clock_runs_out_loses() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lost.sgf");
    let input = format!("c3\nc3\nundo\nsave {}\n", file.display());
    let slow = Slow(input.as_bytes(), Duration::from_millis(1_050));
    let text = play_from(1, "--boardsize 5 --time 1", slow).unwrap();
    assert_contains(&text, "your move (black, 0:0");
    assert_contains(&text, "black loses on time: W+T.\ngame over> ");
    assert!(!text.contains("black plays"), "{text}");
    assert_contains(&text, "lost on time, so no move can be taken back.\n");
    assert!(fs::read_to_string(file).unwrap().contains("RE[W+T]"));
}

#[test]
fn taking_a_move_back_costs_no_time() {
    let mut output = Vec::new();
    let args = arguments("--boardsize 5 --time 60");
    let mut game = terminal_game(&args, 1, screen(&mut output)).unwrap();
    game.execute("c3").unwrap();
    for _ in 0..2 {
        game.clocks.as_mut().unwrap().began -= Duration::from_secs(40);
        game.execute("undo").unwrap();
    }
    assert_eq!(game.lost_on_time, None);
}

#[test]
fn the_prompt_shows_the_clock() {
    let text = play_with("--boardsize 5 --time 0,30,5", b"c3\n");
    assert_contains(&text, " for 5 moves)> \n   A B C D E\n");
    assert_contains(&text, " for 4 moves)> \nGood-bye.\n");
}
