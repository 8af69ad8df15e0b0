//! The folder of `--sgf-dir`, with one SGF file for each game of a match.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::r#match::{Match, PlayedGame, sgf_title};
use ponnuki_core::Game;
use ponnuki_formats::files::{
    Replace, UNSEALED, WholeFile, check_name, folder as parent, is_marked, is_unedited, remove,
    remove_leftovers,
};
use ponnuki_formats::sgf;

use crate::cli::failure::Failure;

pub(super) struct SgfFolder {
    path: PathBuf,
    fingerprint: String,
}

impl SgfFolder {
    /// Opens a folder, or creates it. Files that are named like games must be games of
    /// this match and, unless the match is resumed, of other shards.
    pub(super) fn open(path: &Path, contest: &Match, is_resumed: bool) -> Result<Self, Failure> {
        let failed = Failure::unwritable(path);
        let folder = Self {
            path: path.to_owned(),
            fingerprint: contest.settings.fingerprint(),
        };
        if path.exists() && !path.is_dir() {
            let words = "is not a folder: choose another one for --sgf-dir";
            return Err(Failure::path(path, words));
        }
        check_name(path).map_err(&failed)?;
        fs::create_dir_all(path).map_err(&failed)?;
        remove_leftovers(path).map_err(&failed)?;
        for entry in fs::read_dir(path).map_err(&failed)? {
            let name = entry.map_err(&failed)?.file_name();
            let Some(game) = number(&name) else { continue };
            let path = path.join(name);
            if !is_marked(&path, &folder.mark(game)).unwrap_or(false) {
                let words = "is no game of this match: choose another folder for --sgf-dir";
                return Err(Failure::path(&path, words));
            }
            if !is_resumed && contest.plays(game) {
                let words = "is a game of an earlier run of this match: continue it with --resume, \
                             or choose another folder for --sgf-dir";
                return Err(Failure::path(&path, words));
            }
        }
        Ok(folder)
    }

    /// Checks that no game replaces another file of the match.
    pub(super) fn check<'a>(
        folder: &Path,
        openings: Option<&Path>,
        files: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(), Failure> {
        if let Some(openings) = openings
            && is_same_folder(folder, openings)
        {
            return Err(Failure::new(format_args!(
                "the openings are in {}: choose another folder for --sgf-dir",
                openings.display()
            )));
        }
        for file in files {
            let is_game = file.file_name().is_some_and(|name| number(name).is_some());
            if is_game && is_same_folder(folder, parent(file)) {
                let words =
                    "has the name of a game in the folder of --sgf-dir: choose another name";
                return Err(Failure::path(file, words));
            }
        }
        Ok(())
    }

    /// Returns the start of the comment that identifies this game of this match.
    fn mark(&self, game: u64) -> String {
        format!("C[{}", sgf_title(game, &self.fingerprint))
    }

    /// Removes the files of interrupted games that have been completed since.
    pub(super) fn remove_unfinished(&self, done: &HashSet<u64>) -> Result<(), Failure> {
        let failed = Failure::unwritable(&self.path);
        for entry in fs::read_dir(&self.path).map_err(&failed)? {
            let file = entry.map_err(&failed)?.file_name();
            let Some(game) = number(&file).filter(|&game| done.contains(&game)) else {
                continue;
            };
            if *file == *name(game, UNFINISHED) {
                self.remove_own(game, &self.path.join(file))?;
            }
        }
        Ok(())
    }

    pub(super) fn write(&self, played: &PlayedGame) -> Result<(), Failure> {
        let game = played.record.game;
        self.write_text(game, "", &played.sgf())?;
        self.remove_own(game, &self.path.join(name(game, UNFINISHED)))
    }

    /// Removes a file of an interrupted game, unless somebody has edited it.
    fn remove_own(&self, game: u64, path: &Path) -> Result<(), Failure> {
        if is_unedited(path, &self.mark(game)).unwrap_or(false) {
            remove(path).map_err(Failure::unwritable(path))?;
        }
        Ok(())
    }

    pub(super) fn write_unfinished(&self, number: u64, game: &Game) -> Result<(), Failure> {
        let about = sgf::Record {
            comment: Some(sgf_title(number, &self.fingerprint) + UNSEALED),
            ..sgf::Record::default()
        };
        let text = sgf::write(game, &about) + "\n";
        self.write_text(number, UNFINISHED, &text)
    }

    fn write_text(&self, game: u64, remark: &str, text: &str) -> Result<(), Failure> {
        let path = self.path.join(name(game, remark));
        WholeFile::begin_next(&path, Replace::unedited(&self.mark(game)))
            .and_then(|file| file.write_whole(text))
            .map_err(Failure::unwritable(&path))
    }
}

/// Returns whether two paths name the same folder, which may not exist yet.
fn is_same_folder(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one.components().eq(other.components()),
    }
}

const UNFINISHED: &str = "-unfinished";

fn name(game: u64, remark: &str) -> String {
    format!("game-{game:06}{remark}.sgf")
}

/// Parses the number of a game from its file name, or returns `None` for any other name.
fn number(file: &OsStr) -> Option<u64> {
    let file = file.to_str()?;
    let stem = file.strip_prefix("game-")?.strip_suffix(".sgf")?;
    let digits = stem.strip_suffix(UNFINISHED).unwrap_or(stem);
    let game = digits.parse().ok()?;
    (file == name(game, "") || file == name(game, UNFINISHED)).then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_games_are_known_by_their_names() {
        for (file, game) in [
            ("game-000007.sgf", Some(7)),
            ("game-000007-unfinished.sgf", Some(7)),
            ("game-1000000.sgf", Some(1_000_000)),
            ("game-7.sgf", None),
            ("game-+00007.sgf", None),
            ("game-000007.sgf.bak", None),
            ("joseki.sgf", None),
        ] {
            assert_eq!(number(OsStr::new(file)), game, "{file}");
        }
    }
}
