//! Records the games of a match, and stops it as soon as a sequential test is
//! decided.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use ponnuki::sgf;
use ponnuki::tournament::statistics::{Counts, Sprt, SprtVerdict};
use ponnuki::tournament::{Event, Flow, GameRecord, Journal, PlayedGame};

use super::failure::MatchFailure;
use super::progress::Progress;

/// Writes each game to the journal and the SGF folder, and counts it.
pub(super) struct Recorder {
    pub(super) journal: Option<Journal>,
    pub(super) sgf_dir: Option<PathBuf>,
    pub(super) progress: Progress,
    pub(super) records: Vec<GameRecord>,
    pub(super) test: Option<SequentialTest>,
}

impl Recorder {
    /// Counts the games of earlier runs.
    pub(super) fn resume(&mut self, records: Vec<GameRecord>) -> Flow {
        self.progress.begin_with(&records);
        let mut flow = Flow::Continue;
        for record in &records {
            flow = self.count(record);
        }
        self.records = records;
        flow
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
            Event::Played(played) => {
                self.write_sgf(played.record.game, "", || played.sgf())?;
                let PlayedGame { record, .. } = *played;
                if let Some(journal) = &mut self.journal {
                    journal.append(&record).map_err(MatchFailure::Results)?;
                }
                self.progress.add(&record);
                let flow = self.count(&record);
                self.records.push(record);
                return Ok(flow);
            }
            Event::Unfinished { game, played } => {
                let text = || sgf::write(&played, &sgf::Record::default()) + "\n";
                self.write_sgf(game, "-unfinished", text)?;
            }
        }
        Ok(Flow::Continue)
    }

    /// Writes a game as an SGF file if there is a folder for them.
    fn write_sgf(
        &self,
        game: u64,
        remark: &str,
        text: impl FnOnce() -> String,
    ) -> Result<(), MatchFailure> {
        let Some(folder) = &self.sgf_dir else {
            return Ok(());
        };
        let path = sgf_path(folder, game, remark);
        fs::write(&path, text()).map_err(|error| MatchFailure::File(path, error))
    }
}

/// Returns the file name of a game.
fn sgf_path(folder: &Path, game: u64, remark: &str) -> PathBuf {
    folder.join(format!("game-{game:06}{remark}.sgf"))
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
