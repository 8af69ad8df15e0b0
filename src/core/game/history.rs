//! Every position of a game so far, used to find repetitions.
//!
//! Each different position is stored once. It keeps the number of the move after
//! which it first occurred in each of four [situations](Situation): with Black or
//! White to move, and created by a play or not. The superko rules differ only in
//! which of the four they forbid.
//!
//! The hash finds a candidate and the stored stones confirm it, so different
//! positions with the same hash are never confused. The stones take as many words
//! as the board needs, not as many as the largest board would.

use crate::board::{Board, BoardSize, ByColor, Color, PointSet, Zobrist};

/// Means "never" among move numbers and "no position" among indices.
const NEVER: u32 = u32::MAX;

/// The initial number of buckets, a power of two.
const FIRST_BUCKETS: usize = 256;

/// The least number of buckets for each position. With so many, the bucket of most positions
/// that have not occurred is empty, so that one load tells.
const BUCKETS_PER_POSITION: usize = 8;

/// The side to move in a position, and the origin of the position.
///
/// Rule texts call a position together with the side to move a *situation*,
/// hence "situational superko".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Situation {
    pub(crate) to_move: Color,
    pub(crate) origin: Origin,
}

/// The kind of turn that led to a position. Natural situational superko forbids
/// only the repetition of positions created by a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A play created the position.
    Play,
    /// The position is the start or was set up, or a pass left it unchanged.
    StartOrPass,
}

impl Situation {
    const ALL: [Self; 4] = [
        Self::new(Color::Black, Origin::Play),
        Self::new(Color::Black, Origin::StartOrPass),
        Self::new(Color::White, Origin::Play),
        Self::new(Color::White, Origin::StartOrPass),
    ];

    pub(super) const fn new(to_move: Color, origin: Origin) -> Self {
        Self { to_move, origin }
    }

    const fn index(self) -> usize {
        self.to_move as usize * 2 + self.origin as usize
    }
}

/// A position, with the moves after which it first occurred.
#[derive(Clone, Debug)]
struct PastPosition {
    hash: Zobrist,
    /// The number of the first move after which it occurred, by the index of the situation.
    first: [u32; 4],
    /// The index of the next older position in the same bucket.
    older: u32,
}

/// The positions of a game so far.
#[derive(Clone, Debug)]
pub(super) struct History {
    positions: Vec<PastPosition>,
    /// The stones of one position after another: the words of Black's set, then those of White's.
    stones: Vec<u64>,
    /// The number of words in the set of one colour.
    words: usize,
    /// The index of the newest position in each bucket. The number of buckets is a power of two.
    buckets: Vec<u32>,
    /// The bits of the hash that are compared: all of them, except in tests that force collisions.
    hash_mask: u64,
}

/// The changes made by recording a position, needed to take them back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HistoryEntry {
    position: u32,
    /// The situation in which the position occurred for the first time, if any.
    first_in: Option<Situation>,
    /// Whether the position had not occurred before in any situation.
    is_new: bool,
}

impl HistoryEntry {
    /// Returns whether two entries of the same history are for the same stones.
    pub(super) const fn is_same_position(self, other: Self) -> bool {
        self.position == other.position
    }

    pub(super) const fn is_new(self) -> bool {
        self.is_new
    }
}

impl History {
    /// Returns a history without positions whose stones take this number of words for each
    /// colour. It compares only the masked bits of each hash: in tests, positions collide.
    pub(super) fn new(words: usize, hash_mask: u64) -> Self {
        Self {
            positions: Vec::new(),
            stones: Vec::new(),
            words,
            buckets: vec![NEVER; FIRST_BUCKETS],
            hash_mask,
        }
    }

    /// Returns a history without positions that compares hashes as this one does.
    pub(super) fn emptied(&self) -> Self {
        Self::new(self.words, self.hash_mask)
    }

    /// Forgets all positions, for a new game on a board of this size.
    pub(super) fn clear(&mut self, size: BoardSize) {
        self.positions.clear();
        self.stones.clear();
        self.words = size.words();
        // A long game leaves a large table, which would slow down the start of
        // the short games after it.
        self.buckets.truncate(FIRST_BUCKETS);
        self.buckets.fill(NEVER);
    }

    fn has_stones(&self, position: usize, stones: &ByColor<PointSet>) -> bool {
        let (black, white) = self.stored(position).split_at(self.words);
        stones.black.starts_with(black) && stones.white.starts_with(white)
    }

    fn stored(&self, position: usize) -> &[u64] {
        &self.stones[position * 2 * self.words..][..2 * self.words]
    }

    fn hash_bits(&self, hash: Zobrist) -> u64 {
        hash.value() & self.hash_mask
    }

    fn bucket(&self, hash: Zobrist) -> usize {
        self.hash_bits(hash) as usize & (self.buckets.len() - 1)
    }

    /// Returns the index of the position with this hash and these stones.
    /// `stones` is called only if the hash is known.
    fn find(&self, hash: Zobrist, stones: impl Fn() -> ByColor<PointSet>) -> Option<usize> {
        let mut wanted = None;
        let mut index = self.buckets[self.bucket(hash)];
        while let Some(position) = self.positions.get(index as usize) {
            if self.hash_bits(position.hash) == self.hash_bits(hash)
                && self.has_stones(index as usize, wanted.get_or_insert_with(&stones))
            {
                return Some(index as usize);
            }
            index = position.older;
        }
        None
    }

    /// Returns the number of the first move after which the position occurred in
    /// one of the situations that `matches` selects. `stones` is called only if
    /// the hash is known.
    pub(super) fn first_seen(
        &self,
        hash: Zobrist,
        stones: impl Fn() -> ByColor<PointSet>,
        matches: impl Fn(Situation) -> bool,
    ) -> Option<usize> {
        let found = self.find(hash, stones)?;
        let first = &self.positions[found].first;
        Situation::ALL
            .into_iter()
            .filter(|&situation| matches(situation))
            .map(|situation| first[situation.index()])
            .min()
            .filter(|&number| number != NEVER)
            .map(|number| number as usize)
    }

    /// Records the position after move `number` with which the history begins. No play has
    /// created it.
    pub(super) fn record_start(
        &mut self,
        board: &Board,
        to_move: Color,
        number: usize,
    ) -> HistoryEntry {
        let situation = Situation::new(to_move, Origin::StartOrPass);
        self.record(&board.position(), board.hash(), situation, number)
    }

    /// Records that a position occurred after move `number`.
    pub(super) fn record(
        &mut self,
        stones: &ByColor<PointSet>,
        hash: Zobrist,
        situation: Situation,
        number: usize,
    ) -> HistoryEntry {
        let found = self.find(hash, || *stones);
        let is_new = found.is_none();
        let position = found.unwrap_or_else(|| self.push(stones, hash));
        let first_in = self.note(position, situation, number);
        HistoryEntry {
            position: position as u32,
            first_in,
            is_new,
        }
    }

    /// Records that the position of an earlier entry occurred again after move `number`.
    pub(super) fn record_again(
        &mut self,
        earlier: HistoryEntry,
        situation: Situation,
        number: usize,
    ) -> HistoryEntry {
        HistoryEntry {
            position: earlier.position,
            first_in: self.note(earlier.position as usize, situation, number),
            is_new: false,
        }
    }

    /// Notes the first occurrence of a position in a situation. Returns the
    /// situation if this is the first.
    fn note(&mut self, position: usize, situation: Situation, number: usize) -> Option<Situation> {
        let first = &mut self.positions[position].first[situation.index()];
        let is_first = *first == NEVER;
        if is_first {
            *first = number as u32;
        }
        is_first.then_some(situation)
    }

    /// Stores a new position and returns its index.
    fn push(&mut self, stones: &ByColor<PointSet>, hash: Zobrist) -> usize {
        if BUCKETS_PER_POSITION * self.positions.len() == self.buckets.len() {
            self.grow();
        }
        let index = self.positions.len();
        let bucket = self.bucket(hash);
        for color in Color::BOTH {
            let words = stones[color].words(self.words);
            self.stones.extend_from_slice(words);
        }
        self.positions.push(PastPosition {
            hash,
            first: [NEVER; 4],
            older: self.buckets[bucket],
        });
        self.buckets[bucket] = index as u32;
        index
    }

    /// Doubles the number of buckets and redistributes the positions from the
    /// oldest to the newest, so that the newest of a bucket stays first.
    fn grow(&mut self) {
        self.buckets = vec![NEVER; 2 * self.buckets.len()];
        for index in 0..self.positions.len() {
            let bucket = self.bucket(self.positions[index].hash);
            self.positions[index].older = self.buckets[bucket];
            self.buckets[bucket] = index as u32;
        }
    }

    pub(super) fn forget(&mut self, recorded: HistoryEntry) {
        if let Some(situation) = recorded.first_in {
            self.positions[recorded.position as usize].first[situation.index()] = NEVER;
        }
        if recorded.is_new {
            // The latest new position is the last in the list and the first of its bucket.
            if let Some(position) = self.positions.pop() {
                let bucket = self.bucket(position.hash);
                self.buckets[bucket] = position.older;
                self.stones.truncate(self.positions.len() * 2 * self.words);
            }
        }
    }

    pub(super) fn stones(&self, recorded: HistoryEntry) -> ByColor<PointSet> {
        let (black, white) = self.stored(recorded.position as usize).split_at(self.words);
        ByColor {
            black: PointSet::from_words(black),
            white: PointSet::from_words(white),
        }
    }

    pub(super) fn hash(&self, recorded: HistoryEntry) -> Zobrist {
        self.positions[recorded.position as usize].hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;

    #[test]
    fn stones_are_asked_for_only_if_the_hash_is_known() {
        let [known, unknown] = ["X.", ".X"].map(|rows| diagram::parse(rows).unwrap());
        let mut history = History::new(known.size().words(), u64::MAX);
        let situation = Situation::ALL[0];
        history.record(&known.position(), known.hash(), situation, 3);
        let unasked = || panic!("the hash is unknown");
        assert_eq!(history.first_seen(unknown.hash(), unasked, |_| true), None);
        let stones = || known.position();
        assert_eq!(history.first_seen(known.hash(), stones, |_| true), Some(3));
    }

    #[test]
    fn other_stones_with_the_same_hash_are_another_position() {
        let [one, other] = ["X.", ".X"].map(|rows| diagram::parse(rows).unwrap());
        // No bit of the hash is compared.
        let mut history = History::new(one.size().words(), 0);
        let situation = Situation::ALL[0];
        let first = history.record(&one.position(), one.hash(), situation, 3);
        let seen = |history: &History, board: &Board| {
            history.first_seen(board.hash(), || board.position(), |_| true)
        };
        assert_eq!(seen(&history, &other), None);
        let second = history.record(&other.position(), other.hash(), situation, 5);
        assert!(second.is_new() && !second.is_same_position(first));
        assert_eq!(seen(&history, &one), Some(3));
        assert_eq!(seen(&history, &other), Some(5));
        history.forget(second);
        assert_eq!(seen(&history, &other), None);
        assert_eq!(seen(&history, &one), Some(3));
    }
}
