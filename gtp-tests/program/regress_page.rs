//! `ponnuki regress --html`: the page of a run.

use super::regress::{regress, regress_engine};
use crate::runner::{Folder, assert_contains, assert_starts};

/// Runs a suite in a folder and returns the page, and the exit status.
fn page(folder: &Folder, suite: &str, options: &str) -> (String, Option<i32>) {
    folder.write("a.tst", suite);
    let run = regress(folder, &format!("a.tst --html p.html {options}"));
    (folder.read("p.html"), run.status)
}

/// Returns the tests of a page in their order.
fn tests(page: &str) -> Vec<&str> {
    let (_, tests) = page.split_once("<div class=\"cards\">").unwrap();
    let (tests, _) = tests.split_once("</main>").unwrap();
    tests.split("<article").skip(1).collect()
}

#[test]
fn a_page_shows_positions_and_answers() {
    let folder = Folder::with_files(&[("a.sgf", "(;SZ[5];B[cc];W[aa])")]);
    let suite = "\
loadsgf a.sgf 2
1 color C3
#? [black]
2 list_stones b
#? [A1|C3]
3 list_stones b
#? [D4]
";
    let (page, status) = page(&folder, suite, "");
    assert_eq!(status, Some(1));
    assert_contains(&page, "<h1>1 of 3 tests failed</h1>");
    let tests = tests(&page);
    assert_eq!(tests.len(), 3);
    assert_starts(tests[0], " class=\"card\" data-verdict=\"fail\"");
    // C3 is at (3, 3), D4 at (4, 2): a ring on the expected point, a dot on the other.
    for words in [
        "position before a.tst:3",
        "<circle cx=\"3\" cy=\"3\" r=\".46\"/>",
        "<circle cx=\"4\" cy=\"2\" r=\".24\"",
        "<circle cx=\"3\" cy=\"3\" r=\".13\"",
        "<code>D4</code>",
    ] {
        assert_contains(tests[0], words);
    }
    // The point of the command in a square.
    assert_contains(tests[1], "M3 3m-.22-.22");
}

#[test]
fn pictures_are_limited_and_news_are_marked() {
    let suite = "boardsize 5\n1 name\n#? [Ponnuki]\n2 name\n#? [x]\n3 name\n#? [x]*\n";
    let old = suite.replace("[x]\n", "[Ponnuki]\n");
    let folder = Folder::with_files(&[("a.tst", &old)]);
    regress(&folder, "a.tst --save old.jsonl");
    let (page, status) = page(&folder, suite, "--pictures 1 --compare old.jsonl");
    assert_eq!(status, Some(1));
    let tests = tests(&page);
    let drawn: Vec<_> = tests.iter().map(|test| test.contains("<svg ")).collect();
    assert_eq!(drawn, [true, false, false], "{page}");
    assert_contains(&page, "The first 1 of 3 tests have pictures.");
    assert_contains(&page, "<b>1 newly failing</b>, 0 newly passing");
    assert_contains(tests[0], "<span class=\"verdict\">new</span>");
}

/// An engine that crashes, refuses and plays moves that are not on the board.
#[test]
fn engines_that_lie_are_shown_as_they_are() {
    let suite = "boardsize 5\nplay b A1\n1 genmove w\n2 list_stones b\n#? [A1]\n3 showboard\n";
    let unknown = "No picture: the position is not known from line 3 on (";
    for (fault, words, second) in [
        ("exit", "the engine</dt><dd>ended with ", "<svg "),
        ("garbage", "answered no GTP", "<svg "),
        // Only the engine knows what it has played.
        ("illegal", "given</dt>", unknown),
    ] {
        let folder = Folder::with_files(&[("a.tst", suite)]);
        let engine = format!("ponnuki test-engine --quiet --seed 1 --fault {fault} --after 1");
        regress_engine(&folder, &engine, "a.tst --html p.html");
        let page = folder.read("p.html");
        assert_contains(&page, words);
        let tests = tests(&page);
        let of_line_2 = tests.iter().find(|test| test.contains("a.tst:2"));
        assert_contains(of_line_2.unwrap(), second);
    }
}
