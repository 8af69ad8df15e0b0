//! A cache of playouts that searches share.
//!
//! Searches of one game meet the same positions, because the tree of a turn contains that
//! of the next, and by transposition. The random numbers of a playout depend on its
//! starting position and on how many playouts began there before, not on the search. A
//! cached playout is therefore the one that the search would have played itself, and the
//! cache and its size change the speed of a search, never its result.
//!
//! KataGo's cache of network evaluations serves the same purpose.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::board::{BoardSize, ByColor, MAX_WORDS, Point, PointSet, Zobrist};
use crate::playout::TacticalPolicy;
use crate::random::{RandomStream, SplitMix64};
use crate::threads::{has_spare_memory, lock};

use super::position::Position;

/// How many shards the cache has, so that threads seldom contend for a lock.
const PARTS: usize = 64;

/// The memory of a playout in bytes: the entry, and its share of the index.
const BYTES: usize = size_of::<CacheEntry>() + 2 * size_of::<(Key, u32)>();

/// Playouts that several searches share.
///
/// When the memory is full, each new playout replaces the oldest of its shard. The cache
/// holds neither priors nor statistics.
#[derive(Debug)]
pub struct PlayoutCache {
    parts: Vec<Mutex<CacheShard>>,
    /// The capacity of a shard, in playouts.
    capacity: usize,
}

#[derive(Debug, Default)]
struct CacheShard {
    /// The playouts, a ring buffer once the capacity is reached.
    entries: Vec<CacheEntry>,
    /// The indices of the playouts in `entries`.
    index: HashMap<Key, u32>,
    /// The index of the oldest playout of a full ring.
    oldest: usize,
}

#[derive(Clone, Debug)]
struct CacheEntry {
    key: Key,
    outcome: PlayoutOutcome,
}

/// Identifies a playout: its start and its random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    stones: Zobrist,
    /// A hash of everything else: the colour to move, the last two moves, the ko, the
    /// conditions of the search, and the number of the playout.
    situation: u64,
}

/// The part of a playout's result that a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PlayoutOutcome<const W: usize = MAX_WORDS> {
    /// The area of each colour at the end.
    pub(super) owned: ByColor<PointSet<W>>,
    /// For each colour, the points that it played on before the opponent.
    pub(super) first: ByColor<PointSet<W>>,
}

impl<const W: usize> PlayoutOutcome<W> {
    /// Returns the same outcome in sets of another width, which must be wide enough for
    /// the board.
    fn resized<const V: usize>(self) -> PlayoutOutcome<V> {
        PlayoutOutcome {
            owned: self.owned.map(PointSet::resized),
            first: self.first.map(PointSet::resized),
        }
    }
}

impl PlayoutCache {
    /// Creates an empty cache for at most this much memory, in MiB. With 0 it stores nothing.
    pub fn new(mebibytes: usize) -> Self {
        let playouts = mebibytes.saturating_mul(1 << 20) / BYTES;
        Self::with_capacity((playouts / PARTS).min(u32::MAX as usize))
    }

    /// Creates an empty cache whose shards have this capacity.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self {
            parts: (0..PARTS).map(|_| Mutex::default()).collect(),
            capacity,
        }
    }

    /// Removes all playouts.
    pub fn clear(&self) {
        for part in &self.parts {
            *lock(part) = CacheShard::default();
        }
    }

    /// Returns the number of playouts.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| lock(part).entries.len()).sum()
    }

    /// Returns whether there are no playouts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn part(&self, key: Key) -> &Mutex<CacheShard> {
        &self.parts[key.situation as usize % PARTS]
    }
}

impl CacheShard {
    fn insert(&mut self, entry: CacheEntry, capacity: usize) {
        let key = entry.key;
        // Another thread may have added the same playout meanwhile.
        if self.index.contains_key(&key) {
            return;
        }
        let index = if self.has_room(capacity) {
            self.entries.push(entry);
            self.entries.len() - 1
        } else {
            let index = self.oldest;
            let Some(oldest) = self.entries.get_mut(index) else {
                return;
            };
            self.index.remove(&oldest.key);
            *oldest = entry;
            self.oldest = (index + 1) % self.entries.len();
            index
        };
        self.index.insert(key, index as u32);
    }

    /// Reserves the memory for another playout. Returns `false` if the shard is full or little
    /// memory would be left for other uses.
    fn has_room(&mut self, capacity: usize) -> bool {
        let len = self.entries.len();
        if len < self.entries.capacity() {
            return true;
        }
        let more = len.max(16).min(capacity.saturating_sub(len));
        more > 0
            && has_spare_memory()
            && self.entries.try_reserve_exact(more).is_ok()
            && self.index.try_reserve(more).is_ok()
    }
}

/// The access of one search thread to a cache.
#[derive(Clone, Debug)]
pub(super) struct Recall {
    cache: Arc<PlayoutCache>,
    seed: u64,
    thread: u64,
    /// A hash of the conditions that all playouts of the search share.
    context: u64,
}

impl Recall {
    /// The playout number that is reserved for shuffling the children of a position.
    pub(super) const ORDER: u32 = u32::MAX;

    /// Prepares access by searches with this seed. Threads share no playouts with each other,
    /// because their trees would otherwise be equal.
    pub(super) const fn new(cache: Arc<PlayoutCache>, seed: u64, thread: usize) -> Self {
        Self {
            cache,
            seed,
            thread: thread as u64,
            context: 0,
        }
    }

    /// Sets the size of the boards and the policy of the playouts.
    pub(super) fn set_conditions(&mut self, size: BoardSize, policy: TacticalPolicy) {
        let shape = (size.width() << 8 | size.height()) as u64;
        self.context = mixed([self.seed, self.thread, shape, policy.code()]);
    }

    /// Returns the key of the next playout from a position, from which this many have begun.
    pub(super) fn key<const W: usize, const N: usize>(
        &self,
        position: &Position<W, N>,
        number: u32,
    ) -> Key {
        let index = |point: Option<Point>| point.map_or(0, |point| point.index() as u64 + 1);
        let [last, before] = position.last.map(index);
        let points = last << 40 | before << 20 | index(position.ko);
        let turn = u64::from(number) << 1 | position.to_move as u64;
        Key {
            stones: position.board.hash(),
            situation: mixed([self.context, points, turn]),
        }
    }

    pub(super) fn stream(&self, key: Key) -> RandomStream {
        RandomStream::new(self.seed, mixed([key.stones.value(), key.situation]))
    }

    pub(super) fn get<const W: usize>(&self, key: Key) -> Option<PlayoutOutcome<W>> {
        let part = lock(self.cache.part(key));
        let &index = part.index.get(&key)?;
        let entry = part.entries.get(index as usize)?;
        Some(entry.outcome.resized())
    }

    /// Inserts a playout, replacing the oldest one of its shard if the cache or the system's
    /// memory is full.
    pub(super) fn insert<const W: usize>(&self, key: Key, outcome: PlayoutOutcome<W>) {
        let entry = CacheEntry {
            key,
            outcome: outcome.resized(),
        };
        lock(self.cache.part(key)).insert(entry, self.cache.capacity);
    }
}

fn mixed<const N: usize>(words: [u64; N]) -> u64 {
    let mix = |hash: u64, word: u64| SplitMix64(hash ^ word).next();
    words.into_iter().fold(0, mix)
}
