//! Renders the tables of the page.

use maud::{Markup, html};

use super::ReportError;
use crate::tournament::record::{RefereeFault, Scores};
use crate::tournament::statistics::{Counts, EloDifference, Interval};
use crate::tournament::summary::{PlayerSummary, Step, VIRTUAL_DRAWS, by_kind, cell, seconds};
use crate::tournament::{Crosstable, Ending, Results, Summary};

/// Renders the players with their programs and command lines.
pub(super) fn players(summary: &Summary) -> Markup {
    html! {
        table {
            thead { tr { th { "player" } th { "program" } th { "command" } } }
            tbody {
                @for player in &summary.players {
                    tr {
                        th scope="row" { (player.player) }
                        td { (player.full_name()) }
                        td { code { (player.command) } }
                    }
                }
            }
        }
    }
}

/// Renders wins, draws and losses, by player and by colour.
pub(super) fn scores(summary: &Summary) -> Markup {
    html! {
        table.numbers {
            thead {
                tr {
                    th {}
                    @for head in ["games", "won", "drawn", "lost", "no result", "score", "95 % interval"] {
                        th scope="col" { (head) }
                    }
                }
            }
            tbody {
                @for player in &summary.players {
                    (score_row(&player.player, player.counts(), Some(player.no_result)))
                    @if player.has_both_colors() {
                        (score_row("with Black", player.black, None))
                        (score_row("with White", player.white, None))
                    }
                }
                (score_row("Black", summary.black, Some(summary.no_result)))
            }
        }
    }
}

fn score_row(name: &str, counts: Counts, no_result: Option<u64>) -> Markup {
    html! {
        tr.part[no_result.is_none()] {
            th scope="row" { (name) }
            td { (counts.games()) }
            td { (counts.wins) }
            td { (counts.draws) }
            td { (counts.losses) }
            td { @if let Some(games) = no_result { (games) } }
            @if let (Some(score), Some(Interval { low, high })) = (counts.score(), counts.wilson()) {
                td { (percent(score)) }
                td { (percent(low)) " to " (percent(high)) }
            } @else {
                td { "–" }
                td {}
            }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Renders the other figures of the match.
pub(super) fn figures(summary: &Summary) -> Markup {
    let length = &summary.length;
    html! {
        dl {
            @if let ([first, second], Some(elo)) = (summary.players.as_slice(), summary.elo) {
                dt { "Elo of " (first.player) " over " (second.player) }
                dd { (elo_text(elo)) }
            }
            @if let Some(sprt) = &summary.sprt {
                dt { "Sequential test" }
                dd { (sprt.to_string()) }
            }
            @if let Some(ladder) = &summary.ladder {
                dt { "Ladder" }
                dd { (ladder.to_string().replace("+-", "±")) }
            }
            dt { "Moves per game" }
            dd {
                (format!("{:.1}", length.mean))
                @if let Some(error) = length.error { " ± " (format!("{error:.1}")) }
                ", " (length.shortest) " to " (length.longest)
            }
            dt { "Time per move" }
            dd { @for player in &summary.players { p { (time(player)) } } }
            dt { "Ended by" }
            dd { (by_kind(&summary.endings)) }
            dt { "Duplicates" }
            dd {
                (summary.duplicates.identical) " identical, "
                (summary.duplicates.up_to_symmetry) " with the board rotated or mirrored"
            }
        }
    }
}

fn elo_text(elo: EloDifference) -> String {
    format!("{} (95 %)", elo.to_string().replace("+-", "±"))
}

fn time(player: &PlayerSummary) -> String {
    match player.time.mean {
        Some(mean) => format!(
            "{} {} s, longest {} s",
            player.player,
            seconds(mean),
            seconds(player.time.longest)
        ),
        None => format!("{} made no move", player.player),
    }
}

/// The largest number of games in each list of details.
const MOST_DETAILS: usize = 1000;

/// The games that the page lists one by one.
pub(super) struct Details {
    /// The first games that a fault ended.
    faults: Vec<Listed>,
    /// The first games whose score is disputed.
    disputed: Vec<Listed>,
    /// The first games that the referee did not count.
    uncounted: Vec<Listed>,
    /// The number of all games that a fault ended.
    all_faults: u64,
}

/// A game in a list, without its moves.
struct Listed {
    /// The place of the game in the order of the numbers.
    index: usize,
    game: u64,
    end: Ending,
    detail: String,
    scores: Scores,
    referee_fault: Option<RefereeFault>,
}

impl Details {
    /// Reads the games.
    pub(super) fn read(results: &mut Results, summary: &Summary) -> Result<Self, ReportError> {
        let mut first = |is_listed: fn(&Step) -> bool| {
            let steps = summary.course.steps().iter().enumerate();
            steps
                .filter(|(_, step)| is_listed(step))
                .take(MOST_DETAILS)
                .map(|(index, _)| Listed::read(results, index))
                .collect::<Result<Vec<_>, _>>()
        };
        let endings = summary.endings.iter();
        let faults = endings.filter(|(end, _)| end.is_fault());
        Ok(Self {
            faults: first(|step| step.is_fault)?,
            disputed: first(|step| step.is_disputed)?,
            uncounted: first(|step| step.is_uncounted)?,
            all_faults: faults.map(|(_, games)| games).sum(),
        })
    }
}

impl Listed {
    fn read(results: &mut Results, index: usize) -> Result<Self, ReportError> {
        let record = results.record(index).map_err(ReportError::Results)?;
        Ok(Self {
            index,
            game: record.game,
            end: record.end,
            detail: record.detail,
            scores: record.scores,
            referee_fault: record.referee_fault,
        })
    }
}

/// Renders the faults, losses on time and disputed scores of each player, and
/// the games concerned.
pub(super) fn faults(summary: &Summary, details: &Details, shown: &[usize]) -> Markup {
    let kinds = || Ending::ALL.into_iter().filter(|end| end.is_fault());
    html! {
        section #faults {
            h2 { "Faults" }
            table.numbers {
                thead {
                    tr {
                        th {}
                        @for kind in kinds() { th scope="col" { (kind.to_string()) } }
                        th scope="col" { "lost on time" }
                        th scope="col" { "scores disputed" }
                    }
                }
                tbody {
                    @for player in &summary.players {
                        tr {
                            th scope="row" { (player.player) }
                            @for kind in kinds() {
                                td { (player.faults.get(&kind).copied().unwrap_or(0)) }
                            }
                            td { (player.lost_on_time) }
                            td { (player.disputed) }
                        }
                    }
                }
            }
            @if !summary.referee_faults.is_empty() {
                p {
                    "Referee faults, after which our own count decided the game: "
                    (by_kind(&summary.referee_faults))
                }
            }
            (details_list(summary, details, shown))
        }
    }
}

/// Renders the details of the games that a fault ended, that the referee did not
/// count or whose score is disputed.
fn details_list(summary: &Summary, details: &Details, shown: &[usize]) -> Markup {
    let Details {
        faults,
        disputed,
        uncounted,
        all_faults,
    } = details;
    html! {
        @if !faults.is_empty() || !disputed.is_empty() || !uncounted.is_empty() {
            details {
                summary { "details" }
                (how_many(faults.len(), *all_faults, "lost by faults"))
                (how_many(uncounted.len(), summary.referee_faults.values().sum(), "not counted by the referee"))
                (how_many(disputed.len(), summary.disputed, "with a disputed score"))
                ul {
                    @for listed in faults {
                        li { (link(listed, shown)) ": " (listed.end) ", " (listed.detail) }
                    }
                    @for listed in uncounted {
                        @if let Some(fault) = &listed.referee_fault {
                            li {
                                (link(listed, shown)) ": referee " (fault.end) ", " (fault.detail)
                            }
                        }
                    }
                    @for listed in disputed {
                        li {
                            (link(listed, shown)) ": counted " (answer(listed.scores.official()))
                            ", Black says " (answer(listed.scores.black.as_deref()))
                            ", White says " (answer(listed.scores.white.as_deref()))
                        }
                    }
                }
            }
        }
    }
}

/// Renders the number of games in a list if some are left out.
fn how_many(listed: usize, all: u64, which: &str) -> Markup {
    html! {
        @if (listed as u64) < all {
            p.note { "The first " (listed) " of " (all) " games " (which) " are listed." }
        }
    }
}

/// Renders the name of a game, as a link if the game is shown.
fn link(listed: &Listed, shown: &[usize]) -> Markup {
    html! {
        @if shown.binary_search(&listed.index).is_ok() {
            a href={ "#game-" (listed.game) } { "game " (listed.game) }
        } @else {
            "game " (listed.game)
        }
    }
}

fn answer(score: Option<&str>) -> &str {
    score.unwrap_or("nothing")
}

/// Renders the ratings and the results of each pair.
pub(super) fn crosstable(table: &Crosstable) -> Markup {
    html! {
        table.numbers {
            thead {
                tr {
                    th {} th.name { "player" } th { "Elo" } th { "±" } th { "over next" } th { "±" }
                    @for number in 1..=table.players.len() { th scope="col" { (number) } }
                }
            }
            tbody {
                @for (row, player) in table.players.iter().enumerate() {
                    tr {
                        td { (row + 1) }
                        th scope="row" { (player.player) }
                        td { (format!("{:+.0}", player.elo)) }
                        td { (format!("{:.0}", player.error)) }
                        @if let Some(over) = player.over_next {
                            td { (format!("{:+.0}", over.elo)) }
                            td { (format!("{:.0}", over.error)) }
                        } @else {
                            td {} td {}
                        }
                        @for (column, counts) in table.results[row].iter().enumerate() {
                            td { (cell(row == column, *counts)) }
                        }
                    }
                }
            }
        }
        p.note {
            "Points and games against each opponent. Ratings are the maximum-likelihood estimates "
            "of the Bradley-Terry model, relative to "
            @if let Some(anchor) = &table.anchor { (anchor) } @else { "a mean of 0" }
            ", with 95 % errors. "
            @if table.with_virtual_draws { (VIRTUAL_DRAWS) }
        }
    }
}
