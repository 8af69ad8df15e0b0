//! The priors of new nodes.
//!
//! A new node begins with virtual playouts (Gelly and Silver, 2007): an even record, plus
//! wins for good moves and losses for bad ones, by rules of thumb ([`rules`]).

mod rules;

use crate::board::{Color, Point, SizedBoard, on_sized};
use crate::game::{Game, Move};

use super::position::Position;
use super::tree::Prior;

use rules::captures_and_rescues;
pub(super) use rules::{Geometry, rule_priors};

/// The virtual playouts of every move, half of them won.
const EVEN: f32 = 10.0;
/// The equivalence parameter of RAVE: the visits at which the AMAF mean weighs about as
/// much as the mean of the move itself (Gelly and Silver, 2007).
pub(super) const EQUIVALENCE: f32 = 3500.0;
/// The opening ends when one point in this many holds a stone.
const POINTS_PER_STONE: usize = 3;

/// Returns the legal plays that are not own eyes, each with the value from 0 to 1 that the
/// rules of thumb give it at first sight. In the opening, plays on the first line have the
/// value 0 unless they capture or save a chain in atari.
pub(super) fn first_values(game: &Game, color: Color) -> Vec<(Point, f32)> {
    on_sized!(game.board().sized(), board => first_values_on(board, game, color))
}

fn first_values_on<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    game: &Game,
    color: Color,
) -> Vec<(Point, f32)> {
    let position = Position::<W, N>::new(game, color);
    let is_legal = |point| game.check(color, point).is_ok();
    let geometry = Geometry::new(board.size());
    let mut priors = Vec::new();
    rule_priors(&position, &geometry, is_legal, false, &mut priors);
    let stones = *board.points() - *board.empty();
    let is_opening = POINTS_PER_STONE * stones.len() < board.size().area();
    let [one, more] = captures_and_rescues(board, color);
    let urgent = one | more;
    let values = priors.into_iter().filter_map(|prior| {
        let point = prior.action.point()?;
        let is_first = is_opening && geometry.first.contains(point);
        let value = if is_first && !urgent.contains(point) {
            0.0
        } else {
            prior.value
        };
        Some((point, value))
    });
    values.collect()
}

fn pass(stands_won: bool) -> Prior {
    Prior {
        action: Move::Pass,
        weight: EVEN,
        value: if stands_won { 0.5 } else { 0.1 },
    }
}
