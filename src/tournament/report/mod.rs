//! The report of a match: one HTML page that holds everything and fetches
//! nothing. Every text in it that comes from a program is escaped, since maud
//! escapes what it is not told to leave alone.

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

/// The page's style and its program, for boards that play games.
const STYLE: &str = include_str!("page.css");
const PROGRAM: &str = include_str!("page.js");

/// What a browser may do with the page: run what is in it, fetch nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// A record that cannot be shown.
#[derive(Debug)]
pub struct ReportError {
    /// The number of the game.
    pub game: u64,
    /// What is wrong with it.
    pub error: RecordError,
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.error)
    }
}

impl Error for ReportError {}

/// The page about these games, which are in the order of their numbers, with
/// what they amount to. At most so many games get a picture: those lost by
/// faults first, then those with small numbers. The tables count all games.
///
/// # Errors
/// [`ReportError`] when a game cannot be replayed.
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
                    p { (summary.games) " games, " (summary.conditions.in_words()) }
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
                script { (PreEscaped(PROGRAM)) }
            }
        }
    };
    Ok(page.into_string())
}

/// The tables and the charts.
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

/// The players, as far as a title has room for them.
fn title(summary: &Summary) -> String {
    match summary.players.as_slice() {
        [first, second] => format!("{} – {}", first.full_name(), second.full_name()),
        players => format!("Tournament of {} players", players.len()),
    }
}

/// How many of the games have pictures, where not all have.
fn how_many(shown: usize, all: usize) -> Markup {
    html! {
        p.note {
            @if shown < all {
                (shown) " of " (all) " games are shown, those lost by faults first. "
            }
            "Final positions; click one to play the game through. Keys: left, right, home, end."
        }
    }
}

/// The games that get pictures.
fn shown(records: &[GameRecord], most: usize) -> Vec<&GameRecord> {
    let faults = records.iter().filter(|record| record.end.is_fault());
    let others = records.iter().filter(|record| !record.end.is_fault());
    let chosen: BTreeSet<u64> = faults.chain(others).take(most).map(|r| r.game).collect();
    let is_chosen = |record: &&GameRecord| chosen.contains(&record.game);
    records.iter().filter(is_chosen).collect()
}
