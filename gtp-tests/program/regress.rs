//! `ponnuki regress`: suites against this program and against one that misbehaves.

use std::fs;
use std::path::Path;

use super::{ponnuki, ponnuki_in, stdout};

/// This program as an engine.
const ENGINE: &str = "ponnuki --quiet --seed 1";

/// Every verdict once.
const SUITE: &str = "\
# A comment
boardsize 5
play b C3
10 list_stones b
#? [C3]

20 list_stones w # nothing
#? [!C3]
30 color C3
#? [white]
40 color C3
#? [white]*
50 color A1
#? [empty]*
60 version
#? [0]&
70 protocol_version
80 no_such_command
no_such_command
";

/// Writes suites into a folder.
fn folder(suites: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in suites {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Runs suites from within their folder.
fn regress(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    ponnuki_in(folder, &[&["regress"], arguments].concat())
}

#[test]
fn what_is_unexpected_is_reported() {
    let folder = folder(&[("a.tst", SUITE)]);
    let (out, err, status) = regress(folder.path(), &[ENGINE, "a.tst"]);
    assert_eq!(
        out,
        "a.tst: line 19: error: ? unknown command
a.tst:30: FAIL: color C3: expected [white], got 'black'
a.tst:50: unexpected PASS: color A1: expected [empty], got 'empty'
a.tst:80: FAIL: no_such_command: expected success, got '? unknown command'
8 tests in 1 file: 3 passed, 1 unexpectedly passed, 2 failed, 1 failed as known, 1 ignored, 1 other commands refused
"
    );
    assert_eq!(
        (err.as_str(), status),
        ("ponnuki: 2 tests failed\n", Some(1))
    );
    let (out, _, _) = regress(folder.path(), &[ENGINE, "a.tst", "--all"]);
    assert!(
        out.contains("a.tst:10: pass: list_stones b: 'C3'\n"),
        "{out}"
    );
    assert!(out.contains("a.tst:40: known fail: color C3: "), "{out}");
    assert!(out.contains("a.tst:60: ignored: version: '"), "{out}");
    let good = super::Scratch::new("good.tst", "1 name\n#? [Ponnuki.*]\n");
    let output = ponnuki(&["regress", ENGINE, good.name()], "");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn paths_are_relative_to_the_suite() {
    let folder = folder(&[
        (
            "deep/a.tst",
            "loadsgf games/a.sgf 2\n1 move_history\n#? [white A1\\s+black E5]\n",
        ),
        ("deep/games/a.sgf", "(;SZ[9];B[ee];W[ai];B[aa])"),
    ]);
    let (out, _, status) = regress(folder.path(), &[ENGINE, "deep/a.tst", "--all"]);
    assert_eq!(status, Some(1), "move 2 is not played: {out}");
    assert!(out.contains("got 'black E5'"), "{out}");
}

#[test]
fn a_fault_costs_one_test() {
    let suite = "boardsize 5\nplay b A1\n1 name\n2 genmove w\n3 list_stones b\n#? [A1]\n4 genmove w\n5 name\n";
    let folder = folder(&[("a.tst", suite)]);
    for (fault, words) in [
        ("exit", "the engine ended with "),
        ("hang", "the engine gave no answer within 0.5 s"),
        ("garbage", "the engine answered no GTP"),
    ] {
        let engine = format!("ponnuki test-engine --quiet --fault {fault} --after 1");
        let (out, err, status) = regress(folder.path(), &[&engine, "a.tst", "--time-limit", "0.5"]);
        assert_eq!(status, Some(1), "{err}");
        let failed: Vec<_> = out.lines().filter(|line| line.contains("FAIL")).collect();
        let [second, fourth] = failed[..] else {
            panic!("{out}{err}")
        };
        assert!(
            second.starts_with("a.tst:2: FAIL: genmove w: expected success, but "),
            "{out}"
        );
        assert!(fourth.starts_with("a.tst:4: "), "{out}");
        assert!(second.contains(words), "{out}");
        assert!(out.contains(", 2 with a fault of the engine"), "{out}");
    }
}

/// A misspelled command line fails no test.
#[test]
fn an_engine_that_cannot_be_started_is_one_error() {
    let folder = folder(&[("a.tst", SUITE), ("b.tst", SUITE)]);
    for format in ["text", "tap", "junit", "json"] {
        let options = [
            "a.tst", "b.tst", "-j", "2", "--save", "s.jsonl", "--format", format,
        ];
        let (out, err, status) = regress(
            folder.path(),
            &[&["/no/such/engine"], &options[..]].concat(),
        );
        assert_eq!((out.as_str(), status), ("", Some(2)), "{format}");
        let words = "ponnuki: the engine cannot be started as '/no/such/engine': ";
        assert!(err.starts_with(words), "{err}");
        assert!(err.contains("\ntip: is the program installed"), "{err}");
        assert_eq!(err.matches("cannot be started").count(), 1, "{err}");
    }
    // Nothing is saved, so a mended command line runs all tests.
    let saved = fs::read_to_string(folder.path().join("s.jsonl")).unwrap();
    assert_eq!(saved.lines().count(), 1, "{saved}");
}

/// As GTP's preprocessing reads it.
#[test]
fn a_line_of_control_characters_is_empty() {
    let folder = folder(&[("a.tst", "\u{1}\u{2}\n1 na\u{7f}me\n#? [Ponnuki]\n\u{8}\n")]);
    let (out, err, status) = regress(folder.path(), &[ENGINE, "a.tst", "--time-limit", "20"]);
    assert_eq!(status, Some(0), "{out}{err}");
}

#[test]
fn results_are_saved_continued_and_compared() {
    let good = "1 name\n#? [Ponnuki]\n2 color A1\n#? [empty]\n";
    let folder = folder(&[("a.tst", good), ("b.tst", "7 name\n#? [Ponnuki]\n")]);
    let run = |arguments: &[&str]| regress(folder.path(), arguments);
    let (_, err, status) = run(&[ENGINE, "a.tst", "--save", "old.jsonl"]);
    assert_eq!(status, Some(0), "{err}");
    // The suite that is there is not run again, even if it would fail now.
    fs::write(folder.path().join("a.tst"), good.replace("empty", "black")).unwrap();
    let (out, _, status) = run(&[ENGINE, "a.tst", "b.tst", "--save", "old.jsonl", "-j", "2"]);
    assert!(out.starts_with("3 tests in 2 files: 3 passed"), "{out}");
    assert_eq!(status, Some(0));
    let saved = fs::read_to_string(folder.path().join("old.jsonl")).unwrap();
    assert_eq!(saved.lines().count(), 3);

    let (out, _, status) = run(&[ENGINE, "a.tst", "b.tst", "--compare", "old.jsonl"]);
    assert!(out.contains("a.tst:2: FAIL (new): color A1: "), "{out}");
    assert!(out.ends_with("1 newly failing, 0 newly passing\n"), "{out}");
    assert_eq!(status, Some(1));

    let (_, err, status) = run(&["ponnuki --quiet", "a.tst", "--save", "old.jsonl"]);
    assert_eq!(status, Some(1));
    assert!(
        err.contains("it holds the results of another engine"),
        "{err}"
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("old.jsonl")).unwrap(),
        saved
    );
    let (_, err, status) = run(&[ENGINE, "a.tst", "--compare", "b.tst"]);
    assert_eq!(status, Some(1));
    assert!(
        err.contains("cannot read the results in b.tst: line 1"),
        "{err}"
    );
}

/// A run that is killed leaves a part of a line.
#[test]
fn a_run_that_was_killed_goes_on() {
    let folder = folder(&[
        ("a.tst", "1 name\n#? [Ponnuki]\n"),
        ("b.tst", "7 name\n#? [Ponnuki]\n"),
    ]);
    let run = || {
        let files = [
            "a.tst",
            "b.tst",
            "--save",
            "saved.jsonl",
            "--format",
            "json",
        ];
        regress(folder.path(), &[&[ENGINE], &files[..]].concat())
    };
    let saved = folder.path().join("saved.jsonl");
    let (first, _, status) = run();
    assert_eq!(status, Some(0));
    let whole = fs::read_to_string(&saved).unwrap();
    let a = whole.lines().nth(1).unwrap().len();
    for kept in [
        0,
        5,
        whole.find('\n').unwrap() + a - 3,
        whole.len() - 40,
        whole.len() - 1,
    ] {
        fs::write(&saved, &whole[..kept]).unwrap();
        let (again, err, status) = run();
        assert_eq!(status, Some(0), "{kept}: {err}");
        let lines = fs::read_to_string(&saved).unwrap();
        assert_eq!(lines.lines().count(), 3, "{kept}: {lines}");
        // What was whole is not run again: its times are the same.
        if kept >= whole.find('\n').unwrap() + 1 + a {
            assert_eq!(again.lines().next(), first.lines().next(), "{kept}");
        }
    }
}

#[test]
fn no_output_overwrites_another_file() {
    let suite = "loadsgf games/a.sgf\n1 name\n";
    let folder = folder(&[
        ("a.tst", suite),
        ("games/a.sgf", "(;SZ[9])"),
        ("old.jsonl", "{\"engine\":\"x\"}\n"),
    ]);
    for (options, words) in [
        (
            "--save a.tst",
            "--save a.tst would overwrite a.tst, which the command reads",
        ),
        ("--html ./a.tst", "--html ./a.tst would overwrite a.tst"),
        (
            "--html games/a.sgf",
            "would overwrite games/a.sgf, which the command reads",
        ),
        (
            "--compare old.jsonl --save old.jsonl",
            "--save old.jsonl would overwrite old.jsonl",
        ),
        (
            "--compare old.jsonl --html old.jsonl",
            "--html old.jsonl would overwrite old.jsonl",
        ),
        (
            "--save x --html x",
            "--save x and --html x name the same file",
        ),
        (
            "--html x --log-file ./x",
            "--html x and --log-file ./x name the same file",
        ),
        ("--html missing/x.html", "cannot write missing/x.html: "),
        ("--html games", "cannot write games: not a regular file"),
        ("--save games", "cannot save the results in games: "),
    ] {
        let options: Vec<_> = options.split(' ').collect();
        let (out, err, status) =
            regress(folder.path(), &[&[ENGINE, "a.tst"], &options[..]].concat());
        assert_eq!((out.as_str(), status), ("", Some(1)), "{options:?}");
        assert!(err.contains(words), "{options:?}: {err}");
    }
    assert_eq!(
        fs::read_to_string(folder.path().join("a.tst")).unwrap(),
        suite
    );
    assert!(!folder.path().join("x.html").exists());
}

#[test]
fn missing_suites_are_named() {
    let folder = folder(&[("a.tst", "1 name\n")]);
    let (out, err, status) = regress(folder.path(), &[ENGINE, "a.tst", "no.tst"]);
    assert_eq!((out.as_str(), status), ("", Some(1)));
    assert!(err.starts_with("ponnuki: cannot read no.tst: "), "{err}");
}

/// As GNU Go's script does, since its own suites need it.
#[test]
fn a_closing_bracket_may_be_missing() {
    let folder = folder(&[("a.tst", "1 color A1\n#? [empty\n2 color A1\n#? [emp\n")]);
    let (out, err, status) = regress(folder.path(), &[ENGINE, "a.tst"]);
    assert_eq!(status, Some(1));
    assert!(
        out.starts_with("a.tst:2: FAIL: color A1: expected [emp], got 'empty'\n"),
        "{out}"
    );
    for line in [2, 4] {
        let words = format!("a.tst: line {line}: the pattern has no closing bracket");
        assert!(err.contains(&words), "{err}");
    }
}

/// Alternatives, lists of points as in Fuego's suites, and groups within lists.
#[test]
fn several_answers_may_be_expected() {
    let suite = "\
boardsize 5
play b A1
play b C3
1 list_stones b
#? [A1 C3]
2 list_stones b
#? [A1|A1 C3]
3 list_stones b
#? [A1 (B2|C3|D4)]
4 list_stones b
#? [A1|C3]
5 list_stones b
#? [!A1|C3]
6 color A1
#? [white|black]
7 color A1
#? [!white|black]
";
    let folder = folder(&[("a.tst", suite)]);
    let (out, _, status) = regress(folder.path(), &[ENGINE, "a.tst", "--all"]);
    let failed: Vec<_> = out
        .lines()
        .filter_map(|line| line.split_once(": FAIL").map(|(place, _)| place))
        .collect();
    assert_eq!(failed, ["a.tst:4", "a.tst:7"], "{out}");
    assert_eq!(status, Some(1));
}

#[test]
fn results_have_forms_for_programs() {
    let folder = folder(&[("a.tst", SUITE)]);
    let (tap, _, status) = regress(folder.path(), &[ENGINE, "a.tst", "--format", "tap"]);
    assert_eq!(status, Some(1));
    assert!(
        tap.starts_with("TAP version 14\n1..8\nok 1 - a.tst:10 list_stones b\n"),
        "{tap}"
    );
    assert!(
        tap.contains("not ok 3 - a.tst:30 color C3\n  ---\n  message: \"expected [white], got 'black'\"\n  ...\n"),
        "{tap}"
    );
    assert!(
        tap.contains("\nnot ok 4 - a.tst:40 color C3 # TODO known to fail\n"),
        "{tap}"
    );
    assert!(
        tap.contains("\nok 6 - a.tst:60 version # SKIP not judged\n"),
        "{tap}"
    );

    let (xml, _, _) = regress(folder.path(), &[ENGINE, "a.tst", "--format", "junit"]);
    assert!(
        xml.contains(
            "<testsuite name=\"a.tst\" tests=\"8\" failures=\"2\" errors=\"0\" skipped=\"2\""
        ),
        "{xml}"
    );
    assert_eq!(xml.matches("<failure message=").count(), 2, "{xml}");

    let (json, _, _) = regress(folder.path(), &[ENGINE, "a.tst", "--format", "json"]);
    let lines: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["tests"][2]["verdict"], "fail");
    assert_eq!(lines[0]["tests"][2]["given"], "black");
    assert_eq!(lines[1]["totals"]["failed"], 2);
}

#[test]
fn broken_suites_are_refused_before_anything_runs() {
    for (text, words) in [
        (
            "#? [x]\n",
            "line 1: there is no numbered command before this pattern",
        ),
        ("name\n#? [x]\n", "line 2: there is no numbered command"),
        ("1 name\n#? x\n", "line 2: the pattern must be in brackets"),
        ("1 name\n#? [(]\n", "line 2: not a regular expression"),
        (
            "1 name\n#? [a]\n#? [b]\n",
            "line 3: test 1 has a pattern already, in line 2; write alternatives as [A|B]",
        ),
    ] {
        let folder = folder(&[("good.tst", "1 name\n"), ("bad.tst", text)]);
        let (out, err, status) = regress(folder.path(), &[ENGINE, "good.tst", "bad.tst"]);
        assert_eq!((out.as_str(), status), ("", Some(1)), "{text}");
        assert!(err.starts_with("ponnuki: cannot read bad.tst: "), "{err}");
        assert!(err.contains(words), "{err}");
    }
}
