//! The two sweeps of a step: up the board and down again.

use crate::playout::cpu::Vector;
use ponnuki_core::board::Color;

use super::arithmetic::RowCount;
use super::group::{Group, Influence, around, neighbours};
use super::layout::slope;

/// The effect of the moves that end their turns, collected row by row.
struct Effect<V> {
    /// The games in which stones are captured, and those in which that happens in
    /// more than one row.
    captures: V,
    captures_in_rows: V,
    /// The games whose new stone is single and does not have two liberties.
    is_single: V,
}

impl<V: Vector> Group<V> {
    /// Makes the moves that end their turns. Then finds the eyes and the liberties
    /// next to each stone, and spreads the marks of liberties from the lowest row
    /// to the highest.
    #[inline(always)]
    pub(super) fn sweep_up(&mut self) {
        let height = self.size.height();
        let width = self.size.width();
        let mut effect = Effect {
            captures: V::none(),
            captures_in_rows: V::none(),
            is_single: V::none(),
        };
        for column in &mut self.ko_columns {
            *column &= !self.ended;
        }
        self.changes.returns = V::none();
        self.changes.captures_fresh = V::none();
        self.changes.slopes.fill(V::none());
        // The liberties in a row are known once the row above it is.
        for row in 1..=height {
            if self.changes.lost.is_empty() {
                self.make_moves_in_row::<false>(row, &mut effect);
            } else {
                self.make_moves_in_row::<true>(row, &mut effect);
            }
            if row > 1 {
                self.find_liberties(row - 1, &mut effect);
            }
        }
        self.find_liberties(height, &mut effect);

        // A ko: a stone that is now single and in atari has captured one.
        let (mut captures, mut captures_in_columns) = (V::none(), V::none());
        for &column in &self.ko_columns[1..=width] {
            captures_in_columns |= captures & column;
            captures |= column;
        }
        let captures_one = effect.captures & !(effect.captures_in_rows | captures_in_columns);
        let is_ko = captures_one & effect.is_single;
        for row in &mut self.ko_rows {
            *row &= is_ko | !self.ended;
        }
        self.changes.captures = effect.captures;
        self.ended = V::none();
        self.resolved = V::none();
    }

    /// Makes the moves in one row: places the new stones, removes those captured,
    /// and swaps the sides. Records the changes if `RECORDS` is set.
    #[inline(always)]
    fn make_moves_in_row<const RECORDS: bool>(&mut self, row: usize, effect: &mut Effect<V>) {
        let stride = self.stride();
        let (ended, resolved) = (self.ended, self.resolved);
        let here = self.rows[row] & ended;
        let beside = (self.rows[row - 1] | self.rows[row + 1]) & ended;
        let columns = &self.columns[..stride];
        let columns_beside = &self.columns_beside[..stride];
        let ko_columns = &mut self.ko_columns[..stride];
        let cells = &mut self.cells[row * stride..][..stride];
        let (lost, slopes) = if RECORDS {
            (
                &mut self.changes.lost[row * stride..][..stride],
                &mut self.changes.slopes[slope(Color::Black, row, 0)..][..stride],
            )
        } else {
            Default::default()
        };
        let mut returns = V::none();
        let mut captured_here = V::none();
        let (mut captures_fresh, mut captured_is_odd) = (V::none(), V::none());
        // The white changes at the column before, which belong to the slope of this one.
        let mut white_before = V::none();
        for column in 1..stride - 1 {
            let cell = &mut cells[column];
            let stone = here & columns[column];
            let is_near = (columns[column] & beside) | (here & columns_beside[column]);
            let captured = cell.opponent & cell.single & (is_near | resolved);
            captured_here |= captured;
            if RECORDS {
                // White is to move now if Black has moved.
                let black_moved = self.white;
                let lost = &mut lost[column];
                returns |= stone & black_moved.select(lost.black, lost.white);
                captures_fresh |= captured & !black_moved.select(lost.white, lost.black);
                lost.black |= captured & !black_moved;
                lost.white |= captured & black_moved;
                captured_is_odd ^= captured;
                slopes[column] ^= white_before ^ black_moved.select(stone, captured);
                white_before = black_moved.select(captured, stone);
            }
            ko_columns[column] |= captured;
            let (mover, other) = (cell.own | stone, cell.opponent & !captured);
            let swapped = (mover ^ other) & ended;
            cell.own = mover ^ swapped;
            cell.opponent = other ^ swapped;
            cell.empty = (cell.empty & !stone) | captured;
        }
        if RECORDS {
            self.changes.returns |= returns;
            self.changes.captures_fresh |= captures_fresh;
            self.changes.slopes[slope(Color::White, row, stride - 2)] ^= white_before;
            self.changes.captured_rows[row] = captured_is_odd;
        }
        effect.captures_in_rows |= effect.captures & captured_here;
        effect.captures |= captured_here;
        self.ko_rows[row] = ended.select(captured_here, self.ko_rows[row]);
    }

    /// Finds the eyes, the single stones in atari and the liberties of one row,
    /// and spreads the marks from below and from the left.
    #[inline(always)]
    fn find_liberties(&mut self, row: usize, effect: &mut Effect<V>) {
        let stride = self.stride();
        let is_outer_row = row == 1 || row == self.size.height();
        let ended = self.ended;
        let columns = &self.columns[..stride];
        let mut single_here = V::none();
        let [below, here, above] = around(&mut self.cells, row, stride);
        let (below, here, above) = (&below[..stride], &mut here[..stride], &above[..stride]);
        let (mut odd_left, mut even_left) = (V::none(), V::none());
        for column in 1..stride - 1 {
            let (own, opponent) = (here[column].own, here[column].opponent);
            let neighbours = neighbours(below, here, above, column);
            let [left, _, down, _] = neighbours;
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

            // Only stones have marks, so two points that differ in `own` hold stones of
            // different colours where a mark comes in.
            let stone = own | opponent;
            let (differs_left, differs_below) = (own ^ left.own, own ^ down.own);
            let odd = stone & (one | (even_left & !differs_left) | (down.even & !differs_below));
            let even = stone & (two | (odd_left & !differs_left) | (down.odd & !differs_below));
            (odd_left, even_left) = (odd, even);

            let cell = &mut here[column];
            let banned = cell.empty & cell.single & !ended;
            let is_single = (own & !beside_own) | (opponent & !beside_opponent);
            cell.single = banned | (is_single & !two);
            single_here |= columns[column] & cell.single;
            cell.candidate = cell.empty & !banned & is_no_eye;
            cell.odd = odd;
            cell.even = even;
        }
        effect.is_single |= self.rows[row] & ended & single_here;
    }

    /// Spreads the marks from the highest row to the lowest, which finds the safe
    /// stones. Then removes the plays that are certainly suicide from the
    /// candidates, and counts them.
    #[inline(always)]
    pub(super) fn sweep_down(&mut self) {
        let height = self.size.height();
        let none = V::none();
        self.influence[(height + 1) % 3].fill(Influence::of_wall());
        self.marks.fill([none; 2]);
        // What a row means for plays is known once the row below it is.
        for row in (1..=height).rev() {
            self.find_safe(row);
            if row < height {
                self.count_candidates(row + 1);
            }
        }
        self.influence[0].fill(Influence::of_wall());
        self.count_candidates(1);
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
            let differs_right = cell.own ^ here[column + 1].own;
            let differs_above = cell.own ^ above[column].own;
            let [odd_above, even_above] = marks[column];
            let odd = (even_right & !differs_right) | (even_above & !differs_above);
            let even = (odd_right & !differs_right) | (odd_above & !differs_above);
            let (odd, even) = (
                cell.odd | (odd & !cell.empty),
                cell.even | (even & !cell.empty),
            );
            (odd_right, even_right) = (odd, even);
            marks[column] = [odd, even];
            let safe = odd & even;
            here[column].odd = safe;
            let lasting = cell.opponent & !cell.single;
            influence[column] = Influence {
                doubt: lasting & !safe,
                lifeless: (cell.own & !safe) | lasting,
                closed: (cell.own & cell.single) | (cell.opponent & safe),
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
        let mut count = RowCount::new();
        for column in 1..stride - 1 {
            let neighbours = neighbours(below, here, above, column);
            let doubt = any(neighbours.map(|point| point.doubt));
            let lifeless = all(neighbours.map(|point| point.lifeless));
            let closed = all(neighbours.map(|point| point.closed));
            let cell = &mut cells[column];
            cell.even = lifeless | doubt;
            cell.candidate &= !closed & !(ko_row & ko_columns[column]);
            count.add(column, cell.candidate);
        }
        self.counts[row] = count.finish();
    }
}

/// Returns whether any of four bits is set.
#[inline(always)]
pub(super) fn any<V: Vector>([a, b, c, d]: [V; 4]) -> V {
    a | b | c | d
}

/// Returns whether all of four bits are set.
#[inline(always)]
fn all<V: Vector>([a, b, c, d]: [V; 4]) -> V {
    a & b & c & d
}

/// Returns whether one of four bits is set, and whether two are.
#[inline(always)]
fn one_and_two<V: Vector>([a, b, c, d]: [V; 4]) -> (V, V) {
    let two = (a & b) | (c & d) | ((a | b) & (c | d));
    (a | b | c | d, two)
}
