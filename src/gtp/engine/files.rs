//! Games from and to files.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::Engine;
use crate::gtp::response::{Answer, Failure, Reply};
use crate::sgf::{self, Record, Unstated};

impl Engine {
    /// `loadsgf`: the game in a file, up to before move `until`, with the
    /// file's size, komi and rules.
    ///
    /// Fails: "cannot load file"; the game is then as it was. Deviation: GNU
    /// Go answers the colour to move; as specified, the answer is empty here.
    pub(super) fn load_sgf(&mut self, file: &str, until: Option<usize>) -> Reply {
        let path = Path::new(file);
        // A pipe or a device could keep the session waiting for ever.
        if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
            log::warn!("cannot load {file}: no such file");
            return Err(Failure::CannotLoadFile);
        }
        let unstated = Unstated {
            rules: self.game.rules(),
            komi: self.game.komi().clone(),
        };
        self.game = sgf::read_file(path, until, &unstated).map_err(|error| {
            log::warn!("cannot load {file}: {error}");
            Failure::CannotLoadFile
        })?;
        Ok(Answer::Done)
    }

    /// `printsgf`: the game as SGF, as the answer, or with a file's name into
    /// a file of the folder that is given for it.
    ///
    /// Fails: "cannot write file", always when no folder is given.
    pub(super) fn print_sgf(&self, file: Option<&str>) -> Reply {
        let record = Record {
            seed: Some(self.player.seed()),
            ..Record::default()
        };
        let text = sgf::write(&self.counted_game(), &record);
        let Some(file) = file else {
            return Ok(Answer::Text(text));
        };
        let path = self.path_to_write(file).ok_or_else(|| {
            log::warn!(
                "refused to write {file}: only plain names, and with a folder given for them"
            );
            Failure::CannotWriteFile
        })?;
        write_whole(&path, &(text + "\n")).map_err(|error| {
            log::warn!("cannot write {}: {error}", path.display());
            Failure::CannotWriteFile
        })?;
        Ok(Answer::Done)
    }

    /// Where a file of this name is written. `None` unless a folder is given
    /// and the name is a plain one: the name may come from a stranger.
    fn path_to_write(&self, file: &str) -> Option<PathBuf> {
        let folder = self.sgf_dir.as_ref()?;
        is_plain_name(file).then(|| folder.join(file))
    }
}

/// Writes a file all at once: when that fails, on a full disk say, a file that
/// was there is as it was, and none is there that was not.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    fs::write(&part, text)
        .and_then(|()| fs::rename(&part, path))
        .inspect_err(|_| {
            // What is left of it cannot be helped.
            let _ = fs::remove_file(&part);
        })
}

/// The name is that of a file in a folder on every platform, and can lead
/// neither out of the folder nor to a hidden file nor to a device: no
/// separator, drive or stream, and none of the names that Windows keeps.
fn is_plain_name(name: &str) -> bool {
    let mut components = Path::new(name).components();
    let first_and_second = (components.next(), components.next());
    matches!(first_and_second, (Some(Component::Normal(_)), None))
        && !name.starts_with('.')
        && !name.contains(['/', '\\', ':'])
        && !is_device(name)
}

/// Windows takes the name for a device, whatever follows the first dot: `CON`
/// is the console, to which nothing but responses may go.
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
        for name in [
            "game.sgf",
            "a",
            "game-1.sgf",
            "a..b.sgf",
            "consul.sgf",
            "com.sgf",
            "common",
            "compo",
        ] {
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
