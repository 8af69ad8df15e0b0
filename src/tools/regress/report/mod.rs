//! The HTML report of regression tests, a single page.
//!
//! `test` renders a test with its position.

mod test;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};
use std::path::Path;

use maud::{Markup, html};

use super::position::positions;
use super::results::{EarlierRun, TestTotals};
use super::run::{SuiteResult, TestResult};
use super::suite::{Suite, SuiteError};
use crate::cli::expected::TestVerdict;
use crate::cli::plain::{self, shortened};
use crate::page::{LATER, Page, counted_filter, duration, filter, filters, numbers, section};
use ponnuki_core::board::Board;
use ponnuki_formats::text::counted;

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
        let page = self.page(places.len(), all);
        let (head, end) = page.split_once(LATER.0).unwrap_or((&page, ""));
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

    /// Renders the page, in which the cards of the tests are written later.
    fn page(&self, listed: usize, all: usize) -> String {
        let totals = TestTotals::new(self.suites.iter().map(|suite| suite.1));
        let tests = counted(totals.tests as u64, "test");
        let title = match totals.failed {
            0 => format!("{tests}, none failed"),
            failed => format!("{failed} of {tests} failed"),
        };
        let header = html! {
            p { "Engine " code { (plain::line(self.engine)) } }
            p { (self.counts(&totals)) }
        };
        let sections = html! {
            (section("suites", "Suites", &html! {
                (self.table(&totals))
                (self.refusals())
            }))
            (section("tests", "Tests", &html! {
                (self.notes(listed, all))
                (self.filters())
                div.cards { (LATER) }
            }))
        };
        let page = Page {
            kind: "regression",
            title: &title,
            has_failed: totals.failed > 0,
            header,
            sections,
        };
        page.render()
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
            ("suite", true),
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
        let rows = html! {
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
        };
        let shown = columns.into_iter().filter(|(_, is_shown)| *is_shown);
        numbers(shown.map(|(head, _)| head), &rows)
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
        let paths = self.suites.iter().map(|(_, outcome)| &outcome.path);
        let names = paths.map(|path| plain::line(&path.display().to_string()));
        filters(&html! {
            (counted_filter("verdict", "Verdict", ORDER.map(|verdict| (verdict.name(), count(verdict)))))
            @if self.suites.len() > 1 { (filter("suite", "Suite", names.enumerate())) }
        })
    }
}

/// Returns the name of a suite without its folders, which leave no room on a narrow screen.
fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}
