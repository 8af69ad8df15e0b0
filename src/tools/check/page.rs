//! The findings as a self-contained HTML page.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use maud::html;
use ponnuki_formats::sgf::check::{Defect, Finding};
use ponnuki_formats::text::counted;

use crate::cli::plain;
use crate::page::{Page, filter, filters, numbers, section, table};

/// The maximum number of findings listed on a page.
const MAX_FINDINGS: usize = 20_000;

/// The findings of all games so far.
#[derive(Default)]
pub(super) struct CheckPage {
    kinds: BTreeMap<Defect, usize>,
    /// The first findings, each with its file and the number of its game.
    listed: Vec<(PathBuf, usize, Finding)>,
}

impl CheckPage {
    /// Adds the findings of a game.
    pub(super) fn add(&mut self, file: &Path, game: usize, findings: &[Finding]) {
        for finding in findings {
            *self.kinds.entry(finding.defect).or_default() += 1;
            if self.listed.len() < MAX_FINDINGS {
                self.listed.push((file.to_owned(), game, finding.clone()));
            }
        }
    }

    /// Renders the page under this title.
    pub(super) fn render(&self, title: &str) -> String {
        let all: usize = self.kinds.values().sum();
        let kinds = html! {
            @for (kind, number) in &self.kinds {
                tr { th scope="row" { (kind) } td { (number) } }
            }
        };
        let heads = ["file", "game", "move", "kind", "finding"];
        let findings = html! {
            @for (file, game, finding) in &self.listed {
                tr data-kind=(finding.defect) {
                    td { (plain::line(&file.display().to_string())) }
                    td { (game) }
                    td {
                        @if let Some(number) = finding.number { (number) }
                        @if finding.variation > 0 { " in variation " (finding.variation) }
                    }
                    td { (finding.defect) }
                    td { (plain::line(&finding.message)) }
                }
            }
        };
        let sections = html! {
            @if all > 0 {
                (section("kinds", "Kinds", &numbers(["kind", "findings"], &kinds)))
                (section("findings", "Findings", &html! {
                    @if all > MAX_FINDINGS {
                        p.note { "The first " (MAX_FINDINGS) " of " (counted(all as u64, "finding")) " are listed." }
                    }
                    (filters(&filter("kind", "Kind", self.kinds.keys().map(|kind| (kind, kind)))))
                    (table("findings", heads, &findings))
                }))
            }
        };
        let page = Page {
            kind: "check",
            title,
            has_failed: all > 0,
            header: html! { p.note { "Checked by Ponnuki " (env!("CARGO_PKG_VERSION")) "." } },
            sections,
        };
        page.render()
    }
}
