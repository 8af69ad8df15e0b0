//! Analyses as graphics for GoGui.
//!
//! GoGui's documentation defines graphics in the chapter "Analyze commands":
//! lines that begin with a keyword. Live graphics, defined in the chapter "GTP
//! interface and extensions", are such lines on standard error after
//! `gogui-gfx:`, up to a blank line.

use crate::board::{BoardSize, Color};
use crate::game::Move;
use crate::player::{Analysis, MoveAnalysis};

/// Removes live graphics from the board.
pub(crate) const CLEAR: &str = "gogui-gfx: CLEAR\n";

/// The shades from the worst move to the best: from red through yellow to
/// green.
const SHADES: [&str; 9] = [
    "#e06060", "#e08060", "#e0a060", "#e0c060", "#e0e060", "#c0e060", "#a0e060", "#80e060",
    "#60e060",
];

/// Draws the win rate of each move in percent, with a shade on the scale from
/// the worst of these moves to the best, and a summary below the board.
pub(crate) fn win_rates(analysis: &Analysis, size: BoardSize) -> String {
    let plays: Vec<(String, &MoveAnalysis)> = analysis
        .moves
        .iter()
        .filter(|entry| entry.visits > 0)
        .filter_map(|entry| match entry.action {
            Move::Play(point) => Some((size.coordinates(point).to_string(), entry)),
            Move::Pass => None,
        })
        .collect();
    let mut lines = Vec::new();
    let shade = shades(&plays);
    for (index, name) in SHADES.iter().enumerate() {
        let of_shade = plays.iter().filter(|(_, entry)| shade(entry) == index);
        let points: Vec<&str> = of_shade.map(|(point, _)| point.as_str()).collect();
        if !points.is_empty() {
            lines.push(format!("COLOR {name} {}", points.join(" ")));
        }
    }
    let labels: Vec<String> = plays
        .iter()
        .map(|(point, entry)| format!("{point} {:.0}", 100.0 * entry.winrate))
        .collect();
    if !labels.is_empty() {
        lines.push(format!("LABEL {}", labels.join(" ")));
    }
    lines.push(summary(analysis));
    lines.join("\n")
}

/// Returns a function from a move to the index of its shade, which places its
/// win rate on the scale from the lowest to the highest.
fn shades(plays: &[(String, &MoveAnalysis)]) -> impl Fn(&MoveAnalysis) -> usize + use<> {
    let rates = || plays.iter().map(|(_, entry)| entry.winrate);
    let low = rates().fold(f64::INFINITY, f64::min);
    let range = rates().fold(f64::NEG_INFINITY, f64::max) - low;
    move |entry| {
        let last = SHADES.len() - 1;
        if range <= 0.0 {
            return last;
        }
        ((entry.winrate - low) / range * last as f64).round() as usize
    }
}

/// Writes the text below the board.
fn summary(analysis: &Analysis) -> String {
    let name = match analysis.color {
        Color::Black => "Black",
        Color::White => "White",
    };
    format!(
        "TEXT {name} wins {:.1} %, leads by {:.1} points on average, {} playouts",
        100.0 * analysis.winrate,
        analysis.score_lead,
        analysis.visits
    )
}

/// Draws the win rates as live graphics, for standard error.
pub(crate) fn live(analysis: &Analysis, size: BoardSize) -> String {
    format!("gogui-gfx:\n{}\n\n", win_rates(analysis, size))
}
