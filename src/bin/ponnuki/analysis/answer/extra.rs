//! Parts of answers that come from the rules or from separate playouts: illegal moves, dead
//! stones, unconditional life, and the ownership after each move.

use serde::Serialize;

use super::{AnalyzedPosition, PointOfView};
use ponnuki::board::{Color, pass_alive};
use ponnuki::estimate::{Estimate, EstimateOptions};
use ponnuki::game::{Game, Move};

/// Playouts after each move from which its ownership is estimated.
const PLAYOUTS_AFTER: u64 = 128;

/// An empty point where the side to move may not play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct IllegalPoint {
    r#move: String,
    reason: &'static str,
    /// For superko, the number of the move whose position the play would repeat.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats: Option<usize>,
}

impl IllegalPoint {
    /// Lists the points where a colour may not play, from A1 upwards.
    pub(super) fn all(game: &Game, color: Color) -> Vec<Self> {
        let size = game.size();
        game.forbidden(color)
            .map(|(point, reason)| Self {
                r#move: size.coordinates(point).to_string(),
                reason: reason.code(),
                repeats: reason.repeats(),
            })
            .collect()
    }
}

/// The stones whose fate is settled or estimated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoneStatus {
    /// Stones that are dead according to an estimate of the final position.
    dead: Vec<String>,
    /// Stones that the opponent can never capture, by Benson's theorem.
    unconditionally_alive: Vec<[String; 2]>,
}

impl StoneStatus {
    /// Estimates the dead stones, and proves which stones are alive.
    pub(super) fn new(game: &Game, seed: u64) -> Self {
        let size = game.size();
        let name = |point| size.coordinates(point).to_string();
        let dead = Estimate::new(game, &EstimateOptions::status(seed)).dead();
        let alive = pass_alive(game.board(), game.rules().suicide);
        let stones = Color::BOTH.into_iter().flat_map(|color| {
            let stones = alive[color].stones.iter();
            stones.map(move |point| [color.initial().to_string(), name(point)])
        });
        Self {
            dead: dead.iter().map(name).collect(),
            unconditionally_alive: stones.collect(),
        }
    }
}

/// Estimates the ownership of each point after a move, row by row from the top left.
pub(super) fn ownership_after(
    position: &AnalyzedPosition<'_>,
    view: PointOfView,
    action: Move,
) -> Vec<f64> {
    let color = position.analysis.color;
    let mut game = position.game.clone();
    // The move is legal, because it was searched.
    let _ = game.play(color, action);
    let options = EstimateOptions {
        playouts: PLAYOUTS_AFTER,
        ..EstimateOptions::picture(position.seed)
    };
    let estimate = Estimate::new(&game, &options);
    let sign = f64::from(color.sign());
    view.points_of(game.size(), |point| sign * estimate.ownership(point))
}
