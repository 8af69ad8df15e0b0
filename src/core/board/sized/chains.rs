//! Chains: their names, stones and liberties, and how they join and vanish.
//!
//! The stones of a chain form a ring through `next`. Swapping one link of each
//! of two rings turns them into one, so joining costs no more than renaming the
//! shorter chain.

use super::SizedBoard;
use super::cells::{Cell, Slots};
use crate::board::liberties::LibertySum;
use crate::board::{Color, Point, PointSet, Zobrist};

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    /// Returns the index that names the chain of a grid point.
    #[inline]
    pub(super) fn chain_of(&self, index: usize) -> usize {
        usize::from(self.chain[index & (N - 1)]) & (N - 1)
    }

    /// Returns whether the chain with this name has at most one liberty, or,
    /// for an empty point, whether it has at most one empty neighbour.
    #[inline]
    pub(super) fn in_atari(&self, chain: usize) -> bool {
        self.liberties[chain & (N - 1)].is_at_most_one()
    }

    /// Returns the slots whose chains are [in atari](Self::in_atari).
    #[inline(always)]
    pub(super) fn ataris(&self, chains: [usize; 4]) -> Slots {
        let mut atari = Slots::NONE;
        for (slot, chain) in chains.into_iter().enumerate() {
            atari = atari | Slots::one_if(slot, self.in_atari(chain));
        }
        atari
    }

    #[inline(always)]
    pub(super) fn neighbour_chains(&self, point: Point) -> [usize; 4] {
        self.neighbours(point)
            .map(|neighbour| self.chain_of(neighbour))
    }

    /// Returns whether a neighbour of the point is empty.
    #[inline]
    pub fn has_empty_neighbour(&self, point: Point) -> bool {
        !self.liberties[point.index() & (N - 1)].is_none()
    }

    #[inline]
    pub(super) fn stones_of_chain(&self, chain: usize) -> impl Iterator<Item = Point> {
        let mut index = Some(chain);
        std::iter::from_fn(move || {
            let point = index?;
            let next = usize::from(self.next[point & (N - 1)]);
            index = (next != chain).then_some(next);
            Some(Point::from_index(point))
        })
    }

    /// Returns the stones of the chain at a point, or the empty set for an empty point.
    pub fn chain_at(&self, point: Point) -> PointSet<W> {
        match self.at(point) {
            Some(_) => self.stones_of_chain(self.chain_of(point.index())).collect(),
            None => PointSet::EMPTY,
        }
    }

    /// Returns the empty neighbours of stones.
    pub fn liberties_of(&self, stones: &PointSet<W>) -> PointSet<W> {
        stones.neighbours(self.size) & self.empty
    }

    /// Makes an empty point a liberty of the chains around it.
    #[inline]
    pub(super) fn add_liberty(&mut self, point: Point) {
        let liberty = LibertySum::one(point);
        for neighbour in self.neighbours(point) {
            let chain = self.chain_of(neighbour);
            self.liberties[chain] += liberty;
        }
    }

    /// Joins a new stone to the friendly chains next to it, and returns the name
    /// of the resulting chain. `chains` names the chains of the four neighbours, and `own`
    /// holds the neighbours of its colour.
    #[inline(always)]
    pub(super) fn join(&mut self, index: usize, chains: [usize; 4], own: Slots) -> usize {
        // Without a friendly chain, the stone joins the empty point's own chain, which has
        // no stones. This compiles to conditional moves.
        let mut name = index;
        for (slot, &chain) in chains.iter().enumerate() {
            name = if own.count_at(slot) == 0 { name } else { chain };
        }
        let mut others = Slots::NONE;
        for (slot, chain) in chains.into_iter().enumerate() {
            others = others | Slots::one_if(slot, chain != name);
        }
        others = others & own;
        while let Some(slot) = others.pop() {
            name = self.merge(name, self.chain_of(chains[slot]));
        }
        // If no friendly chain touches the stone, this takes the liberties from the point and
        // gives them back to it.
        let gained = std::mem::take(&mut self.liberties[index]);
        self.liberties[name] += gained;
        self.chain[index] = name as u16;
        self.next[index] = index as u16;
        self.next.swap(index, name);
        self.length[name] += 1;
        name
    }

    /// Merges the shorter of two chains into the longer, whose name it returns.
    #[inline]
    fn merge(&mut self, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let (long, short) = if self.length[a] >= self.length[b] {
            (a, b)
        } else {
            (b, a)
        };
        // The length is hard to predict, so the walk around the ring takes four steps at a
        // time. It may visit some stones twice.
        let mut index = short;
        for _ in 0..self.length[short].div_ceil(4) {
            for _ in 0..4 {
                self.chain[index] = long as u16;
                index = usize::from(self.next[index]) & (N - 1);
            }
        }
        self.next.swap(long, short);
        let liberties = self.liberties[short];
        self.liberties[long] += liberties;
        self.length[long] += self.length[short];
        long
    }

    /// Takes a chain off the board and returns its stones.
    ///
    /// The first walk around the ring empties the points. The second makes each
    /// of them a liberty of its neighbours, some of which were stones of the
    /// same chain.
    #[inline(always)]
    pub(super) fn remove_chain(&mut self, color: Color, chain: usize) -> PointSet<W> {
        let mut stones = PointSet::EMPTY;
        let mut index = chain;
        loop {
            let stone = Point::from_index(index);
            stones.extend([stone]);
            self.hash ^= Zobrist::stone(color, stone);
            self.cells[index] = Cell::Empty;
            self.toggle(color, stone);
            self.chain[index] = index as u16;
            self.liberties[index] = LibertySum::NONE;
            self.length[index] = 0;
            index = usize::from(self.next[index]) & (N - 1);
            if index == chain {
                break;
            }
        }
        loop {
            self.add_liberty(Point::from_index(index));
            index = usize::from(self.next[index]) & (N - 1);
            if index == chain {
                break;
            }
        }
        self.stones[color] -= stones;
        self.empty |= stones;
        stones
    }
}
