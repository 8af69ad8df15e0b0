//! Results that are saved: a line of JSON for the run, then one for each suite.

use std::error::Error;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use ponnuki::regression::Outcome;
use serde::{Deserialize, Serialize};

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// The command line of the engine.
    pub(super) engine: String,
}

/// Why saved results cannot be used.
#[derive(Debug)]
pub(super) enum SavedError {
    /// The file cannot be read or written.
    File(io::Error),
    /// The file is a folder, a pipe or a device.
    NotRegular,
    /// Another run writes to the file.
    InUse,
    /// A line is not one of saved results.
    Line {
        /// The number of the line, counted from 1.
        line: usize,
        /// The fault.
        error: serde_json::Error,
    },
    /// The results are those of another engine.
    OtherEngine {
        /// Its command line.
        engine: String,
    },
}

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::NotRegular => f.write_str("not a regular file"),
            Self::InUse => f.write_str("another run writes to it"),
            Self::Line { line, error } => write!(f, "line {line} is no result: {error}"),
            Self::OtherEngine { engine } => {
                write!(f, "it holds the results of another engine, {engine:?}")
            }
        }
    }
}

impl Error for SavedError {}

/// The content of a file of results.
struct Content {
    /// The first line; `None` if the file ends before it is complete.
    header: Option<Header>,
    outcomes: Vec<Outcome>,
    /// The number of bytes of the complete lines. What follows was cut off.
    whole: usize,
}

/// Reads saved results. A last line that was cut off is left out.
///
/// # Errors
/// If the file cannot be read, or does not hold results.
pub(super) fn read(path: &Path) -> Result<Vec<Outcome>, SavedError> {
    let mut bytes = Vec::new();
    let mut file = File::open(path).map_err(SavedError::File)?;
    file.read_to_end(&mut bytes).map_err(SavedError::File)?;
    Ok(parse(&bytes)?.outcomes)
}

fn parse(bytes: &[u8]) -> Result<Content, SavedError> {
    let mut content = Content {
        header: None,
        outcomes: Vec::new(),
        whole: 0,
    };
    for (line, text) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        let read = match &content.header {
            None => serde_json::from_slice(text).map(|header| content.header = Some(header)),
            Some(_) => serde_json::from_slice(text).map(|outcome| content.outcomes.push(outcome)),
        };
        match read {
            Ok(()) => content.whole += text.len(),
            // A run that is killed leaves the beginning of a line.
            Err(error) if error.is_eof() && !text.ends_with(b"\n") && text.starts_with(b"{") => {}
            Err(error) => return Err(SavedError::Line { line, error }),
        }
    }
    Ok(content)
}

/// A file to which suites are added as they end. It is locked while it is open.
#[derive(Debug)]
pub(super) struct Saved(File);

impl Saved {
    /// Begins a new file, or goes on with one of the same engine, whose results are
    /// returned. Of an existing file only a line that was cut off is removed.
    ///
    /// # Errors
    /// If the file cannot be written, or holds something else. It is then unchanged.
    pub(super) fn open(path: &Path, header: &Header) -> Result<(Self, Vec<Outcome>), SavedError> {
        let mut options = OpenOptions::new();
        let options = options.create(true).read(true).write(true).truncate(false);
        let mut file = options.open(path).map_err(SavedError::File)?;
        if !file.metadata().map_err(SavedError::File)?.is_file() {
            return Err(SavedError::NotRegular);
        }
        // Some file systems have no locks; the file is then used without one.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(SavedError::InUse);
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(SavedError::File)?;
        let content = parse(&bytes)?;
        if let Some(Header { engine }) = &content.header
            && *engine != header.engine
        {
            let engine = engine.clone();
            return Err(SavedError::OtherEngine { engine });
        }
        let mut saved = Self(file);
        saved.repair(&bytes, &content).map_err(SavedError::File)?;
        if content.header.is_none() {
            saved.line(header).map_err(SavedError::File)?;
        }
        Ok((saved, content.outcomes))
    }

    /// Gives the file an end that lines can be added to.
    fn repair(&mut self, bytes: &[u8], content: &Content) -> io::Result<()> {
        if content.whole < bytes.len() {
            self.0.set_len(content.whole as u64)?;
        }
        self.0.seek(SeekFrom::End(0))?;
        if content.whole > 0 && bytes[content.whole - 1] != b'\n' {
            self.0.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Adds the results of a suite. They are handed to the operating system before this
    /// returns.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(&mut self, outcome: &Outcome) -> Result<(), SavedError> {
        self.line(outcome).map_err(SavedError::File)
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_string(value)?;
        line.push('\n');
        self.0.write_all(line.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn header() -> Header {
        Header {
            engine: "gnügo".to_owned(),
        }
    }

    fn outcome(name: &str) -> Outcome {
        Outcome {
            path: name.into(),
            errors: vec![(7, "? ä".to_owned())],
            ..Outcome::default()
        }
    }

    /// Whatever byte a run is killed at, the next one goes on after the last whole line.
    #[test]
    fn a_file_that_was_cut_off_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("saved.jsonl");
        let (mut saved, done) = Saved::open(&path, &header()).unwrap();
        assert!(done.is_empty());
        saved.add(&outcome("a.tst")).unwrap();
        saved.add(&outcome("b.tst")).unwrap();
        drop(saved);
        let whole = fs::read(&path).unwrap();
        let lines: Vec<_> = whole.split_inclusive(|&byte| byte == b'\n').collect();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut saved, done) = Saved::open(&path, &header()).unwrap();
            // A line that lacks only its line feed counts.
            let ends = [lines[0].len() + lines[1].len() - 1, whole.len() - 1];
            let expected = ends.iter().filter(|&&end| length >= end).count();
            assert_eq!(done.len(), expected, "{length}");
            for name in ["a.tst", "b.tst"].iter().skip(done.len()) {
                saved.add(&outcome(name)).unwrap();
            }
            drop(saved);
            assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
        }
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for (text, words) in [
            ("boardsize 9\n", "line 1 is no result"),
            ("boardsize 9", "line 1 is no result"),
            ("{\"engine\":\"gnügo\"}\n{\"x\":1}\n", "line 2 is no result"),
            ("{\"engine\":\"gnügo\"}\n[", "line 2 is no result"),
            ("{\"engine\":\"x\"}\n", "of another engine, \"x\""),
        ] {
            fs::write(&path, text).unwrap();
            let error = Saved::open(&path, &header()).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, "").unwrap();
        let (_first, _) = Saved::open(&path, &header()).unwrap();
        let error = Saved::open(&path, &header()).unwrap_err().to_string();
        assert_eq!(error, "another run writes to it");
        assert!(Saved::open(folder.path(), &header()).is_err());
    }
}
