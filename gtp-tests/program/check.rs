//! `ponnuki check`: what it finds in files, folders and standard input, and its outputs.

use std::fs;
use std::path::Path;

use super::{ponnuki, ponnuki_in, stdout};

/// Two games in Shift JIS; the second byte of a character is a bracket.
const JAPANESE: &[u8] = b"(;CA[Shift_JIS]SZ[9]PB[\x83\x5D];B[aa];W[bb])\n(;SZ[9]CA[SJIS];B[cc])\n";

/// Returns a folder with good and bad games.
fn games() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
    fs::create_dir(folder.path().join("b")).unwrap();
    write(
        "a.sgf",
        b"(;SZ[9];B[aa];W[bb])\n(;SZ[9];B[aa]\n;W[aa];B[cc])",
    );
    write(
        "b/ko.SGF",
        b"(;SZ[5]RU[cgos]AB[ba][ab][bc]AW[bb][ca][cc][db]PL[B];B[cb];W[bb])",
    );
    write("b/mirrored.sgf", b"(;SZ[9];B[ia];W[hb])");
    write("c.sgf", b"not a game");
    write("d.sgf", JAPANESE);
    write("notes.txt", b"not a game either");
    folder
}

/// Checks the folder from within, so that the names are short.
fn check(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    ponnuki_in(folder, &[&["check"], arguments].concat())
}

#[test]
fn findings_are_lines_like_those_of_a_compiler() {
    let folder = games();
    let expected = "\
./a.sgf:2:2: occupied: A9 already has a stone
./b/ko.SGF:1:2: superko: B4 repeats the start position
./c.sgf:1: syntax: no game found: an SGF game starts with '(;'
";
    for jobs in ["1", "4"] {
        let (out, err, status) = check(folder.path(), &[".", "-j", jobs]);
        assert_eq!((out.as_str(), status), (expected, Some(1)), "{err}");
        assert_eq!(err, "ponnuki: 3 findings in 3 of 7 games\n");
    }
    let (out, _, _) = check(
        folder.path(),
        &[".", "--duplicates", "--ignore", "occupied,syntax"],
    );
    let expected = "\
./b/ko.SGF:1:2: superko: B4 repeats the start position
./b/mirrored.sgf:1: duplicate: the same moves as ./a.sgf:1 on a rotated or mirrored board
./d.sgf:1: duplicate: the same moves as ./a.sgf:1
";
    assert_eq!(out, expected);
    fs::write(folder.path().join("e.sgf"), "(;SZ[9];B[cc])").unwrap();
    let (out, _, _) = check(folder.path(), &["a.sgf", "d.sgf", "e.sgf", "--duplicates"]);
    assert!(
        out.ends_with("e.sgf:1: duplicate: the same moves as d.sgf:2\n"),
        "{out}"
    );
}

#[test]
fn good_games_end_with_success() {
    let folder = games();
    let (out, err, status) = check(folder.path(), &["d.sgf", "b/mirrored.sgf"]);
    assert_eq!((out.as_str(), status), ("", Some(0)));
    assert_eq!(err, "3 games in 2 files, no findings\n");
    let (_, err, _) = check(folder.path(), &["b/mirrored.sgf"]);
    assert_eq!(err, "1 game in 1 file, no findings\n");
    let (_, err, status) = check(folder.path(), &["b/ko.SGF", "--rules", "chinese", "-q"]);
    assert_eq!(
        (err.as_str(), status),
        ("ponnuki: 1 finding in 1 of 1 game\n", Some(1))
    );
    let (_, err, status) = check(folder.path(), &["b/ko.SGF", "--ignore", "superko", "-q"]);
    assert_eq!((err.as_str(), status), ("", Some(0)));
}

#[test]
fn variations_are_checked_if_asked_for() {
    let text = "(;SZ[9];B[aa](;W[bb])\n(;W[cc];B[cc]))";
    let output = ponnuki(&["check", "-", "-q"], text);
    assert_eq!((stdout(&output), output.status.code()), ("", Some(0)));
    let output = ponnuki(&["check", "-", "--all"], text);
    assert_eq!(
        stdout(&output),
        "-:1:3 variation 1, line 2: occupied: C7 already has a stone\n"
    );
}

#[test]
fn results_are_compared_with_the_area() {
    let text = "(;SZ[3]RU[cgos]KM[0]RE[W+5];B[bb];W[];B[])";
    let output = ponnuki(&["check", "--score", "-"], text);
    let expected = "-:1: result: W+5 is claimed, but the area makes it B+9\n";
    assert_eq!(stdout(&output), expected);
    let output = ponnuki(&["check", "--score", "-"], &text.replace("W+5", "B+9.0"));
    assert_eq!((stdout(&output), output.status.code()), ("", Some(0)));
}

#[test]
fn each_game_is_one_line_of_json() {
    let folder = games();
    let (out, _, status) = check(folder.path(), &[".", "--json"]);
    assert_eq!(status, Some(1));
    let rows: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 7);
    assert_eq!(rows[0]["findings"], serde_json::json!([]));
    assert_eq!(rows[0]["moves"], 2);
    assert_eq!(rows[2]["ko"], "positional");
    assert_eq!(
        rows[2]["findings"],
        serde_json::json!([{
            "kind": "superko", "move": 2, "variation": 0, "line": 1, "repeats": 0,
            "message": "B4 repeats the start position",
        }])
    );
    assert_eq!(rows[4]["size"], serde_json::Value::Null);
    assert_eq!(rows[5]["encoding"], "Shift_JIS");
}

#[test]
fn copies_are_utf_8() {
    let folder = games();
    let copies = tempfile::tempdir().unwrap();
    let target = copies.path().join("new");
    let target = target.to_str().unwrap();
    let (_, err, status) = check(folder.path(), &[".", "--fix-encoding", target, "-q"]);
    assert_eq!(status, Some(1), "{err}");
    let read = |name: &str| fs::read_to_string(copies.path().join("new").join(name)).unwrap();
    assert_eq!(
        read("d.sgf"),
        "(;CA[UTF-8]SZ[9]PB[ゾ];B[aa];W[bb])\n(;SZ[9]CA[UTF-8];B[cc])\n"
    );
    assert_eq!(read("b/mirrored.sgf"), "(;CA[UTF-8]SZ[9];B[ia];W[hb])\n");
    // Nothing is written twice, and nothing into the folder that is read.
    let (_, err, status) = check(folder.path(), &[".", "--fix-encoding", target]);
    assert_eq!(status, Some(1));
    assert!(err.contains("cannot make the folder"), "{err}");
    let (_, err, _) = check(folder.path(), &[".", "--fix-encoding", "inside"]);
    assert!(err.contains("it lies in a folder that is checked"), "{err}");
    assert!(!folder.path().join("inside").exists());
}

#[test]
fn a_file_that_cannot_be_read_does_not_end_the_check() {
    let folder = games();
    let (out, _, status) = check(folder.path(), &["missing.sgf", "a.sgf"]);
    assert_eq!(status, Some(1));
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines.len(), 2, "{out}");
    assert!(lines[0].starts_with("missing.sgf:1: file: "), "{out}");
    assert!(lines[1].starts_with("a.sgf:2:2: occupied"), "{out}");
}

#[test]
fn a_large_collection_is_divided_among_jobs_and_reported_in_order() {
    let good = "(;SZ[9];B[aa];W[bb])\n";
    let mut text = good.repeat(60_000);
    text.push_str("(;SZ[9];B[aa];W[aa])\n");
    text.push_str(good);
    text.push_str("(;SZ[9];B[bb];W[bb])");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("large.sgf"), &text).unwrap();
    let (out, err, _) = check(folder.path(), &["large.sgf", "-j", "3"]);
    assert_eq!(
        out,
        "large.sgf:60001:2: occupied: A9 already has a stone\n\
         large.sgf:60003:2: occupied: B8 already has a stone\n"
    );
    assert_eq!(err, "ponnuki: 2 findings in 2 of 60003 games\n");
}

#[test]
fn wrong_usage_has_its_own_status() {
    for arguments in [
        &["check"][..],
        &["check", "a.sgf", "--ignore", "kos"],
        &["check", "a.sgf", "-j", "0"],
        &["check", "a.sgf", "--rules", "japanese"],
    ] {
        let output = ponnuki(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
}
