//! Renders the head of the page, and how to repeat the match.

use maud::{Markup, html};

use super::tables::{elo_range, percent};
use crate::r#match::Summary;
use crate::r#match::statistics::Interval;
use crate::r#match::summary::PlayerSummary;
use ponnuki_formats::text::counted;

pub(super) fn header(summary: &Summary) -> Markup {
    html! {
        @if summary.has_two_players() {
            @if let Some(best) = best(summary) { (certainty(summary, best)) }
        }
        p { (counted(summary.games, "game")) ", " (summary.conditions.to_line()) }
        p.note {
            "match " code { (summary.fingerprint) }
            @if let Some(period) = summary.runs.period() { ", played " (period) }
        }
    }
}

/// Returns the player with the most points, or the first one of a tie.
fn best(summary: &Summary) -> Option<&PlayerSummary> {
    let points = |player: &PlayerSummary| player.counts().points();
    let players = summary.players.iter();
    players.reduce(|best, other| {
        if points(other) > points(best) {
            other
        } else {
            best
        }
    })
}

fn certainty(summary: &Summary, best: &PlayerSummary) -> Markup {
    html! {
        @if let Some((score, Interval { low, high }, elo)) = summary.certainty(best) {
            p.lead {
                b { (percent(score)) } " of the points (" (percent(low)) " to " (percent(high)) "), "
                b { (elo_range(elo)) " Elo" } " (95 %). "
                @if summary.is_open() {
                    "The interval contains 50 %: who is stronger is open."
                }
            }
        }
    }
}

/// Renders the command line, seed and machine of the first run, to repeat the match.
pub(super) fn repeat(summary: &Summary) -> Markup {
    let runs = &summary.runs;
    html! {
        @if let Some(run) = &runs.first {
            pre { code { (run.command) } }
            dl {
                dt { "Seed" }
                dd { (run.seed) }
                dt { "Program" }
                dd { (run.program) }
                @if let Some(period) = runs.period() {
                    dt { "Played" }
                    dd { (period) }
                }
                dt { "Machine" }
                dd { (runs.machines()) }
            }
            @if runs.number > 1 {
                p.note { "The first of " (runs.number) " runs: the match was continued, or played in parts." }
            }
        } @else {
            p.note { "The records do not say how the match was started. The command lines of the players are above." }
        }
    }
}
