//! The empty points at which a colour keeps the opponent from poking into its territory.

use super::FinalPosition;
use crate::board::{Color, PointSet};

/// The neighbours of an empty point `@` past which the opponent cannot go, clockwise from the
/// upper left. The shapes hold in all orientations.
///
/// ```text
/// . p p   e p .   p e e   . e .   . p p   e p .
/// . @ e   e @ e   e @ p   p @ p   . @ e   e @ e
/// . p e   e p .   p e e   . x .   . x .   . x .
/// ```
///
/// `p` is a living stone of the colour and `x` is off the board. `e` is free of living stones
/// of the opponent: empty, a living stone of the colour or a dead stone of the opponent.
const SHAPES: [&[u8; 8]; 6] = [
    b".ppeep..",
    b"ep.e.pee",
    b"peepeepe",
    b".e.p.x.p",
    b".ppe.x..",
    b"ep.e.x.e",
];

pub(super) fn blocks<const W: usize>(position: &FinalPosition<W>, color: Color) -> PointSet<W> {
    let own = position.living[color];
    let stones = by_direction(position, &own);
    let free = by_direction(
        position,
        &(position.empty | own | position.dead_stones(!color)),
    );
    let inside = by_direction(position, &position.points);
    let mut blocks = PointSet::EMPTY;
    for shape in SHAPES {
        // The even directions are diagonal, so a quarter turn is two steps.
        for first in [0, 2, 4, 6] {
            for is_mirrored in [false, true] {
                let mut matching = position.empty;
                for (place, letter) in shape.iter().enumerate() {
                    let step = if is_mirrored { 8 - place } else { place };
                    let direction = (first + step) % 8;
                    match letter {
                        b'p' => matching &= stones[direction],
                        b'e' => matching &= free[direction],
                        b'x' => matching -= inside[direction],
                        _ => {}
                    }
                }
                blocks |= matching;
            }
        }
    }
    blocks
}

/// Returns for each direction, clockwise from the upper left, the points whose neighbour there
/// is in a set.
fn by_direction<const W: usize>(
    position: &FinalPosition<W>,
    set: &PointSet<W>,
) -> [PointSet<W>; 8] {
    let [left, right, down, up] = set.steps(position.size);
    let [down_left, down_right, up_left, up_right] = set.diagonal_steps(position.size);
    [
        down_right, down, down_left, left, up_left, up, up_right, right,
    ]
}
