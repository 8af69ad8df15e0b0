//! The search that determines the effect of pending plays.

use crate::playout::cpu::Vector;

use super::group::{Group, around};

impl<V: Vector> Group<V> {
    /// Determines the effect of all pending plays by a complete search. Those that
    /// are legal end their turns. The others are suicide: their points are banned
    /// for this turn, and the games draw again.
    #[inline(always)]
    pub(super) fn resolve(&mut self) {
        self.seed_breath();
        self.spread_breath();

        let stride = self.stride();
        let pending = self.pending;
        let (mut takes, mut breathes) = (V::none(), V::none());
        for row in 1..=self.size.height() {
            let here = self.rows[row] & pending;
            let columns = &self.columns[..stride];
            let cells = &mut self.cells[row * stride..][..stride];
            for column in 1..stride - 1 {
                let cell = &mut cells[column];
                let captured = cell.opponent & !cell.even;
                takes |= captured;
                breathes |= here & columns[column] & cell.even;
                cell.single = (pending & !cell.empty).select(captured, cell.single);
            }
        }
        let legal = pending & (takes | breathes);
        let suicide = pending & !legal;
        for row in 1..=self.size.height() {
            let here = self.rows[row] & suicide;
            if here.is_none() {
                continue;
            }
            let cells = &mut self.cells[row * stride..][..stride];
            for (cell, &column) in cells.iter_mut().zip(&self.columns) {
                cell.single |= here & column;
            }
        }
        self.ended |= legal;
        self.resolved = legal;
        self.pending = V::none();
    }

    /// Starts the search from the safe stones, which keep a liberty besides the
    /// point played, and from the stones next to other empty points. Spreads up
    /// and to the right on the way.
    #[inline(always)]
    fn seed_breath(&mut self) {
        let stride = self.stride();
        let pending = self.pending;
        for row in 1..=self.size.height() {
            let row_below = self.rows[row - 1] & pending;
            let row_here = self.rows[row] & pending;
            let row_above = self.rows[row + 1] & pending;
            let columns = &self.columns[..stride];
            let [below, here, above] = around(&mut self.cells, row, stride);
            let (below, here, above) = (&below[..stride], &mut here[..stride], &above[..stride]);
            let mut breath_left = V::none();
            for column in 1..stride - 1 {
                let cell = here[column];
                let own = cell.own | (row_here & columns[column]);
                let empty = (here[column - 1].empty & !(row_here & columns[column - 1]))
                    | (here[column + 1].empty & !(row_here & columns[column + 1]))
                    | (below[column].empty & !(row_below & columns[column]))
                    | (above[column].empty & !(row_above & columns[column]));
                here[column].candidate = own;
                // Only stones have breath, so those with equal `own` have one colour.
                let from_left = breath_left & !(own ^ here[column - 1].candidate);
                let from_below = below[column].even & !(own ^ below[column].candidate);
                let breath = (own | cell.opponent) & (empty | cell.odd | from_left | from_below);
                breath_left = breath;
                here[column].even = breath;
            }
        }
    }

    /// Spreads the breath along the chains until nothing changes in any pending
    /// game. A row is swept again in a direction when it has changed or the row
    /// that it takes from has.
    #[inline(always)]
    fn spread_breath(&mut self) {
        let height = self.size.height();
        let all = (2_u32 << height) - 2;
        let (mut due_down, mut due_up) = (all, 0);
        while due_down | due_up != 0 {
            for row in (1..=height).rev() {
                if due_down >> row & 1 != 0 && self.spread_in_row::<false>(row) {
                    due_down |= 1 << row >> 1 & all;
                    due_up |= 3 << row & all;
                }
            }
            due_down = 0;
            for row in 1..=height {
                if due_up >> row & 1 != 0 && self.spread_in_row::<true>(row) {
                    due_up |= 2 << row & all;
                    due_down |= (1 << row | 1 << row >> 1) & all;
                }
            }
            due_up = 0;
        }
    }

    /// Spreads the breath over a row: up and to the right, or down and to the
    /// left. Returns whether a pending game has changed.
    #[inline(always)]
    fn spread_in_row<const UP: bool>(&mut self, row: usize) -> bool {
        let stride = self.stride();
        let [below, here, above] = around(&mut self.cells, row, stride);
        let here = &mut here[..stride];
        let before = if UP {
            &below[..stride]
        } else {
            &above[..stride]
        };
        let mut changed = V::none();
        let mut breath_beside = V::none();
        for step in 1..stride - 1 {
            let (column, beside) = if UP {
                (step, step - 1)
            } else {
                (stride - 1 - step, stride - step)
            };
            let cell = here[column];
            let before = &before[column];
            let stone = cell.candidate | cell.opponent;
            let from_side = breath_beside & !(cell.candidate ^ here[beside].candidate);
            let from_before = before.even & !(cell.candidate ^ before.candidate);
            let breath = cell.even | (stone & (from_side | from_before));
            changed |= breath & !cell.even;
            here[column].even = breath;
            breath_beside = breath;
        }
        !(changed & self.pending).is_none()
    }
}
