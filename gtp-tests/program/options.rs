//! Options that choose the player, and those of the log.

use super::{Scratch, ponnuki, stderr, stdout};

/// Some moves of the engine, which tell players apart.
const MOVES: &str = "genmove b\ngenmove w\ngenmove b\ngenmove w\ngenmove b\n";

fn moves(options: &[&str]) -> String {
    let fixed = ["--boardsize", "7", "--seed", "5"];
    let output = ponnuki(&[&fixed, options].concat(), MOVES);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output).to_owned()
}

#[test]
fn options_of_the_search_imply_it() {
    let random = moves(&[]);
    assert_eq!(moves(&["--player", "random"]), random);
    assert_eq!(moves(&["--level", "0"]), random);
    let search = moves(&["--player", "mcts", "--playouts", "30"]);
    assert_ne!(search, random);
    assert_eq!(moves(&["--playouts", "30"]), search);
}

#[test]
fn options_of_another_player_are_refused() {
    for (arguments, words) in [
        (
            &["--player", "random", "--playouts", "5"][..],
            "'--playouts' cannot be used with '--player random'",
        ),
        (&["--level", "0", "--memory", "64"], "'--level 0'"),
        (&["--level", "4", "--resign-after", "9"], "with '--level'"),
        (
            &["--playouts", "5", "--resign-after", "9"],
            "'--resign-after'",
        ),
        (
            &["play", "--player", "random", "--memory", "64"],
            "'--memory'",
        ),
    ] {
        let output = ponnuki(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = stderr(&output);
        assert!(message.contains(words), "{message}");
        assert_eq!(stdout(&output), "", "{arguments:?}");
        // The usage is that of the subcommand.
        let usage = if arguments[0] == "play" {
            "Usage: ponnuki play "
        } else {
            "Usage: ponnuki [OPTIONS]"
        };
        assert!(message.contains(usage), "{message}");
    }
}

#[test]
fn every_subcommand_logs() {
    let game = Scratch::new("logged.sgf", "(;SZ[5]KM[0.5];B[cc];W[bb])");
    let log = Scratch::new("logged.txt", "");
    let subcommands: [&[&str]; 7] = [
        &[],
        &["play", "--boardsize", "5"],
        &["score", game.name()],
        &["estimate", game.name(), "--playouts", "10"],
        &["perft", "--size", "2", "--depth", "2"],
        &["bench", "--games", "10"],
        &["test-engine", "--fault", "exit"],
    ];
    for words in subcommands {
        let verbose = ponnuki(&[words, &["-v"]].concat(), "");
        assert!(stderr(&verbose).starts_with("[info] "), "{words:?}");
        let quiet = ponnuki(&[words, &["-q"]].concat(), "");
        assert_eq!(stderr(&quiet), "", "{words:?}");
        let before = std::fs::read_to_string(&log.0).unwrap().len();
        ponnuki(&[words, &["-v", "--log-file", log.name()]].concat(), "");
        let written = std::fs::read_to_string(&log.0).unwrap();
        assert!(written[before..].starts_with("[info] "), "{words:?}");
    }
}
