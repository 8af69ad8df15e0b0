//! Follows small suites with invented answers.

use std::fs;
use std::path::Path;

use super::*;
use crate::client::{Answer, Fault, FaultKind};
use crate::regress::run::judged;
use ponnuki_core::board::diagram;
use ponnuki_testing::rows;

/// The answer to a test at which the engine dies.
const FAULT: &str = "fault";

/// Follows a suite with these answers to its tests and errors of its unnumbered commands, by line.
/// Returns the positions before its tests as diagrams, or why they are unknown.
fn followed(folder: &Path, text: &str, given: &[&str], errors: &[(usize, &str)]) -> Vec<String> {
    let errors = errors.iter().map(|&(line, error)| (line, error.to_owned()));
    let suite = Suite::parse(&folder.join("a.tst"), text).unwrap();
    let tests = suite.steps.iter().filter(|step| step.number.is_some());
    let tests: Vec<_> = tests
        .enumerate()
        .map(|(place, step)| {
            let answer = match given.get(place) {
                Some(&FAULT) => Err(Fault::new(FaultKind::Crash, FAULT)),
                answer => Ok(Answer::Success(
                    answer.copied().unwrap_or_default().to_owned(),
                )),
            };
            judged(step, &answer, 0.0)
        })
        .collect();
    let outcome = SuiteResult {
        path: suite.path.clone(),
        errors: errors.collect(),
        tests,
    };
    let wanted = (0..outcome.tests.len()).collect();
    let positions = positions(&suite, &outcome, &wanted).into_values();
    let shown = positions.map(|position| match position {
        Ok(board) => diagram::draw_line(&board),
        Err(reason) => reason.to_string(),
    });
    shown.collect()
}

/// Returns the position after commands, which are separated by `;`, or why it is unknown.
fn position_after(commands: &str) -> String {
    let text = format!("{}\n1 name\n", commands.replace(';', "\n"));
    followed(Path::new(""), &text, &[], &[]).pop().unwrap()
}

#[test]
fn commands_move_stones() {
    for [commands, diagram] in rows(
        "
        boardsize 2                                              | ../..
        boardsize 2;play b A1;play W b2;play black pass          | .O/X.
        boardsize 2;play b A1;clear_board                        | ../..
        rectangular_boardsize 3 2;white C2                       | ..O/...
        boardsize 2;trymove b A1;popgo;play w A2;play b B1;undo  | O./..
        boardsize 2;play b A1;play w A2;gg-undo 2                | ../..
        boardsize 2;set_free_handicap A1 B2                      | .X/X.
        boardsize 2;gogui-play_sequence b A1 w B1                | ../XO
        boardsize 2;reg_genmove b;komi 5                         | ../..
        ",
    ) {
        assert_eq!(position_after(commands), diagram, "{commands}");
    }
    // A capture, and a suicide, which some engines allow.
    for plays in [
        "play b A1;play w B1;play w A2",
        "play w A2;play w B1;play b A1",
    ] {
        assert_eq!(
            position_after(&format!("boardsize 2;{plays}")),
            "O./.O",
            "{plays}"
        );
    }
    let corners = position_after("boardsize 7;fixed_handicap 2");
    assert_eq!(corners.matches('X').count(), 2, "{corners}");
}

#[test]
fn the_answers_to_tests_count() {
    let text = "boardsize 2\n1 genmove b\n2 genmove w\n3 genmove b\n4 name\n";
    let given = ["A1", "? no", "resign"];
    let positions = followed(Path::new(""), text, &given, &[]);
    assert_eq!(positions, ["../..", "../X.", "../X.", "../X."]);
    let text = "boardsize 2\n1 genmove_black\n2 genmove_white\n3 name\n";
    let given = ["A1", "B2"];
    let positions = followed(Path::new(""), text, &given, &[]);
    assert_eq!(positions, ["../..", "../X.", ".O/X."]);
    let text = "boardsize 2\n1 genmove b\n2 genmove w\n3 genmove b\n4 name\n";
    // The restarted engine does not know its earlier move.
    let given = ["A1", FAULT];
    let positions = followed(Path::new(""), text, &given, &[]);
    assert_eq!(positions[1..3], ["../X.", "../.."]);
    let text = "boardsize 2\nplay b A1\nplay b A2\n1 name\n";
    let refused = [(3, "? no")];
    assert_eq!(followed(Path::new(""), text, &[], &refused), ["../X."]);
}

#[test]
fn what_cannot_be_followed_says_why() {
    for [commands, words] in rows(
        "
                                           | no command before the test states the size of the board
        play b A1                          | no command before the test states
        clear_board                        | no command before the test states
        boardsize 99                       | not known from line 1 on (
        boardsize x                        | line 1 on ('x' is not a number)
        boardsize 2;play b C3              | line 2 on ('C3' is not on the board)
        boardsize 2;play b A1;play b A1    | line 3 on (A1 is illegal:
        boardsize 2;play x A1              | line 2 on ('x' is not a colour)
        boardsize 2;undo                   | line 2 on (no move is left to take back)
        boardsize 2;genmove b              | line 2 on (the engine's move is not
        boardsize 2;gogui-setup b A1       | (gogui-setup is not followed)
        loadsgf missing.sgf                | line 1 on (missing.sgf:
        boardsize 2;play b C3;play b A1    | line 2 on
        ",
    ) {
        let reason = position_after(commands);
        assert!(reason.contains(words), "{commands}: {reason}");
    }
    assert_eq!(position_after("boardsize 2;play b C3;boardsize 1"), ".");
}

#[test]
fn a_command_at_which_the_engine_stops_leaves_no_position() {
    let text = "boardsize 2\nplay b a1\n1 name\nclear_board\n2 name\n";
    let errors = [(2, "the engine crashed")];
    let positions = followed(Path::new(""), text, &[], &errors);
    assert_eq!(positions, ["the engine stopped in line 2", "../.."]);
}

#[test]
fn games_are_loaded_from_the_folder_of_the_suite() {
    let folder = tempfile::tempdir().unwrap();
    let game = "(;SZ[2]RU[Japanese];B[aa];W[bb];B[ab])";
    fs::write(folder.path().join("a.sgf"), game).unwrap();
    let load = |until: &str| {
        let text = format!("loadsgf a.sgf {until}\n1 name\n");
        followed(folder.path(), &text, &[], &[]).pop().unwrap()
    };
    assert_eq!(load("1"), "../..");
    assert_eq!(load("3"), "X./.O");
    assert_eq!(load(""), "X./XO");
    assert!(load("A1").contains("'A1' is not a number"));
}
