//! Playouts that searches share.
//!
//! Searches of one game meet the same positions: the tree of a turn contains that of the
//! next one, and different orders of moves lead to one position. So that one search can
//! use the playouts of another, the random numbers of a playout follow from its start and
//! from the number of playouts from there before it, and not from the search. A shared
//! playout is therefore the one that the search would have played itself: the cache and
//! its size change the speed of a search, never its result.
//!
//! KataGo's cache of network evaluations serves the same purpose.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::board::{BoardSize, ByColor, MAX_WORDS, Point, PointSet, Zobrist};
use crate::playout::TacticalPolicy;
use crate::random::{RandomStream, SplitMix64};
use crate::threads::{has_spare_memory, lock};

use super::position::Position;

/// The number of parts, so that threads seldom wait for each other.
const PARTS: usize = 64;

/// The memory of a playout in bytes: the entry, and its place in the index.
const BYTES: usize = size_of::<CacheEntry>() + 2 * size_of::<(Key, u32)>();

/// Playouts that several searches share.
///
/// When its memory is full, each new playout replaces the oldest one. Holds nothing else
/// of a search: neither priors nor statistics.
#[derive(Debug)]
pub struct PlayoutCache {
    parts: Vec<Mutex<CacheShard>>,
    /// The most playouts of a part.
    capacity: usize,
}

/// A part of the cache.
#[derive(Debug, Default)]
struct CacheShard {
    /// The playouts, as a ring once there are as many as the capacity.
    entries: Vec<CacheEntry>,
    /// The indices of the playouts.
    index: HashMap<Key, u32>,
    /// The index of the oldest playout of a full ring.
    oldest: usize,
}

/// A playout with its key.
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
    /// Creates an empty cache for at most this much memory, in MiB. With none it keeps
    /// nothing.
    pub fn new(mebibytes: usize) -> Self {
        let playouts = mebibytes.saturating_mul(1 << 20) / BYTES;
        Self::with_capacity((playouts / PARTS).min(u32::MAX as usize))
    }

    /// Creates an empty cache with this capacity of a part.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self {
            parts: (0..PARTS).map(|_| Mutex::default()).collect(),
            capacity,
        }
    }

    /// Forgets all playouts.
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

    /// Returns a playout.
    pub(super) fn get<const W: usize>(&self, key: Key) -> Option<PlayoutOutcome<W>> {
        let part = lock(self.part(key));
        let &index = part.index.get(&key)?;
        let entry = part.entries.get(index as usize)?;
        Some(entry.outcome.resized())
    }

    /// Adds a playout. It replaces the oldest one if the cache, or the memory of the
    /// system, is full.
    pub(super) fn insert<const W: usize>(&self, key: Key, outcome: PlayoutOutcome<W>) {
        let entry = CacheEntry {
            key,
            outcome: outcome.resized(),
        };
        lock(self.part(key)).insert(entry, self.capacity);
    }

    /// Returns the part for a key.
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

    /// Returns whether another playout may be added, and reserves the memory for it. Some
    /// is left for other uses.
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

/// The use of a cache by one thread of a search.
#[derive(Clone, Debug)]
pub(super) struct Recall {
    cache: Arc<PlayoutCache>,
    seed: u64,
    thread: u64,
    /// A hash of what all playouts of the search have in common.
    context: u64,
}

impl Recall {
    /// The number that orders the children of a position instead of a playout from it.
    pub(super) const ORDER: u32 = u32::MAX;

    /// Prepares the use by searches with this seed. Each thread has playouts of its own,
    /// because the trees of two threads would be the same otherwise.
    pub(super) const fn new(cache: Arc<PlayoutCache>, seed: u64, thread: usize) -> Self {
        Self {
            cache,
            seed,
            thread: thread as u64,
            context: 0,
        }
    }

    /// Sets the size of the boards and the policies of both colours.
    pub(super) fn set_conditions(&mut self, size: BoardSize, policies: ByColor<TacticalPolicy>) {
        let shape = (size.width() << 8 | size.height()) as u64;
        let policies = policies.map(TacticalPolicy::code);
        let words = [
            self.seed,
            self.thread,
            shape,
            policies.black,
            policies.white,
        ];
        self.context = mixed(words);
    }

    /// Identifies the playout from a position with this many playouts from there before
    /// it.
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

    /// Returns the random numbers for a key.
    pub(super) fn stream(&self, key: Key) -> RandomStream {
        RandomStream::new(self.seed, mixed([key.stones.value(), key.situation]))
    }

    /// Returns a playout that is known.
    pub(super) fn get<const W: usize>(&self, key: Key) -> Option<PlayoutOutcome<W>> {
        self.cache.get(key)
    }

    /// Remembers a playout.
    pub(super) fn insert<const W: usize>(&self, key: Key, outcome: PlayoutOutcome<W>) {
        self.cache.insert(key, outcome);
    }
}

/// Condenses numbers into one.
fn mixed<const N: usize>(words: [u64; N]) -> u64 {
    let mix = |hash: u64, word: u64| SplitMix64(hash ^ word).next();
    words.into_iter().fold(0, mix)
}
