//! Random access to the lines of many files.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use ponnuki::files::{open_stream, read_line};

/// The size at which a pipe is refused, in bytes. Even ten million games are smaller.
const MAX_PIPE_BYTES: u64 = 16 << 30;

/// Results files. Only one is open at a time, because systems limit the number of open
/// files and a match may have thousands of shards.
#[derive(Debug, Default)]
pub(super) struct Sources {
    files: Vec<SourceFile>,
    /// The file that was read last, with its index.
    open: Option<(usize, BufReader<File>)>,
    /// The last line that was read.
    line: Vec<u8>,
}

/// A file of results.
#[derive(Debug)]
struct SourceFile {
    path: PathBuf,
    /// The content of a file that can be read only once.
    copy: Option<File>,
}

impl Sources {
    /// Adds a file and returns a reader of its content. Anything but a regular file is
    /// first copied to a temporary file, because a pipe can be read only once.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn add(&mut self, path: &Path) -> io::Result<BufReader<File>> {
        let file = open_stream(path)?;
        let mut source = SourceFile {
            path: path.to_owned(),
            copy: None,
        };
        if !fs::metadata(path)?.is_file() {
            let mut copy = tempfile::tempfile()?;
            let copied = io::copy(&mut (&file).take(MAX_PIPE_BYTES), &mut copy)?;
            if copied == MAX_PIPE_BYTES {
                let words = format!("a pipe may have less than {} GiB", MAX_PIPE_BYTES >> 30);
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
            }
            copy.rewind()?;
            source.copy = Some(copy);
        }
        let reader = match &source.copy {
            Some(copy) => copy.try_clone()?,
            None => file,
        };
        self.files.push(source);
        Ok(BufReader::new(reader))
    }

    /// Returns the number of files.
    pub(super) const fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns the path of a file.
    pub(super) fn path(&self, file: usize) -> &Path {
        &self.files[file].path
    }

    /// Returns the line that was read last, including its line feed.
    pub(super) fn last_line(&self) -> &[u8] {
        &self.line
    }

    /// Reads the line at a byte offset. Reading forward in one file is cheap, because a
    /// line shortly after the last one is already buffered.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn read(&mut self, file: usize, offset: u64) -> io::Result<()> {
        let mut reader = match self.open.take() {
            Some((open, reader)) if open == file => reader,
            _ => BufReader::new(self.files[file].open()?),
        };
        let ahead = offset as i64 - reader.stream_position()? as i64;
        reader.seek_relative(ahead)?;
        read_line(&mut reader, &mut self.line)?;
        self.open = Some((file, reader));
        Ok(())
    }
}

impl SourceFile {
    /// Opens the file. All readers of a copy share one file offset.
    fn open(&self) -> io::Result<File> {
        match &self.copy {
            Some(copy) => copy.try_clone(),
            None => open_stream(&self.path),
        }
    }
}
