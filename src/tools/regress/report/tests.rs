//! Checks the order and limits of the page, and that foreign markup is escaped.

use super::*;
use crate::client::Answer;
use crate::regress::run::judged;
use ponnuki_testing::assert_contains;

/// Renders the page for these answers to the tests of a suite. No engine runs.
fn page_of(text: &str, answers: &[&str], most_pictures: usize) -> String {
    let suite = Suite::parse("a<b>.tst".as_ref(), text).unwrap();
    let tests = suite.steps.iter().filter(|step| step.number.is_some());
    let outcome = SuiteResult {
        path: suite.path.clone(),
        errors: Vec::new(),
        tests: tests
            .zip(answers)
            .map(|(step, answer)| judged(step, &Ok(Answer::Success((*answer).to_owned())), 0.25))
            .collect(),
    };
    let report = ResultsPage {
        engine: "engine --x '<y>'",
        suites: &[(&suite, &outcome)],
        earlier: None,
        most_pictures,
    };
    let mut page = Vec::new();
    report.write(&mut page).unwrap();
    String::from_utf8(page).unwrap()
}

const SUITE: &str = "\
boardsize 3
play b A1
1 reg_genmove w
#? [B2|C3]
2 reg_genmove w
#? [B2]
3 reg_genmove w
#? [!C1]*
4 attack A1
#? [1 C2]*
";

#[test]
fn failed_tests_come_first_and_get_the_pictures() {
    let answers = ["C3", "A2", "C1", "1 C2"];
    let page = page_of(SUITE, &answers, 2);
    let order: Vec<_> = page
        .split("<article class=\"card\" data-verdict=\"")
        .skip(1)
        .map(|rest| rest.split_once('"').unwrap().0)
        .collect();
    assert_eq!(order, ["fail", "unexpected pass", "known fail", "pass"]);
    assert_eq!(page.matches("<svg ").count(), 2);
    assert_contains(&page, "The first 2 of 4 tests have pictures.");
    assert_contains(&page, "<title>1 of 4 tests failed</title>");
    let numbers =
        "<td>4</td><td class=\"bad\">1</td><td>1</td><td>1</td><td>1</td><td>1.00\u{a0}s</td>";
    assert_contains(&page, numbers);
    let page = page_of(SUITE, &answers, 9);
    assert_eq!(page.matches("<svg ").count(), 4);
    assert!(!page.contains("tests have pictures."));
    assert_contains(&page, "option value=\"known fail\">known fail (1)");
}

#[test]
fn foreign_text_is_only_text() {
    let suite = "1 echo <i>\u{202e}\u{1b}\n#? [<script>alert(1)</script>]\n";
    let page = page_of(suite, &["</script><img src=x>\u{7}\n--"], 9);
    assert_eq!(page.matches("<script").count(), 1);
    assert!(
        !page.contains("<img") && !page.contains("<i>") && !page.contains("<y>"),
        "{page}"
    );
    assert_contains(&page, "&lt;img src=x&gt;?\n--");
    assert_contains(&page, "a&lt;b&gt;.tst");
    assert!(plain::lines(&page) == page);
    assert_contains(
        &page,
        "No picture: no command before the test states the size",
    );
}
