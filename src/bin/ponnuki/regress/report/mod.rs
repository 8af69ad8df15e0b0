//! The HTML report of regression tests, a single page.
//!
//! `test` renders a test with its position.

mod test;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};
use std::path::Path;

use maud::{Markup, PreEscaped, html};

use super::position::positions;
use super::results::{EarlierRun, TestTotals};
use super::run::{SuiteResult, TestResult};
use super::suite::{Suite, SuiteError};
use crate::cli::expected::TestVerdict;
use crate::cli::plain::{self, shortened};
use crate::page::{Script, duration, page, wide};
use ponnuki::board::Board;
use ponnuki::statistics::counted;

pub(crate) const STYLE: &str = include_str!("report.css");
pub(crate) const SCRIPT: Script = Script {
    parts: &[include_str!("report.js")],
    sha256: "dzA1dXzwttFHpkQI4k/hfJi7ovQKhh+iwolccm8BO5U=",
};

/// A placeholder for the tests, which are written one by one. Output of a program
/// cannot contain it, because `<` is escaped.
const TESTS: &str = "<!--tests-->";

const MAX_TESTS: usize = 20_000;

const ORDER: [TestVerdict; 5] = [
    TestVerdict::Fail,
    TestVerdict::UnexpectedPass,
    TestVerdict::KnownFail,
    TestVerdict::Pass,
    TestVerdict::Ignored,
];

/// A finished run of suites, to be rendered as a page.
#[derive(Debug)]
pub(crate) struct ResultsPage<'a> {
    pub(crate) engine: &'a str,
    pub(crate) suites: &'a [(&'a Suite, &'a SuiteResult)],
    pub(crate) earlier: Option<&'a EarlierRun>,
    /// The maximum number of drawn positions: those of failed tests first, then in the
    /// order of the page.
    pub(crate) most_pictures: usize,
}

/// Identifies a test by the indices of its suite and of the test within it.
type Place = (usize, usize);

impl ResultsPage<'_> {
    /// Writes the page. Games that the suites load are read again to draw positions.
    pub(crate) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let mut places = self.places();
        let all = places.len();
        places.truncate(MAX_TESTS);
        let boards = self.boards(&places[..places.len().min(self.most_pictures)]);
        let frame = self.frame(places.len(), all).into_string();
        let (head, end) = frame.split_once(TESTS).unwrap_or((&frame, ""));
        // Commands, patterns and answers come from untrusted files and programs.
        let mut write = |part: &str| output.write_all(plain::lines(part).as_bytes());
        write(head)?;
        for place in places {
            let card = self.card(place, boards.get(&place));
            write(&card.into_string())?;
            write("\n")?;
        }
        write(end)
    }

    fn test(&self, (suite, test): Place) -> &TestResult {
        &self.suites[suite].1.tests[test]
    }

    /// Returns all tests in the order of the page, failed ones first.
    fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        for (suite, (_, outcome)) in self.suites.iter().enumerate() {
            places.extend((0..outcome.tests.len()).map(|test| (suite, test)));
        }
        let rank = |place: &Place| {
            let verdict = self.test(*place).verdict;
            ORDER.iter().position(|&other| other == verdict)
        };
        places.sort_by_key(rank);
        places
    }

    fn boards(&self, places: &[Place]) -> HashMap<Place, Result<Board, SuiteError>> {
        let mut boards = HashMap::new();
        for (number, (suite, outcome)) in self.suites.iter().enumerate() {
            let here = places.iter().filter(|place| place.0 == number);
            let wanted: BTreeSet<_> = here.map(|place| place.1).collect();
            if !wanted.is_empty() {
                let found = positions(suite, outcome, &wanted);
                boards.extend(
                    found
                        .into_iter()
                        .map(|(test, board)| ((number, test), board)),
                );
            }
        }
        boards
    }

    fn card(&self, place: Place, board: Option<&Result<Board, SuiteError>>) -> Markup {
        let (_, outcome) = self.suites[place.0];
        let result = self.test(place);
        let change = self
            .earlier
            .and_then(|earlier| earlier.compare(&outcome.path, result));
        test::card(place.0, &outcome.path, result, change, board)
    }

    fn frame(&self, listed: usize, all: usize) -> Markup {
        let totals = TestTotals::new(self.suites.iter().map(|suite| suite.1));
        let tests = counted(totals.tests as u64, "test");
        let title = match totals.failed {
            0 => format!("{tests}, none failed"),
            failed => format!("{failed} of {tests} failed"),
        };
        let body = html! {
            header.bad[totals.failed > 0] {
                h1 { (title) }
                p { "Engine " code { (plain::line(self.engine)) } }
                p { (self.counts(&totals)) }
            }
            main {
                section #suites {
                    h2 { "Suites" }
                    (wide(&self.table(&totals)))
                    (self.refusals())
                }
                section #tests {
                    h2 { "Tests" }
                    (self.notes(listed, all))
                    (self.filters())
                    div.tests { (PreEscaped(TESTS)) }
                }
            }
        };
        page("regression", &title, STYLE, &body, Some(&SCRIPT))
    }

    fn counts(&self, totals: &TestTotals) -> Markup {
        let news = self
            .earlier
            .map(|earlier| earlier.news(self.suites.iter().map(|suite| suite.1)));
        html! {
            (totals.passed) " passed, " (totals.unexpected_passes) " unexpectedly passed, "
            (totals.failed) " failed, " (totals.known_failures) " failed as known"
            @if totals.ignored > 0 { ", " (totals.ignored) " not judged" }
            @if totals.faults > 0 { ", " (totals.faults) " with a fault of the engine" }
            @if totals.errors > 0 { ", " (totals.errors) " other commands refused" }
            @if let Some(news) = news {
                ". " b { (news.failing) " newly failing" } ", " (news.passing) " newly passing"
            }
            "."
        }
    }

    fn table(&self, totals: &TestTotals) -> Markup {
        // A verdict that no test has gets no column.
        let columns = [
            ("tests", true),
            ("failed", true),
            ("unexpected passes", totals.unexpected_passes > 0),
            ("known failures", totals.known_failures > 0),
            ("passed", true),
            ("not judged", totals.ignored > 0),
            ("time", true),
        ];
        let row = |name: &Markup, row: &TestTotals, seconds: f64| {
            html! {
                tr {
                    th scope="row" { (name) }
                    td { (row.tests) }
                    td.bad[row.failed > 0] { (row.failed) }
                    @if totals.unexpected_passes > 0 { td { (row.unexpected_passes) } }
                    @if totals.known_failures > 0 { td { (row.known_failures) } }
                    td { (row.passed) }
                    @if totals.ignored > 0 { td { (row.ignored) } }
                    td { (duration(seconds)) }
                }
            }
        };
        html! {
            table.numbers {
                thead {
                    tr {
                        th {}
                        @for (head, is_shown) in columns { @if is_shown { th scope="col" { (head) } } }
                    }
                }
                tbody {
                    @for (number, (_, outcome)) in self.suites.iter().enumerate() {
                        (row(&html! {
                            a href="#tests" data-suite=(number) title=(plain::line(&outcome.path.display().to_string())) {
                                (plain::line(&file_name(&outcome.path)))
                            }
                        }, &TestTotals::new([*outcome]), outcome.seconds()))
                    }
                    @if self.suites.len() > 1 {
                        (row(&html! { "all" }, totals, self.suites.iter().map(|suite| suite.1.seconds()).sum()))
                    }
                }
            }
        }
    }

    fn refusals(&self) -> Markup {
        let is_refusing = |(_, outcome): &&(_, &SuiteResult)| !outcome.errors.is_empty();
        let refused = || self.suites.iter().filter(is_refusing);
        html! {
            @if refused().next().is_some() {
                details {
                    summary { "commands that were refused" }
                    ul {
                        @for (_, outcome) in refused() {
                            @for (line, error) in &outcome.errors {
                                li {
                                    (plain::line(&outcome.path.display().to_string())) ", line " (line) ": "
                                    (shortened(error))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn notes(&self, listed: usize, all: usize) -> Markup {
        html! {
            p.note {
                "The pictures show the positions before the commands. Square: a point of the command. Ring: expected. "
                "Cross: must not be the answer. Dot: the answer; it sits in the ring if it is right."
            }
            @if listed < all {
                p.note { "The first " (listed) " of " (all) " tests are listed. The numbers above count all." }
            }
            @if self.most_pictures < listed {
                p.note { "The first " (self.most_pictures) " of " (listed) " tests have pictures." }
            }
        }
    }

    fn filters(&self) -> Markup {
        let count = |verdict| {
            let tests = self.suites.iter().flat_map(|(_, outcome)| &outcome.tests);
            tests.filter(|test| test.verdict == verdict).count()
        };
        html! {
            div.filters {
                (verdict_filter(ORDER.map(|verdict| (verdict.name(), count(verdict)))))
                @if self.suites.len() > 1 {
                    label {
                        "Suite "
                        select #suite {
                            option value="" { "any" }
                            @for (number, (_, outcome)) in self.suites.iter().enumerate() {
                                option value=(number) { (plain::line(&outcome.path.display().to_string())) }
                            }
                        }
                    }
                }
                output #count {}
            }
        }
    }
}

/// Renders the filter by verdict, whose values are those of `data-verdict`, each with its count.
pub(crate) fn verdict_filter<const N: usize>(verdicts: [(&str, usize); N]) -> Markup {
    html! {
        label {
            "Verdict "
            select #verdict {
                option value="" { "any" }
                @for (word, count) in verdicts {
                    @if count > 0 {
                        option value=(word) { (word) " (" (count) ")" }
                    }
                }
            }
        }
    }
}

/// Returns the name of a suite without its folders, which leave no room on a narrow screen.
fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}
