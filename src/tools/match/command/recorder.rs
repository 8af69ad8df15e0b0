//! Records the games of a match, and stops it as soon as a sequential test is
//! decided.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use crate::r#match::statistics::{Counts, PairCounts, Sequence, Sprt};
use crate::r#match::{Entrant, GameRecord, Journal, MatchEvent, MatchTally, Run};

use super::progress::MatchProgress;
use super::sgf_folder::SgfFolder;
use crate::cli::failure::Failure;

/// The recorder of a match, which writes each game to the journal and the SGF folder,
/// and counts it.
pub(super) struct Recorder {
    pub(super) journal: Option<Journal>,
    /// The description of this run, until the first record includes it.
    pub(super) run: Option<Run>,
    pub(super) sgf: Option<SgfFolder>,
    pub(super) progress: MatchProgress,
    /// The sums over the games; the records are not kept.
    pub(super) tally: MatchTally,
    pub(super) test: Option<SequentialTest>,
}

impl Recorder {
    /// Counts a game of an earlier run. Returns whether the match goes on.
    pub(super) fn resume(&mut self, record: &GameRecord) -> ControlFlow<()> {
        self.progress.count_earlier(record);
        self.tally.add(record);
        self.count(record)
    }

    /// Adds a game to the sequential test. Returns whether the match goes on.
    fn count(&mut self, record: &GameRecord) -> ControlFlow<()> {
        if self.test.as_mut().is_some_and(|test| test.add(record)) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    pub(super) fn record(&mut self, event: MatchEvent) -> Result<ControlFlow<()>, Failure> {
        match event {
            MatchEvent::Played(mut played) => {
                played.record.run = self.run.take();
                if let Some(folder) = &self.sgf {
                    folder.write(&played)?;
                }
                let record = &played.record;
                if let Some(journal) = &mut self.journal {
                    journal.append(record)?;
                }
                self.progress.add(record);
                self.tally.add(record);
                Ok(self.count(record))
            }
            MatchEvent::Unfinished { game, played } => {
                if let Some(folder) = &self.sgf {
                    folder.write_unfinished(game, &played)?;
                }
                Ok(ControlFlow::Continue(()))
            }
        }
    }
}

/// A sequential test of games or pairs of games in numeric order, so that its decision
/// depends neither on the number of threads nor on the speed of the games.
pub(super) struct SequentialTest {
    sequence: Sequence,
    /// In a test of pairs, the counts of the first game of each incomplete pair, by pair.
    halves: Option<HashMap<u64, Counts>>,
    /// The number of the first game or pair that is not counted yet.
    next: u64,
    /// The results of later games or pairs that have already ended, as indices into the
    /// outcomes; `None` without a result.
    waiting: BTreeMap<u64, Option<usize>>,
}

impl SequentialTest {
    pub(super) fn new(sprt: &Sprt, on_pairs: bool) -> Self {
        Self {
            sequence: Sequence::new(sprt, if on_pairs { 5 } else { 3 }),
            halves: on_pairs.then(HashMap::new),
            next: 0,
            waiting: BTreeMap::new(),
        }
    }

    fn add(&mut self, record: &GameRecord) -> bool {
        if let Some((number, outcome)) = self.completed(record) {
            self.waiting.insert(number, outcome);
        }
        while let Some(outcome) = self.waiting.remove(&self.next) {
            if let Some(outcome) = outcome {
                self.sequence.add(outcome);
            }
            self.next += 1;
        }
        self.sequence.verdict().is_some()
    }

    /// Returns the number and the outcome of the game, or of the pair that it
    /// completes.
    fn completed(&mut self, record: &GameRecord) -> Option<(u64, Option<usize>)> {
        let counts = record.counts(Entrant::LABELS[0]);
        let Some(halves) = &mut self.halves else {
            return Some((record.game, counts.outcome()));
        };
        let pair = record.pair?;
        let Some(other) = halves.remove(&pair) else {
            halves.insert(pair, counts);
            return None;
        };
        Some((pair, PairCounts::from_games(other, counts).outcome()))
    }
}
