//! Commands that read and write game records.

use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use super::Engine;
use super::row::{CommandRow, quick};
use crate::parse::arguments as form;
use crate::response::{Answer, Failure, Reply};
use ponnuki_formats::files::open_on_disk;
use ponnuki_formats::sgf::{self, ReadGame, ReadOptions, Record, SgfError};

pub(super) const COMMANDS: &[CommandRow] = &[
    quick(
        "loadsgf FILE [MOVE]",
        "loads a game with its size, komi and rules, up to the position before a move",
        |e, a| {
            let (file, until) = a.read(form::sgf_file)?;
            e.load_sgf(&file, until)
        },
    )
    .noted(LOADSGF),
    quick(
        "printsgf [FILE]",
        "the game as SGF; with a name, writes it to that file in the folder of `--sgf-dir`",
        |e, a| e.print_sgf(a.read(form::path_or_nothing)?.as_deref()),
    ),
];

/// The rules under which a file is replayed.
const LOADSGF: &str = "\
A record with defects is read as far as it goes, unless `--strict` is given: the game ends before a move that is illegal or
cannot be read, and a message on standard error says so.
A file that states rules is replayed under them, and the game continues under them.
A file without rules, or with rules that are not supported, is replayed under simple ko with suicide allowed,
even where the rules of the engine forbid a move. The game continues under the rules of the engine.";

impl Engine {
    /// Loads the game of a record up to the position before move `until`, counted from 1,
    /// as `loadsgf` does, and returns what is wrong with the record.
    ///
    /// # Errors
    /// If [`sgf::read_from`] fails. The game of the session is then unchanged.
    pub fn load_record(
        &mut self,
        record: impl io::Read,
        until: Option<usize>,
        options: &ReadOptions,
    ) -> Result<Vec<String>, SgfError> {
        let ReadGame { game, defects, .. } = sgf::read_logged(record, until, options)?;
        self.game = game;
        Ok(defects)
    }

    /// Loads a game from a file.
    ///
    /// Fails: "cannot load file" and the reason. With a folder for game records, the reason is
    /// told for the files in it alone: strangers shall not learn which others exist.
    /// Deviation: GNU Go answers with the colour to move; the answer here is empty, as
    /// specified.
    fn load_sgf(&mut self, file: &Path, until: Option<usize>) -> Reply {
        // Reading a pipe or a device might never end.
        let opened = open_on_disk(file).map_err(SgfError::File);
        // What the record leaves open stays as the user has set it.
        let options = ReadOptions {
            rules: Some(self.game.rules()),
            komi: self.game.komi().clone(),
            is_strict: self.strict_records,
        };
        let loaded = opened.and_then(|input| self.load_record(input, until, &options));
        loaded.map_err(|error| {
            log::warn!("cannot load {}: {error}", file.display());
            let is_told = self
                .sgf_dir
                .as_ref()
                .is_none_or(|folder| is_in(file, folder));
            Failure::CannotLoadFile(is_told.then(|| error.to_string()))
        })?;
        Ok(Answer::Done)
    }

    /// Answers with the game as SGF, or writes it to a file. As in KataGo, the name
    /// `-` stands for the answer.
    ///
    /// Fails: "cannot write file", always if the engine has no such folder, and if there
    /// is a file that this session has not written, unless the engine may overwrite it.
    fn print_sgf(&mut self, file: Option<&Path>) -> Reply {
        let mut game = self.game.clone();
        game.decide_dead(self.shown_dead());
        let record = Record {
            seed: Some(self.player.seed()),
            has_territory: !game.dead().is_empty(),
            ..Record::default()
        };
        let text = sgf::write(&game, &record);
        let Some(file) = file.filter(|&file| file != Path::new("-")) else {
            return Ok(Answer::Text(text));
        };
        let path = self.path_to_write(file).ok_or_else(|| {
            log::warn!(
                "refused to write {}: it needs a plain name and a folder for game records",
                file.display()
            );
            Failure::CannotWriteFile
        })?;
        let written = self.written.write(&path, &(text + "\n"), self.overwrite);
        written.map_err(|error| {
            log::warn!("cannot write {}: {error}", path.display());
            Failure::CannotWriteFile
        })?;
        Ok(Answer::Done)
    }

    /// Returns the path of a file of this name in the folder. Returns `None`
    /// without a folder, or if the name is not a plain one: it may come from a
    /// stranger.
    fn path_to_write(&self, file: &Path) -> Option<PathBuf> {
        let folder = self.sgf_dir.as_ref()?;
        is_plain_name(&file.to_string_lossy()).then(|| folder.join(file))
    }
}

/// Returns whether there is a file or folder with this path inside a folder, links followed.
fn is_in(path: &Path, folder: &Path) -> bool {
    let (path, folder) = (fs::canonicalize(path), fs::canonicalize(folder));
    matches!((path, folder), (Ok(path), Ok(folder)) if path.starts_with(&folder))
}

/// Checks that a name denotes a file inside a folder on every platform: no
/// separator, drive or stream, no hidden file, and no name that Windows
/// reserves for a device.
fn is_plain_name(name: &str) -> bool {
    let mut components = Path::new(name).components();
    let first_and_second = (components.next(), components.next());
    matches!(first_and_second, (Some(Component::Normal(_)), None))
        && !name.starts_with('.')
        && !name.contains(['/', '\\', ':'])
        && !is_device(name)
}

/// Checks for the names that Windows reserves for devices, whatever follows the
/// first dot: `CON` is the console, which only responses may reach.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.trim_end().to_ascii_uppercase();
    match stem.strip_prefix("COM").or(stem.strip_prefix("LPT")) {
        Some(port) => {
            port.chars().count() == 1 && !port.contains(|c: char| c.is_ascii_alphabetic())
        }
        None => ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&stem.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_are_written() {
        for name in "game.sgf|a|game-1.sgf|a..b.sgf|consul.sgf|com.sgf|common|compo".split('|') {
            assert!(is_plain_name(name), "{name}");
        }
        for name in [
            "", ".", "..", "../a.sgf", "a/b", "/a", "a\\b", "C:a", "c:\\a", ".profile", "a/",
            "con", "NUL.sgf", "com1", "Lpt9.sgf", "./a",
        ] {
            assert!(!is_plain_name(name), "{name}");
        }
    }
}
