//! The area at the end of games.

use crate::playout::OwnershipCounts;
use crate::playout::cpu::Vector;
use ponnuki_core::board::{ByColor, Color, Zobrist};

use super::arithmetic::{RowCount, add};
use super::group::{AREA_BITS, Group, around, neighbours};
use super::last::{Kept, LastGames};
use super::layout::point;
use super::sweeps::any;

/// Totals over the last positions of games.
pub(super) struct EndTotals<'a, V> {
    /// For each cell and colour, whether the number of games with such a stone
    /// there is odd. All 0 if each game is passed on.
    parity: Vec<ByColor<V>>,
    ownership: Option<OwnershipCounts>,
    last: Option<LastGames<'a, V>>,
}

/// The number of points in the area of the side to move and of its opponent.
pub(super) struct Areas<V> {
    pub(super) own: [V; AREA_BITS],
    pub(super) opponent: [V; AREA_BITS],
}

impl<'a, V: Vector> EndTotals<'a, V> {
    #[inline(always)]
    pub(super) fn new(group: &Group<V>, kept: Kept<'a>) -> Self {
        let mut totals = Self {
            parity: vec![ByColor::both(V::none()); group.cells.len()],
            ownership: None,
            last: None,
        };
        match kept {
            Kept::Hashes => {}
            Kept::Ownership => totals.ownership = Some(OwnershipCounts::new(group.size)),
            Kept::Each(each) => totals.last = Some(LastGames::new(group.size, each)),
        }
        totals
    }

    /// Counts the areas of the games that are over, and adds the last positions
    /// to the totals. `series` holds the series of the game in each slot.
    #[inline(always)]
    pub(super) fn add(&mut self, group: &mut Group<V>, series: &[usize]) -> Areas<V> {
        group.find_territory();
        if let Some(last) = &mut self.last {
            last.make_room(group.over, series);
        }
        let (over, white, stride) = (group.over, group.white, group.stride());
        let mut areas = Areas {
            own: [V::none(); AREA_BITS],
            opponent: [V::none(); AREA_BITS],
        };
        for row in 1..=group.size.height() {
            let cells = &group.cells[row * stride..][..stride];
            let parities = &mut self.parity[row * stride..][..stride];
            let (mut own_count, mut opponent_count) = (RowCount::new(), RowCount::new());
            for column in 1..stride - 1 {
                let cell = &cells[column];
                let own = over & (cell.own | (cell.odd & !cell.even));
                let opponent = over & (cell.opponent | (cell.even & !cell.odd));
                own_count.add(column, own);
                opponent_count.add(column, opponent);
                if let Some(last) = &mut self.last {
                    let owned = [white.select(opponent, own), white.select(own, opponent)];
                    last.keep(point(group.size, row, column), over, owned, cell.empty);
                    continue;
                }
                let parity = &mut parities[column];
                parity.black ^= over & white.select(cell.opponent, cell.own);
                parity.white ^= over & white.select(cell.own, cell.opponent);
                if let Some(ownership) = &mut self.ownership {
                    let point = point(group.size, row, column);
                    let black = white.select(opponent, own).count();
                    let white = white.select(own, opponent).count();
                    ownership.add_owners(Color::Black, point, black.into());
                    ownership.add_owners(Color::White, point, white.into());
                }
            }
            add(&mut areas.own, &own_count.finish());
            add(&mut areas.opponent, &opponent_count.finish());
        }
        areas
    }

    #[inline(always)]
    pub(super) fn add_margin(&mut self, margin: i32) {
        if let Some(ownership) = &mut self.ownership {
            ownership.add_margin(margin);
        }
    }

    /// Returns the exclusive or of the hashes of all positions, and the owners of
    /// the points.
    ///
    /// A key appears in the exclusive or if an odd number of positions has its
    /// stone.
    #[inline(always)]
    pub(super) fn finish(mut self, group: &Group<V>) -> (u64, Option<OwnershipCounts>) {
        if let Some(last) = &mut self.last {
            last.pass_on();
        }
        let stride = group.stride();
        let mut hash = Zobrist::EMPTY;
        for row in 1..=group.size.height() {
            for column in 1..stride - 1 {
                let parity = &self.parity[row * stride + column];
                for color in Color::BOTH {
                    if parity[color].count() % 2 == 1 {
                        hash ^= Zobrist::stone(color, point(group.size, row, column));
                    }
                }
            }
        }
        (hash.value(), self.ownership)
    }
}

impl<V: Vector> Group<V> {
    /// Finds the empty points that reach own stones (`odd`) and opposing stones
    /// (`even`) in the games that are over.
    #[inline(always)]
    fn find_territory(&mut self) {
        let (over, stride) = (self.over, self.stride());
        // The games with two empty points next to each other.
        let mut wide = V::none();
        for row in 1..=self.size.height() {
            let [below, here, above] = around(&mut self.cells, row, stride);
            let (below, here, above) = (&below[..stride], &mut here[..stride], &above[..stride]);
            for column in 1..stride - 1 {
                let neighbours = neighbours(below, here, above, column);
                let empty = here[column].empty & over;
                let own = any(neighbours.map(|cell| cell.own));
                let opponent = any(neighbours.map(|cell| cell.opponent));
                wide |= empty & any(neighbours.map(|cell| cell.empty));
                here[column].odd = empty & own;
                here[column].even = empty & opponent;
            }
        }
        while !wide.is_none() {
            let mut changed = V::none();
            for row in (1..=self.size.height()).chain((1..=self.size.height()).rev()) {
                changed |= self.flood_in_row(row, wide);
            }
            wide &= changed;
        }
    }

    /// Spreads the reach of stones over the empty points of a row, from the rows
    /// below and above and along the row. Returns the games that change.
    #[inline(always)]
    fn flood_in_row(&mut self, row: usize, games: V) -> V {
        let stride = self.stride();
        let [below, here, above] = around(&mut self.cells, row, stride);
        let mut changed = V::none();
        for column in (1..stride - 1).chain((1..stride - 1).rev()) {
            let [mut near_odd, mut near_even] = [V::none(); 2];
            for cell in neighbours(below, here, above, column) {
                near_odd |= cell.empty & cell.odd;
                near_even |= cell.empty & cell.even;
            }
            let cell = &mut here[column];
            let empty = cell.empty & games;
            let odd = empty & near_odd & !cell.odd;
            let even = empty & near_even & !cell.even;
            cell.odd |= odd;
            cell.even |= even;
            changed |= odd | even;
        }
        changed
    }
}
