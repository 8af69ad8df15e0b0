//! Writes copies of files in UTF-8.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ponnuki::files::{Replace, WholeFile, check_name};

use crate::cli::failure::Failure;

/// The file name of the copy of standard input.
const STANDARD_INPUT: &str = "stdin.sgf";

/// Writes copies one after the other to a new folder.
pub(super) struct Copies {
    folder: PathBuf,
    arguments: Vec<PathBuf>,
    /// The file whose copy is being written.
    open: Option<Open>,
}

struct Open {
    original: PathBuf,
    path: PathBuf,
    copy: WholeFile<'static>,
}

impl Copies {
    /// Creates the folder.
    pub(super) fn new(folder: &Path, arguments: &[PathBuf]) -> Result<Self, Failure> {
        check_name(folder)
            .and_then(|()| fs::create_dir(folder))
            .map_err(Failure::file("make the folder", folder))?;
        let place = folder.canonicalize();
        let place = place.map_err(Failure::file("find the folder", folder))?;
        let folders = arguments.iter().filter_map(|path| path.canonicalize().ok());
        if folders.into_iter().any(|path| place.starts_with(path)) {
            // Only the empty folder created above is removed.
            let _ = fs::remove_dir(folder);
            let error = io::Error::other("it lies in a folder that is checked");
            return Err(Failure::file("use the folder", folder)(error));
        }
        Ok(Self {
            folder: folder.to_owned(),
            arguments: arguments.to_vec(),
            open: None,
        })
    }

    /// Adds a game of a file to its copy. All games of a file must be added in a row,
    /// because a copy is finished when the next file begins.
    pub(super) fn add(&mut self, file: &Path, text: &str) -> Result<(), Failure> {
        if self.open.as_ref().is_none_or(|open| open.original != file) {
            self.finish()?;
            let path = self.folder.join(self.name(file));
            let parent = path.parent().unwrap_or(&self.folder);
            fs::create_dir_all(parent).map_err(Failure::file("make the folder", parent))?;
            let copy = WholeFile::begin_next(&path, Replace::NOTHING);
            let copy = copy.map_err(Failure::file("write", &path))?;
            self.open = Some(Open {
                original: file.to_owned(),
                path,
                copy,
            });
        }
        if let Some(Open { path, copy, .. }) = &mut self.open {
            writeln!(copy, "{}", text.trim_end()).map_err(Failure::file("write", path))?;
        }
        Ok(())
    }

    /// Returns the path of a copy in the new folder: the path of the file relative to the
    /// folder on the command line that contains it, or its file name.
    fn name(&self, file: &Path) -> PathBuf {
        if file == Path::new("-") {
            return STANDARD_INPUT.into();
        }
        let below = |argument: &PathBuf| file.strip_prefix(argument).ok().map(Path::to_owned);
        let below = self.arguments.iter().find_map(below);
        match below {
            Some(below) if below != Path::new("") => below,
            _ => file.file_name().map_or_else(PathBuf::new, PathBuf::from),
        }
    }

    /// Finishes the copy that is being written, if there is one.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        match self.open.take() {
            Some(Open { path, copy, .. }) => copy.finish().map_err(Failure::file("write", &path)),
            None => Ok(()),
        }
    }
}
