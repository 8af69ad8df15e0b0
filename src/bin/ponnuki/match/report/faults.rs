//! Renders the faults, the games that the referee did not count, and the disputed
//! scores.

use maud::{Markup, html};

use crate::cli::failure::Failure;
use crate::r#match::summary::{CourseGame, PlayerSummary, by_kind};
use crate::r#match::{Ending, GameRecord, Results, Summary};
use crate::page::wide;

const MAX_DETAILS: usize = 1000;

/// The games that the page lists one by one.
pub(super) struct Details {
    faults: Vec<Listed>,
    disputed: Vec<Listed>,
    uncounted: Vec<Listed>,
}

/// A game without its moves, and its index in the order of the game numbers.
type Listed = (usize, GameRecord);

impl Details {
    /// Reads the games to list, at most `MAX_DETAILS` of each kind.
    pub(super) fn read(results: &mut Results, summary: &Summary) -> Result<Self, Failure> {
        let mut first = |is_listed: fn(&CourseGame) -> bool| {
            let games = summary.course.iter().enumerate();
            games
                .filter(|(_, game)| is_listed(game))
                .take(MAX_DETAILS)
                .map(|(index, _)| {
                    let mut record = results.record(index)?;
                    record.moves = Vec::new();
                    Ok((index, record))
                })
                .collect::<Result<Vec<Listed>, Failure>>()
        };
        Ok(Self {
            faults: first(|game| game.end.is_fault())?,
            disputed: first(|game| game.is_disputed)?,
            uncounted: first(|game| game.referee_fault.is_some())?,
        })
    }
}

/// Renders the faults, losses on time and disputed scores of each player, and the
/// games concerned, or a single line if there are none.
pub(super) fn faults(summary: &Summary, details: &Details, shown: &[usize]) -> Markup {
    let has_any = |player: &PlayerSummary| {
        !player.faults.is_empty() || player.lost_on_time > 0 || player.disputed > 0
    };
    html! {
        section #faults {
            h2 { "Faults" }
            @if summary.players.iter().any(has_any) {
                (wide(&table(summary)))
            } @else {
                p { "No games lost by faults or on time, no scores disputed." }
            }
            @if !summary.referee_faults.is_empty() {
                p {
                    "Referee faults, after which our own count decided the game or nobody judged it further: "
                    (by_kind(&summary.referee_faults))
                }
            }
            (details_list(summary, details, shown))
        }
    }
}

fn table(summary: &Summary) -> Markup {
    html! {
        table.numbers {
            thead {
                tr {
                    th {}
                    @for kind in Ending::FAULTS { th scope="col" { (kind) } }
                    th scope="col" { "lost on time" }
                    th scope="col" { "scores disputed" }
                }
            }
            tbody {
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
            }
        }
    }
}

/// Renders the lists of games that were lost by a fault, that the referee did not
/// count, or whose score is disputed.
fn details_list(summary: &Summary, details: &Details, shown: &[usize]) -> Markup {
    let (faults, disputed, uncounted) = (&details.faults, &details.disputed, &details.uncounted);
    let endings = summary.endings.iter();
    let all_faults = endings.filter(|(end, _)| end.is_fault());
    html! {
        @if !faults.is_empty() || !disputed.is_empty() || !uncounted.is_empty() {
            details {
                summary { "details" }
                (how_many(faults.len(), all_faults.map(|(_, games)| games).sum(), "lost by faults"))
                (how_many(uncounted.len(), summary.referee_faults.values().sum(), "not counted or judged by the referee"))
                (how_many(disputed.len(), summary.disputed, "with a disputed score"))
                ul {
                    @for (index, record) in faults {
                        li { (link(*index, record, shown)) ": " (record.end) ", " (record.detail) }
                    }
                    @for (index, record) in uncounted {
                        @if let Some(fault) = &record.referee_fault {
                            li {
                                (link(*index, record, shown)) ": referee " (fault.end) ", " (fault.detail)
                            }
                        }
                    }
                    @for (index, record) in disputed {
                        li {
                            (link(*index, record, shown)) ": counted " (answer(record.scores.official()))
                            ", Black says " (answer(record.scores.black.as_deref()))
                            ", White says " (answer(record.scores.white.as_deref()))
                        }
                    }
                }
            }
        }
    }
}

/// Renders the number of games in a list, unless the list is complete.
fn how_many(listed: usize, all: u64, which: &str) -> Markup {
    html! {
        @if (listed as u64) < all {
            p.note { "The first " (listed) " of " (all) " games " (which) " are listed." }
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

fn answer(score: Option<&str>) -> &str {
    score.unwrap_or("nothing")
}
