//! The ruler of a game of Go.

use crate::gtp::engine::tests::{ask, engine, talk};
use crate::gtp::engine::{Engine, EngineOptions};

#[test]
fn a_game_is_followed_to_its_result() {
    let mut engine = engine("3");
    talk(
        &mut engine,
        &[
            ("gogui-rules_game_id", "= Go"),
            ("gogui-rules_board_size", "= 3"),
            ("gogui-rules_side_to_move", "= black"),
            (
                "gogui-rules_legal_moves",
                "= A1 B1 C1 A2 B2 C2 A3 B3 C3 pass",
            ),
            ("gogui-play_sequence b A2 w A1 b B1", "= "),
            ("gogui-rules_board", "= \n. . .\nX . .\n. X ."),
            ("gogui-rules_captured_count", "= 1 0"),
            ("gogui-rules_side_to_move", "= white"),
            // Suicide on A1 is illegal.
            ("gogui-rules_legal_moves", "= C1 B2 C2 A3 B3 C3 pass"),
            ("gogui-rules_board_gfx", "= "),
            ("play w C3", "= "),
            ("play b pass", "= "),
            ("play w pass", "= "),
            ("gogui-rules_legal_moves", "= "),
            (
                "gogui-rules_final_result",
                "= The winner is white, W+5.5 (area: black 3, white 1; komi 7.5)",
            ),
            ("komi 2", "= "),
            (
                "gogui-rules_final_result",
                "= The game is a draw (area: black 3, white 1; komi 2)",
            ),
        ],
    );
}

#[test]
fn bans_are_drawn_and_every_end_has_a_sentence() {
    let mut engine = engine("5");
    talk(
        &mut engine,
        &[
            (
                "gogui-play_sequence b B5 w C5 b A4 w D4 b B3 w C3 b C4 w B4",
                "= ",
            ),
            ("gogui-rules_board_gfx", "= LABEL C4 7"),
            ("rectangular_boardsize 1 2", "= "),
            ("gogui-rules_board_size", "= 1 2"),
        ],
    );
    talk(
        &mut engine,
        &[
            ("rectangular_boardsize 1 3", "= "),
            ("kata-set-rules chinese", "= "),
            (
                "gogui-play_sequence b A1 w A3 b A2 w A3 b A1 w A2 b A1",
                "= ",
            ),
            (
                "gogui-rules_final_result",
                "= No result: the position after move 1 came back",
            ),
        ],
    );
    let mut resigning = Engine::new(EngineOptions::new(1));
    resigning.game.resign(crate::board::Color::Black);
    let result = ask(&mut resigning, "gogui-rules_final_result");
    assert_eq!(result, "= The winner is white, by resignation");
    assert_eq!(ask(&mut resigning, "gogui-rules_legal_moves"), "= ");
}

/// GoGui begins a new game when it attaches a program that lists the commands of a
/// ruler and has a board of another size.
#[test]
fn only_a_ruler_lists_the_commands_of_one() {
    let listed = |ruler| {
        let mut engine = Engine::new(EngineOptions {
            ruler,
            ..EngineOptions::new(1)
        });
        ["list_commands", "help"].map(|line| ask(&mut engine, line).matches("gogui-rules_").count())
    };
    assert_eq!(listed(false), [0, 0]);
    assert_eq!(listed(true), [8, 8]);
}
