//! The draw of a candidate in each game.

use crate::playout::cpu::Vector;
use ponnuki_core::board::MAX_LENGTH;

use super::arithmetic::{ROW_BITS, add, decrement, is_nonzero, subtract_bits};
use super::group::Group;

impl<V: Vector> Group<V> {
    /// Draws a candidate in every live game that has one and is neither pending nor
    /// held.
    ///
    /// The game then ends its turn if the effect of the play is known, and by a
    /// pass if there was no candidate. Otherwise it is pending.
    #[inline(always)]
    pub(super) fn draw(&mut self) {
        match self.size.area() {
            ..128 => self.draw_among::<7>(),
            128..256 => self.draw_among::<8>(),
            256..512 => self.draw_among::<9>(),
            _ => self.draw_among::<10>(),
        }
    }

    /// Draws on a board whose number of points has at most `B` bits.
    ///
    /// A number below the number of candidates is drawn. Row after row subtracts
    /// its candidates from that number, until the rest would be negative: the
    /// play is in that row, where each candidate subtracts 1.
    #[inline(always)]
    fn draw_among<const B: usize>(&mut self) {
        let total: [V; B] = self.count_all();
        let has_candidates = is_nonzero(&total);
        let turns = self.live & !(self.pending | self.held);
        let draws = turns & has_candidates;
        let mut rest = self.random.below(&total, draws);

        let stride = self.stride();
        // In the row of the play: the rest, the candidates, and the points where the
        // effect is not known.
        let mut rest_here = [V::none(); ROW_BITS];
        let mut candidates = [V::none(); MAX_LENGTH + 2];
        let mut unknown = [V::none(); MAX_LENGTH + 2];
        let (candidates, unknown) = (&mut candidates[..stride], &mut unknown[..stride]);
        for row in 1..=self.size.height() {
            let before = rest;
            let mut borrow = V::none();
            for (bit, rest) in rest.iter_mut().enumerate() {
                let count = self.counts[row].get(bit).copied().unwrap_or(V::none());
                (*rest, borrow) = subtract_bits(*rest, count, borrow);
            }
            // There is one borrow: the rest is then 2^B less what was missing, and
            // the candidates of all rows together are fewer than 2^B.
            let is_here = borrow & draws;
            for (rest, before) in rest_here.iter_mut().zip(before) {
                *rest |= is_here & before;
            }
            self.rows[row] = self.pending.select(self.rows[row], is_here);
            let cells = &self.cells[row * stride..][..stride];
            for column in 1..stride - 1 {
                candidates[column] |= is_here & cells[column].candidate;
                unknown[column] |= is_here & cells[column].even;
            }
        }

        let mut is_unknown = V::none();
        for column in 1..stride - 1 {
            // As for the rows, there is one borrow.
            let is_here = decrement(&mut rest_here, candidates[column]);
            is_unknown |= is_here & unknown[column];
            self.columns[column] = self.pending.select(self.columns[column], is_here);
        }
        for column in 1..stride - 1 {
            self.columns_beside[column] = self.columns[column - 1] | self.columns[column + 1];
        }
        self.passes = turns & !has_candidates;
        self.ended = turns & !is_unknown;
        self.pending |= is_unknown;
    }

    /// Returns the number of candidates on the whole board, which has at most `B`
    /// bits.
    #[inline(always)]
    fn count_all<const B: usize>(&self) -> [V; B] {
        let mut total = [V::none(); B];
        for row in 1..=self.size.height() {
            add(&mut total, &self.counts[row]);
        }
        total
    }
}
