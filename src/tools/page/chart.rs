//! SVG charts with the games of a match or the moves of a game on the horizontal axis.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};

use ponnuki_formats::drawing::escape;

/// The size of the charts and the margins around the plot, in SVG units.
pub(crate) const WIDTH: f64 = 720.0;
pub(crate) const HEIGHT: f64 = 240.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 8.0;
pub(crate) const TOP: f64 = 10.0;
pub(crate) const BOTTOM: f64 = 34.0;

/// A chart of values over a range of game or move numbers.
pub(crate) struct Chart {
    svg: String,
    /// The first number of the horizontal axis.
    first: usize,
    last: usize,
    low: f64,
    high: f64,
}

impl Chart {
    /// Draws an empty chart for values between the bounds, with labelled grid lines at
    /// `ticks`. Screen readers read `title` aloud, and `axis` labels the horizontal axis.
    pub(crate) fn new(
        title: &str,
        (first, last, axis): (usize, usize, &str),
        (low, high): (f64, f64),
        ticks: &[(f64, String)],
    ) -> Self {
        let mut chart = Self {
            svg: format!(
                r#"<svg class="chart" role="img" viewBox="0 0 {WIDTH} {HEIGHT}"><title>{}</title>"#,
                escape(title)
            ),
            first,
            last,
            low,
            high,
        };
        for (value, label) in ticks {
            let y = chart.y(*value);
            let (x, end) = (LEFT - 6.0, WIDTH - RIGHT);
            chart.add(&format!(
                r#"<path class="tick" d="M{LEFT} {y:.1}H{end}"/><text class="left" x="{x}" y="{:.1}">{label}</text>"#,
                y + 4.0
            ));
        }
        for (number, anchor) in [(first, "start"), (last, "end")] {
            chart.add(&format!(
                r#"<text text-anchor="{anchor}" x="{:.1}" y="{}">{number}</text>"#,
                chart.x(number),
                HEIGHT - 8.0
            ));
        }
        chart.add(&format!(
            r#"<text text-anchor="middle" x="{}" y="{}">{axis}</text>"#,
            f64::midpoint(LEFT, WIDTH - RIGHT),
            HEIGHT - 8.0
        ));
        chart
    }

    /// Returns the x coordinate of a number, in SVG units.
    pub(crate) fn x(&self, number: usize) -> f64 {
        let steps = self.last.saturating_sub(self.first).max(1);
        let step = number.saturating_sub(self.first);
        LEFT + (WIDTH - LEFT - RIGHT) * step as f64 / steps as f64
    }

    /// Returns the y coordinate of a value, in SVG units.
    pub(crate) fn y(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share
    }

    /// Returns the `d` attribute of a path through the points.
    pub(crate) fn path(&self, points: impl Iterator<Item = (usize, f64)>) -> String {
        let mut path = String::new();
        for (number, value) in points {
            let command = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{command}{:.1} {:.1}", self.x(number), self.y(value));
        }
        path
    }

    /// Draws a path of this class.
    pub(crate) fn draw(&mut self, class: &str, path: &str) {
        self.add(&format!(r#"<path class="{class}" d="{path}"/>"#));
    }

    /// Adds SVG elements.
    pub(crate) fn add(&mut self, svg: &str) {
        self.svg.push_str(svg);
    }

    /// Finishes the chart, and returns it as a figure with a caption.
    pub(crate) fn finish(mut self, caption: &str) -> Markup {
        self.svg.push_str("</svg>");
        html! {
            figure {
                (PreEscaped(self.svg))
                figcaption { (caption) }
            }
        }
    }
}

/// Returns the interval of the lines of a scale: the first of `least` times 1, 2, 5, 10, 20
/// and so on that `fits` accepts. Some interval must fit, or the search never ends.
pub(crate) fn round_step(least: f64, fits: impl Fn(f64) -> bool) -> f64 {
    let mut step = least;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if fits(step) {
            break;
        }
        step *= factor;
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_values_have_their_places() {
        let path = |ends: (usize, usize), points: &[(usize, f64)]| {
            let chart = Chart::new("", (ends.0, ends.1, "games"), (-1.0, 1.0), &[]);
            chart.path(points.iter().copied())
        };
        let course = path((2, 10), &[(2, -1.0), (6, 0.0), (10, 1.0)]);
        assert_eq!(course, "M76.0 206.0L394.0 108.0L712.0 10.0");
        assert_eq!(path((3, 3), &[(3, 0.5)]), "M76.0 59.0");
    }
}
