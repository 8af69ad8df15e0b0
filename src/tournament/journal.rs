//! The file that a running match appends its records to, one per line.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::record::GameRecord;
use super::results_error::{FileFault, ResultsError};
use super::settings::MatchSettings;

/// A file that records are appended to. It is locked while it is open, so that
/// no other match writes to it.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// The content of a results file that a match continues.
#[derive(Debug, Default)]
pub struct Resumed {
    /// The games, in the order of the file.
    pub records: Vec<GameRecord>,
    /// The number of bytes removed from the end of the file: the beginning of a
    /// line that was never completed.
    pub dropped: usize,
}

impl Journal {
    /// Creates a file, or opens an empty one.
    ///
    /// # Errors
    /// If the file is not empty, is in use, or cannot be written.
    pub fn create(path: &Path) -> Result<Self, ResultsError> {
        let journal = Self::open(path)?;
        match journal.file.metadata() {
            Ok(data) if data.len() > 0 => Err(journal.error(FileFault::Exists)),
            Ok(_) => Ok(journal),
            Err(error) => Err(journal.error(FileFault::Unwritable(error))),
        }
    }

    /// Continues a file, or creates it if it does not exist. An incomplete last
    /// line is removed, since its game is played again.
    ///
    /// # Errors
    /// If the file cannot be read or written, is in use, or contains anything but
    /// games of this match, each once. The file is then left unchanged.
    pub fn resume(path: &Path, settings: &MatchSettings) -> Result<(Self, Resumed), ResultsError> {
        let mut journal = Self::open(path)?;
        let mut bytes = Vec::new();
        let read = journal.file.read_to_end(&mut bytes);
        read.map_err(|error| journal.error(FileFault::Unwritable(error)))?;
        let whole = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        let records = journal.records(&bytes[..whole], settings)?;
        let dropped = bytes.len() - whole;
        if dropped > 0 {
            let cut = journal.file.set_len(whole as u64);
            cut.map_err(|error| journal.error(FileFault::Unwritable(error)))?;
        }
        let end = journal.file.seek(SeekFrom::Start(whole as u64));
        end.map_err(|error| journal.error(FileFault::Unwritable(error)))?;
        Ok((journal, Resumed { records, dropped }))
    }

    /// Opens and locks a file.
    fn open(path: &Path) -> Result<Self, ResultsError> {
        let opened = OpenOptions::new()
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(path);
        let failed = |fault| ResultsError::new(path, fault);
        let file = opened.map_err(|error| failed(FileFault::Unwritable(error)))?;
        // Some file systems have no locks; the file is then used without one.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(failed(FileFault::InUse));
        }
        Ok(Self {
            file,
            path: path.to_owned(),
        })
    }

    /// Reads the records in complete lines.
    fn records(
        &self,
        lines: &[u8],
        settings: &MatchSettings,
    ) -> Result<Vec<GameRecord>, ResultsError> {
        let fingerprint = settings.fingerprint();
        let mut games = HashSet::new();
        let mut records = Vec::new();
        let text = String::from_utf8_lossy(lines);
        for (line, text) in (1..).zip(text.lines()) {
            let record = GameRecord::from_line(text)
                .map_err(|error| self.error(FileFault::Line { line, error }))?;
            if record.fingerprint != fingerprint {
                let difference = difference(&record, settings);
                return Err(self.error(FileFault::OtherSettings { difference }));
            }
            let game = record.game;
            if !games.insert(game) {
                return Err(self.error(FileFault::Repeated { line, game }));
            }
            records.push(record);
        }
        Ok(records)
    }

    /// Appends a record. The line is handed to the operating system before this
    /// returns.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), ResultsError> {
        let mut line = record.to_line();
        line.push('\n');
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| self.error(FileFault::Unwritable(error)))
    }

    fn error(&self, fault: FileFault) -> ResultsError {
        ResultsError::new(&self.path, fault)
    }
}

/// Describes the first setting in which a record differs from this match, as far
/// as the record shows it.
fn difference(record: &GameRecord, settings: &MatchSettings) -> String {
    let mut compared = vec![
        ("size", record.size.to_string(), settings.size.to_string()),
        ("komi", record.komi.to_string(), settings.komi.to_string()),
        (
            "ko rule",
            record.rules.ko.to_string(),
            settings.rules.ko.to_string(),
        ),
        (
            "suicide rule",
            record.rules.suicide.to_string(),
            settings.rules.suicide.to_string(),
        ),
    ];
    let colors = settings.colors(record.game);
    for (color, theirs, ours) in [
        ("black", &record.black, colors.black),
        ("white", &record.white, colors.white),
    ] {
        compared.push((
            color,
            theirs.command.clone(),
            settings.players[ours].command.clone(),
        ));
    }
    compared
        .into_iter()
        .find(|(_, theirs, ours)| theirs != ours)
        .map_or_else(
            || "the seed, the openings, the time or another setting differs".to_owned(),
            |(what, theirs, ours)| {
                format!(
                    "{what} of game {} is '{theirs}' there, '{ours}' here",
                    record.game
                )
            },
        )
}
