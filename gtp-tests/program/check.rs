//! `ponnuki check`: what it finds in files, folders and standard input, and its outputs.

use serde_json::{Value, json};

use crate::ponnuki;
use crate::runner::{Folder, InFolder, Run, assert_contains, assert_ends, assert_starts};

/// Two games in Shift JIS; the second byte of a character is a bracket.
const JAPANESE: &[u8] = b"(;CA[Shift_JIS]SZ[9]PB[\x83\x5D];B[aa];W[bb])\n(;SZ[9]CA[SJIS];B[cc])\n";

/// Returns a folder with good and bad games.
fn games() -> Folder {
    let folder = Folder::with_files(&[
        (
            "a.sgf",
            "(;SZ[9];B[aa];W[bb])\n(;SZ[9];B[aa]\n;W[aa];B[cc])",
        ),
        (
            "b/ko.SGF",
            "(;SZ[5]RU[cgos]AB[ba][ab][bc]AW[bb][ca][cc][db]PL[B];B[cb];W[bb])",
        ),
        ("b/mirrored.sgf", "(;SZ[9];B[ia];W[hb])"),
        ("c.sgf", "not a game"),
        ("notes.txt", "not a game either"),
    ]);
    folder.write("d.sgf", JAPANESE);
    folder
}

/// Checks the folder from within, so that the names are short.
fn check(folder: &Folder, arguments: &str) -> Run {
    folder.run(&format!("check {arguments}"))
}

#[test]
fn a_page_lists_the_findings() {
    let folder = games();
    folder.write("evil.sgf", "(;SZ[9]RU[cgos]KM[<b>])");
    let run = check(&folder, ". --html found.html");
    assert_eq!(run.status, Some(1));
    let page = folder.read("found.html");
    assert_contains(&page, "<h1>4 findings in 4 of 8 games</h1>");
    assert_contains(&page, "<th scope=\"row\">superko</th><td>1</td>");
    let row =
        "<td>./a.sgf</td><td>2</td><td>2</td><td>occupied</td><td>A9 already has a stone</td>";
    assert_contains(&page, row);
    assert_contains(&page, "&lt;b&gt;");
    assert!(!page.contains("<b>"), "{page}");
    // The page replaces an earlier one, but no record.
    check(&folder, "d.sgf --html found.html").succeeds();
    assert_contains(
        &folder.read("found.html"),
        "<h1>2 games in 1 file, no findings</h1>",
    );
    let refused = check(&folder, "d.sgf --html a.sgf");
    assert_contains(&refused.err, "--overwrite replaces it");
}

#[test]
fn findings_are_lines_like_those_of_a_compiler() {
    let folder = games();
    let expected = "\
./a.sgf:2:2: occupied: A9 already has a stone
./b/ko.SGF:1:2: superko: B4 repeats the start position
./c.sgf:1: syntax: no game found: an SGF game starts with '(;'
";
    for jobs in [1, 4] {
        let run = check(&folder, &format!(". -j {jobs}"));
        assert_eq!((run.out.as_str(), run.status), (expected, Some(1)));
        assert_eq!(run.err, "ponnuki: 3 findings in 3 of 7 games\n");
    }
    let run = check(&folder, ". --duplicates --ignore occupied,syntax");
    let expected = "\
./b/ko.SGF:1:2: superko: B4 repeats the start position
./b/mirrored.sgf:1: duplicate: the same moves as ./a.sgf:1 on a rotated or mirrored board
./d.sgf:1: duplicate: the same moves as ./a.sgf:1
";
    assert_eq!(run.out, expected);
    folder.write("e.sgf", "(;SZ[9];B[cc])");
    let out = check(&folder, "a.sgf d.sgf e.sgf --duplicates").out;
    assert_ends(&out, "e.sgf:1: duplicate: the same moves as d.sgf:2\n");
}

#[test]
fn a_file_that_cannot_be_read_is_no_game() {
    let folder = games();
    for (arguments, verdict) in [
        ("nowhere", "no game was checked; 1 file cannot be read"),
        (
            "nowhere other",
            "no game was checked; 2 files cannot be read",
        ),
        (
            "nowhere d.sgf",
            "2 games in 1 file, no findings; 1 file cannot be read",
        ),
        (
            "b/ko.SGF nowhere",
            "1 finding in 1 of 1 game; 1 file cannot be read",
        ),
    ] {
        let run = check(&folder, arguments);
        assert_eq!(run.err, format!("ponnuki: {verdict}\n"));
        assert_eq!(run.status, Some(1));
    }
    folder.write("empty/notes.txt", "not a game");
    assert_eq!(check(&folder, "empty").err, "no game was checked\n");
}

#[test]
fn good_games_end_with_success() {
    let folder = games();
    for (arguments, errors) in [
        ("d.sgf b/mirrored.sgf", "3 games in 2 files, no findings\n"),
        ("b/mirrored.sgf", "1 game in 1 file, no findings\n"),
        ("b/ko.SGF --ignore superko -q", ""),
    ] {
        let run = check(&folder, arguments);
        assert_eq!(run.err, errors);
        assert_eq!(run.succeeds(), "");
    }
    let run = check(&folder, "b/ko.SGF --rules chinese -q");
    let found = (run.err.as_str(), run.status);
    assert_eq!(found, ("ponnuki: 1 finding in 1 of 1 game\n", Some(1)));
}

#[test]
fn variations_are_checked_if_asked_for() {
    let text = "(;SZ[9];B[aa](;W[bb])\n(;W[cc];B[cc]))";
    assert_eq!(ponnuki("check - -q", text).succeeds(), "");
    let found = "-:1:3 variation 1, line 2: occupied: C7 already has a stone\n";
    assert_eq!(ponnuki("check - --all", text).out, found);
}

#[test]
fn results_are_compared_with_the_area() {
    let text = "(;SZ[3]RU[cgos]KM[0]RE[W+5];B[bb];W[];B[])";
    let found = "-:1: result: W+5 is claimed, but the area makes it B+9\n";
    assert_eq!(ponnuki("check --score -", text).out, found);
    let right = text.replace("W+5", "B+9.0");
    assert_eq!(ponnuki("check --score -", &right).succeeds(), "");
}

/// Some terminals obey them.
#[test]
fn control_characters_are_escaped_in_json() {
    let folder = Folder::with_files(&[("a\u{9b}31m.sgf", "(;SZ[9]KM[\u{7f}\u{202e}])")]);
    let out = check(&folder, ". --json").out;
    let is_hidden = |letter: char| letter != '\n' && letter.is_control() || letter == '\u{202e}';
    assert!(!out.contains(is_hidden), "{out:?}");
    let row: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(row["file"], "./a\u{9b}31m.sgf");
}

#[test]
fn each_game_is_one_line_of_json() {
    let run = check(&games(), ". --json");
    assert_eq!(run.status, Some(1));
    let lines = run.out.lines().map(serde_json::from_str);
    let rows: Vec<Value> = lines.collect::<Result<_, _>>().unwrap();
    assert_eq!(rows.len(), 7);
    assert_eq!(rows[0]["findings"], json!([]));
    assert_eq!(rows[0]["moves"], 2);
    for (axis, value) in [("ko", "positional"), ("scoring", "area"), ("tax", "none")] {
        assert_eq!(rows[2][axis], value, "{axis}");
    }
    assert_eq!(rows[2]["has_button"], false);
    assert_eq!(rows[4]["scoring"], Value::Null);
    let finding = json!({
        "kind": "superko", "move": 2, "variation": 0, "line": 1, "repeats": 0,
        "message": "B4 repeats the start position",
    });
    assert_eq!(rows[2]["findings"], json!([finding]));
    assert_eq!(rows[4]["size"], Value::Null);
    assert_eq!(rows[5]["encoding"], "Shift_JIS");
}

#[test]
fn mended_files_stand_beside_the_files() {
    let folder = games();
    folder.write("good.sgf", "(;SZ[9];B[aa];W[bb])\n");
    folder.write("e.sgf", "(;SZ[ 9 ]HD[2]AB[aa][bb]KM[6目半];w[cc];B[  ]");
    folder.write(
        "f.gib",
        "\\HS\n\\HE\n\\GS\nSTO 0 2 1 3 3\nSTO 0 3 2 15 15\n\\GE\n",
    );
    let run = check(&folder, ". --fix");
    assert_eq!(run.status, Some(1), "{}", run.err);
    assert_contains(&run.err, "; 3 files mended");
    assert_eq!(
        folder.read("d.mended.sgf"),
        "(;CA[UTF-8]SZ[9]PB[ゾ];B[aa];W[bb])\n(;SZ[9]CA[SJIS];B[cc])\n"
    );
    assert_eq!(
        folder.read("e.mended.sgf"),
        "(;CA[UTF-8]SZ[9]HA[2]AB[aa][bb]KM[6.5];W[cc];B[])\n"
    );
    assert_eq!(
        folder.read("f.sgf"),
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]\n;B[dd]\n;W[pp])\n"
    );
    assert!(!folder.exists("good.mended.sgf"));
    let mended = check(&folder, "d.mended.sgf e.mended.sgf f.sgf");
    assert_eq!(mended.status, Some(0), "{}", mended.out);

    // Nothing is written twice, and nothing is mended a second time.
    folder.write("f.sgf", "(;SZ[9])");
    let again = check(&folder, ". --fix");
    assert_contains(
        &again.err,
        "f.gib is not mended, since ./f.sgf is there already",
    );
    assert!(!again.err.contains("mended;"), "{}", again.err);
    assert_eq!(folder.read("f.sgf"), "(;SZ[9])");
    assert!(!folder.exists("d.mended.mended.sgf"));
    check(&folder, "- --fix").fails(2, "it writes beside a file");
}

#[test]
fn a_file_that_cannot_be_read_does_not_end_the_check() {
    let run = check(&games(), "missing.sgf a.sgf");
    assert_eq!(run.status, Some(1));
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_starts(lines[0], "missing.sgf:1: file: ");
    assert_starts(lines[1], "a.sgf:2:2: occupied");
}

#[test]
fn a_large_collection_is_divided_among_jobs_and_reported_in_order() {
    let good = "(;SZ[9];B[aa];W[bb])\n";
    let bad = ["(;SZ[9];B[aa];W[aa])\n", "(;SZ[9];B[bb];W[bb])"];
    let folder = Folder::new();
    let text = [&good.repeat(60_000), bad[0], good, bad[1]].concat();
    folder.write("large.sgf", text);
    let run = check(&folder, "large.sgf -j 3");
    assert_eq!(
        run.out,
        "large.sgf:60001:2: occupied: A9 already has a stone\n\
         large.sgf:60003:2: occupied: B8 already has a stone\n"
    );
    assert_eq!(run.err, "ponnuki: 2 findings in 2 of 60003 games\n");
}

#[test]
fn wrong_usage_has_its_own_status() {
    for arguments in [
        "",
        "a.sgf --ignore kos",
        "a.sgf -j 0",
        "a.sgf --rules chess",
    ] {
        ponnuki(&format!("check {arguments}"), "").fails(2, "");
    }
}
