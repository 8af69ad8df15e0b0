//! Results that are saved: a line of JSON for the run, then one for each suite.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use ponnuki::regression::Outcome;
use serde::{Deserialize, Serialize};

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// The command line of the engine.
    pub(super) engine: String,
}

/// Reads saved results. A last line that is cut off is left out.
///
/// # Errors
/// If the file cannot be read, or does not hold results.
pub(super) fn read(path: &Path) -> io::Result<(Header, Vec<Outcome>)> {
    let mut lines = BufReader::new(File::open(path)?).lines();
    let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
    let first = lines.next().transpose()?.unwrap_or_default();
    let header = serde_json::from_str(&first).map_err(invalid)?;
    let mut outcomes = Vec::new();
    let mut lines = lines.peekable();
    while let Some(line) = lines.next() {
        match serde_json::from_str(&line?) {
            Ok(outcome) => outcomes.push(outcome),
            Err(_) if lines.peek().is_none() => {}
            Err(error) => return Err(invalid(error)),
        }
    }
    Ok((header, outcomes))
}

/// A file to which suites are added as they end.
pub(super) struct Saved(File);

impl Saved {
    /// Begins a new file, or goes on with one of the same engine, whose results are
    /// returned.
    ///
    /// # Errors
    /// If the file cannot be written, or holds something else.
    pub(super) fn open(path: &Path, header: &Header) -> io::Result<(Self, Vec<Outcome>)> {
        let outcomes = match read(path) {
            Ok((earlier, outcomes)) if earlier == *header => outcomes,
            Ok(_) => return Err(io::Error::other("it holds the results of another engine")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        // A line that was cut off is written again.
        let mut saved = Self(
            OpenOptions::new()
                .create(true)
                .write(true)
                .truncate(true)
                .open(path)?,
        );
        saved.line(header)?;
        for outcome in &outcomes {
            saved.line(outcome)?;
        }
        Ok((saved, outcomes))
    }

    /// Adds the results of a suite.
    pub(super) fn add(&mut self, outcome: &Outcome) -> io::Result<()> {
        self.line(outcome)
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_string(value)?;
        line.push('\n');
        self.0.write_all(line.as_bytes())
    }
}
