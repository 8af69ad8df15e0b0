//! Draws ratings as SVG: one row per player on a horizontal Elo scale.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};

use crate::r#match::summary::{Crosstable, RatedPlayer};
use crate::page::chart::round_step;
use ponnuki_formats::drawing::escape;

/// The width of the picture and the height of a row, in SVG units.
const WIDTH: f64 = 720.0;
const ROW: f64 = 24.0;
/// The width of the names on the left, and the margin on the right.
const NAMES: f64 = 190.0;
const RIGHT: f64 = 16.0;
/// The height of the scale and its caption below the rows.
const SCALE: f64 = 42.0;

/// The style of the picture when it is a separate file, for light and dark schemes.
const STYLE: &str = "\
text { font: 12px system-ui, sans-serif; fill: #6b675d; } .left { text-anchor: end; } .middle { text-anchor: middle; } \
.tick { stroke: #ddd8cc; } .error { stroke: #8a8578; stroke-width: 3; } .rating { fill: #2f6f4f; } \
@media (prefers-color-scheme: dark) { text { fill: #b5ae9c; } .tick { stroke: #403d36; } .rating { fill: #7cc49d; } }";

pub(super) fn figure(table: &Crosstable) -> Markup {
    html! {
        figure {
            div.wide {
                (PreEscaped(format!(r#"<svg class="chart ratings" {}</svg>"#, content(table, ""))))
            }
            figcaption {
                "Ratings with their 95 % errors, " (table.scale()) "."
            }
        }
    }
}

/// Draws the ratings of a tournament with their 95 % errors as an SVG file.
pub(crate) fn ratings_picture(table: &Crosstable) -> String {
    let style = format!("<style>{STYLE}</style>");
    let content = content(table, &style);
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {content}</svg>\n")
}

fn content(table: &Crosstable, style: &str) -> String {
    let ends = |end: fn(&RatedPlayer) -> f64| table.players.iter().map(end);
    let low = ends(|player| player.elo - player.error).fold(f64::INFINITY, f64::min);
    let high = ends(|player| player.elo + player.error).fold(low + 1.0, f64::max);
    let x = |elo: f64| NAMES + (WIDTH - NAMES - RIGHT) * (elo - low) / (high - low);
    let rows = ROW * table.players.len() as f64;
    let height = rows + SCALE;
    let mut svg = format!(r#"role="img" viewBox="0 0 {WIDTH} {height}">{style}"#);
    let step = step(high - low);
    let mut tick = (low / step).ceil() * step;
    while tick <= high {
        let at = x(tick);
        let _ = write!(
            svg,
            r#"<path class="tick" d="M{at:.1} 0V{rows}"/><text class="middle" x="{at:.1}" y="{}">{tick:.0}</text>"#,
            rows + 16.0
        );
        tick += step;
    }
    let axis = format!("Elo, {}", table.scale());
    let _ = write!(
        svg,
        r#"<text class="middle" x="{}" y="{}">{}</text>"#,
        f64::midpoint(NAMES, WIDTH - RIGHT),
        height - 6.0,
        escape(&axis)
    );
    for (index, player) in table.players.iter().enumerate() {
        let y = ROW * (index as f64 + 0.5);
        let (low, high) = (x(player.elo - player.error), x(player.elo + player.error));
        let _ = write!(
            svg,
            r#"<text class="left" x="{}" y="{}">{}</text><path class="error" d="M{low:.1} {y}H{high:.1}"/><circle class="rating" cx="{:.1}" cy="{y}" r="5"/>"#,
            NAMES - 12.0,
            y + 4.0,
            escape(&player.player),
            x(player.elo)
        );
    }
    svg
}

/// Returns the interval of the grid lines: the smallest of 100, 200, 500, 1000 and
/// so on that gives at most eight steps.
fn step(range: f64) -> f64 {
    round_step(100.0, |step| range / step <= 8.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table<const N: usize>(ratings: [(f64, f64); N]) -> Crosstable {
        let players = ratings.map(|(elo, error)| RatedPlayer {
            player: String::new(),
            elo,
            error,
            over_next: None,
        });
        Crosstable {
            anchors: Vec::new(),
            players: players.into(),
            results: Vec::new(),
            with_virtual_draws: false,
        }
    }

    #[test]
    fn every_player_has_a_row_on_the_scale() {
        let golden_picture = r#"role="img" viewBox="0 0 720 90">
<path class="tick" d="M254.2 0V48"/>
<text class="middle" x="254.2" y="64">-200</text>
<path class="tick" d="M382.8 0V48"/>
<text class="middle" x="382.8" y="64">-100</text>
<path class="tick" d="M511.2 0V48"/>
<text class="middle" x="511.2" y="64">0</text>
<path class="tick" d="M639.8 0V48"/>
<text class="middle" x="639.8" y="64">100</text>
<text class="middle" x="447" y="84">Elo, relative to the mean of all players</text>
<text class="left" x="178" y="16">
</text>
<path class="error" d="M575.5 12H704.0"/>
<circle class="rating" cx="639.8" cy="12" r="5"/>
<text class="left" x="178" y="40">
</text>
<path class="error" d="M190.0 36H575.5"/>
<circle class="rating" cx="382.8" cy="36" r="5"/>"#;
        let picture = content(&table([(100.0, 50.0), (-100.0, 150.0)]), "");
        assert_eq!(picture.replace("><", ">\n<"), golden_picture);
    }

    #[test]
    fn equal_ratings_without_errors_have_a_scale() {
        let picture = content(&table([(0.0, 0.0), (0.0, 0.0)]), "");
        assert_eq!(picture.matches("d=\"M190.0 ").count(), 3, "{picture}");
    }

    #[test]
    fn the_scale_begins_at_the_first_round_number() {
        let picture = ratings_picture(&table([(1000.0, 150.0), (2000.0, 150.0)]));
        let labels = picture.split("class=\"middle\"").skip(1);
        let labels: Vec<_> = labels
            .filter_map(|text| text.split(['>', '<']).nth(1)?.parse::<i32>().ok())
            .collect();
        assert_eq!(labels, [1000, 1200, 1400, 1600, 1800, 2000]);
    }

    #[test]
    fn the_scale_has_few_lines_at_round_numbers() {
        for (range, expected) in [
            (1.0, 100.0),
            (800.0, 100.0),
            (900.0, 200.0),
            (1700.0, 500.0),
            (4100.0, 1000.0),
            (9000.0, 2000.0),
        ] {
            assert!((step(range) - expected).abs() < 1e-9, "{range}");
        }
    }
}
