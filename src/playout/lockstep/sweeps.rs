//! The two sweeps of a step: up the board and down again.

use crate::playout::cpu::Vector;

use super::arithmetic::{add_bits, increment};
use super::group::{Cell, Group, Influence, ROW_BITS, around, neighbours};

/// The captures of the moves that end their turns, collected over the board.
struct Captures<V> {
    /// The move captures a stone, and more than one.
    any: V,
    many: V,
    /// The new stone has an empty or a friendly neighbour.
    is_free: V,
}

impl<V: Vector> Group<V> {
    /// Makes the moves that end their turns. Then finds the eyes and the liberties
    /// next to each stone, and spreads the marks of liberties from the lowest row
    /// to the highest.
    #[inline(always)]
    pub(super) fn sweep_up(&mut self) {
        let height = self.size.height();
        let mut effect = Captures {
            any: V::none(),
            many: V::none(),
            is_free: V::none(),
        };
        for column in &mut self.ko_columns {
            *column &= !self.ended;
        }
        self.changes.returns = V::none();
        // The liberties in a row are known once the row above it is.
        for row in 1..=height {
            if self.changes.stones.is_empty() {
                self.make_moves_in_row::<false>(row, &mut effect);
            } else {
                self.make_moves_in_row::<true>(row, &mut effect);
            }
            if row > 1 {
                self.find_liberties(row - 1);
            }
        }
        self.find_liberties(height);

        // A ko: a stone without empty or friendly neighbours has captured one.
        let is_ko = effect.any & !effect.many & !effect.is_free;
        for row in &mut self.ko_rows {
            *row &= is_ko | !self.ended;
        }
        self.changes.captures = effect.any;
        self.ended = V::none();
        self.resolved = V::none();
    }

    /// Makes the moves in one row: places the new stones, removes those captured,
    /// and swaps the sides. Records the changes if `RECORDS` is set.
    #[inline(always)]
    fn make_moves_in_row<const RECORDS: bool>(&mut self, row: usize, effect: &mut Captures<V>) {
        let stride = self.stride();
        let (ended, resolved) = (self.ended, self.resolved);
        let here = self.rows[row] & ended;
        let beside = (self.rows[row - 1] | self.rows[row + 1]) & ended;
        let columns = &self.columns[..stride];
        let ko_columns = &mut self.ko_columns[..stride];
        let cells = &mut self.cells[row * stride..][..stride];
        let mut captured_here = V::none();
        for column in 1..stride - 1 {
            let cell = &mut cells[column];
            let stone = here & columns[column];
            let is_near =
                (columns[column] & beside) | (here & (columns[column - 1] | columns[column + 1]));
            let captured = cell.opponent & cell.single & (is_near | resolved);
            effect.many |= effect.any & captured;
            effect.any |= captured;
            effect.is_free |= is_near & (cell.own | cell.empty);
            captured_here |= captured;
            if RECORDS {
                // White is to move now if Black has moved.
                let (index, white) = (row * stride + column, self.white);
                let lost = &mut self.changes.lost[index];
                self.changes.returns |= stone & white.select(lost.black, lost.white);
                lost.black |= captured & !white;
                lost.white |= captured & white;
                self.changes.stones[index] = stone | captured;
                self.changes.white[index] = white.select(captured, stone);
            }
            ko_columns[column] |= captured;
            let with_stone = cell.own | stone;
            cell.own = ended.select(cell.opponent & !captured, cell.own);
            cell.opponent = ended.select(with_stone, cell.opponent);
            cell.empty = (cell.empty & !stone) | captured;
        }
        self.ko_rows[row] = ended.select(captured_here, self.ko_rows[row]);
    }

    /// Finds the eyes, the single stones in atari and the liberties of one row,
    /// and spreads the marks from below and from the left.
    #[inline(always)]
    fn find_liberties(&mut self, row: usize) {
        let stride = self.stride();
        let is_outer_row = row == 1 || row == self.size.height();
        let goes_on = !self.ended;
        let [below, here, above] = around(&mut self.cells, row, stride);
        let (below, here, above) = (&below[..stride], &mut here[..stride], &above[..stride]);
        let (mut odd_left, mut even_left) = (V::none(), V::none());
        for column in 1..stride - 1 {
            let (own, opponent) = (here[column].own, here[column].opponent);
            let neighbours = neighbours(below, here, above, column);
            let [left, _, down, _] = neighbours;
            let to_left = is_linked(&here[column], left);
            let to_below = is_linked(&here[column], down);
            let empty = neighbours.map(|cell| cell.empty);
            let (one, two) = one_and_two(empty);
            let beside_own = any(neighbours.map(|cell| cell.own));
            let beside_opponent = any(neighbours.map(|cell| cell.opponent));

            // An eye is lost with two enemy stones on its diagonals, and at the
            // edge with one.
            let diagonals = [
                &below[column - 1],
                &below[column + 1],
                &above[column - 1],
                &above[column + 1],
            ];
            let (one_enemy, two_enemies) = one_and_two(diagonals.map(|cell| cell.opponent));
            let is_edge = is_outer_row || column == 1 || column == stride - 2;
            let is_no_eye = one | beside_opponent | if is_edge { one_enemy } else { two_enemies };

            let stone = own | opponent;
            let odd = (stone & one) | (to_left & even_left) | (to_below & down.even);
            let even = (stone & two) | (to_left & odd_left) | (to_below & down.odd);
            (odd_left, even_left) = (odd, even);

            let cell = &mut here[column];
            let banned = cell.empty & cell.single & goes_on;
            let is_single = (own & !beside_own) | (opponent & !beside_opponent);
            cell.single = banned | (is_single & !two);
            cell.candidate = cell.empty & !banned & is_no_eye;
            cell.odd = odd;
            cell.even = even;
        }
    }

    /// Spreads the marks from the highest row to the lowest, which finds the safe
    /// stones. Then removes the plays that are certainly suicide from the
    /// candidates, and counts them.
    #[inline(always)]
    pub(super) fn sweep_down(&mut self) {
        let height = self.size.height();
        let none = V::none();
        self.influence[(height + 1) % 3].fill(Influence::none());
        self.marks.fill([none; 2]);
        // What a row means for plays is known once the row below it is.
        for row in (1..=height).rev() {
            self.find_safe(row);
            if row < height {
                self.count_candidates(row + 1);
            }
        }
        self.influence[0].fill(Influence::none());
        self.count_candidates(1);
        self.total = [none; _];
        for counts in &self.counts[1..=height] {
            let mut carry = none;
            for (bit, sum) in self.total.iter_mut().enumerate() {
                let count = counts.get(bit).copied().unwrap_or(none);
                (*sum, carry) = add_bits(*sum, count, carry);
            }
        }
    }

    /// Spreads the marks from above and from the right over one row, and finds
    /// what its points mean for plays next to them.
    #[inline(always)]
    fn find_safe(&mut self, row: usize) {
        let stride = self.stride();
        let [_, here, above] = around(&mut self.cells, row, stride);
        let (here, above) = (&mut here[..stride], &above[..stride]);
        let marks = &mut self.marks[..stride];
        let influence = &mut self.influence[row % 3][..stride];
        let (mut odd_right, mut even_right) = (V::none(), V::none());
        for column in (1..stride - 1).rev() {
            let cell = here[column];
            let to_right = is_linked(&cell, &here[column + 1]);
            let to_above = is_linked(&cell, &above[column]);
            let [odd_above, even_above] = marks[column];
            let odd = cell.odd | (to_right & even_right) | (to_above & even_above);
            let even = cell.even | (to_right & odd_right) | (to_above & odd_above);
            (odd_right, even_right) = (odd, even);
            marks[column] = [odd, even];
            let safe = odd & even;
            here[column].odd = safe;
            influence[column] = Influence {
                doubt: cell.opponent & !(safe | cell.single),
                life: cell.empty | (cell.own & safe) | (cell.opponent & cell.single),
                open: cell.empty | (cell.own & !cell.single) | (cell.opponent & !safe),
            };
        }
    }

    /// Finds and counts the candidates of one row, and the points where the effect
    /// of a play is known.
    #[inline(always)]
    fn count_candidates(&mut self, row: usize) {
        let stride = self.stride();
        let [below, here, above] =
            [row - 1, row, row + 1].map(|row| &self.influence[row % 3][..stride]);
        let ko_row = self.ko_rows[row];
        let ko_columns = &self.ko_columns[..stride];
        let cells = &mut self.cells[row * stride..][..stride];
        let mut counts = [V::none(); ROW_BITS];
        // Every addition takes two candidates.
        let mut waiting = V::none();
        for column in 1..stride - 1 {
            let neighbours = neighbours(below, here, above, column);
            let doubt = any(neighbours.map(|point| point.doubt));
            let life = any(neighbours.map(|point| point.life));
            let open = any(neighbours.map(|point| point.open));
            let cell = &mut cells[column];
            cell.even = life & !doubt;
            cell.candidate &= open & !(ko_row & ko_columns[column]);
            if column % 2 == 0 || column == stride - 2 {
                let carry;
                (counts[0], carry) = add_bits(counts[0], waiting, cell.candidate);
                increment(&mut counts[1..], carry);
                waiting = V::none();
            } else {
                waiting = cell.candidate;
            }
        }
        self.counts[row] = counts;
    }
}

/// Returns whether two neighbours hold stones of the same colour.
#[inline(always)]
fn is_linked<V: Vector>(a: &Cell<V>, b: &Cell<V>) -> V {
    (a.own & b.own) | (a.opponent & b.opponent)
}

/// Returns whether any of four bits is set.
#[inline(always)]
pub(super) fn any<V: Vector>([a, b, c, d]: [V; 4]) -> V {
    a | b | c | d
}

/// Returns whether one of four bits is set, and whether two are.
#[inline(always)]
fn one_and_two<V: Vector>([a, b, c, d]: [V; 4]) -> (V, V) {
    let two = (a & b) | (c & d) | ((a | b) & (c | d));
    (a | b | c | d, two)
}
