//! Finding the SGF files in folders.

use std::path::Path;

use walkdir::{DirEntry, Error, WalkDir};

/// Iterates over the SGF files of a folder and its subfolders in order of their names, or
/// over the file itself. Pipes and devices in folders are skipped, because reading them
/// might never end, and links, because they lead out of the folder or to a file that is read
/// anyway. Unreadable folders yield errors.
pub(crate) fn in_folder(path: &Path) -> impl Iterator<Item = Result<DirEntry, Error>> + use<> {
    let entries = WalkDir::new(path).sort_by_file_name();
    entries
        .into_iter()
        .filter(|entry| entry.as_ref().map_or(true, is_record))
}

/// Returns whether an entry is an SGF file, or a file that the user named.
fn is_record(entry: &DirEntry) -> bool {
    let ending = entry.path().extension();
    let is_sgf = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("sgf"));
    let is_named = entry.depth() == 0 && !entry.path().is_dir();
    (is_sgf && entry.file_type().is_file()) || is_named
}
