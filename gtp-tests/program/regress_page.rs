//! `ponnuki regress --html`: the page of a run.

use std::fs;
use std::path::Path;

use super::ponnuki_in;

/// This program as an engine.
const ENGINE: &str = "ponnuki --quiet --seed 1";

/// Runs a suite in a folder and returns the page, and the exit status.
fn page(folder: &Path, engine: &str, suite: &str, options: &[&str]) -> (String, Option<i32>) {
    fs::write(folder.join("a.tst"), suite).unwrap();
    let arguments = ["regress", engine, "a.tst", "--html", "p.html"];
    let (_, err, status) = ponnuki_in(folder, &[&arguments, options].concat());
    let page = fs::read_to_string(folder.join("p.html"));
    (
        page.unwrap_or_else(|error| panic!("{error}: {err}")),
        status,
    )
}

/// Returns the tests of a page in their order.
fn tests(page: &str) -> Vec<&str> {
    let (_, tests) = page.split_once("<div class=\"tests\">").unwrap();
    let (tests, _) = tests.split_once("</main>").unwrap();
    tests.split("<article").skip(1).collect()
}

#[test]
fn a_page_shows_positions_and_answers() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.sgf"), "(;SZ[5];B[cc];W[aa])").unwrap();
    let suite = "\
loadsgf a.sgf 2
1 color C3
#? [black]
2 list_stones b
#? [A1|C3]
3 list_stones b
#? [D4]
";
    let (page, status) = page(folder.path(), ENGINE, suite, &[]);
    assert_eq!(status, Some(1));
    assert!(page.contains("<h1>1 of 3 tests failed</h1>"), "{page}");
    let tests = tests(&page);
    assert_eq!(tests.len(), 3);
    // C3 is at (3, 3), D4 at (4, 2): a ring on the expected point, a dot on the other.
    let failed = tests[0];
    assert!(
        failed.starts_with(" class=\"test\" data-verdict=\"fail\""),
        "{failed}"
    );
    assert!(failed.contains("position before a.tst:3"), "{failed}");
    assert!(
        failed.contains("<circle cx=\"3\" cy=\"3\" r=\".46\"/>"),
        "{failed}"
    );
    assert!(
        failed.contains("<circle cx=\"4\" cy=\"2\" r=\".24\""),
        "{failed}"
    );
    assert!(
        failed.contains("<circle cx=\"3\" cy=\"3\" r=\".13\""),
        "{failed}"
    );
    assert!(failed.contains("<code>D4</code>"), "{failed}");
    // The point of the command in a square.
    assert!(tests[1].contains("M3 3m-.22-.22"), "{}", tests[1]);
}

#[test]
fn pictures_are_limited_and_news_are_marked() {
    let folder = tempfile::tempdir().unwrap();
    let suite = "boardsize 5\n1 name\n#? [Ponnuki]\n2 name\n#? [x]\n3 name\n#? [x]*\n";
    let arguments = ["regress", ENGINE, "a.tst", "--save", "old.jsonl"];
    fs::write(
        folder.path().join("a.tst"),
        suite.replace("[x]\n", "[Ponnuki]\n"),
    )
    .unwrap();
    ponnuki_in(folder.path(), &arguments);
    let options = ["--pictures", "1", "--compare", "old.jsonl"];
    let (page, status) = page(folder.path(), ENGINE, suite, &options);
    assert_eq!(status, Some(1));
    let tests = tests(&page);
    let drawn: Vec<_> = tests.iter().map(|test| test.contains("<svg ")).collect();
    assert_eq!(drawn, [true, false, false], "{page}");
    assert!(
        page.contains("The first 1 of 3 tests have pictures."),
        "{page}"
    );
    assert!(
        page.contains("<b>1 newly failing</b>, 0 newly passing"),
        "{page}"
    );
    assert!(
        tests[0].contains("<span class=\"verdict\">new</span>"),
        "{page}"
    );
}

/// An engine that crashes, refuses and plays moves that are not on the board.
#[test]
fn engines_that_lie_are_shown_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let suite = "boardsize 5\nplay b A1\n1 genmove w\n2 list_stones b\n#? [A1]\n3 showboard\n";
    for (fault, words) in [
        ("exit", "the engine</dt><dd>ended with "),
        ("garbage", "answered no GTP"),
        ("illegal", "given</dt>"),
    ] {
        let engine = format!("ponnuki test-engine --quiet --seed 1 --fault {fault} --after 1");
        let (page, _) = page(folder.path(), &engine, suite, &[]);
        assert!(page.contains(words), "{fault}: {page}");
        let tests = tests(&page);
        let second = tests.iter().find(|test| test.contains("a.tst:2")).unwrap();
        if fault == "illegal" {
            // Only the engine knows what it has played.
            assert!(
                second.contains("No picture: the position is not known from line 3 on ("),
                "{second}"
            );
        } else {
            assert!(second.contains("<svg "), "{second}");
        }
    }
    let hostile =
        "boardsize 5\n1 </script><script>alert(1)</script>\u{1b}[2J\u{202e} <img src=x>\n";
    let (page, _) = page(folder.path(), ENGINE, hostile, &[]);
    assert_eq!(page.matches("<script").count(), 1, "{page}");
    assert!(
        !page.contains("<img") && !page.contains(['\u{1b}', '\u{202e}']),
        "{page}"
    );
    let (page, _) = self::page(folder.path(), ENGINE, "genmove b\n1 name\n", &[]);
    assert!(page.contains("No picture: "), "{page}");
}
