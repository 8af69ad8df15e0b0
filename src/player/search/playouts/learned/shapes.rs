//! Shapes: the patterns of stones around a move.
//!
//! A shape consists of the contents of all points up to a distance. The distance of a
//! point `dx` columns and `dy` rows away is `dx + dy + max(dx, dy)`, whose discs lie
//! between squares and diamonds (Stern, Herbrich and Graepel, "Bayesian pattern
//! ranking for move prediction in the game of Go", 2006). A shape is identified by a
//! hash that is invariant under the eight symmetries of the square and under exchange
//! of the colours: the minimum of its eight hashes, seen from the colour to move.

use std::array;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use crate::board::{BoardSize, Coordinates, MAX_LENGTH};
use crate::random::SplitMix64;

/// The distances up to which the shapes extend: they have 8, 12, 20 and 36 points.
const REACHES: [i32; SHAPES - 1] = [3, 4, 5, 7];

/// How many shapes a move has: one for each distance of [`REACHES`], and the smallest
/// once more with the liberties of its chains.
pub(super) const SHAPES: usize = 5;

/// How many columns or rows a shape extends from its centre.
const MARGIN: usize = 4;

/// The width of a [`Grid`]: the largest board with a margin on both sides.
const WIDTH: usize = MAX_LENGTH + 2 * MARGIN;

/// The contents of a point: empty (0), own, enemy or off the board.
const CONTENTS: usize = 4;
const OWN: u8 = 1;
const ENEMY: u8 = 2;
const OUTSIDE: u8 = 3;

/// How many states a point has, unused ones included: its contents, plus 4 for each liberty
/// that the chain of a stone is short of 3.
const STATES: usize = 16;

/// The length of a [`Grid`]: a power of two, so that a mask replaces the bounds check.
const GRID: usize = (WIDTH * WIDTH).next_power_of_two();

/// The states of the points of a board and of a margin around it.
pub(super) struct Grid([u8; GRID]);

impl Grid {
    /// Returns the grid of an empty board.
    pub(super) fn new(size: BoardSize) -> Self {
        let mut grid = [OUTSIDE; GRID];
        for row in 0..size.height() {
            let start = (row + MARGIN) * WIDTH + MARGIN;
            grid[start..start + size.width()].fill(0);
        }
        Self(grid)
    }

    /// Places a stone whose chain has this many liberties.
    pub(super) fn set(&mut self, at: Coordinates, is_own: bool, liberties: usize) {
        let stone = if is_own { OWN } else { ENEMY };
        self.0[Self::index(at)] = stone + 4 * (3 - liberties.min(3) as u8);
    }

    const fn index(at: Coordinates) -> usize {
        (at.row as usize + MARGIN) * WIDTH + at.column as usize + MARGIN
    }

    /// Returns the hashes of the shapes around a point: by increasing size, and last the
    /// shape with liberties.
    #[inline(always)]
    pub(super) fn shapes(&self, at: Coordinates) -> [u32; SHAPES] {
        let centre = Self::index(at);
        let state = |step| usize::from(self.0[centre.wrapping_add_signed(step) % GRID]);
        let disc = &*DISC;
        let mut shapes = [0; SHAPES];
        let mut hashes = [0; 8];
        for (number, ring) in disc.rings.iter().enumerate() {
            for place in ring {
                add(&mut hashes, &place.keys[state(place.step) % CONTENTS]);
            }
            shapes[number] = identity(hashes, number);
        }
        let mut hashes = [0; 8];
        for place in &disc.nearest {
            add(&mut hashes, &place.keys[state(place.step) % STATES]);
        }
        shapes[SHAPES - 1] = identity(hashes, SHAPES - 1);
        shapes
    }
}

/// The hashes of a shape under the eight symmetries.
type Hashes = [u32; 8];

#[inline(always)]
fn add(hashes: &mut Hashes, keys: &Hashes) {
    for (hash, key) in hashes.iter_mut().zip(keys) {
        *hash ^= key;
    }
}

/// Returns the hash that all symmetric copies of a shape share: the minimum of the eight,
/// mixed with the index of the shape.
#[inline(always)]
fn identity(hashes: Hashes, number: usize) -> u32 {
    let least = hashes.into_iter().fold(u32::MAX, u32::min);
    SplitMix64(u64::from(least) << 8 | number as u64).next() as u32
}

/// A point of a shape, relative to the centre.
struct ShapePoint<const S: usize> {
    /// The offset in the grid from the centre to the point.
    step: isize,
    /// By state of the point: the Zobrist keys under the eight symmetries.
    keys: [Hashes; S],
}

struct Disc {
    /// The points that each distance of [`REACHES`] adds to the previous shape.
    rings: [Vec<ShapePoint<CONTENTS>>; SHAPES - 1],
    /// The points of the shape with liberties.
    nearest: Vec<ShapePoint<STATES>>,
}

static DISC: LazyLock<Disc> = LazyLock::new(|| {
    let mut below = 0;
    Disc {
        rings: REACHES.map(|reach| {
            let ring = places(below + 1..=reach);
            below = reach;
            ring
        }),
        nearest: places(1..=REACHES[0]),
    }
});

/// Returns the points at these distances, in row-major order.
fn places<const S: usize>(distances: RangeInclusive<i32>) -> Vec<ShapePoint<S>> {
    let margin = MARGIN as i32;
    let mut places = Vec::new();
    for dy in -margin..=margin {
        for dx in -margin..=margin {
            let distance = dx.abs() + dy.abs() + dx.abs().max(dy.abs());
            if distances.contains(&distance) {
                places.push(ShapePoint {
                    step: (dy * WIDTH as i32 + dx) as isize,
                    keys: array::from_fn(|state| turned(dx, dy).map(|at| key(at, state))),
                });
            }
        }
    }
    places
}

/// Returns the images of an offset under the eight symmetries.
fn turned(dx: i32, dy: i32) -> [(i32, i32); 8] {
    [
        (dx, dy),
        (-dx, dy),
        (dx, -dy),
        (-dx, -dy),
        (dy, dx),
        (-dy, dx),
        (dy, -dx),
        (-dy, -dx),
    ]
}

/// Returns the Zobrist key of an offset in this state: 0 if the point is empty.
fn key((dx, dy): (i32, i32), state: usize) -> u32 {
    if state == 0 {
        return 0;
    }
    let place = (dy + 8) << 4 | (dx + 8);
    SplitMix64((place as u64) << 8 | state as u64).next() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(column: u8, row: u8) -> Coordinates {
        Coordinates { column, row }
    }

    /// Returns the shapes around the centre of a 9x9 board with these stones: column, row,
    /// whether own, liberties.
    fn shapes(stones: &[(u8, u8, bool, usize)]) -> [u32; SHAPES] {
        let mut grid = Grid::new(BoardSize::square(9).unwrap());
        for &(column, row, is_own, liberties) in stones {
            grid.set(at(column, row), is_own, liberties);
        }
        grid.shapes(at(4, 4))
    }

    #[test]
    fn shapes_grow_from_8_to_36_points() {
        let mut points = 0;
        let sizes = DISC.rings.each_ref().map(|ring| {
            points += ring.len();
            points
        });
        assert_eq!(sizes, [8, 12, 20, 36]);
    }

    #[test]
    fn turned_and_reflected_shapes_are_the_same() {
        // A stone of each colour under the eight symmetries of the square.
        let original = shapes(&[(5, 5, true, 2), (4, 7, false, 3)]);
        let own = turned(1, 1);
        let enemy = turned(0, 3);
        for (own, enemy) in own.into_iter().zip(enemy) {
            let place = |(dx, dy): (i32, i32)| ((4 + dx) as u8, (4 + dy) as u8);
            let ((a, b), (c, d)) = (place(own), place(enemy));
            assert_eq!(shapes(&[(a, b, true, 2), (c, d, false, 3)]), original);
        }
    }

    #[test]
    fn different_contents_are_different_shapes() {
        let near = shapes(&[(5, 5, true, 2)]);
        let empty = shapes(&[]);
        let enemy = shapes(&[(5, 5, false, 2)]);
        for number in 0..SHAPES {
            assert_ne!(near[number], empty[number]);
            assert_ne!(near[number], enemy[number]);
        }
        // Only the last shape depends on liberties, and three or more are equal.
        let atari = shapes(&[(5, 5, true, 1)]);
        assert_eq!(near[..SHAPES - 1], atari[..SHAPES - 1]);
        assert_ne!(near[SHAPES - 1], atari[SHAPES - 1]);
        assert_eq!(shapes(&[(5, 5, true, 3)]), shapes(&[(5, 5, true, 8)]));
        // A stone is part of the shapes that reach it.
        let far = shapes(&[(4, 8, true, 4)]);
        assert_eq!(far, empty, "distance 8 is too far");
        let third = shapes(&[(4, 7, true, 4)]);
        let differs: Vec<_> = (0..SHAPES)
            .map(|number| third[number] != empty[number])
            .collect();
        assert_eq!(differs, [false, false, false, true, false]);
    }

    #[test]
    fn the_edge_is_part_of_a_shape() {
        let grid = Grid::new(BoardSize::new(25, 25).unwrap());
        assert_ne!(grid.shapes(at(0, 12)), grid.shapes(at(12, 12)));
        assert_eq!(grid.shapes(at(0, 0)), grid.shapes(at(24, 24)));
        assert_eq!(grid.shapes(at(12, 1)), grid.shapes(at(23, 12)));
    }
}
