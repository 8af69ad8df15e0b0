//! The files that `ponnuki match` writes: which ones it continues, which ones it
//! refuses to overwrite, and what it leaves behind when writing fails.

#[cfg(unix)]
use std::io::Write;

use super::match_files::{merging, report};
#[cfg(unix)]
use super::runner;
use super::runner::{Folder, InFolder, Run, assert_contains};
use super::{RANDOM, first_lines, play, run, tournament};

/// Checks that a command fails with this reason and prints nothing else.
#[track_caller]
fn assert_refused(run: &Run, reason: &str) {
    run.fails(1, reason);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}

/// `paths.rs` tries every input as every output.
#[test]
fn no_output_is_an_input_or_another_output() {
    let players = tournament("games = 2", &["a", "b"]);
    let folder = Folder::with_files(&[("players.toml", &players), ("sub/file", "")]);
    play(&folder, &format!("{RANDOM} --games 2"), "results.jsonl");
    let before = folder.names();
    let twice = folder.run("match report results.jsonl --html page --ratings-svg sub/../page");
    assert_refused(&twice, "--html");
    assert_eq!(folder.names(), before);
    let refused = run(&folder, "--tournament players.toml", "players.toml");
    assert_refused(&refused, "which the command reads");
    assert_eq!(folder.read("players.toml"), players);
    let log = format!("{RANDOM} --games 2 --log-file page");
    assert_refused(&run(&folder, &log, "page"), "name the same file");
}

#[test]
fn a_folder_with_other_games_is_refused() {
    let folder = Folder::new();
    let options = format!("{RANDOM} --games 4 --sgf-dir games");
    let whole = play(&folder, &options, "out");
    let first = folder.read("games/game-000000.sgf");

    // The same match again, and another one, resumed or not.
    let again = run(&folder, &options, "again");
    assert_refused(&again, "continue it with --resume");
    for more in ["--seed 7", "--seed 7 --resume"] {
        let other = run(&folder, &format!("{options} {more}"), "again");
        assert_refused(&other, "no game of this match");
    }
    assert_eq!(folder.read("games/game-000000.sgf"), first);
    assert!(!folder.exists("again"));

    // The resumed match writes the games that it plays. A game that was written
    // before its record was, when the match was killed, is written again.
    folder.write("out", first_lines(&folder.read("out"), 2));
    // The runs that were interrupted or killed have left parts of games.
    folder.write("games/.ponnuki-unfinished-a1B2c3a1B2c3", "(;");
    for game in ["games/game-000001", "games/game-000003"] {
        let whole = folder.read(&format!("{game}.sgf"));
        folder.write(&format!("{game}-unfinished.sgf"), whole);
    }
    let more = options.replace("--games 4", "--games 6 --resume");
    assert_eq!(play(&folder, &more, "out")[..4], whole);
    assert_eq!(folder.read("games/game-000000.sgf"), first);
    assert_eq!(folder.names_in("games").len(), 6);

    // Shards of one match share a folder.
    let options = format!("{RANDOM} --games 6 --sgf-dir shared");
    for shard in ["1", "2"] {
        let options = format!("{options} --shard {shard}/2");
        play(&folder, &options, shard);
    }
    assert_eq!(folder.names_in("shared").len(), 6);

    // Other files do not matter.
    folder.clear("shared");
    folder.write("shared/joseki.sgf", "(;)");
    play(&folder, &options, "third");
}

#[test]
fn the_folder_of_the_games_holds_no_other_file_of_the_match() {
    let folder = Folder::with_files(&[("games/game-000000.sgf", "(;SZ[5];B[cc])")]);
    let options = format!("{RANDOM} --games 2 --sgf-dir games");
    let openings = run(&folder, &format!("{options} --openings games"), "out");
    assert_refused(&openings, "the openings are in");
    folder.clear("games/game-000000.sgf");
    let refused = run(&folder, &options, "games/game-000001.sgf");
    assert_refused(&refused, "has the name of a game");
    assert!(folder.names_in("games").is_empty());
}

#[test]
fn merging_takes_no_memory_for_games_that_are_missing() {
    let folder = Folder::new();
    play(&folder, &format!("{RANDOM} --games 2"), "out");
    let text = folder.read("out");
    let huge = text.replacen("\"game\":1,", "\"game\":18446744073709551615,", 1);
    folder.write("huge", huge);
    let merged = merging(&folder, "huge", "merged");
    let missing = "18446744073709551614 games are missing: 1 to 18446744073709551614";
    assert_contains(&merged.err, missing);
    merged.succeeds();
    report(&folder, "merged", "");
    // Nor do games that are not played yet. The shard has two games.
    let games = format!("{RANDOM} --resume --games 18446744073709551615");
    let shard = "--shard 9223372036854775807/9223372036854775807";
    let played = play(&folder, &format!("{games} {shard}"), "empty");
    assert_eq!(played.len(), 2);
    assert_eq!(folder.read("out"), text);
}

/// A reader that leaves early, such as `head`, is no failure.
#[cfg(unix)]
#[test]
fn a_closed_output_ends_a_match_quietly() {
    let folder = Folder::new();
    play(&folder, &format!("{RANDOM} --games 1"), "out");
    for line in [
        &format!("match {RANDOM} --games 1 -q"),
        &format!("match {RANDOM} --games 1 -q --json"),
        "match report out",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = runner::command(line);
        let output = folder.within(&mut command).stdout(writer).output();
        let run = Run::from(output.unwrap());
        assert_eq!(run.err, "", "{line}");
        run.succeeds();
    }
}

/// A limit on the size of files stands for a full disk. `paths.rs` tries the other outputs.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_part_of_a_game() {
    let folder = Folder::new();
    let line = format!("match -q {RANDOM} --games 3 --sgf-dir games");
    let script = format!("ulimit -f 0; trap '' XFSZ; exec \"$0\" {line}");
    folder.shell(&script).fails(1, "cannot write");
    assert!(folder.names_in("games").is_empty());
}

/// A limit on the memory, with room for the program but not for the records.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_records() {
    const GAMES: usize = 10_000;
    let folder = Folder::new();
    play(&folder, &format!("{RANDOM} --games 20"), "few");
    let few = folder.read("few");
    let lines: Vec<&str> = few.lines().collect();
    let renumbered = |game: usize| {
        let number = format!("\"game\":{},", game % lines.len());
        let line = lines[game % lines.len()];
        line.replacen(&number, &format!("\"game\":{game},"), 1) + "\n"
    };
    // In two files, neither of which is sorted.
    for (name, parity) in [("many-0", 0), ("many-1", 1)] {
        let games = (0..GAMES).rev().filter(|game| game % 2 == parity);
        folder.write(name, games.map(renumbered).collect::<String>());
    }
    for line in [
        "report many-0 many-1 --html page --pictures 20",
        "merge many-0 many-1 --out many",
        &format!("-q {RANDOM} --games {GAMES} --resume --out many"),
    ] {
        let script = format!("ulimit -v 40000; exec \"$0\" match {line}");
        let summary = folder.shell(&script).succeeds();
        assert_contains(&summary, ": 10000 games, ");
    }
    let page = folder.read("page");
    assert_contains(&page, "20 of 10000 games are shown");
    assert_eq!(page.matches("<button class=\"card").count(), 20);
}

#[cfg(unix)]
#[test]
fn an_interrupted_merge_leaves_nothing_behind() {
    let folder = Folder::new();
    play(&folder, &format!("{RANDOM} --games 1"), "one");
    let one = folder.read("one");
    let game = |game: usize| one.replacen("\"game\":0,", &format!("\"game\":{game},"), 1);
    let many: String = (0..1000).map(game).collect();
    let before = folder.names();
    let mut command = runner::command("match merge /dev/stdin --out merged");
    let mut child = runner::start(folder.within(&mut command));
    // A pipe holds less, so the merge reads: its file and its handler of signals are
    // there. It waits for the end of the pipe.
    let mut input = child.stdin.take().unwrap();
    assert!(many.len() > 1 << 18);
    input.write_all(many.as_bytes()).unwrap();
    assert_ne!(folder.names(), before);
    runner::signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(folder.names(), before);
}

/// A pipe can be read only once, but its records are needed twice.
#[cfg(unix)]
#[test]
fn results_come_from_pipes_too() {
    let folder = Folder::new();
    play(&folder, &format!("{RANDOM} --games 3"), "out");
    let summary = report(&folder, "out", "--html page.html");
    let expected = folder.read("page.html");
    let piped = folder.shell("cat out | \"$0\" match report /dev/stdin --html page.html");
    assert_eq!(piped.succeeds(), summary);
    assert_eq!(folder.read("page.html"), expected);
}
