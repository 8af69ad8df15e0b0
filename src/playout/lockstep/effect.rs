//! What plays take off the board, and whether a ko comes of it.

use super::word::Word;

/// What the plays drawn take, collected row by row.
pub(super) struct Effect<W, const L: usize> {
    /// Neighbours of the point that are empty or own stones.
    free: [W; L],
    /// Rows in which something is captured, one upon the other.
    pub(super) taken: [W; L],
    /// Something, if more than one stone is captured.
    many: [W; L],
}

impl<W: Word, const L: usize> Effect<W, L> {
    #[inline(always)]
    pub(super) fn nothing() -> Self {
        Self {
            free: [W::ZERO; L],
            taken: [W::ZERO; L],
            many: [W::ZERO; L],
        }
    }

    /// Adds what is free and what is captured in a row of a lane.
    #[inline(always)]
    pub(super) fn add(&mut self, lane: usize, free: W, captured: W) {
        self.free[lane] |= free;
        self.many[lane] |= (captured & captured.minus(W::from_u32(1)))
            | W::when((captured != W::ZERO) & (self.taken[lane] != W::ZERO));
        self.taken[lane] |= captured;
    }

    /// Whether a captured stone may not be taken back at once: one stone was
    /// captured, and the new stone has neither a neighbour of its colour nor
    /// an empty one.
    #[inline(always)]
    pub(super) fn is_ko(&self, lane: usize) -> W {
        W::when(self.free[lane] | self.many[lane] == W::ZERO)
    }
}
