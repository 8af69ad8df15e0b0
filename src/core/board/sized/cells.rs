//! The contents of grid points, one at a time or eight at once.
//!
//! The board keeps, for each point, a code of the eight points around it. A stone
//! that is placed or removed changes the codes of the eight points around it by
//! one exclusive or each. In return a single load tells whether a point is
//! enclosed or an eye, which of its neighbours are stones of which colour, and
//! whether it matches a 3x3 pattern.

use super::SizedBoard;
use crate::board::{BoardSize, Color, Point};

/// The contents of a grid point, one bit per colour. The wall sets both bits,
/// so it counts as friendly to either colour in eye tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Cell {
    Empty = 0,
    Black = 1,
    White = 2,
    Wall = 3,
}

impl Cell {
    #[inline]
    pub(super) const fn stone(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    #[inline]
    pub(super) const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Empty | Self::Wall => None,
        }
    }
}

const SLOT_BITS: usize = 2;

/// Four [`Cell`]s packed into one word, so that one operation tests all of
/// them. Each pair of bits is called a *slot*.
///
/// ```text
/// slot   3    2    1    0
///       wb   wb   wb   wb     b, w: the bits of `Cell`
/// ```
///
/// A stone sets exactly one of its two bits and the wall sets both, so shifting
/// the upper bit onto the lower one separates them.
#[derive(Clone, Copy)]
pub(super) struct CellQuad(pub(super) u32);

/// A set of the four slots of a [`CellQuad`]: the lowest bit of each member.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slots(u32);

impl Slots {
    pub(super) const NONE: Self = Self(0);

    /// Returns the set with this slot if `is_member`, or else the empty set.
    #[inline(always)]
    pub(super) const fn one_if(slot: usize, is_member: bool) -> Self {
        Self((is_member as u32) << (SLOT_BITS * slot))
    }

    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns 1 if the slot is a member, or else 0.
    #[inline(always)]
    pub(super) const fn count_at(self, slot: usize) -> u64 {
        (self.0 >> (SLOT_BITS * slot) & 1) as u64
    }

    /// Returns the lowest slot, or 4 if the set is empty.
    #[inline(always)]
    pub(super) const fn first_or_4(self) -> usize {
        (self.0 | 1 << (4 * SLOT_BITS)).trailing_zeros() as usize / SLOT_BITS
    }

    /// Removes and returns the lowest slot, or returns `None` if the set is empty.
    #[inline(always)]
    pub(super) const fn pop(&mut self) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        // The mask shows the compiler that the slot is an index of four.
        let slot = self.first_or_4() & 3;
        self.0 &= self.0 - 1;
        Some(slot)
    }
}

impl std::ops::BitAnd for Slots {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl std::ops::BitOr for Slots {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::Sub for Slots {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl CellQuad {
    pub(super) const LOW: u32 = 0b01_01_01_01;

    /// Returns the slots that hold a stone of the colour: its bit is set, and the two bits differ.
    #[inline(always)]
    pub(super) const fn stones(self, color: Color) -> Slots {
        Slots((self.0 >> color as u32) & (self.0 ^ self.0 >> 1) & Self::LOW)
    }

    #[inline(always)]
    pub(super) const fn empty(self) -> Slots {
        Slots(!(self.0 | self.0 >> 1) & Self::LOW)
    }
}

/// The contents of the eight points around a point, two bits each, in the order
/// of [`SizedBoard::surroundings`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Around(pub(super) u16);

impl Around {
    /// Returns the code, which has two bits for each point around: 0 is empty, 1
    /// black, 2 white, 3 wall.
    #[inline(always)]
    pub(crate) const fn code(self) -> u16 {
        self.0
    }

    /// Returns the left, right, lower and upper neighbour.
    #[inline(always)]
    const fn neighbours(self) -> CellQuad {
        CellQuad(self.0 as u32 & 0xff)
    }

    /// Toggles the bits of `cell` in a slot: fills an empty slot, or empties it again.
    #[inline(always)]
    pub(super) const fn toggle(&mut self, place: usize, cell: Cell) {
        self.0 ^= (cell as u16) << (SLOT_BITS * place);
    }
}

/// The places that a point has in the codes of the points around it, row by row from below.
const PLACES_AROUND: [[Option<usize>; 3]; 3] = [
    [Some(7), Some(3), Some(6)],
    [Some(1), None, Some(0)],
    [Some(5), Some(2), Some(4)],
];

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    #[inline]
    pub(super) fn cell(&self, index: usize) -> Cell {
        self.cells[index & (N - 1)]
    }

    /// Returns the contents of the eight points around a point, given by its grid index.
    #[inline(always)]
    pub fn around(&self, index: usize) -> Around {
        self.around[(index + self.around_offset()) & (N - 1)]
    }

    pub(super) fn set_around(&mut self, point: Point, around: Around) {
        self.around[(point.index() + self.around_offset()) & (N - 1)] = around;
    }

    /// Returns the offset of grid index 0 in the array of codes. With it the
    /// surroundings of a point start at its own grid index, so those of every
    /// point lie within the array.
    #[inline(always)]
    fn around_offset(&self) -> usize {
        self.size.stride() + 1
    }

    #[inline(always)]
    pub(super) fn neighbour_cells(&self, point: Point) -> CellQuad {
        self.around(point.index()).neighbours()
    }

    /// Updates the codes around a point where a stone is placed or removed.
    ///
    /// The codes are changed one at a time, because a wide load would wait until the processor has
    /// written codes that were stored one by one.
    #[inline(always)]
    pub(super) fn toggle(&mut self, color: Color, point: Point) {
        for (first, places) in self.rows_around(point).into_iter().zip(&PLACES_AROUND) {
            let row = &mut self.around[first..first + places.len()];
            for (code, place) in row.iter_mut().zip(places) {
                if let &Some(place) = place {
                    code.toggle(place, Cell::stone(color));
                }
            }
        }
    }

    /// Returns where the codes of the three rows of three points around a point begin, from below.
    #[inline(always)]
    pub(super) fn rows_around(&self, point: Point) -> [usize; 3] {
        let (below, stride) = (point.index(), self.size.stride());
        // `min` never changes an index; it replaces the bounds check.
        [below, below + stride, below + 2 * stride].map(|first| first.min(N - 3))
    }

    /// Reads the code of a point from the contents of the points around it.
    pub(super) fn read_around(&self, point: Point) -> Around {
        let mut around = Around::default();
        let surroundings = Self::surroundings(self.size, point).into_iter();
        for (place, index) in surroundings.enumerate() {
            around.toggle(place, self.cell(index));
        }
        around
    }

    /// Returns the grid indices of the four neighbours: left, right, below,
    /// above. Some may be wall.
    #[inline]
    pub(super) fn neighbours(&self, point: Point) -> [usize; 4] {
        let index = point.index();
        let stride = self.size.stride();
        [
            index.wrapping_sub(1) & (N - 1),
            (index + 1) & (N - 1),
            index.wrapping_sub(stride) & (N - 1),
            (index + stride) & (N - 1),
        ]
    }

    /// Returns the grid indices of the eight points around a point: left,
    /// right, below, above, then the diagonal neighbours row by row. Some may
    /// be wall.
    #[inline(always)]
    pub fn surroundings(size: BoardSize, point: Point) -> [usize; 8] {
        let index = point.index();
        let below = index.wrapping_sub(size.stride());
        let above = index + size.stride();
        [
            index.wrapping_sub(1),
            index + 1,
            below,
            above,
            below.wrapping_sub(1),
            below.wrapping_add(1),
            above.wrapping_sub(1),
            above + 1,
        ]
        .map(|index| index & (N - 1))
    }
}
