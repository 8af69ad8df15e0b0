//! Stops a match as soon as a sequential test is decided.

use std::collections::BTreeMap;

use ponnuki::tournament::GameRecord;
use ponnuki::tournament::statistics::{Counts, Sprt, SprtVerdict};

/// A test of the games in the order of their numbers, so that neither the
/// number of threads nor the speed of a game matters to what it decides.
pub(super) struct SequentialTest {
    sprt: Sprt,
    counts: Counts,
    /// All games before this one are counted.
    next: u64,
    /// Games that have ended before an earlier one has.
    waiting: BTreeMap<u64, Counts>,
}

impl SequentialTest {
    /// A test before the first game.
    pub(super) const fn new(sprt: Sprt) -> Self {
        Self {
            sprt,
            counts: Counts::new(0, 0, 0),
            next: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// Takes a game into account. Tells whether the test is decided.
    pub(super) fn add(&mut self, record: &GameRecord) -> bool {
        self.waiting.insert(record.game, counts(record));
        while !self.is_decided()
            && let Some(counts) = self.waiting.remove(&self.next)
        {
            self.counts += counts;
            self.next += 1;
        }
        self.is_decided()
    }

    fn is_decided(&self) -> bool {
        self.sprt.verdict(self.counts) != SprtVerdict::Undecided
    }
}

/// The result of a game as player A sees it.
fn counts(record: &GameRecord) -> Counts {
    match record.winner.map(|color| &record.participant(color).player) {
        Some(player) if player == "A" => Counts::new(1, 0, 0),
        Some(_) => Counts::new(0, 0, 1),
        None if record.result == "Void" => Counts::new(0, 0, 0),
        None => Counts::new(0, 1, 0),
    }
}
