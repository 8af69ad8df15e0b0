//! Charts of the win rate and the lead over the game.

use std::fmt::Write;

use maud::Markup;

use crate::page::chart::{BOTTOM, Chart, HEIGHT, TOP, round_step};
use crate::review::run::Review;
use crate::review::value::PositionValue;

/// Draws Black's win rate after each move, with the turning points.
pub(super) fn chances(review: &Review, points: &[usize]) -> Markup {
    let ticks: Vec<_> = [0.0, 25.0, 50.0, 75.0, 100.0]
        .map(|percent| (percent, format!("{percent} %")))
        .into();
    let value = |value: PositionValue| 100.0 * value.black_wins;
    let chart = Chart::new(
        "Black's chance to win after each move",
        axis(review),
        (0.0, 100.0),
        &ticks,
    );
    draw(chart, review, points, value)
        .finish("Black's chance to win after each move. The numbers mark the turning points below.")
}

/// Draws Black's lead after each move, with the turning points.
pub(super) fn leads(review: &Review, points: &[usize]) -> Markup {
    let most = review.values().map(|value| value.lead.abs());
    let step = step(most.fold(1.0, f64::max));
    let ticks: Vec<_> = (-2_i8..=2)
        .map(|number| {
            let lead = f64::from(number) * step;
            let label = match number {
                0 => "even".to_owned(),
                1.. => format!("B+{lead}"),
                _ => format!("W+{}", -lead),
            };
            (lead, label)
        })
        .collect();
    let bounds = (-2.0 * step, 2.0 * step);
    let chart = Chart::new("lead after each move", axis(review), bounds, &ticks);
    draw(chart, review, points, |value| value.lead).finish("Lead in points after each move.")
}

/// Returns the numbers of the first and last move, and the label of the axis.
fn axis(review: &Review) -> (usize, usize, &'static str) {
    (0, review.moves.len(), "moves")
}

/// Draws the values as a line, fills the area between the line and 0, and adds the
/// turning points and the script's cursor.
fn draw(
    mut chart: Chart,
    review: &Review,
    points: &[usize],
    value: fn(PositionValue) -> f64,
) -> Chart {
    let (first, last, _) = axis(review);
    let course = || (first..).zip(review.values().map(value));
    let edge = [(last, 0.0), (first, 0.0)];
    let band = chart.path(course().chain(edge));
    chart.draw("band", &(band + "z"));
    let line = chart.path(course());
    chart.draw("line", &line);
    let mut marks = String::new();
    for (rank, &place) in points.iter().enumerate() {
        let reviewed = &review.moves[place];
        let (x, y) = (chart.x(reviewed.number), chart.y(value(reviewed.after)));
        // The number stands where there is more space.
        let below = if y < HEIGHT / 2.0 { 22.0 } else { -14.0 };
        let _ = write!(
            marks,
            r##"<a href="#turning-point-{rank}"><circle class="point {}" cx="{x:.1}" cy="{y:.1}" r="5"/><text text-anchor="middle" x="{x:.1}" y="{:.1}">{rank}</text></a>"##,
            reviewed.color,
            y + below,
            rank = rank + 1,
        );
    }
    chart.add(&marks);
    chart.add(&format!(
        r#"<path class="cursor" d="M0 {TOP}V{}" data-left="{:.1}" data-right="{:.1}"/>"#,
        HEIGHT - BOTTOM,
        chart.x(first),
        chart.x(last)
    ));
    chart
}

/// Returns the distance between gridlines: the smallest of 1, 2, 5, 10, ... so that two
/// steps cover the lead.
fn step(lead: f64) -> f64 {
    // Capped, so that an infinite lead has a step, too.
    round_step(1.0, |step| 2.0 * step >= lead.min(1e6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_has_round_numbers() {
        for (lead, expected) in [
            (0.5, 1.0),
            (2.0, 1.0),
            (2.1, 2.0),
            (10.0, 5.0),
            (39.0, 20.0),
            (361.0, 200.0),
        ] {
            assert!((step(lead) - expected).abs() < 1e-9, "{lead}");
        }
        assert!(step(f64::INFINITY) >= 1e5);
    }
}
