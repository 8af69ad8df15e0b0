//! `ponnuki match report` and `ponnuki match merge` on the files of real matches.

use serde_json::Value;

use super::runner::{Folder, InFolder, Run, assert_contains, assert_ends, assert_starts};
use super::{RANDOM, play, records, tournament};

/// Merges files into another one.
pub(super) fn merging(folder: &Folder, files: &str, out: &str) -> Run {
    folder.run(&format!("match merge {files} --out {out}"))
}

/// Summarises a file of results.
pub(super) fn report(folder: &Folder, results: &str, options: &str) -> String {
    let run = folder.run(&format!("match report {results} {options}"));
    run.succeeds()
}

/// Returns the summary without the lines of times, which differ from run to
/// run.
fn without_time(summary: &str) -> String {
    let lines = summary
        .lines()
        .filter(|line| !line.starts_with("time a move") && !line.starts_with("played: "));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn shards_join_to_the_unsharded_match() {
    let folder = Folder::new();
    let options = format!("{RANDOM} --games 20 --alternate --random-opening 3 --seed 9");
    let expected = play(&folder, &options, "whole");
    for shard in 1..=3 {
        let options = format!("{options} --shard {shard}/3 -j 2");
        play(&folder, &options, &format!("part{shard}"));
    }
    let summary = merging(&folder, "part3 part1 part2", "joined").succeeds();
    assert_eq!(records(&folder, "joined"), expected);
    for (game, line) in folder.read("joined").lines().enumerate() {
        let number = format!("\"game\":{game}");
        assert_eq!(line.split(',').nth(2), Some(number.as_str()));
    }
    let report = report(&folder, "whole", "");
    assert_eq!(without_time(&summary), without_time(&report));
    assert_contains(&report, ": 20 games, 5x5, komi 7.5, ");

    // Merging only some of the shards reports the missing games.
    let part = merging(&folder, "part1 part3", "part");
    assert_contains(&part.err, "games are missing: ");
    part.succeeds();
}

#[test]
fn what_does_not_belong_together_is_refused_and_nothing_is_written() {
    let folder = Folder::with_files(&[("empty", "")]);
    play(&folder, &format!("{RANDOM} --games 2 --seed 1"), "one");
    play(&folder, &format!("{RANDOM} --games 2 --seed 2"), "other");
    let text = folder.read("one");
    folder.write("broken", text.replacen("\"schema\"", "\"scheme\"", 1));
    folder.write("game.sgf", "(;SZ[9];B[cc])");
    folder.write("cut", &text[..text.len() - 20]);
    for (files, reason) in [
        ("one one", "line 1: game 0 was in one already"),
        ("one other", "line 1: a game of match"),
        ("one other", "; the settings differ"),
        ("broken one", "broken, line 1: no record of a game"),
        (
            "game.sgf one",
            "game.sgf, line 1: no record of a game of a match, but SGF",
        ),
        ("cut one", "cut, line 2: cut off in the middle"),
        ("empty empty", "no games"),
        ("one missing", "cannot read"),
    ] {
        merging(&folder, files, "out").fails(1, reason);
        assert!(!folder.exists("out"));
    }
}

#[test]
fn a_report_is_a_page_a_text_or_json() {
    let folder = Folder::new();
    play(&folder, &format!("{RANDOM} --games 4 --seed 3"), "out");
    let json = report(&folder, "out", "--html page.html --json --sprt=-10,30");
    let summary: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(summary["games"], 4);
    assert_eq!(summary["sprt"]["elo0"], -10.0);
    assert!(summary["sprt"]["accepted"].is_null());
    let page = folder.read("page.html");
    assert_starts(&page, "<!DOCTYPE html>");
    assert_ends(&page, "</html>");
    assert_eq!(page.matches("<button class=\"card").count(), 4);
    for line in ["report", "merge x", "report x --sprt 5,0"] {
        folder.run(&format!("match {line}")).fails(2, "");
    }
}

#[test]
fn ratings_are_drawn_over_an_anchor() {
    let players = tournament("games = 4", &["one", "two", "three"]);
    let folder = Folder::with_files(&[("three.toml", &players)]);
    play(&folder, "--tournament three.toml", "out");
    play(&folder, &format!("{RANDOM} --games 2"), "duel");
    for (arguments, reason) in [
        ("out --anchor=four", "called \"four\""),
        ("duel --anchor=A", "called \"A\""),
        ("duel", "three players"),
    ] {
        let line = format!("match report {arguments} --ratings-svg picture.svg");
        folder.run(&line).fails(1, reason);
        assert!(!folder.exists("picture.svg"));
    }
    let text = report(&folder, "out", "--anchor=two --ratings-svg picture.svg");
    assert_contains(&text, "Ratings are relative to two.");
    let drawn = folder.read("picture.svg");
    assert_starts(&drawn, "<svg xmlns=");
    assert_contains(&drawn, ">three</text>");
}
