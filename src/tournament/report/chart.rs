//! Draws the charts of the page as SVG.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};

use crate::tournament::statistics::{Counts, Interval};
use crate::tournament::summary::Step;

/// The size of the charts and the margins around the plot, in SVG units.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 8.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 34.0;

/// The maximum number of points of a line, and of strokes.
const MOST_POINTS: usize = 480;

/// A chart over the games of a match, with games on the horizontal axis.
struct Chart {
    svg: String,
    games: usize,
    low: f64,
    high: f64,
}

impl Chart {
    /// Draws an empty chart for values between the bounds, with labelled grid
    /// lines at `ticks`.
    fn new(games: usize, (low, high): (f64, f64), ticks: &[(f64, String)]) -> Self {
        let mut chart = Self {
            svg: format!(r#"<svg class="chart" role="img" viewBox="0 0 {WIDTH} {HEIGHT}">"#),
            games,
            low,
            high,
        };
        for (value, label) in ticks {
            let y = chart.y(*value);
            let (x, end) = (LEFT - 6.0, WIDTH - RIGHT);
            let _ = write!(
                chart.svg,
                r#"<path class="tick" d="M{LEFT} {y:.1}H{end}"/><text class="left" x="{x}" y="{:.1}">{label}</text>"#,
                y + 4.0
            );
        }
        for (game, anchor) in [(0, "start"), (games, "end")] {
            let _ = write!(
                chart.svg,
                r#"<text text-anchor="{anchor}" x="{:.1}" y="{}">{game}</text>"#,
                chart.x(game),
                HEIGHT - 8.0
            );
        }
        let _ = write!(
            chart.svg,
            r#"<text text-anchor="middle" x="{}" y="{}">games</text>"#,
            f64::midpoint(LEFT, WIDTH - RIGHT),
            HEIGHT - 8.0
        );
        chart
    }

    /// Returns the horizontal position after this number of games.
    fn x(&self, games: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * games as f64 / self.games.max(1) as f64
    }

    /// Returns the vertical position of a value.
    fn y(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share
    }

    /// Converts points to the data of a path.
    fn path(&self, points: impl Iterator<Item = (usize, f64)>) -> String {
        let mut path = String::new();
        for (games, value) in points {
            let command = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{command}{:.1} {:.1}", self.x(games), self.y(value));
        }
        path
    }

    /// Draws a path of this class.
    fn draw(&mut self, class: &str, path: &str) {
        let _ = write!(self.svg, r#"<path class="{class}" d="{path}"/>"#);
    }

    /// Finishes the chart and adds a caption.
    fn finish(mut self, caption: &str) -> Markup {
        self.svg.push_str("</svg>");
        html! {
            figure {
                (PreEscaped(self.svg))
                figcaption { (caption) }
            }
        }
    }
}

/// Draws the first player's score after each game with Wilson's interval, and a
/// stroke for each game.
pub(super) fn score(steps: &[Step], player: &str) -> Markup {
    let ticks: Vec<_> = [0.0, 25.0, 50.0, 75.0, 100.0]
        .map(|p| (p, format!("{p} %")))
        .into();
    let mut chart = Chart::new(steps.len(), (0.0, 100.0), &ticks);
    let mut counts = Counts::default();
    let mut course: Vec<(usize, f64, Interval)> = Vec::new();
    let every = steps.len().div_ceil(MOST_POINTS).max(1);
    for (index, step) in steps.iter().enumerate() {
        counts += step.counts(0);
        let games = index + 1;
        if (games % every == 0 || games == steps.len())
            && let (Some(score), Some(interval)) = (counts.score(), counts.wilson())
        {
            course.push((games, score, interval));
        }
    }
    let upper = course.iter().map(|&(games, _, i)| (games, 100.0 * i.high));
    let lower = course
        .iter()
        .rev()
        .map(|&(games, _, i)| (games, 100.0 * i.low));
    let band = chart.path(upper.chain(lower));
    chart.draw("band", &(band + "z"));
    let line = chart.path(
        course
            .iter()
            .map(|&(games, score, _)| (games, 100.0 * score)),
    );
    chart.draw("line", &line);
    strokes(&mut chart, steps);
    chart.finish(&format!(
        "Score of {player} after each game, with its 95 % interval. Strokes: games won (above) and lost (below)."
    ))
}

/// Draws a short stroke at the upper edge for each game won and at the lower
/// edge for each game lost. Long matches get no strokes.
fn strokes(chart: &mut Chart, steps: &[Step]) {
    if steps.len() > MOST_POINTS {
        return;
    }
    let (mut won, mut lost) = (String::new(), String::new());
    for (index, step) in steps.iter().enumerate() {
        let x = f64::midpoint(chart.x(index), chart.x(index + 1));
        let counts = step.counts(0);
        if counts.wins > 0 {
            let _ = write!(won, "M{x:.1} {TOP}v8");
        } else if counts.losses > 0 {
            let _ = write!(lost, "M{x:.1} {}v-8", HEIGHT - BOTTOM);
        }
    }
    chart.draw("won", &won);
    chart.draw("lost", &lost);
}

/// Draws the handicap of each game.
pub(super) fn ladder(steps: &[Step]) -> Markup {
    let handicaps = || steps.iter().map(|step| f64::from(step.handicap));
    let (low, high) = (0.0, handicaps().fold(1.0, f64::max));
    let step = ((high - low) / 5.0).ceil().max(1.0);
    let ticks: Vec<_> = (0_u8..7)
        .map(|number| low + f64::from(number) * step)
        .filter(|&value| value <= high)
        .map(|value| (value, value.to_string()))
        .collect();
    let mut chart = Chart::new(steps.len(), (low, high), &ticks);
    let every = steps.len().div_ceil(2 * MOST_POINTS).max(1);
    let corners = handicaps().enumerate().step_by(every);
    let line = chart.path(corners.flat_map(|(game, value)| {
        let end = (game + every).min(steps.len());
        [(game, value), (end, value)]
    }));
    chart.draw("line", &line);
    chart.finish("Handicap stones of each game.")
}
