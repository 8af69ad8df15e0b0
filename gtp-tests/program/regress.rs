//! `ponnuki regress`: suites against this program and against one that misbehaves.

use serde_json::Value;

use crate::runner::{Folder, InFolder, Run, assert_contains, assert_ends, assert_starts, rows};

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

/// Runs `ponnuki regress` in a folder with this program as the engine.
pub(super) fn regress(folder: &Folder, arguments: &str) -> Run {
    regress_engine(folder, "ponnuki --quiet --seed 1", arguments)
}

pub(super) fn regress_engine(folder: &Folder, engine: &str, arguments: &str) -> Run {
    folder.run(&format!("regress '{engine}' {arguments}"))
}

#[test]
fn what_is_unexpected_is_reported() {
    let folder = Folder::with_files(&[("a.tst", SUITE), ("good.tst", "1 name\n#? [Ponnuki.*]\n")]);
    let run = regress(&folder, "a.tst");
    assert_eq!(
        run.out,
        "a.tst: line 19: error: ? unknown command
a.tst:30: FAIL: color C3: expected [white], got 'black'
a.tst:50: unexpected PASS: color A1: expected [empty], got 'empty'
a.tst:80: FAIL: no_such_command: expected success, got '? unknown command'
8 tests in 1 file: 3 passed, 1 unexpectedly passed, 2 failed, 1 failed as known, 1 ignored, 1 other commands refused
"
    );
    assert_eq!(run.err, "ponnuki: 2 tests failed\n");
    assert_eq!(run.status, Some(1));
    let all = regress(&folder, "a.tst --all").out;
    assert_contains(&all, "a.tst:10: pass: list_stones b: 'C3'\n");
    assert_contains(&all, "a.tst:40: known fail: color C3: ");
    assert_contains(&all, "a.tst:60: ignored: version: '");
    regress(&folder, "good.tst").succeeds();
}

#[test]
fn paths_are_relative_to_the_suite() {
    let folder = Folder::with_files(&[
        (
            "deep/a.tst",
            "loadsgf games/a.sgf 2\n1 move_history\n#? [white A1\\s+black E5]\n",
        ),
        ("deep/games/a.sgf", "(;SZ[9];B[ee];W[ai];B[aa])"),
    ]);
    let run = regress(&folder, "deep/a.tst --all");
    assert_eq!(run.status, Some(1), "move 2 is not played: {}", run.out);
    assert_contains(&run.out, "got 'black E5'");
}

#[test]
fn a_fault_costs_one_test() {
    let suite = "boardsize 5\nplay b A1\n1 name\n2 genmove w\n3 list_stones b\n#? [A1]\n4 genmove w\n5 name\n";
    let folder = Folder::with_files(&[("a.tst", suite)]);
    for [fault, reason] in rows(
        "
        exit    | the engine ended with
        hang    | the engine gave no answer within 0.5 s
        garbage | the engine answered no GTP
        ",
    ) {
        let engine = format!("ponnuki test-engine --quiet --fault {fault} --after 1");
        let run = regress_engine(&folder, &engine, "a.tst --time-limit 0.5");
        assert_eq!(run.status, Some(1), "{}", run.err);
        let lines = run.out.lines();
        let failed: Vec<_> = lines.filter(|line| line.contains("FAIL")).collect();
        let [second, fourth] = failed[..] else {
            panic!("{run:?}")
        };
        let start = "a.tst:2: FAIL: genmove w: expected success, but ";
        assert_starts(second, start);
        assert_starts(fourth, "a.tst:4: ");
        assert_contains(second, reason);
        assert_contains(&run.out, ", 2 with a fault of the engine");
    }
}

/// A misspelled command line fails no test.
#[test]
fn an_engine_that_cannot_be_started_is_one_error() {
    let folder = Folder::with_files(&[("a.tst", SUITE), ("b.tst", SUITE)]);
    for format in ["text", "junit", "json"] {
        let arguments = format!("a.tst b.tst -j 2 --save s.jsonl --format {format}");
        let run = regress_engine(&folder, "/no/such/engine", &arguments);
        run.fails(2, "\ntip: is the program installed");
        let words = "ponnuki: the engine cannot be started as '/no/such/engine': ";
        assert_starts(&run.err, words);
        let errors = run.err.matches("cannot be started").count();
        assert_eq!(errors, 1, "{}", run.err);
    }
    // Nothing is saved, so a mended command line runs all tests.
    assert_eq!(folder.read("s.jsonl").lines().count(), 1);
}

/// A suite that passes.
const NAME: &str = "1 name\n#? [Ponnuki]\n";

#[test]
fn results_are_saved_continued_and_compared() {
    let good = format!("{NAME}2 color A1\n#? [empty]\n");
    let folder = Folder::with_files(&[("a.tst", &good), ("b.tst", NAME)]);
    regress(&folder, "a.tst --save old.jsonl").succeeds();
    // The suite that is there is not run again, even if it would fail now.
    folder.write("a.tst", good.replace("empty", "black"));
    let out = regress(&folder, "a.tst b.tst --save old.jsonl -j 2").succeeds();
    assert_starts(&out, "3 tests in 2 files: 3 passed");
    let saved = folder.read("old.jsonl");
    assert_eq!(saved.lines().count(), 3);

    let run = regress(&folder, "a.tst b.tst --compare old.jsonl");
    assert_contains(&run.out, "a.tst:2: FAIL (new): color A1: ");
    assert_ends(&run.out, "1 newly failing, 0 newly passing\n");
    assert_eq!(run.status, Some(1));

    let other = regress_engine(&folder, "ponnuki --quiet", "a.tst --save old.jsonl");
    other.fails(1, "it holds the results of another engine");
    assert_eq!(folder.read("old.jsonl"), saved);
    let refused = regress(&folder, "a.tst --compare b.tst");
    refused.fails(1, "cannot read the results in b.tst: line 1");
}

#[test]
fn no_output_overwrites_another_file() {
    let suite = "loadsgf games/a.sgf\n1 name\n";
    let folder = Folder::with_files(&[
        ("a.tst", suite),
        ("games/a.sgf", "(;SZ[9])"),
        ("old.jsonl", "{\"engine\":\"x\"}\n"),
    ]);
    for [options, reason] in rows(
        "
        --save a.tst          | --save a.tst would overwrite a.tst, which the command reads
        --html ./a.tst        | --html ./a.tst would overwrite a.tst
        --html games/a.sgf    | would overwrite games/a.sgf, which the command reads
        --compare old.jsonl --save old.jsonl | --save old.jsonl would overwrite old.jsonl
        --compare old.jsonl --html old.jsonl | --html old.jsonl would overwrite old.jsonl
        --save x --html x     | --save x and --html x name the same file
        --html x --log-file ./x | --html x and --log-file ./x name the same file
        --html missing/x.html | cannot write missing/x.html:
        --html games          | cannot write games: not a regular file
        --save games          | cannot save the results in games:
        ",
    ) {
        regress(&folder, &format!("a.tst {options}")).fails(1, reason);
    }
    assert_eq!(folder.read("a.tst"), suite);
    assert!(!folder.exists("x.html"));
}

/// As GNU Go's script does, since its own suites need it.
#[test]
fn a_closing_bracket_may_be_missing() {
    let suite = "1 color A1\n#? [empty\n2 color A1\n#? [emp\n";
    let run = regress(&Folder::with_files(&[("a.tst", suite)]), "a.tst");
    assert_eq!(run.status, Some(1));
    let failure = "a.tst:2: FAIL: color A1: expected [emp], got 'empty'\n";
    assert_starts(&run.out, failure);
    for line in [2, 4] {
        let words = format!("a.tst: line {line}: the pattern has no closing bracket");
        assert_contains(&run.err, &words);
    }
}

#[test]
fn results_have_forms_for_programs() {
    let folder = Folder::with_files(&[("a.tst", SUITE)]);
    let results = |format: &str| {
        let run = regress(&folder, &format!("a.tst --format {format}"));
        assert_eq!(run.status, Some(1));
        run.out
    };
    let xml = results("junit");
    let suite = "<testsuite name=\"a.tst\" tests=\"8\" failures=\"2\" errors=\"0\" skipped=\"2\"";
    assert_contains(&xml, suite);
    assert_eq!(xml.matches("<failure message=").count(), 2, "{xml}");

    let refused = regress(&folder, "a.tst --format tap");
    refused.fails(2, "[possible values: text, junit, json]");

    let json = results("json");
    let lines = json.lines().map(serde_json::from_str);
    let lines: Vec<Value> = lines.collect::<Result<_, _>>().unwrap();
    assert_eq!(lines[0]["tests"][2]["verdict"], "fail");
    assert_eq!(lines[0]["tests"][2]["given"], "black");
    assert_eq!(lines[1]["totals"]["failed"], 2);
}

#[test]
fn files_without_a_test_are_wrong_usage() {
    let folder = Folder::new();
    folder.write("game.sgf", "(;SZ[9];B[ee])");
    folder.write("empty.tst", "");
    folder.write("setup.tst", "boardsize 9\n");
    for file in ["game.sgf", "empty.tst", "setup.tst", "empty.tst setup.tst"] {
        let run = regress(&folder, file);
        assert_eq!(run.status, Some(2), "{file}: {}", run.err);
        assert!(run.err.contains("no test"), "{file}: {}", run.err);
    }
}

#[test]
fn broken_suites_are_refused_before_anything_runs() {
    for [lines, reason] in rows(
        "
        #? [x]                 | line 1: there is no numbered command before this pattern
        name, #? [x]           | line 2: there is no numbered command
        1 name, #? x           | line 2: the pattern must be in brackets
        1 name, #? [(]         | line 2: not a regular expression
        1 name, #? [a], #? [b] | line 3: test 1 has a pattern already, in line 2; write alternatives as [A|B]
        ",
    ) {
        let text = lines.replace(", ", "\n");
        let folder = Folder::with_files(&[("good.tst", "1 name\n"), ("bad.tst", &text)]);
        let refused = regress(&folder, "good.tst bad.tst");
        refused.fails(1, reason);
        assert_starts(&refused.err, "ponnuki: cannot read bad.tst: ");
    }
    let missing = regress(
        &Folder::with_files(&[("good.tst", NAME)]),
        "good.tst no.tst",
    );
    missing.fails(1, "ponnuki: cannot read no.tst: ");
}
