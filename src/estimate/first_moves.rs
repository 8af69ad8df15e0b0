//! How well a colour does in the playouts in which it is the first to play on
//! a point: "all moves as first" (Brügmann, "Monte Carlo Go", 1993).
//!
//! One series of playouts judges all points at once, where trying each point
//! for itself would need a series each. The price is that order counts for
//! nothing.

use std::collections::BTreeMap;

use crate::color::Color;
use crate::game::Game;
use crate::playout::{TacticalStart, tactical_playouts};
use crate::point::Point;

use super::count::{ko_ban, thumb_rules};
use super::{EstimateOptions, last_moves};

/// What the playouts say of a point as a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstMove {
    /// The point.
    pub point: Point,
    /// The playouts in which the colour was the first to play there.
    pub playouts: u64,
    /// In which part of those, 0 to 1, it wins; a tie is half a win.
    pub win_rate: f64,
}

/// The points where a colour may move now and was the first to play in some
/// playouts, in ascending order. The colour moves first in all of them.
pub fn first_moves(game: &Game, color: Color, options: &EstimateOptions) -> Vec<FirstMove> {
    let start = TacticalStart {
        board: game.board(),
        to_move: color,
        last: last_moves(game),
        ko: ko_ban(game, color),
    };
    let legal = game.legal_points(color);
    let mut sums: BTreeMap<Point, (u64, f64)> = BTreeMap::new();
    let mut playouts = tactical_playouts(&start, thumb_rules(options.policy));
    playouts.run_each(options.seed, 0..options.playouts.max(1), &mut |end| {
        let winner = game.score_of(f64::from(end.playout.margin)).winner();
        let win = winner.map_or(0.5, |winner| f64::from(u8::from(winner == color)));
        for point in end.first[color] & legal {
            let (count, wins) = sums.entry(point).or_default();
            *count += 1;
            *wins += win;
        }
    });
    let told = |(point, (playouts, wins))| FirstMove {
        point,
        playouts,
        win_rate: wins / playouts as f64,
    };
    sums.into_iter().map(told).collect()
}
