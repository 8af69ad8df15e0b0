//! The games of all files, in batches.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use ponnuki::files::{open_regular, open_stream};
use ponnuki::sgf::{GameText, Games};
use walkdir::DirEntry;

use crate::cli::records;

/// The number of bytes in a batch, about.
const BATCH: u64 = 256 << 10;

/// The size from which the games of one file are divided among batches.
const LARGE: u64 = 1 << 20;

/// A stream that a thread may take over.
type Input = Box<dyn Read + Send>;

/// The files of a folder that are still to come.
type Folder = Box<dyn Iterator<Item = Result<DirEntry, walkdir::Error>> + Send>;

/// Work for one thread.
pub(super) enum Batch {
    /// Whole files.
    Files(Vec<PathBuf>),
    /// Some games of one file, or the reason why there are no more.
    Games(PathBuf, Vec<io::Result<GameText>>),
    /// A file or folder that cannot be read, and the reason.
    Unreadable(PathBuf, String),
}

impl Batch {
    /// Calls `visit` with the file, the number and the text of each game.
    pub(super) fn for_each(self, mut visit: impl FnMut(&Path, usize, Result<GameText, String>)) {
        match self {
            Self::Files(paths) => {
                let mut games: Option<Games<File>> = None;
                for path in paths {
                    match (open_regular(&path), &mut games) {
                        (Ok(file), Some(games)) => games.begin(file),
                        (Ok(file), none) => *none = Some(Games::new(file)),
                        (Err(error), _) => {
                            visit(&path, 1, Err(error.to_string()));
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

/// Visits the games of a file after this number of earlier ones.
fn visit_all(
    path: &Path,
    before: usize,
    games: impl IntoIterator<Item = io::Result<GameText>>,
    visit: &mut impl FnMut(&Path, usize, Result<GameText, String>),
) {
    let mut number = before;
    for game in games {
        number += 1;
        visit(path, number, game.map_err(|error| error.to_string()));
    }
}

/// Hands out the games of files and folders in their order.
pub(super) struct Source {
    /// The arguments that have not been begun.
    left: VecDeque<PathBuf>,
    /// The files of the folder that has been begun.
    folder: Option<Folder>,
    /// The file whose games are being divided.
    large: Option<(PathBuf, Games<Input>)>,
    /// A file that ended the batch before it.
    next: Option<Next>,
    batches: usize,
}

/// A file to be checked.
enum Next {
    Small(PathBuf, u64),
    Large(PathBuf, Input),
    Unreadable(PathBuf, String),
}

impl Source {
    /// Takes the arguments of the command. `-` is standard input.
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
    pub(super) fn next_batch(&mut self) -> Option<(usize, Batch)> {
        let batch = self.games().or_else(|| self.files())?;
        self.batches += 1;
        Some((self.batches - 1, batch))
    }

    /// Takes games out of the large file.
    fn games(&mut self) -> Option<Batch> {
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
        // The end of a file may come after the last batch.
        if taken.is_empty() {
            return None;
        }
        Some(Batch::Games(path, taken))
    }

    /// Collects files until there is enough work.
    fn files(&mut self) -> Option<Batch> {
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
                    return Some(Batch::Unreadable(path, reason));
                }
                None => break,
            }
        }
        (!paths.is_empty()).then_some(Batch::Files(paths))
    }

    /// Returns the next file of the arguments and their folders.
    fn next_file(&mut self) -> Option<Next> {
        loop {
            if let Some(folder) = &mut self.folder {
                match folder.next() {
                    Some(Ok(entry)) => return Some(opened(entry.into_path())),
                    Some(Err(error)) => {
                        let path = error.path().map(Path::to_owned).unwrap_or_default();
                        return Some(Next::Unreadable(path, reason(&error)));
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

/// Returns why a folder cannot be read, without its name.
fn reason(error: &walkdir::Error) -> String {
    match error.io_error() {
        Some(error) => error.to_string(),
        None => "the folder contains itself".to_owned(),
    }
}

/// Opens a file, so far as its length requires it.
fn opened(path: PathBuf) -> Next {
    match path.metadata() {
        Ok(metadata) if metadata.is_file() && metadata.len() < LARGE => {
            Next::Small(path, metadata.len())
        }
        // Pipes have no length.
        Ok(_) => match open_stream(&path) {
            Ok(file) => Next::Large(path, Box::new(BufReader::new(file))),
            Err(error) => Next::Unreadable(path, error.to_string()),
        },
        Err(error) => Next::Unreadable(path, error.to_string()),
    }
}
