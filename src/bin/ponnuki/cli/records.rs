//! The SGF files of folders.

use std::path::Path;

use walkdir::{DirEntry, Error, WalkDir};

/// Returns the SGF files of a folder and of its folders, in the order of their names,
/// or the file itself. Pipes and devices in folders are left out, since reading them might
/// never end. An entry is an error if a folder cannot be read.
pub(crate) fn in_folder(path: &Path) -> impl Iterator<Item = Result<DirEntry, Error>> + use<> {
    let entries = WalkDir::new(path).follow_links(true).sort_by_file_name();
    entries
        .into_iter()
        .filter(|entry| entry.as_ref().map_or(true, is_record))
}

/// Returns whether an entry is an SGF file, or was named by the user.
fn is_record(entry: &DirEntry) -> bool {
    let ending = entry.path().extension();
    let is_sgf = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("sgf"));
    let kind = entry.file_type();
    (is_sgf && kind.is_file()) || (entry.depth() == 0 && !kind.is_dir())
}
