//! The sources of openings and their formats.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::reading::{OpeningReader, unfit};
use super::{OpeningLine, move_lists, ready};
use crate::cli::failure::Failure;
use crate::cli::records;
use ponnuki_core::board::BoardSize;
use ponnuki_core::game::{Game, Setup, Start};
use ponnuki_core::rules::{Komi, Rules};
use ponnuki_formats::files::{FileKind, open_regular};
use ponnuki_formats::sgf::{self, Games, ReadOptions};

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "PathBuf")]
pub(crate) enum OpeningSource {
    /// The built-in set for the board size.
    Ready,
    /// A folder of game records, a collection in one, or a list of moves.
    Path(PathBuf),
}

impl From<OsString> for OpeningSource {
    /// Takes the word `ready` as the ready set and anything else as a path.
    fn from(text: OsString) -> Self {
        if text == Self::READY {
            Self::Ready
        } else {
            Self::Path(text.into())
        }
    }
}

impl From<PathBuf> for OpeningSource {
    fn from(path: PathBuf) -> Self {
        path.into_os_string().into()
    }
}

impl OpeningSource {
    /// The name of the ready set. A file with this name must be given as `./ready`.
    pub(crate) const READY: &str = "ready";

    #[must_use]
    pub(crate) fn relative_to(self, folder: &Path) -> Self {
        match self {
            Self::Ready => Self::Ready,
            Self::Path(path) => Self::Path(folder.join(path)),
        }
    }

    /// Returns the file or the folder, or `None` for the ready set.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Ready => None,
            Self::Path(path) => Some(path),
        }
    }

    /// Returns the files that may be read, which no output may replace.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        match self {
            Self::Ready => Vec::new(),
            Self::Path(path) => match fs::read_dir(path) {
                Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
                Err(_) => vec![path.clone()],
            },
        }
    }

    /// Reads the openings, at least one: the main lines of the games in a folder, sorted by name,
    /// or in a file that is named or begins like SGF; or else a list of moves. The log warns of
    /// openings that lead to the same position up to symmetry.
    pub(crate) fn read(&self, size: BoardSize, rules: Rules) -> Result<Vec<OpeningLine>, Failure> {
        let mut reading = OpeningReader::new(size, rules);
        match self {
            Self::Ready => ready::read(&mut reading)?,
            Self::Path(path) if path.is_dir() => read_folder(path, &mut reading)?,
            Self::Path(path) => read_file(path, &mut reading)?,
        }
        Ok(reading.finish())
    }
}

/// Reads the main lines of all game records in a folder.
fn read_folder(folder: &Path, reading: &mut OpeningReader) -> Result<(), Failure> {
    let unreadable = Failure::file("read the openings in", folder);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(&unreadable)? {
        let path = entry.map_err(&unreadable)?.path();
        if records::has_ending(&path) && path.is_file() {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(Failure::new(format_args!(
            "the folder of openings {} contains no game record",
            folder.display()
        )));
    }
    paths.sort();
    for path in paths {
        let mut add = || {
            let game = sgf::read_from(open_regular(&path)?, None, &unstated(reading))?;
            add_game(name(&path), &game, reading)
        };
        add().map_err(unfit(path.display()))?;
    }
    Ok(())
}

fn read_file(path: &Path, reading: &mut OpeningReader) -> Result<(), Failure> {
    let unreadable = Failure::file("read the openings in", path);
    let file = open_regular(path).map_err(&unreadable)?;
    if records::has_ending(path) {
        return read_collection(path, file, reading);
    }
    let bytes = FileKind::OPENINGS.read(file).map_err(&unreadable)?;
    if bytes.trim_ascii_start().starts_with(b"(") {
        return read_collection(path, &bytes[..], reading);
    }
    move_lists::read(&String::from_utf8_lossy(&bytes), path, &name(path), reading)?;
    if reading.lines.is_empty() {
        return Err(Failure::path(path, "contains no opening"));
    }
    Ok(())
}

fn read_collection(
    path: &Path,
    input: impl Read,
    reading: &mut OpeningReader,
) -> Result<(), Failure> {
    for text in Games::new(input) {
        let text = text.map_err(Failure::file("read the openings in", path))?;
        let mut add = || {
            let game = sgf::read_from(&text.bytes[..], None, &unstated(reading))?;
            add_game(format!("{}:{}", name(path), text.number), &game, reading)
        };
        add().map_err(unfit(format_args!(
            "{}, game {}",
            path.display(),
            text.number
        )))?;
    }
    Ok(())
}

/// Openings are read strictly, so that none is shorter than the record says.
fn unstated(reading: &OpeningReader) -> ReadOptions {
    ReadOptions {
        rules: Some(reading.rules),
        komi: Komi::default(),
        is_strict: true,
    }
}

fn add_game(from: String, record: &Game, reading: &mut OpeningReader) -> Result<(), Failure> {
    if record.size() != reading.size {
        return Err(Failure::new(format_args!(
            "it is for a board of {}",
            record.size()
        )));
    }
    // An opening is a start and its moves, and engines are not told of prisoners.
    let mut start = match record.setups().last() {
        Some(&Setup {
            stones, to_move, ..
        }) => Start {
            stones,
            to_move,
            ..*record.start()
        },
        None => *record.start(),
    };
    if let Some(first) = record.turns_since_setup().first() {
        start.to_move = first.color;
    }
    let turns = record.turns_since_setup().iter();
    reading.add(from, start, turns.map(|turn| (turn.color, turn.action)))
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::board::Suicide;

    #[test]
    fn games_without_rules_have_those_of_the_match() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suicide.sgf");
        fs::write(&path, "(;SZ[3];B[ab];W[ac];B[bb];W[];B[cc];W[bc])").unwrap();
        let source = OpeningSource::from(path);
        for suicide in [Suicide::Allowed, Suicide::Forbidden] {
            let rules = Rules {
                suicide,
                ..Rules::default()
            };
            let read = source.read(BoardSize::square(3).unwrap(), rules);
            assert_eq!(read.is_ok(), suicide == Suicide::Allowed);
        }
    }
}
