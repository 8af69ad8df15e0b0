//! Options that choose the player, and those of the log.

use crate::ponnuki;
use crate::runner::{Folder, InFolder, assert_contains, assert_starts, rows};

/// Some moves of the engine, which tell players apart.
const MOVES: &str = "genmove b\ngenmove w\ngenmove b\ngenmove w\ngenmove b\n";

fn moves(options: &str) -> String {
    ponnuki(&format!("--boardsize 7 --seed 5 {options}"), MOVES).succeeds()
}

#[test]
fn options_of_the_search_imply_it() {
    let random = moves("");
    assert_eq!(moves("--player random"), random);
    assert_eq!(moves("--level 0"), random);
    let search = moves("--player search --playouts 30");
    assert_ne!(search, random);
    assert_eq!(moves("--playouts 30"), search);
}

#[test]
fn options_of_another_player_are_refused() {
    for [arguments, reason] in rows(
        "
        --player random --playouts 5   | '--playouts' cannot be used with '--player random'
        --level 0 --memory 64          | '--level 0'
        --level 4 --resign-after 9     | with '--level'
        --playouts 5 --resign-after 9  | '--resign-after'
        play --player random --memory 64 | '--memory'
        ",
    ) {
        let refused = ponnuki(arguments, "");
        refused.fails(2, reason);
        // The usage is that of the subcommand.
        let usage = if arguments.starts_with("play") {
            "Usage: ponnuki play "
        } else {
            "Usage: ponnuki [OPTIONS]"
        };
        assert_contains(&refused.err, usage);
    }
}

#[test]
fn every_subcommand_logs() {
    let folder = Folder::with_files(&[("game.sgf", "(;SZ[5]KM[0.5];B[cc];W[bb])"), ("log", "")]);
    for subcommand in [
        "",
        "play --boardsize 5",
        "score game.sgf",
        "estimate game.sgf --playouts 10",
        "perft --size 2 --depth 2",
        "bench --games 10",
        "test-engine --fault exit",
    ] {
        let errors = |options: &str| folder.run(&format!("{subcommand} {options}")).err;
        assert_starts(&errors("-v"), "[info] ");
        assert_eq!(errors("-q"), "", "{subcommand}");
        let before = folder.read("log").len();
        errors("-v --log-file log");
        assert_starts(&folder.read("log")[before..], "[info] ");
    }
}
