//! Records the games of a match, and stops it as soon as a sequential test is
//! decided.

use std::collections::BTreeMap;

use ponnuki::tournament::statistics::{Counts, Sprt, SprtVerdict};
use ponnuki::tournament::{Event, Flow, GameRecord, Journal, Run, Tally};

use super::failure::MatchFailure;
use super::progress::Progress;
use super::sgf_folder::SgfFolder;

/// Writes each game to the journal and the SGF folder, and counts it.
pub(super) struct Recorder {
    pub(super) journal: Option<Journal>,
    /// This run, until its first game is recorded.
    pub(super) run: Option<Run>,
    pub(super) sgf: Option<SgfFolder>,
    pub(super) progress: Progress,
    /// The sums over the games; the records are not kept.
    pub(super) tally: Tally,
    pub(super) test: Option<SequentialTest>,
}

impl Recorder {
    /// Counts a game of an earlier run. Returns whether the match goes on.
    pub(super) fn resume(&mut self, record: &GameRecord) -> Flow {
        self.progress.count_earlier(record);
        self.tally.add(record);
        self.count(record)
    }

    /// Adds a game to the sequential test. Returns whether the match goes on.
    fn count(&mut self, record: &GameRecord) -> Flow {
        if self.test.as_mut().is_some_and(|test| test.add(record)) {
            Flow::Enough
        } else {
            Flow::Continue
        }
    }

    /// Records an event. Returns whether the match goes on.
    pub(super) fn record(&mut self, event: Event) -> Result<Flow, MatchFailure> {
        match event {
            Event::Played(mut played) => {
                played.record.run = self.run.take();
                if let Some(folder) = &self.sgf {
                    folder.write(&played)?;
                }
                let record = &played.record;
                if let Some(journal) = &mut self.journal {
                    journal.append(record).map_err(MatchFailure::Results)?;
                }
                self.progress.add(record);
                self.tally.add(record);
                Ok(self.count(record))
            }
            Event::Unfinished { game, played } => {
                if let Some(folder) = &self.sgf {
                    folder.write_unfinished(game, &played)?;
                }
                Ok(Flow::Continue)
            }
        }
    }
}

/// A test of the games in the order of their numbers, so that its decision
/// depends neither on the number of threads nor on the speed of the games.
pub(super) struct SequentialTest {
    sprt: Sprt,
    counts: Counts,
    /// The first game that is not counted yet.
    next: u64,
    /// Later games that have already ended.
    waiting: BTreeMap<u64, Counts>,
}

impl SequentialTest {
    /// Creates the test before the first game.
    pub(super) const fn new(sprt: Sprt) -> Self {
        Self {
            sprt,
            counts: Counts::new(0, 0, 0),
            next: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// Counts a game. Returns whether the test is decided.
    fn add(&mut self, record: &GameRecord) -> bool {
        self.waiting.insert(record.game, record.counts("A"));
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
