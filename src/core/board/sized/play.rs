//! Plays: judged by [`preview`](SizedBoard::preview), made by [`place`](SizedBoard::place).

use super::cells::{Cell, Slots};
use super::{SizedBoard, key_of};
use crate::board::liberties::LibertySum;
use crate::board::{Color, IllegalMove, Point, PointSet, Preview, RemovedStones, Zobrist};

/// Receives the side effects of a placed stone. The playouts use it to keep
/// their own state up to date.
pub trait PlacementObserver<const W: usize> {
    /// Called after a chain has been captured. `empty` is the set of empty
    /// points of the board, including those of the captured `stones`.
    fn captured(&mut self, color: Color, stones: &PointSet<W>, empty: &PointSet<W>);
    /// Called for the chain of `stone`, the new stone's or one next to it,
    /// when it has one liberty left.
    fn in_atari(&mut self, color: Color, stone: Point, liberty: Point);
}

/// Ignores the side effects.
impl<const W: usize> PlacementObserver<W> for () {
    #[inline]
    fn captured(&mut self, _: Color, _: &PointSet<W>, _: &PointSet<W>) {}
    #[inline]
    fn in_atari(&mut self, _: Color, _: Point, _: Point) {}
}

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    /// Previews a play without changing the board. Captures come before suicide.
    ///
    /// The played stone has a liberty when it has an empty neighbour, when it
    /// joins a friendly chain that has another liberty, or when it captures.
    /// The point is itself a liberty of every chain next to it, so a
    /// neighbouring chain in atari has no other.
    #[inline]
    pub(crate) fn preview(&self, color: Color, point: Point) -> Result<Preview, IllegalMove> {
        match self.cells.get(point.index()) {
            Some(Cell::Empty) => {}
            Some(Cell::Black | Cell::White) => return Err(IllegalMove::Occupied),
            Some(Cell::Wall) | None => return Err(IllegalMove::OffBoard),
        }
        let chains = self.neighbour_chains(point);
        let cells = self.neighbour_cells(point);
        let atari = self.ataris(chains);
        let own = cells.stones(color);
        let captured = cells.stones(!color) & atari;
        let hash = self.hash ^ Zobrist::stone(color, point);
        if !captured.is_empty() {
            let (stones, keys) = self.dying(!color, captured, chains);
            return Ok(Preview {
                captured: stones,
                suicided: 0,
                hash: hash ^ keys,
            });
        }
        if self.has_empty_neighbour(point) || !(own - atari).is_empty() {
            return Ok(Preview {
                captured: 0,
                suicided: 0,
                hash,
            });
        }
        let (joined, keys) = self.dying(color, own, chains);
        Ok(Preview {
            captured: 0,
            suicided: joined + 1,
            hash: self.hash ^ keys,
        })
    }

    /// Returns the number of stones, and their keys, of the chains of a colour
    /// in these slots. A chain in several slots counts once.
    fn dying(&self, color: Color, mut slots: Slots, chains: [usize; 4]) -> (usize, Zobrist) {
        let (mut stones, mut keys) = (0, Zobrist::EMPTY);
        while let Some(first) = slots.pop() {
            let chain = chains[first];
            stones += usize::from(self.length[chain]);
            keys ^= key_of(color, self.stones_of_chain(chain));
            for (slot, &other) in chains.iter().enumerate() {
                slots = slots - Slots::one_if(slot, other == chain);
            }
        }
        (stones, keys)
    }

    /// Returns whether a play on a point without an empty neighbour is not
    /// suicide: it joins a friendly chain that has another liberty, or it
    /// captures.
    #[inline(always)]
    pub fn connects_or_captures(&self, color: Color, point: Point) -> bool {
        let cells = self.neighbour_cells(point);
        let atari = self.ataris(self.neighbour_chains(point));
        !((cells.stones(color) - atari) | (cells.stones(!color) & atari)).is_empty()
    }

    /// Returns the stones that a play on an empty point would remove.
    pub(crate) fn removed_by(&self, color: Color, point: Point) -> RemovedStones<W> {
        let mut removed = RemovedStones::default();
        let suicide = self
            .preview(color, point)
            .is_ok_and(|preview| preview.suicided > 0);
        for neighbour in self.neighbours(point) {
            let chain = self.chain_of(neighbour);
            if self.cell(neighbour) == Cell::stone(!color) && self.in_atari(chain) {
                removed.captured.extend(self.stones_of_chain(chain));
            } else if self.cell(neighbour) == Cell::stone(color) && suicide {
                removed.suicided.extend(self.stones_of_chain(chain));
            }
        }
        if suicide {
            removed.suicided.insert(point);
        }
        removed
    }

    /// Puts a stone on an empty point. Removes the opponent's chains that have
    /// no liberty left, then the stone's own chain if it still has none.
    ///
    /// The caller must have judged the play; see [`Board::preview`](crate::Board::preview).
    #[inline(never)]
    pub fn place(&mut self, color: Color, point: Point) -> RemovedStones<W> {
        self.place_observed(color, point, &mut ())
    }

    /// Like [`place`](Self::place), but also reports side effects to the observer.
    ///
    /// A mispredicted branch costs more than some wasted work, so the common
    /// case is straight-line code: the new stone joins one of the friendly chains
    /// next to it, or the one-point chain of the empty point itself. Only two
    /// cases branch: joining a second friendly chain, and a chain with at most
    /// one liberty.
    #[inline(always)]
    pub fn place_observed(
        &mut self,
        color: Color,
        point: Point,
        observer: &mut impl PlacementObserver<W>,
    ) -> RemovedStones<W> {
        debug_assert!(
            self.empty.contains(point),
            "a stone is placed on an empty point"
        );
        let index = point.index() & (N - 1);
        let chains = self.neighbour_chains(point);
        let cells = self.neighbour_cells(point);
        let own = cells.stones(color);
        let enemy = cells.stones(!color);
        self.cells[index] = Cell::stone(color);
        self.empty.remove(point);
        self.stones[color].insert(point);
        self.hash ^= Zobrist::stone(color, point);
        self.toggle(color, point);
        for chain in chains {
            self.liberties[chain] -= LibertySum::one(point);
        }
        // The join leaves the liberties of the enemy alone. After it, this test would wait
        // for what it stores.
        let weak = enemy & self.ataris(chains);
        let name = self.join(index, chains, own);
        if weak.is_empty() && !self.in_atari(name) {
            return RemovedStones::default();
        }
        self.capture_and_report(color, point, weak, observer)
    }

    /// Removes the chains that a new stone left without a liberty, and reports
    /// them and the chains with one liberty to the observer. `weak` holds the
    /// enemy neighbours whose chains have at most one liberty.
    #[inline(always)]
    fn capture_and_report(
        &mut self,
        color: Color,
        point: Point,
        mut weak: Slots,
        observer: &mut impl PlacementObserver<W>,
    ) -> RemovedStones<W> {
        let neighbours = self.neighbours(point);
        let mut removed = RemovedStones::default();
        while let Some(slot) = weak.pop() {
            let neighbour = neighbours[slot];
            if self.cell(neighbour) == Cell::Empty {
                // Its chain was captured through another neighbour.
                continue;
            }
            let chain = self.chain_of(neighbour);
            let liberties = self.liberties[chain];
            if liberties.is_none() {
                let stones = self.remove_chain(!color, chain);
                removed.captured |= stones;
                observer.captured(!color, &stones, &self.empty);
            } else {
                observer.in_atari(!color, Point::from_index(neighbour), liberties.sole());
            }
        }
        let own = self.chain_of(point.index());
        let liberties = self.liberties[own];
        if liberties.is_none() {
            removed.suicided = self.remove_chain(color, own);
            observer.captured(color, &removed.suicided, &self.empty);
        } else if let Some(liberty) = liberties.only() {
            observer.in_atari(color, point, liberty);
        }
        removed
    }

    /// Returns the point where the simple ko rule forbids the opponent to
    /// retake, after a play on `point` that captured these stones. There is
    /// such a point if the play captured a single stone and the played stone is
    /// a chain by itself with one liberty.
    #[inline(always)]
    pub fn ko_after(&self, point: Point, captured: &PointSet<W>) -> Option<Point> {
        // Few plays capture, and counting is the most expensive test.
        if captured.is_empty() {
            return None;
        }
        let chain = self.chain_of(point.index());
        let is_lone_in_atari = self.length[chain] == 1 && self.in_atari(chain);
        if is_lone_in_atari && captured.len() == 1 {
            captured.first()
        } else {
            None
        }
    }
}
