//! The tags of positions, by which superko recognises them.

use ponnuki_core::board::{BoardSize, ByColor, Color, PointSet};

use super::layout::{place, slope};

/// How many bits hold the number of a row, a column or a slope, which is below 32.
pub(super) const LINE_BITS: usize = 5;

/// The tag of one position: the three sums as numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag(pub(super) [usize; 3]);

impl Tag {
    #[inline(always)]
    pub(super) fn new(size: BoardSize, stones: &ByColor<PointSet>) -> Self {
        let (mut rows, mut slopes) = ([0; 2], 0);
        // The highest bit is that of an odd number of lines.
        let one = 1 << LINE_BITS;
        for color in Color::BOTH {
            for point in &stones[color] {
                let (row, column) = place(size, point);
                rows[color as usize] ^= one | row;
                slopes ^= one | slope(color, row, column);
            }
        }
        Self([rows[0], rows[1], slopes])
    }
}

/// A position before the start of a game, with its tag: it is compared in many games.
#[derive(Clone, Debug)]
pub(super) struct EarlierPosition {
    pub(super) stones: ByColor<PointSet>,
    pub(super) tag: Tag,
}

impl EarlierPosition {
    pub(super) fn new(size: BoardSize, stones: ByColor<PointSet>) -> Self {
        Self {
            stones,
            tag: Tag::new(size, &stones),
        }
    }
}
