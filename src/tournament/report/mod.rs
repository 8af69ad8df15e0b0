//! The HTML report of a match: a single page that fetches nothing. Text that
//! comes from programs is always escaped, because maud escapes everything except
//! `PreEscaped`.

mod chart;
mod games;
mod ratings;
mod tables;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{GameRecord, RecordError, Summary};

pub use ratings::ratings_picture;

/// The style sheet of the page, and the script that replays games.
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The content security policy: inline scripts and styles only, no requests.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The error for a game that cannot be replayed for the page.
#[derive(Debug)]
pub struct ReportError {
    /// The number of the game.
    pub game: u64,
    /// The reason.
    pub error: RecordError,
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.error)
    }
}

impl Error for ReportError {}

/// Writes the page about a match. The games must be sorted by number and
/// `summary` must be theirs. At most `most_pictures` games get a picture: first
/// those lost by faults, then those with the lowest numbers. The tables count all
/// games.
///
/// # Errors
/// [`ReportError`] if a game cannot be replayed.
pub fn report(
    records: &[GameRecord],
    summary: &Summary,
    most_pictures: usize,
) -> Result<String, ReportError> {
    let shown = shown(records, most_pictures);
    let games = games::Games::of(&shown)?;
    let title = title(summary);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(concat!("Ponnuki ", env!("CARGO_PKG_VERSION")));
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    p { (summary.games) " games, " (summary.conditions.to_line()) }
                    p.note { "match " code { (summary.fingerprint) } }
                }
                main {
                    (results(summary, records))
                    (tables::faults(summary, records, &shown))
                    section #games {
                        h2 { "Games" }
                        (how_many(shown.len(), records.len()))
                        (games.pictures())
                    }
                }
                (games::player())
                (games.data())
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    Ok(page.into_string())
}

/// Renders the tables and the charts.
fn results(summary: &Summary, records: &[GameRecord]) -> Markup {
    html! {
        section #results {
            h2 { "Results" }
            (tables::players(summary))
            (tables::scores(summary))
            (tables::figures(summary))
        }
        @if let Some(table) = &summary.crosstable {
            section #ratings {
                h2 { "Ratings" }
                (tables::crosstable(table))
                (ratings::figure(table))
            }
        }
        @if let [first, _] = summary.players.as_slice() {
            section #chart {
                h2 { "Course of the match" }
                @if summary.ladder.is_some() {
                    (chart::ladder(records))
                } @else {
                    (chart::score(records, &first.player))
                }
            }
        }
    }
}

/// Returns the title: the two players, or the number of players.
fn title(summary: &Summary) -> String {
    match summary.players.as_slice() {
        [first, second] => format!("{} – {}", first.full_name(), second.full_name()),
        players => format!("Tournament of {} players", players.len()),
    }
}

/// Renders the instructions, and the number of pictures if some are left out.
fn how_many(shown: usize, all: usize) -> Markup {
    html! {
        p.note {
            @if shown < all {
                (shown) " of " (all) " games are shown, those lost by faults first. "
            }
            "Final positions. Click one to step through the game. Keys: left, right, home, end."
        }
    }
}

/// Selects the games that get pictures.
fn shown(records: &[GameRecord], most: usize) -> Vec<&GameRecord> {
    let faults = records.iter().filter(|record| record.end.is_fault());
    let others = records.iter().filter(|record| !record.end.is_fault());
    let chosen: BTreeSet<u64> = faults.chain(others).take(most).map(|r| r.game).collect();
    let is_chosen = |record: &&GameRecord| chosen.contains(&record.game);
    records.iter().filter(is_chosen).collect()
}
