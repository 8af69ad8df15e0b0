//! The results as a self-contained HTML page.

use std::iter;

use maud::{Markup, html};

use super::check::CheckLevel;
use super::report::{ConformReport, VERDICTS};
use super::run::CheckResult;
use crate::cli::plain::shortened;
use crate::page::{Page, counted_filter, duration, filters, numbers, section};
use ponnuki_formats::text::counted;

impl ConformReport<'_> {
    /// Renders the page.
    pub(super) fn page(&self) -> String {
        let checks = counted(self.results.len() as u64, "check");
        let is_failure = |result: &&CheckResult<'_>| result.word() == "fail";
        let optional = self.level(CheckLevel::May).filter(is_failure).count();
        let title = match (self.failures(), optional) {
            (0, 0) => format!("{checks}, none failed"),
            (0, optional) => format!("{checks}, {optional} optional failed"),
            (failed, _) => format!("{failed} of {checks} failed"),
        };
        let with = |word| {
            self.results
                .iter()
                .filter(move |result| result.word() == word)
        };
        let header = html! {
            p { "Engine " code { (self.engine) } }
            p.lead { (self.fitness()) "." }
        };
        let verdicts = VERDICTS.map(|word| (word, with(word).count()));
        let sections = html! {
            (section("learned", "The engine", &html! {
                dl { @for (name, fact) in self.facts() { dt { (name) } dd { (fact) } } }
            }))
            (section("levels", "Levels", &self.table()))
            (section("checks", "Checks", &html! {
                (filters(&counted_filter("verdict", "Verdict", verdicts)))
                div.cards {
                    @for word in VERDICTS {
                        @for result in with(word) { (card(result)) }
                    }
                }
            }))
        };
        let page = Page {
            kind: "conform",
            title: &title,
            has_failed: self.failures() > 0,
            header,
            sections,
        };
        page.render()
    }

    /// Renders the totals of the levels.
    fn table(&self) -> Markup {
        let rows = html! {
            @for level in CheckLevel::ALL {
                tr {
                    th scope="row" { (level) }
                    @for (_, count) in self.counts(level) { td { (count) } }
                }
            }
        };
        numbers(iter::once("level").chain(VERDICTS), &rows)
    }
}

/// Renders a check with its result.
fn card(result: &CheckResult<'_>) -> Markup {
    let check = result.check;
    html! {
        article.card data-verdict=(result.word()) {
            h3 { span.verdict { (result.word()) } " " (check.name) }
            p { (check.text) }
            @match result.finding() {
                finding if finding.contains('\n') => pre { (finding) },
                finding => p { (finding) },
            }
            @if !result.dialogue.is_empty() {
                pre { @for line in &result.dialogue { (shortened(line)) "\n" } }
            }
            dl {
                dt { "level" } dd { (check.level) }
                dt { "noticed by" } dd { (check.noticed_by()) }
                dt { "source" } dd { (check.source) }
                @if !check.thread.is_empty() { dt { "threads" } dd { (check.thread) } }
                dt { "time" } dd { (duration(result.seconds)) }
            }
        }
    }
}
