//! The HTML report of a match, on one page.

mod chart;
mod faults;
mod games;
mod header;
mod ratings;
mod tables;

#[cfg(test)]
mod tests;

use crate::cli::failure::Failure;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use maud::{Markup, html};

use super::{Results, Summary};
use crate::cli::plain;
use crate::page::viewer::{data, dialog, empty_board};
use crate::page::{LATER, Page, section};

pub(crate) use ratings::ratings_picture;

/// Writes the page about a match. `summary` must be that of `results`. At most
/// `most_pictures` games get a picture: first those lost by faults, then those with
/// the lowest numbers. The tables always count all games. Errors name the output
/// `path`.
pub(crate) fn report(
    results: &mut Results,
    summary: &Summary,
    most_pictures: usize,
    output: &mut impl Write,
    path: &Path,
) -> Result<(), Failure> {
    let shown = shown(summary, most_pictures);
    let faults = faults::faults(results, summary, &shown)?;
    let page = page(summary, &faults, shown.len());
    // The games may not fit in memory, so they are read one by one.
    let mut parts = page.split(LATER.0);
    let mut next = || parts.next().unwrap_or_default();
    let mut boards = BTreeMap::new();
    let mut write = |part: &str| {
        // Arbitrary programs choose their names and answers.
        let part = plain::lines(part);
        output
            .write_all(part.as_bytes())
            .map_err(Failure::unwritable(path))
    };
    write(next())?;
    for (place, &index) in shown.iter().enumerate() {
        let played = games::read(results, index)?;
        let size = played.record.size;
        boards.entry((size.width(), size.height())).or_insert(size);
        write(&games::card(&played, summary, place).into_string())?;
    }
    write(next())?;
    for &size in boards.values() {
        write(&empty_board(size).into_string())?;
    }
    write(next())?;
    for (number, &index) in shown.iter().enumerate() {
        let data = games::data(&games::read(results, index)?, summary);
        write(if number == 0 { "" } else { "," })?;
        write(&data)?;
    }
    write(next())
}

/// Renders the page, in which the cards of the games, the boards and the data are written later.
fn page(summary: &Summary, faults: &Markup, shown: usize) -> String {
    let sections = html! {
        (figures(summary))
        (section("faults", "Faults", faults))
        (section("games", "Games", &html! {
            (how_many(shown, summary.games))
            (games::filters(summary))
            div.cards.games { (LATER) }
        }))
        (section("repeat", "How to repeat it", &header::repeat(summary)))
        (dialog())
        (LATER)
        (data(LATER))
    };
    let page = Page {
        kind: "match report",
        title: &summary.verdict(),
        has_failed: false,
        header: header::header(summary),
        sections,
    };
    page.render()
}

fn figures(summary: &Summary) -> Markup {
    let course = &summary.course;
    html! {
        (section("results", "Results", &html! {
            (tables::players(summary))
            (tables::scores(summary))
            (tables::figures(summary))
        }))
        @if let Some(table) = &summary.crosstable {
            (section("ratings", "Ratings", &html! {
                (tables::crosstable(table))
                (ratings::figure(table))
            }))
        }
        @if let [first, _] = summary.players.as_slice() && chart::has_course(course) {
            (section("course", "Course of the match", &html! {
                (chart::score(course, &first.title))
            }))
        }
    }
}

/// Renders the instructions, and the number of pictures if some games have none.
fn how_many(shown: usize, all: u64) -> Markup {
    html! {
        p.note {
            @if (shown as u64) < all {
                (shown) " of " (all) " games are shown, those lost by faults first. "
            }
            "Final positions; the winner's name is bold. Click one to step through the game: a click on "
            "the right half of the board goes forward, on the left half back, as do the arrow keys, home, end and space. "
            "Up and down open the previous and the next game."
        }
    }
}

/// Returns the indices of the games that get pictures, in ascending order.
fn shown(summary: &Summary, most: usize) -> Vec<usize> {
    let games = || summary.course.iter().enumerate();
    let faults = games().filter(|(_, game)| game.end.is_fault());
    let others = games().filter(|(_, game)| !game.end.is_fault());
    let chosen = faults.chain(others).take(most);
    let mut chosen: Vec<_> = chosen.map(|(index, _)| index).collect();
    chosen.sort_unstable();
    chosen
}
