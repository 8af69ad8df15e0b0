//! The draw of a candidate in each game.

use crate::board::MAX_LENGTH;
use crate::playout::cpu::Vector;

use super::arithmetic::{decrement, is_nonzero, subtract_bits};
use super::group::{Group, ROW_BITS};

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
    /// A number below the number of candidates is drawn. It passes the rows, each
    /// of which subtracts its candidates, until the rest would be negative: the
    /// play is in this row. There each candidate subtracts 1.
    #[inline(always)]
    fn draw_among<const B: usize>(&mut self) {
        let total: [V; B] = std::array::from_fn(|bit| self.total[bit]);
        let has_candidates = is_nonzero(&total);
        let turns = self.live & !(self.pending | self.held);
        let draws = turns & has_candidates;
        let mut rest = self.random.below(&total, draws);

        let stride = self.stride();
        // In the row of the play: its candidates, and the points where the effect
        // is known.
        let mut candidates = [V::none(); MAX_LENGTH + 2];
        let mut known = [V::none(); MAX_LENGTH + 2];
        let (candidates, known) = (&mut candidates[..stride], &mut known[..stride]);
        let mut is_found = !draws;
        for row in 1..=self.size.height() {
            let mut borrow = V::none();
            let mut less = rest;
            for (bit, less) in less.iter_mut().enumerate() {
                let count = self.counts[row].get(bit).copied().unwrap_or(V::none());
                (*less, borrow) = subtract_bits(*less, count, borrow);
            }
            let is_here = borrow & !is_found;
            is_found |= borrow;
            for (rest, less) in rest.iter_mut().zip(less) {
                *rest = is_found.select(*rest, less);
            }
            self.rows[row] = self.pending.select(self.rows[row], is_here);
            let cells = &self.cells[row * stride..][..stride];
            for column in 1..stride - 1 {
                candidates[column] |= is_here & cells[column].candidate;
                known[column] |= is_here & cells[column].even;
            }
        }

        let rest = &mut rest[..ROW_BITS];
        let mut is_drawn = V::none();
        let mut is_known = V::none();
        for column in 1..stride - 1 {
            let is_zero = !is_nonzero(rest);
            let is_here = candidates[column] & is_zero & !is_drawn;
            decrement(rest, candidates[column] & !is_zero);
            is_drawn |= is_here;
            is_known |= is_here & known[column];
            self.columns[column] = self.pending.select(self.columns[column], is_here);
        }
        self.passes = turns & !has_candidates;
        self.ended = self.passes | (turns & is_known);
        self.pending |= draws & !is_known;
    }
}
