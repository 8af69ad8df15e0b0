//! Every position a game has had, to ask whether one may return.
//!
//! Each different position is kept once, with the number of the move after
//! which it first stood in each of four ways: with Black or White to move next,
//! created by a play or not (the start position, and what stood after a pass,
//! were not). The ko rules differ only in which of the four they forbid.
//!
//! The hash finds a candidate and the stored stones decide, so two positions
//! with the same hash are never taken for each other.

use crate::color::{ByColor, Color};
use crate::point_set::PointSet;
use crate::zobrist::Zobrist;

/// Stands for "never" among move numbers and for "none" among indices.
const NEVER: u32 = u32::MAX;

/// The number of buckets to begin with, a power of two.
const FIRST_BUCKETS: usize = 64;

/// How a position stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// The colour to move next.
    pub(super) to_move: Color,
    /// The last turn was a play, which created the position.
    pub(super) by_play: bool,
}

impl Moment {
    const fn index(self) -> usize {
        self.to_move as usize * 2 + self.by_play as usize
    }
}

#[derive(Clone, Debug)]
struct Position {
    stones: ByColor<PointSet>,
    hash: Zobrist,
    /// The number of the first move after which it stood, by moment.
    first: [u32; 4],
    /// The position before this one in the same bucket.
    older: u32,
}

/// The positions of a game so far.
#[derive(Clone, Debug)]
pub(super) struct History {
    positions: Vec<Position>,
    /// The newest position of each bucket; a power of two of them.
    buckets: Vec<u32>,
    /// The bits of the hash that tell positions apart: all of them, but for
    /// tests that force collisions.
    hash_mask: u64,
}

/// What recording a position changed, so that it can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Recorded {
    /// The index of the position.
    position: u32,
    /// The way it stood for the first time, if it was the first time.
    news: Option<Moment>,
    /// The position had never stood before in any way.
    is_new: bool,
}

impl History {
    pub(super) fn new() -> Self {
        Self::with_hash_mask(u64::MAX)
    }

    /// A history that knows only some bits of each hash, so that positions
    /// collide: for tests.
    pub(super) fn with_hash_mask(hash_mask: u64) -> Self {
        Self {
            positions: Vec::new(),
            buckets: vec![NEVER; FIRST_BUCKETS],
            hash_mask,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.positions.clear();
        // A long game leaves a large table: clearing it must not burden the
        // short games after it.
        self.buckets.truncate(FIRST_BUCKETS);
        self.buckets.fill(NEVER);
    }

    fn hash_bits(&self, hash: Zobrist) -> u64 {
        hash.value() & self.hash_mask
    }

    fn bucket(&self, hash: Zobrist) -> usize {
        self.hash_bits(hash) as usize & (self.buckets.len() - 1)
    }

    /// The index of the position with this hash that `is_same` confirms.
    fn find(
        &self,
        hash: Zobrist,
        mut is_same: impl FnMut(&ByColor<PointSet>) -> bool,
    ) -> Option<usize> {
        let mut index = self.buckets[self.bucket(hash)];
        while let Some(position) = self.positions.get(index as usize) {
            if self.hash_bits(position.hash) == self.hash_bits(hash) && is_same(&position.stones) {
                return Some(index as usize);
            }
            index = position.older;
        }
        None
    }

    /// The first move, of those at the moments asked for, after which the
    /// position stood. `stones` is called only when the hash is known.
    pub(super) fn first_seen(
        &self,
        hash: Zobrist,
        stones: impl Fn() -> ByColor<PointSet>,
        asked: impl Fn(Moment) -> bool,
    ) -> Option<usize> {
        let mut wanted = None;
        let found = self.find(hash, |kept| wanted.get_or_insert_with(&stones) == kept)?;
        let first = &self.positions[found].first;
        Color::BOTH
            .into_iter()
            .flat_map(|to_move| [true, false].map(|by_play| Moment { to_move, by_play }))
            .filter(|&moment| asked(moment))
            .map(|moment| first[moment.index()])
            .min()
            .filter(|&number| number != NEVER)
            .map(|number| number as usize)
    }

    /// Records that a position stood after move `number`.
    pub(super) fn record(
        &mut self,
        stones: &ByColor<PointSet>,
        hash: Zobrist,
        moment: Moment,
        number: usize,
    ) -> Recorded {
        let found = self.find(hash, |kept| kept == stones);
        let is_new = found.is_none();
        let position = found.unwrap_or_else(|| self.push(*stones, hash));
        let news = self.note(position, moment, number);
        Recorded {
            position: position as u32,
            news,
            is_new,
        }
    }

    /// Records that the position of an earlier record stood again after move
    /// `number`.
    pub(super) fn record_again(
        &mut self,
        earlier: Recorded,
        moment: Moment,
        number: usize,
    ) -> Recorded {
        Recorded {
            position: earlier.position,
            news: self.note(earlier.position as usize, moment, number),
            is_new: false,
        }
    }

    /// Notes when a position first stood in a way; the way, if it was now.
    fn note(&mut self, position: usize, moment: Moment, number: usize) -> Option<Moment> {
        let first = &mut self.positions[position].first[moment.index()];
        let is_first = *first == NEVER;
        if is_first {
            *first = number as u32;
        }
        is_first.then_some(moment)
    }

    fn push(&mut self, stones: ByColor<PointSet>, hash: Zobrist) -> usize {
        if self.positions.len() == self.buckets.len() {
            self.grow();
        }
        let index = self.positions.len();
        let bucket = self.bucket(hash);
        self.positions.push(Position {
            stones,
            hash,
            first: [NEVER; 4],
            older: self.buckets[bucket],
        });
        self.buckets[bucket] = index as u32;
        index
    }

    /// Doubles the buckets and sorts the positions into them, in their order,
    /// so that the newest of a bucket stays the first.
    fn grow(&mut self) {
        self.buckets = vec![NEVER; 2 * self.buckets.len()];
        for index in 0..self.positions.len() {
            let bucket = self.bucket(self.positions[index].hash);
            self.positions[index].older = self.buckets[bucket];
            self.buckets[bucket] = index as u32;
        }
    }

    /// Takes back the latest record.
    pub(super) fn forget(&mut self, recorded: Recorded) {
        if let Some(moment) = recorded.news {
            self.positions[recorded.position as usize].first[moment.index()] = NEVER;
        }
        if recorded.is_new {
            // The latest new position is the last in the list and the first
            // of its bucket.
            if let Some(position) = self.positions.pop() {
                let bucket = self.bucket(position.hash);
                self.buckets[bucket] = position.older;
            }
        }
    }

    /// The stones and the hash of a recorded position.
    pub(super) fn position(&self, recorded: Recorded) -> (&ByColor<PointSet>, Zobrist) {
        let position = &self.positions[recorded.position as usize];
        (&position.stones, position.hash)
    }
}
