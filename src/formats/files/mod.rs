//! The policy for files: which are read and written, and how. All other modules open
//! files through this one; the lints of the project forbid the functions of the
//! standard library.
//!
//! - A file that is read is a regular one of limited size, or a stream that the user has
//!   named where one makes sense: [`open_regular`], [`FileKind`], [`open_stream`].
//! - A file that is written as a whole replaces only what this program wrote for the same
//!   purpose and nobody has edited since, or what the user says: [`WholeFile`], [`Replace`].
//! - A file that lines are appended to belongs to one run at a time, and only the
//!   beginning of a line of ours is ever cut off: [`AppendedFile`].
#![expect(
    clippy::disallowed_methods,
    reason = "this is the module that the others have to use"
)]

mod append;
mod input;
mod lines;
mod mark;
mod output;

use std::ffi::OsString;
use std::fs;
#[cfg(unix)]
use std::fs::File;
use std::io;
use std::path::Path;
#[cfg(not(unix))]
use std::path::PathBuf;

pub use append::{AppendedFile, End};
pub use input::{FileKind, open_on_disk, open_regular, open_stream};
pub use lines::{Line, Lines, read_line};
pub use mark::{Fnv1a, UNSEALED};
pub use output::{
    Replace, SessionFiles, WholeFile, is_marked, is_unedited, remove, remove_leftovers,
};

/// The message for a folder, a pipe or a device where a regular file is required.
const NOT_REGULAR: &str = "not a regular file";

/// Refuses to write to a file called `-`, which stands for standard output in many programs.
/// Commands that print in its place do so before they come here.
///
/// # Errors
/// If the path is `-`.
pub fn check_name(path: &Path) -> io::Result<()> {
    let words = "- names no file here, but ./- does";
    (path != Path::new("-"))
        .then_some(())
        .ok_or_else(|| refused(words))
}

/// Returns the error for a path that the policy refuses.
fn refused(fault: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, fault)
}

/// Explains why a file cannot be written. A missing folder is named.
pub fn unwritable(path: &Path, error: &io::Error) -> String {
    let folder = folder(path);
    if error.kind() == io::ErrorKind::NotFound && !folder.exists() {
        return format!(
            "cannot write {}: there is no folder {}",
            path.display(),
            folder.display()
        );
    }
    format!("cannot write {}: {error}", path.display())
}

/// Returns whether standard input is this regular file.
pub fn is_standard_input(path: &Path) -> bool {
    let input = standard_input().map(|place| (place, None));
    input.is_some() && identity(path) == input
}

/// Returns whether two paths name one regular file, through whatever names and
/// links, or would name one that does not exist yet. No file is opened.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((identity(one), identity(other)), (Some(one), Some(other)) if one == other)
}

/// Returns the regular file that a path names, or the folder and the name of a file that could
/// be created. Returns `None` for a folder, a pipe or a device, and for a path that leads
/// nowhere.
fn identity(path: &Path) -> Option<(Place, Option<OsString>)> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Some((place(path)?, None)),
        Ok(_) => None,
        Err(_) => Some((place(folder(path))?, Some(path.file_name()?.into()))),
    }
}

/// The device of a file, and its inode number there.
#[cfg(unix)]
type Place = (u64, u64);

#[cfg(unix)]
fn place(path: &Path) -> Option<Place> {
    fs::metadata(path).ok().as_ref().map(place_of)
}

#[cfg(unix)]
fn place_of(metadata: &fs::Metadata) -> Place {
    use std::os::unix::fs::MetadataExt;

    (metadata.dev(), metadata.ino())
}

#[cfg(unix)]
fn standard_input() -> Option<Place> {
    use std::os::fd::AsFd;

    let file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    Some(place_of(&file.metadata().ok()?))
}

/// The path with all links resolved.
#[cfg(not(unix))]
type Place = PathBuf;

#[cfg(not(unix))]
fn place(path: &Path) -> Option<Place> {
    fs::canonicalize(path).ok()
}

#[cfg(not(unix))]
fn standard_input() -> Option<Place> {
    None
}

/// Returns the folder of a file.
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(all(test, unix))]
mod testing {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    /// Returns the names in a folder, sorted.
    pub(super) fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    pub(super) fn mkfifo(path: &Path) {
        let made = Command::new("mkfifo").arg(path).status().unwrap();
        assert!(made.success());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn one_file_is_known_by_all_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "").unwrap();
        fs::write(path("other"), "").unwrap();
        fs::create_dir(path("sub")).unwrap();
        symlink(path("file"), path("symbolic")).unwrap();
        symlink(path("sub"), path("way")).unwrap();
        fs::hard_link(path("file"), path("hard")).unwrap();
        for name in ["file", "symbolic", "hard", "sub/../file", "./file"] {
            assert!(is_same_file(&path("file"), &path(name)), "{name}");
            assert!(!is_same_file(&path(name), &path("other")), "{name}");
        }
        assert!(is_same_file(&path("sub/new"), &path("way/new")));
        assert!(!is_same_file(&path("sub/new"), &path("new")));
        assert!(!is_same_file(&path("new"), &path("file")));
        let null = Path::new("/dev/null");
        assert!(!is_same_file(null, null));
    }
}
