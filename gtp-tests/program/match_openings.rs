//! The openings of `ponnuki match` in all their forms.

use super::game_record::GameRecord;
use super::runner::{Folder, assert_contains, assert_starts, rows};
use super::{RANDOM, play, records, run, tournament};

/// Returns the source and the opening moves of each game.
fn openings(records: &[GameRecord]) -> Vec<String> {
    let opening = |record: &GameRecord| {
        let count = record.opening["moves"].as_u64().unwrap() as usize;
        let moves = record.moves[..count].join(" ");
        format!("{} {moves}", record.opening["from"].as_str().unwrap())
    };
    records.iter().map(opening).collect()
}

#[test]
fn a_list_and_a_collection_are_openings() {
    let games = "(;GM[1]SZ[5];B[cc];W[bd](;B[])(;B[aa]))\n(;SZ[5]AB[dd]PL[W];W[bb])";
    let folder = Folder::with_files(&[
        (
            "list.txt",
            "# centre first\nC3 b2 PASS\n\n  d4\tB4 # corner\n",
        ),
        // The end of the name or the first character says what the file is.
        ("games.SGF", games),
        ("games", games),
    ]);
    for (source, expected) in [
        ("list.txt", ["list.txt:2 C3 B2 pass", "list.txt:4 D4 B4"]),
        ("games.SGF", ["games.SGF:1 C3 B2 pass", "games.SGF:2 B4"]),
        ("games", ["games:1 C3 B2 pass", "games:2 B4"]),
    ] {
        let options = format!("{RANDOM} --games 3 --openings {source}");
        let found = openings(&play(&folder, &options, &format!("{source}.out")));
        assert_eq!(found[..2], expected);
        assert_eq!(found[2], expected[0]);
    }
}

#[test]
fn openings_that_cannot_be_played_are_refused_with_their_place() {
    let folder = Folder::new();
    for [name, text, reason] in rows(
        "
        a     | C3 x\u{1b}[2J | a, line 1 cannot be an opening: move 2, \"x\\u{1b}[2J\", is neither
        a     | # nothing    | a contains no opening
        a     |              | a contains no opening
        a.sgf | (;SZ[5];B[cc])(;SZ[9];B[cc]) | a.sgf, game 2 cannot be an opening: it is for a board of 9x9
        a.sgf | (;SZ[5];B[cc];W[cc]) | a.sgf, game 1 cannot be an opening: move 2 is illegal:
        a.sgf | (;SZ[5];B[aa];B[bb]) | game 1 cannot be an opening: move 2 is of the same colour
        a.sgf | (;SZ[5];B[];W[])     | game 1 cannot be an opening: the game is over after it
        a.sgf |                      | game 1 cannot be an opening: no game found
        ",
    ) {
        folder.write(name, text);
        let options = format!("{RANDOM} --games 2 --openings {name}");
        let refused = run(&folder, &options, "out");
        refused.fails(1, reason);
        assert!(!refused.err.contains('\u{1b}'), "{}", refused.err);
        assert!(!folder.exists("out"));
    }
}

#[test]
fn openings_that_are_there_twice_are_named() {
    let folder = Folder::with_files(&[("list", "C3 B2 D4\nC3\nD4 B2 C3\nC3 D2 B4\n")]);
    let options = format!("{RANDOM} --games 4 --openings list");
    let run = run(&folder, &options, "out");
    for line in ["list:3", "list:4"] {
        let warning = format!("[warn] the opening {line} leads to the same position as list:1, ");
        assert_contains(&run.err, &warning);
    }
    assert_eq!(run.err.matches("[warn]").count(), 2, "{}", run.err);
    run.succeeds();
    assert_eq!(records(&folder, "out").len(), 4);
}

#[test]
fn no_output_replaces_a_list_of_openings() {
    let game = "(;SZ[5];B[cc])";
    let folder = Folder::with_files(&[("list", "C3\n"), ("game-000001.sgf", game)]);
    let options = format!("{RANDOM} --games 2 --openings");
    let list = run(&folder, &format!("{options} list"), "list");
    assert_contains(&list.err, "would overwrite");
    let options = format!("{options} game-000001.sgf --sgf-dir .");
    let refused = run(&folder, &options, "out");
    assert_contains(&refused.err, "has the name of a game");
    assert_eq!(folder.read("list"), "C3\n");
    assert_eq!(folder.read("game-000001.sgf"), game);
}

#[test]
fn ready_openings_come_with_the_program() {
    let folder = Folder::new();
    let ready = "--size 9 --openings ready --alternate --games 4";
    let options = RANDOM.replace("--size 5", ready);
    let records = play(&folder, &options, "out");
    let openings = openings(&records);
    assert_starts(&openings[0], "ready/9x9.txt:");
    assert_eq!(openings[0], openings[1]);
    assert_ne!(openings[0], openings[2]);
    assert!(records.iter().all(|record| record.opening["moves"] == 6));
    let other = run(&folder, &format!("{options} --komi 5.5"), "komi");
    let warning = "[warn] the ready openings are balanced for komi 7.5, not 5.5";
    assert_contains(&other.err, warning);
    other.succeeds();
    let refused = run(&folder, &format!("{RANDOM} --openings ready"), "other");
    let reason = "there are no ready openings for 5x5, only for 9x9 and 13x13";
    refused.fails(1, reason);
}

#[test]
fn a_tournament_file_takes_every_form() {
    let folder = Folder::with_files(&[
        ("list.txt", "C3 B2\n"),
        ("games.sgf", "(;SZ[5];B[cc])"),
        ("games/a.sgf", "(;SZ[5];B[dd])"),
    ]);
    for (source, size, expected) in [
        ("list.txt", 5, "list.txt:1 C3 B2"),
        ("games.sgf", 5, "games.sgf:1 C3"),
        ("games", 5, "a.sgf D2"),
        ("ready", 9, "ready/9x9.txt:"),
    ] {
        let head = format!("games = 1\nmax-moves = 20\nopenings = '{source}'");
        let players = tournament(&head, &["one", "two"]);
        let players = players.replace("size = 5", &format!("size = {size}"));
        folder.write("players.toml", players);
        let out = format!("{source}.jsonl");
        let records = play(&folder, "--tournament players.toml", &out);
        assert_starts(&openings(&records)[0], expected);
    }
}
