//! The text about an estimate, for `ponnuki estimate` and for the hints of `ponnuki play`.

use std::io::{self, Write};

use ponnuki_core::{Color, Game, Point, PointSet};
use ponnuki_formats::drawing::{Glyph, TextBoard};
use ponnuki_formats::text::{counted, lead_text};
use ponnuki_play::estimate::Estimate;

use super::count::legend;
use super::last_point;

/// The minimum ownership of a point that is shown as territory.
const LIKELY: f64 = 0.5;

/// Prints the board with the likely owner of each point.
pub(crate) fn show(
    game: &Game,
    estimate: &Estimate,
    view: TextBoard,
    output: &mut impl Write,
) -> io::Result<()> {
    let dead = estimate.dead();
    let diagram = view.draw_shaded(
        game.size(),
        last_point(game),
        |point| glyph(game, estimate, &dead, point),
        |point| estimate.ownership(point),
    );
    let legend = legend(view, &dead, "likely territory", "undecided");
    writeln!(output, "{diagram}{legend}")?;
    if view.colors {
        writeln!(output, "blue wood is likely black's, red wood white's")?;
    }
    Ok(())
}

/// Summarises the playouts.
pub(crate) fn summary(estimate: &Estimate) -> String {
    format!(
        "{}: {} on average, standard deviation {:.1}, black wins {:.0} %",
        counted(estimate.playouts(), "playout"),
        lead_text(estimate.score().value()),
        estimate.score_deviation(),
        100.0 * estimate.black_win_rate()
    )
}

/// Returns the mark of a point in the diagram: a stone, or the likely owner of an empty
/// point. `dead` are the dead stones of the estimate.
fn glyph(game: &Game, estimate: &Estimate, dead: &PointSet, point: Point) -> Glyph {
    if let Some(color) = game.board().at(point) {
        return if dead.contains(point) {
            Glyph::Dead(color)
        } else {
            Glyph::Stone(color)
        };
    }
    match estimate.ownership(point) {
        LIKELY.. => Glyph::Territory(Color::Black),
        owner if owner <= -LIKELY => Glyph::Territory(Color::White),
        _ => Glyph::Empty,
    }
}
