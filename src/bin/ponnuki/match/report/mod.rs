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
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use maud::{Markup, PreEscaped, html};

use super::{Results, Summary};
use crate::cli::plain;
use crate::page::{self, Script, replay};

pub(crate) use ratings::ratings_picture;

/// The style sheet of the games and charts, and the script that replays games.
const STYLE: &str = include_str!("page.css");
const SCRIPT: Script = Script {
    parts: &[replay::BOARD_SCRIPT, include_str!("page.js")],
    sha256: "TBvE+HGfYEDYt+pLawmZASsuPHolP+oG1/n05/EKzNA=",
};

/// Placeholders for the games, which are written one by one. No string from a program
/// can equal a placeholder, because "<" is escaped in those strings.
const PICTURES: &str = "<!--pictures-->";
const BOARDS: &str = "<!--boards-->";
const DATA: &str = "<!--data-->";

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
    let frame = frame(summary, &faults, shown.len()).into_string();
    // The games may not fit in memory, so they are read one by one.
    let (head, rest) = frame.split_once(PICTURES).unwrap_or((&frame, ""));
    let (middle, rest) = rest.split_once(BOARDS).unwrap_or((rest, ""));
    let (before_data, end) = rest.split_once(DATA).unwrap_or((rest, ""));
    let mut sizes = BTreeSet::new();
    let mut write = |part: &str| {
        // Arbitrary programs choose their names and answers.
        let part = plain::lines(part);
        output
            .write_all(part.as_bytes())
            .map_err(Failure::unwritable(path))
    };
    write(head)?;
    for (place, &index) in shown.iter().enumerate() {
        let played = games::read(results, index)?;
        let size = played.record.size;
        sizes.insert((size.width(), size.height()));
        write(&games::button(&played, summary, place).into_string())?;
    }
    write(middle)?;
    write(&games::boards(&sizes))?;
    write(before_data)?;
    for (number, &index) in shown.iter().enumerate() {
        let data = games::data(&games::read(results, index)?, summary);
        write(if number == 0 { "" } else { "," })?;
        write(&data)?;
    }
    write(end)
}

fn frame(summary: &Summary, faults: &Markup, shown: usize) -> Markup {
    let body = html! {
        (header::header(summary))
        main {
            (figures(summary))
            (faults)
            section #games {
                h2 { "Games" }
                (how_many(shown, summary.games))
                (games::filters(summary))
                div.games { (PreEscaped(PICTURES)) }
            }
            (header::repeat(summary))
        }
        (games::player())
        (PreEscaped(BOARDS))
        script #data type="application/json" { "[" (PreEscaped(DATA)) "]" }
    };
    page::page(
        "match report",
        &summary.verdict(),
        STYLE,
        &body,
        Some(&SCRIPT),
    )
}

fn figures(summary: &Summary) -> Markup {
    let course = &summary.course;
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
        @if let [first, _] = summary.players.as_slice() && chart::has_course(course) {
            section #chart {
                h2 { "Course of the match" }
                (chart::score(course, &first.title))
            }
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
