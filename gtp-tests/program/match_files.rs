//! `ponnuki match report` and `ponnuki match merge` on the files of real matches.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::{Folder, RANDOM, play, records, stderr};

/// Runs `ponnuki match` with these arguments.
pub(super) fn ponnuki_match<I: IntoIterator<Item: AsRef<OsStr>>>(arguments: I) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .arg("match")
        .args(arguments)
        .env_remove("RUST_LOG")
        .output()
        .unwrap()
}

/// Merges files that must belong together. Returns the summary.
fn merge(files: &[&Path], out: &Path) -> String {
    let output = merging(files, out);
    assert!(output.status.success(), "{}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

pub(super) fn merging(files: &[&Path], out: &Path) -> Output {
    let mut arguments = vec![Path::new("merge")];
    arguments.extend(files);
    arguments.extend([Path::new("--out"), out]);
    ponnuki_match(arguments)
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
    let whole = folder.path("whole.jsonl");
    let expected = play(&options, &whole);
    let shards = ["1/3", "2/3", "3/3"].map(|shard| {
        let path = folder.path(&shard.replace('/', "-"));
        play(&format!("{options} --shard {shard} -j 2"), &path);
        path
    });
    let joined = folder.path("joined.jsonl");
    let [first, second, third] = &shards;
    let summary = merge(&[third, first, second], &joined);
    assert_eq!(records(&joined), expected);
    let numbers = fs::read_to_string(&joined).unwrap();
    let numbers: Vec<_> = numbers.lines().map(|line| line.split(',').nth(2)).collect();
    let in_order = (0..20).map(|game| format!("\"game\":{game}"));
    assert!(
        numbers.into_iter().eq(in_order
            .collect::<Vec<_>>()
            .iter()
            .map(|n| Some(n.as_str())))
    );
    let report = ponnuki_match([Path::new("report"), &whole]);
    assert!(report.status.success());
    let report = String::from_utf8(report.stdout).unwrap();
    assert_eq!(without_time(&summary), without_time(&report));
    assert!(report.contains(": 20 games, 5x5, komi 7.5, "), "{report}");

    // Merging only some of the shards reports the missing games.
    let part = merging(&[first, third], &folder.path("part.jsonl"));
    assert!(part.status.success());
    assert!(
        stderr(&part).contains("games are missing: "),
        "{}",
        stderr(&part)
    );
}

#[test]
fn what_does_not_belong_together_is_refused_and_nothing_is_written() {
    let folder = Folder::new();
    let (one, other) = (folder.path("one"), folder.path("other"));
    play(&format!("{RANDOM} --games 2 --seed 1"), &one);
    play(&format!("{RANDOM} --games 2 --seed 2"), &other);
    let text = fs::read_to_string(&one).unwrap();
    let broken = folder.write("broken", &text.replacen("\"schema\"", "\"scheme\"", 1));
    let cut = folder.write("cut", &text[..text.len() - 20]);
    let empty = folder.write("empty", "");
    let missing = folder.path("missing");
    let out = folder.path("out");
    for (files, reason) in [
        ([&one, &one], "line 1: game 0 was in"),
        ([&one, &other], "line 1: a game of match"),
        ([&broken, &one], "broken, line 1: no record of a game"),
        ([&cut, &one], "cut, line 2: cut off in the middle"),
        ([&empty, &empty], "no games"),
        ([&one, &missing], "cannot read"),
    ] {
        let output = merging(&[files[0], files[1]], &out);
        assert_eq!(output.status.code(), Some(1), "{reason}");
        assert!(
            stderr(&output).contains(reason),
            "{reason}: {}",
            stderr(&output)
        );
        assert!(output.stdout.is_empty() && !out.exists());
    }
    fs::write(&out, "mine").unwrap();
    let output = merging(&[&one], &out);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("exists already"));
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
}

#[test]
fn a_report_is_a_page_a_text_or_json() {
    let folder = Folder::new();
    let (out, page) = (folder.path("out"), folder.path("page.html"));
    play(&format!("{RANDOM} --games 4 --seed 3"), &out);
    let output = ponnuki_match([
        Path::new("report"),
        &out,
        Path::new("--html"),
        &page,
        Path::new("--json"),
        Path::new("--sprt=-10,30"),
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["games"], 4);
    assert_eq!(summary["sprt"]["elo0"], -10.0);
    assert!(summary["sprt"]["accepted"].is_null());
    let ladder = folder.path("ladder");
    play(
        "--white \"ponnuki -q\" --handicap ladder --size 5 --games 8",
        &ladder,
    );
    let untested = ponnuki_match([Path::new("report"), &ladder, Path::new("--sprt=0,30")]);
    assert_eq!(untested.status.code(), Some(1));
    assert!(
        stderr(&untested).contains("two players"),
        "{}",
        stderr(&untested)
    );
    let page = fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert_eq!(page.matches("<button class=\"game").count(), 4);
    for arguments in [
        &["report"][..],
        &["merge", "x"],
        &["report", "x", "--sprt", "5,0"],
    ] {
        assert_eq!(
            ponnuki_match(arguments).status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
}

#[test]
fn ratings_are_drawn_over_an_anchor() {
    let folder = Folder::new();
    let players: String = ["one", "two", "three"]
        .map(|name| format!("[[player]]\nname = '{name}'\ncommand = 'ponnuki -q'\n"))
        .concat();
    let three = folder.write("three.toml", &format!("games = 4\nsize = 5\n{players}"));
    let [out, duel, picture] = ["out", "duel", "picture.svg"].map(|name| folder.path(name));
    play(&format!("--tournament {}", three.display()), &out);
    play(&format!("{RANDOM} --games 2"), &duel);
    let report = |results: &Path, anchor: &str| {
        let drawn = [Path::new("--ratings-svg"), &picture];
        let anchor = format!("--anchor={anchor}");
        let named = [Path::new("report"), results, Path::new(&anchor)];
        ponnuki_match(named.into_iter().chain(drawn).collect::<Vec<_>>())
    };
    for (results, anchor, reason) in [
        (&out, "four", "called \"four\""),
        (&duel, "A", "called \"A\""),
    ] {
        let output = report(results, anchor);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(output.stdout.is_empty() && !picture.exists());
    }
    let unrated = [Path::new("report"), &duel, Path::new("--ratings-svg")];
    let unrated = ponnuki_match(
        unrated
            .into_iter()
            .chain([picture.as_path()])
            .collect::<Vec<_>>(),
    );
    assert_eq!(unrated.status.code(), Some(1));
    assert!(stderr(&unrated).contains("three players"));
    let output = report(&out, "two");
    assert!(output.status.success(), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Ratings are relative to two."), "{text}");
    let drawn = fs::read_to_string(picture).unwrap();
    assert!(drawn.starts_with("<svg xmlns=") && drawn.contains(">three</text>"));
}
