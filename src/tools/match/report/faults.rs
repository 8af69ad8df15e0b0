//! Renders the faults, the games that the referee did not count, and the disputed
//! scores.

use std::iter;

use maud::{Markup, html};

use crate::cli::failure::Failure;
use crate::r#match::summary::{CourseGame, PlayerSummary, by_kind};
use crate::r#match::{Ending, GameRecord, Results, Summary};
use crate::page::numbers;

const MAX_DETAILS: usize = 1000;

/// Renders the faults, losses on time and disputed scores of each player, and the
/// games concerned, or a single line if there are none.
pub(super) fn faults(
    results: &mut Results,
    summary: &Summary,
    shown: &[usize],
) -> Result<Markup, Failure> {
    let details = details(results, summary, shown)?;
    let has_any = |player: &PlayerSummary| {
        !player.faults.is_empty() || player.lost_on_time > 0 || player.disputed > 0
    };
    Ok(html! {
        @if summary.players.iter().any(has_any) {
            (table(summary))
        } @else {
            p { "No games lost by faults or on time, no scores disputed." }
        }
        @if !summary.referee_faults.is_empty() {
            p {
                "Referee faults, after which our own count decided the game or nobody judged it further: "
                (by_kind(&summary.referee_faults))
            }
        }
        (details)
    })
}

fn table(summary: &Summary) -> Markup {
    let kinds = Ending::FAULTS.map(|kind| kind.to_string());
    let more = ["lost on time", "scores disputed"].map(str::to_owned);
    let heads = iter::once("player".to_owned()).chain(kinds).chain(more);
    let rows = html! {
        @for player in &summary.players {
            tr {
                th scope="row" { (player.title) }
                @for kind in Ending::FAULTS {
                    td { (player.faults.get(&kind).copied().unwrap_or(0)) }
                }
                td { (player.lost_on_time) }
                td { (player.disputed) }
            }
        }
    };
    numbers(heads, &rows)
}

/// A list of games: what they have in common, which they are, and what is said about each.
type GameList = (
    &'static str,
    fn(&CourseGame) -> bool,
    fn(&GameRecord) -> Markup,
);

const LISTS: [GameList; 3] = [
    ("lost by faults", |game| game.end.is_fault(), fault),
    (
        "not counted or judged by the referee",
        |game| game.referee_fault.is_some(),
        referee_fault,
    ),
    ("with a disputed score", |game| game.is_disputed, dispute),
];

fn fault(record: &GameRecord) -> Markup {
    html! { (record.end) ", " (record.detail) }
}

fn referee_fault(record: &GameRecord) -> Markup {
    html! {
        @if let Some(fault) = &record.referee_fault {
            "referee " (fault.end) ", " (fault.detail)
        }
    }
}

fn dispute(GameRecord { scores, .. }: &GameRecord) -> Markup {
    let said = |score: Option<&str>| score.unwrap_or("nothing").to_owned();
    html! {
        "counted " (said(scores.official()))
        ", Black says " (said(scores.black.as_deref()))
        ", White says " (said(scores.white.as_deref()))
    }
}

/// Renders the lists, each up to its length limit.
fn details(results: &mut Results, summary: &Summary, shown: &[usize]) -> Result<Markup, Failure> {
    let (mut notes, mut entries) = (Vec::new(), Vec::new());
    for (which, is_listed, about) in LISTS {
        let games = summary.course.iter().enumerate();
        let games: Vec<_> = games.filter(|(_, game)| is_listed(game)).collect();
        notes.push(how_many(games.len(), which));
        for (index, _) in games.into_iter().take(MAX_DETAILS) {
            let record = results.record(index)?;
            entries.push(html! { li { (link(index, &record, shown)) ": " (about(&record)) } });
        }
    }
    Ok(html! {
        @if !entries.is_empty() {
            details {
                summary { "details" }
                @for note in notes { (note) }
                ul { @for entry in entries { (entry) } }
            }
        }
    })
}

/// Renders the length limit of a list, unless the list is complete.
fn how_many(all: usize, which: &str) -> Markup {
    html! {
        @if all > MAX_DETAILS {
            p.note { "The first " (MAX_DETAILS) " of " (all) " games " (which) " are listed." }
        }
    }
}

/// Renders the name of a game, as a link if the game is shown.
fn link(index: usize, record: &GameRecord, shown: &[usize]) -> Markup {
    html! {
        @if shown.binary_search(&index).is_ok() {
            a href={ "#game-" (record.game) } { "game " (record.game) }
        } @else {
            "game " (record.game)
        }
    }
}
