//! Finding the game records in folders.

use std::path::Path;

use ponnuki_formats::sgf::RECORD_ENDINGS;
use walkdir::{DirEntry, Error, WalkDir};

/// Iterates over the game records of a folder and its subfolders in order of their names, or
/// over the file itself. Pipes and devices in folders are skipped, because reading them
/// might never end, and links, because they lead out of the folder or to a file that is read
/// anyway. Unreadable folders yield errors.
pub(crate) fn in_folder(path: &Path) -> impl Iterator<Item = Result<DirEntry, Error>> + use<> {
    let entries = WalkDir::new(path).sort_by_file_name();
    entries
        .into_iter()
        .filter(|entry| entry.as_ref().map_or(true, is_record))
}

/// Returns whether an entry is a file with the ending of a record, or a file that the user named.
fn is_record(entry: &DirEntry) -> bool {
    let is_named = entry.depth() == 0 && !entry.path().is_dir();
    (has_ending(entry.path()) && entry.file_type().is_file()) || is_named
}

/// Returns whether the name of a file has the ending of a game record.
pub(crate) fn has_ending(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_some_and(|ending| {
        RECORD_ENDINGS
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}
