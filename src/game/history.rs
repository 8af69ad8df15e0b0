//! Every position a game has had, to ask whether one may return.
//!
//! Each different position is kept once, with the number of the move after
//! which it first stood in each of four ways: with Black or White to move next,
//! created by a play or not (the start position, and what stood after a pass,
//! were not). The ko rules differ only in which of the four they forbid.
//!
//! The hash finds a candidate and the stored stones decide, so two positions
//! with the same hash are never taken for each other. Stones are stored in as
//! many words as the board has, not as the widest board would.

use crate::board::{BoardSize, ByColor, Color, PointSet, Zobrist};

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
    const fn new(to_move: Color, by_play: bool) -> Self {
        Self { to_move, by_play }
    }

    const fn index(self) -> usize {
        self.to_move as usize * 2 + self.by_play as usize
    }
}

/// Every way in which a position can stand.
const ALL_MOMENTS: [Moment; 4] = [
    Moment::new(Color::Black, true),
    Moment::new(Color::Black, false),
    Moment::new(Color::White, true),
    Moment::new(Color::White, false),
];

#[derive(Clone, Debug)]
struct Position {
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
    /// The stones of the positions, in their order: the words of Black's, then
    /// those of White's.
    stones: Vec<u64>,
    /// How many words hold the stones of a colour.
    words: usize,
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
    pub(super) fn new(size: BoardSize) -> Self {
        Self::with_hash_mask(size, u64::MAX)
    }

    /// A history that knows only some bits of each hash, so that positions
    /// collide: for tests.
    pub(super) fn with_hash_mask(size: BoardSize, hash_mask: u64) -> Self {
        Self {
            positions: Vec::new(),
            stones: Vec::new(),
            words: size.words(),
            buckets: vec![NEVER; FIRST_BUCKETS],
            hash_mask,
        }
    }

    /// Forgets everything, for a game on a board of this size.
    pub(super) fn clear(&mut self, size: BoardSize) {
        self.positions.clear();
        self.stones.clear();
        self.words = size.words();
        // A long game leaves a large table: clearing it must not burden the
        // short games after it.
        self.buckets.truncate(FIRST_BUCKETS);
        self.buckets.fill(NEVER);
    }

    /// The stored stones of a position are these.
    fn is_at(&self, position: usize, stones: &ByColor<PointSet>) -> bool {
        let (black, white) = self.stored(position).split_at(self.words);
        stones.black.starts_with(black) && stones.white.starts_with(white)
    }

    /// The words that hold the stones of a position.
    fn stored(&self, position: usize) -> &[u64] {
        &self.stones[position * 2 * self.words..][..2 * self.words]
    }

    fn hash_bits(&self, hash: Zobrist) -> u64 {
        hash.value() & self.hash_mask
    }

    fn bucket(&self, hash: Zobrist) -> usize {
        self.hash_bits(hash) as usize & (self.buckets.len() - 1)
    }

    /// The index of the position with this hash and these stones, which are
    /// asked for only when the hash is known.
    fn find(&self, hash: Zobrist, stones: impl Fn() -> ByColor<PointSet>) -> Option<usize> {
        let mut wanted = None;
        let mut index = self.buckets[self.bucket(hash)];
        while let Some(position) = self.positions.get(index as usize) {
            if self.hash_bits(position.hash) == self.hash_bits(hash)
                && self.is_at(index as usize, wanted.get_or_insert_with(&stones))
            {
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
        let found = self.find(hash, stones)?;
        let first = &self.positions[found].first;
        ALL_MOMENTS
            .into_iter()
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
        let found = self.find(hash, || *stones);
        let is_new = found.is_none();
        let position = found.unwrap_or_else(|| self.push(stones, hash));
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

    fn push(&mut self, stones: &ByColor<PointSet>, hash: Zobrist) -> usize {
        if self.positions.len() == self.buckets.len() {
            self.grow();
        }
        let index = self.positions.len();
        let bucket = self.bucket(hash);
        for color in Color::BOTH {
            let words = stones[color].words(self.words);
            self.stones.extend_from_slice(words);
        }
        self.positions.push(Position {
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
                self.stones.truncate(self.positions.len() * 2 * self.words);
            }
        }
    }

    /// Every position with each way in which it stood.
    pub(super) fn moments(&self) -> impl Iterator<Item = (Zobrist, Moment)> {
        self.positions.iter().flat_map(|position| {
            ALL_MOMENTS
                .into_iter()
                .filter(|moment| position.first[moment.index()] != NEVER)
                .map(|moment| (position.hash, moment))
        })
    }

    /// The stones of a recorded position.
    pub(super) fn stones(&self, recorded: Recorded) -> ByColor<PointSet> {
        let (black, white) = self.stored(recorded.position as usize).split_at(self.words);
        ByColor {
            black: PointSet::from_words(black),
            white: PointSet::from_words(white),
        }
    }

    /// The hash of a recorded position.
    pub(super) fn hash(&self, recorded: Recorded) -> Zobrist {
        self.positions[recorded.position as usize].hash
    }
}
