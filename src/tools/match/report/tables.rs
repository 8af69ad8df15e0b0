//! Renders the tables of the page.

use maud::{Markup, html};

use crate::r#match::statistics::{Counts, EloDifference, Interval};
use crate::r#match::summary::{PlayerSummary, VIRTUAL_DRAWS, by_kind, cell};
use crate::r#match::{Crosstable, Summary};
use crate::page::{duration, numbers, table};

pub(super) fn players(summary: &Summary) -> Markup {
    let has_labels = summary.players.iter().any(|p| p.player != p.title);
    let has_programs = summary.players.iter().any(|p| p.full_name() != p.title);
    let heads = shown([
        ("player", true),
        ("label", has_labels),
        ("program", has_programs),
        ("command", true),
    ]);
    let rows = html! {
        @for player in &summary.players {
            tr {
                th scope="row" { (player.title) }
                @if has_labels { td.label { (player.player) } }
                @if has_programs { td { (player.full_name()) } }
                td { code { (player.command) } }
            }
        }
    };
    table("players", heads, &rows)
}

/// Returns the heads of the columns that a table has.
fn shown<const N: usize>(columns: [(&'static str, bool); N]) -> impl Iterator<Item = &'static str> {
    let shown = columns.into_iter().filter(|(_, is_shown)| *is_shown);
    shown.map(|(head, _)| head)
}

/// Renders wins, draws and losses, by player and by colour. Draws and games without a
/// result have no column if there are none.
pub(super) fn scores(summary: &Summary) -> Markup {
    let has_draws = summary.black.draws > 0;
    let has_voids = summary.no_result > 0;
    let heads = shown([
        ("player", true),
        ("games", true),
        ("won", true),
        ("drawn", has_draws),
        ("lost", true),
        ("no result", has_voids),
        ("score", true),
        ("95 % interval", true),
    ]);
    let score_row = |name: &str, counts: Counts, interval, no_result: Option<u64>| {
        html! {
            tr.part[no_result.is_none()] {
                th scope="row" { (name) }
                td { (counts.games()) }
                td { (counts.wins) }
                @if has_draws { td { (counts.draws) } }
                td { (counts.losses) }
                @if has_voids { td { @if let Some(games) = no_result { (games) } } }
                @if let (Some(score), Some(Interval { low, high })) = (counts.score(), interval) {
                    td { (percent(score)) }
                    td { (percent(low)) " to " (percent(high)) }
                } @else {
                    td { "–" }
                    td {}
                }
            }
        }
    };
    let rows = html! {
        @for player in &summary.players {
            (score_row(&player.title, player.counts(), summary.interval(player), Some(player.no_result)))
            @if player.has_both_colors() {
                (score_row("with Black", player.black, player.black.interval(), None))
                (score_row("with White", player.white, player.white.interval(), None))
            }
        }
        (score_row("Black", summary.black, summary.black.interval(), Some(summary.no_result)))
    };
    numbers(heads, &rows)
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

pub(super) fn figures(summary: &Summary) -> Markup {
    let length = &summary.length;
    html! {
        dl {
            @if let ([first, second], Some(elo)) = (summary.players.as_slice(), summary.elo) {
                dt { "Elo of " (first.title) " over " (second.title) }
                @let by_pairs = summary.pairs.as_ref().and_then(|pairs| pairs.elo);
                dd {
                    @if let Some(elo) = by_pairs {
                        p { (elo_range(elo)) " (95 %, by pairs)" }
                    } @else {
                        p { (elo_range(elo)) " (95 %)" }
                    }
                    p { (by_pairs.unwrap_or(elo).superiority().replace("+-", "±")) }
                }
            }
            @if let Some(pairs) = &summary.pairs {
                dt { "Pairs of games" }
                dd { "With " (pairs.to_string()) }
            }
            @if let Some(sprt) = &summary.sprt {
                dt { "Sequential test" }
                dd { (sprt.to_string()) }
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

/// Formats a difference with its 95 % error: `+35 ± 12`.
pub(super) fn elo_range(elo: EloDifference) -> String {
    elo.to_string().replace("+-", "±")
}

fn time(player: &PlayerSummary) -> String {
    let title = &player.title;
    let Some(mean) = player.time.mean.map(duration) else {
        return format!("{title} made no move");
    };
    let longest = duration(player.time.longest);
    format!("{title} {mean}, longest {longest}")
}

/// Renders the ratings, and the results of each pair of players.
pub(super) fn crosstable(table: &Crosstable) -> Markup {
    let heads = ["player", "Elo", "±", "over next", "±"].map(str::to_owned);
    let opponents = (1..=table.players.len()).map(|number| number.to_string());
    let rows = html! {
        @for (row, player) in table.players.iter().enumerate() {
            tr {
                th scope="row" { (row + 1) " " (player.player) }
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
    };
    html! {
        (numbers(heads.into_iter().chain(opponents), &rows))
        p.note {
            "Points and games against each opponent. Ratings are the maximum-likelihood estimates "
            "of the Bradley-Terry model, " (table.scale()) ", with 95 % errors. "
            @if table.with_virtual_draws { (VIRTUAL_DRAWS) }
        }
    }
}
