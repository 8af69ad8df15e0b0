//! Files that lines are read from in any order.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use ponnuki::files::{open_stream, read_line};

/// The largest number of files that are open at the same time. Systems limit it,
/// and a match may have thousands of shards.
const MOST_OPEN: usize = 64;

/// The size at which a pipe is refused: ten million games and more.
const MAX_PIPE_BYTES: u64 = 16 << 30;

/// Files of results.
#[derive(Debug, Default)]
pub(super) struct Sources {
    files: Vec<Source>,
    /// The files that are open and can be opened again, the oldest first.
    open: Vec<usize>,
    /// The last line that was read.
    line: Vec<u8>,
}

/// A file, open or closed.
#[derive(Debug)]
struct Source {
    path: PathBuf,
    reader: Option<Reader>,
}

/// An open file and the place in it.
#[derive(Debug)]
struct Reader {
    file: BufReader<File>,
    at: u64,
}

impl Sources {
    /// Adds a file, and returns a reader of its content. What is no regular file,
    /// such as a pipe, can be read only once and is copied to a temporary file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn add(&mut self, path: &Path) -> io::Result<BufReader<File>> {
        let mut file = open_stream(path)?;
        let mut reader = None;
        if !fs::metadata(path)?.is_file() {
            let mut copy = tempfile::tempfile()?;
            let copied = io::copy(&mut file.take(MAX_PIPE_BYTES), &mut copy)?;
            if copied == MAX_PIPE_BYTES {
                let words = format!("a pipe may have less than {} GiB", MAX_PIPE_BYTES >> 30);
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
            }
            copy.rewind()?;
            file = copy.try_clone()?;
            // Both share one place in the file, so the first reading moves it.
            reader = Some(Reader {
                at: u64::MAX,
                ..Reader::new(copy)
            });
        }
        let path = path.to_owned();
        self.files.push(Source { path, reader });
        Ok(BufReader::new(file))
    }

    /// Returns the number of files.
    pub(super) const fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns the path of a file.
    pub(super) fn path(&self, file: usize) -> &Path {
        &self.files[file].path
    }

    /// Returns the line that was read last. The line feed is part of it.
    pub(super) fn last_line(&self) -> &[u8] {
        &self.line
    }

    /// Reads the line that begins after this number of bytes.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn read(&mut self, file: usize, offset: u64) -> io::Result<()> {
        if self.files[file].reader.is_none() {
            if self.open.len() == MOST_OPEN {
                let oldest = self.open.remove(0);
                self.files[oldest].reader = None;
            }
            let opened = open_stream(&self.files[file].path)?;
            self.files[file].reader = Some(Reader::new(opened));
            self.open.push(file);
        }
        if let Some(reader) = &mut self.files[file].reader {
            reader.read(offset, &mut self.line)?;
        }
        Ok(())
    }
}

impl Reader {
    fn new(file: File) -> Self {
        Self {
            file: BufReader::new(file),
            at: 0,
        }
    }

    /// Reads a line into the buffer. Places shortly ahead are in memory already.
    fn read(&mut self, offset: u64, buffer: &mut Vec<u8>) -> io::Result<()> {
        match offset.checked_sub(self.at) {
            Some(ahead) => self.file.seek_relative(ahead as i64)?,
            None => {
                self.file.seek(SeekFrom::Start(offset))?;
            }
        }
        read_line(&mut self.file, buffer)?;
        self.at = offset + buffer.len() as u64;
        Ok(())
    }
}
