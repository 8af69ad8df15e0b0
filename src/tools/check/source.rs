//! Reads the games of all files in batches.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use ponnuki_formats::files::{open_regular, open_stream};
use ponnuki_formats::sgf::{GameText, Games};
use walkdir::DirEntry;

use crate::cli::records;

/// The approximate size of a batch in bytes.
const BATCH: u64 = 256 << 10;

/// The size in bytes from which the games of one file are divided among batches.
const LARGE: u64 = 1 << 20;

/// An input stream that can be sent to another thread.
type Input = Box<dyn Read + Send>;

/// The remaining files of a folder.
type Folder = Box<dyn Iterator<Item = Result<DirEntry, walkdir::Error>> + Send>;

/// A unit of work for one thread.
pub(super) enum FileBatch {
    /// Whole files.
    Files(Vec<PathBuf>),
    /// Consecutive games of one file, up to an error if the file cannot be read further.
    Games(PathBuf, Vec<io::Result<GameText>>),
    /// A file or folder that cannot be read, and the reason.
    Unreadable(PathBuf, io::Error),
}

impl FileBatch {
    /// Calls `visit` with the file, the number and the content or error of each game.
    pub(super) fn for_each(self, mut visit: impl FnMut(&Path, usize, io::Result<GameText>)) {
        match self {
            Self::Files(paths) => {
                let mut games: Option<Games<File>> = None;
                for path in paths {
                    match (open_regular(&path), &mut games) {
                        (Ok(file), Some(games)) => games.begin(file),
                        (Ok(file), none) => *none = Some(Games::new(file)),
                        (Err(error), _) => {
                            visit(&path, 1, Err(error));
                            continue;
                        }
                    }
                    visit_all(&path, 0, games.iter_mut().flatten(), &mut visit);
                }
            }
            Self::Games(path, games) => {
                let before = match games.first() {
                    Some(Ok(game)) => game.number - 1,
                    _ => 0,
                };
                visit_all(&path, before, games, &mut visit);
            }
            Self::Unreadable(path, reason) => visit(&path, 1, Err(reason)),
        }
    }
}

/// Visits games of a file that follow `before` earlier games.
fn visit_all(
    path: &Path,
    before: usize,
    games: impl IntoIterator<Item = io::Result<GameText>>,
    visit: &mut impl FnMut(&Path, usize, io::Result<GameText>),
) {
    let mut number = before;
    for game in games {
        number += 1;
        visit(path, number, game);
    }
}

/// The games of the files and folders, handed out in order.
pub(super) struct Source {
    /// The arguments that are not yet read.
    left: VecDeque<PathBuf>,
    /// The remaining files of the current folder.
    folder: Option<Folder>,
    /// The large file whose games are being divided among batches.
    large: Option<(PathBuf, Games<Input>)>,
    /// The next file, if it was met at the end of the previous batch.
    next: Option<Next>,
    batches: usize,
}

/// A file to check, with its length, its stream or the reason why it cannot be read.
enum Next {
    Small(PathBuf, u64),
    Large(PathBuf, Input),
    Unreadable(PathBuf, io::Error),
}

impl Source {
    /// Creates a source of the arguments of the command, where `-` is standard input.
    pub(super) fn new(arguments: &[PathBuf]) -> Self {
        Self {
            left: arguments.iter().cloned().collect(),
            folder: None,
            large: None,
            next: None,
            batches: 0,
        }
    }

    /// Returns the next batch with its number, counted from 0.
    pub(super) fn next_batch(&mut self) -> Option<(usize, FileBatch)> {
        let batch = self.games().or_else(|| self.files())?;
        self.batches += 1;
        Some((self.batches - 1, batch))
    }

    /// Returns the next games of the large file, if there is one.
    fn games(&mut self) -> Option<FileBatch> {
        let (path, games) = self.large.as_mut()?;
        let path = path.clone();
        let mut taken = Vec::new();
        let mut bytes = 0;
        while bytes < BATCH {
            let Some(game) = games.next() else {
                self.large = None;
                break;
            };
            bytes += game.as_ref().map_or(0, |game| game.bytes.len() as u64);
            taken.push(game);
        }
        // The last batch may have ended exactly at the end of the file.
        if taken.is_empty() {
            return None;
        }
        Some(FileBatch::Games(path, taken))
    }

    /// Collects small files until a batch is full.
    fn files(&mut self) -> Option<FileBatch> {
        let mut paths = Vec::new();
        let mut bytes = 0;
        while bytes < BATCH {
            match self.next.take().or_else(|| self.next_file()) {
                Some(Next::Small(path, length)) => {
                    // Opening a file takes about as long as checking a kilobyte.
                    bytes += length + 1024;
                    paths.push(path);
                }
                Some(other) if !paths.is_empty() => {
                    self.next = Some(other);
                    break;
                }
                Some(Next::Large(path, input)) => {
                    self.large = Some((path, Games::new(input)));
                    return self.games().or_else(|| self.files());
                }
                Some(Next::Unreadable(path, reason)) => {
                    return Some(FileBatch::Unreadable(path, reason));
                }
                None => break,
            }
        }
        (!paths.is_empty()).then_some(FileBatch::Files(paths))
    }

    /// Returns the next file among the arguments and the files in their folders.
    fn next_file(&mut self) -> Option<Next> {
        loop {
            if let Some(folder) = &mut self.folder {
                match folder.next() {
                    Some(Ok(entry)) => return Some(opened(entry.into_path())),
                    Some(Err(error)) => {
                        let path = error.path().map(Path::to_owned).unwrap_or_default();
                        return Some(Next::Unreadable(path, reason(error)));
                    }
                    None => self.folder = None,
                }
            }
            let path = self.left.pop_front()?;
            if path == Path::new("-") {
                return Some(Next::Large(path, Box::new(io::stdin())));
            }
            if !path.is_dir() {
                return Some(opened(path));
            }
            self.folder = Some(Box::new(records::in_folder(&path)));
        }
    }
}

/// Returns the reason why a folder cannot be read, without the path.
fn reason(error: walkdir::Error) -> io::Error {
    let failed = "only links lead back to a folder, and none is followed";
    error.into_io_error().expect(failed)
}

/// Opens a file if it is large or has no length. Small files are opened by the jobs.
fn opened(path: PathBuf) -> Next {
    match path.metadata() {
        Ok(metadata) if metadata.is_file() && metadata.len() < LARGE => {
            Next::Small(path, metadata.len())
        }
        // A pipe has no length and counts as large.
        Ok(_) => match open_stream(&path) {
            Ok(file) => Next::Large(path, Box::new(BufReader::new(file))),
            Err(error) => Next::Unreadable(path, error),
        },
        Err(error) => Next::Unreadable(path, error),
    }
}
