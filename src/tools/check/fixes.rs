//! Writes mended records beside the files.

use std::io::Write;
use std::path::{Path, PathBuf};

use ponnuki_formats::files::{Replace, WholeFile};

use crate::cli::failure::Failure;

/// Writes mended records, one after the other.
#[derive(Default)]
pub(super) struct MendedFiles {
    /// The file that is being mended.
    open: Option<Open>,
    /// How many have been written.
    pub(super) written: u64,
}

struct Open {
    original: PathBuf,
    path: PathBuf,
    /// The mended file, unless there is one of its name.
    file: Option<WholeFile<'static>>,
    /// Whether a game so far differs from the original.
    is_needed: bool,
}

/// A game as it is written in a mended file.
pub(super) struct MendedGame {
    pub(super) text: String,
    /// Whether it differs from the original.
    pub(super) is_changed: bool,
}

impl MendedFiles {
    /// Adds a game of a file. All games of a file must be added in a row, because a mended file is
    /// finished when the next one begins.
    pub(super) fn add(&mut self, original: &Path, game: &MendedGame) -> Result<(), Failure> {
        if self
            .open
            .as_ref()
            .is_none_or(|open| open.original != original)
        {
            self.finish()?;
            let path = mended_name(original);
            let is_free = path.symlink_metadata().is_err();
            let file = is_free.then(|| WholeFile::begin_next(&path, Replace::NOTHING));
            let file = file.transpose().map_err(Failure::file("write", &path))?;
            self.open = Some(Open {
                original: original.to_owned(),
                path,
                file,
                is_needed: false,
            });
        }
        if let Some(Open {
            path,
            file,
            is_needed,
            ..
        }) = &mut self.open
        {
            *is_needed |= game.is_changed;
            if let Some(file) = file {
                writeln!(file, "{}", game.text.trim_end()).map_err(Failure::file("write", path))?;
            }
        }
        Ok(())
    }

    /// Finishes the file that is being mended, if there is one. Nothing is left of one that needs no
    /// mending.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        let Some(Open {
            original,
            path,
            file,
            is_needed: true,
            ..
        }) = self.open.take()
        else {
            return Ok(());
        };
        let Some(file) = file else {
            let (original, path) = (original.display(), path.display());
            log::warn!("{original} is not mended, since {path} is there already");
            return Ok(());
        };
        file.finish().map_err(Failure::file("write", &path))?;
        self.written += 1;
        Ok(())
    }
}

/// Returns the path of a mended file: `game.mended.sgf` for `game.sgf`, and `game.sgf` for a file that has
/// another format.
fn mended_name(original: &Path) -> PathBuf {
    let is_sgf = |ending: &std::ffi::OsStr| ending.eq_ignore_ascii_case("sgf");
    if original.extension().is_none_or(is_sgf) {
        original.with_extension("mended.sgf")
    } else {
        original.with_extension("sgf")
    }
}
