//! Files that are written as a whole.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::{NOT_REGULAR, folder, refused};

/// How many bytes at the beginning of a file are searched for its mark.
const HEAD: u64 = 1 << 20;

/// The beginning of the name of a file that is not complete yet. Random characters follow.
const UNFINISHED: &str = ".ponnuki-unfinished-";

/// How many random characters follow.
const RANDOM: usize = 12;

/// Which existing file an output may replace, apart from an empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace<'a> {
    /// No existing file.
    Nothing,
    /// A file that this program wrote for the same purpose, recognised by this mark
    /// near its beginning.
    Marked(&'a str),
    /// Any regular file: the user said so, or it is an earlier version of the same file.
    Anything,
}

impl Replace<'_> {
    /// Replaces any file if the user allows that.
    #[must_use]
    pub const fn or_anything(self, is_allowed: bool) -> Self {
        if is_allowed { Self::Anything } else { self }
    }

    fn check(self, path: &Path, length: u64) -> io::Result<()> {
        let words = match self {
            Self::Anything => return Ok(()),
            _ if length == 0 => return Ok(()),
            Self::Nothing => "the file exists already",
            Self::Marked(mark) if is_marked(path, mark)? => return Ok(()),
            Self::Marked(_) => "the file exists already and was not written for this purpose",
        };
        Err(io::Error::new(io::ErrorKind::AlreadyExists, words))
    }
}

/// Returns whether a file has this mark in its first MiB. A link is not followed.
///
/// # Errors
/// If the file cannot be read.
pub fn is_marked(path: &Path, mark: &str) -> io::Result<bool> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut head = Vec::new();
    let file = super::open_regular(path)?;
    file.take(HEAD).read_to_end(&mut head)?;
    let mut parts = head.windows(mark.len());
    Ok(parts.any(|part| part == mark.as_bytes()))
}

/// Writes a file as a whole, so that other programs see either its old contents
/// or all of the new ones, even after a loss of power.
///
/// The contents go to a new file with an unpredictable name in the same folder,
/// which then takes the place of `path`. If that fails, for example on a full
/// disk, an existing file keeps its contents and no new file stays behind.
///
/// # Errors
///
/// If the file cannot be written, if there is a file that may not be replaced, such as the
/// standard input of this run, or if `path` is anything but a regular file: a link is not
/// followed, and a pipe or a device is neither waited for nor replaced.
pub fn write_whole(path: &Path, text: &str, replace: Replace<'_>) -> io::Result<()> {
    let mut file = WholeFile::begin(path, replace)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

/// Writes whole files for a session, which may replace its own files again.
#[derive(Debug, Default)]
pub struct SessionFiles(HashSet<PathBuf>);

impl SessionFiles {
    /// Writes a file, which replaces one that this session wrote, or any other if
    /// `overwrites` is true.
    ///
    /// # Errors
    /// As for [`write_whole`].
    pub fn write(&mut self, path: &Path, text: &str, overwrites: bool) -> io::Result<()> {
        let is_own = self.0.contains(path);
        write_whole(
            path,
            text,
            Replace::Nothing.or_anything(overwrites || is_own),
        )?;
        self.0.insert(path.to_owned());
        Ok(())
    }
}

/// A file that appears under its name when it is complete, for contents that are
/// written in parts. Without [`finish`](Self::finish) nothing stays behind.
#[derive(Debug)]
pub struct WholeFile {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
    /// Whether an existing file is replaced.
    replaces: bool,
    /// Whether that file must still be empty at the end.
    was_empty: bool,
}

impl WholeFile {
    /// Begins a file that is new, or takes the place of a regular file.
    ///
    /// # Errors
    /// Those of [`write_whole`].
    pub fn begin(path: &Path, replace: Replace<'_>) -> io::Result<Self> {
        if super::is_standard_input(path) {
            return Err(refused("it is the standard input of this run"));
        }
        let mut builder = Builder::new();
        let mut was_empty = false;
        let replaces = match fs::symlink_metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                replace.check(path, metadata.len())?;
                was_empty = metadata.len() == 0 && replace != Replace::Anything;
                builder.permissions(metadata.permissions());
                true
            }
            Ok(_) => {
                return Err(refused(NOT_REGULAR));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                new_file(&mut builder);
                false
            }
            Err(error) => return Err(error),
        };
        Ok(Self {
            file: BufWriter::new(unfinished(&mut builder, folder(path))?),
            path: path.to_owned(),
            replaces,
            was_empty,
        })
    }

    /// Returns the path of the file while it is incomplete. A program that ends by
    /// a signal has to remove it.
    pub fn temporary(&self) -> &Path {
        self.file.get_ref().path()
    }

    /// Gives the complete file its name, once its contents are on the disk.
    ///
    /// # Errors
    /// If the last part cannot be written, or the file cannot get its name, for example
    /// because another program has made a file of that name or filled an empty one.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        if self.was_empty {
            let length = fs::symlink_metadata(&self.path).map_or(0, |metadata| metadata.len());
            Replace::Nothing.check(&self.path, length)?;
        }
        let named = if self.replaces {
            file.persist(&self.path)
        } else {
            file.persist_noclobber(&self.path)
        };
        named.map_err(|error| error.error)?;
        sync_folder(folder(&self.path));
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Creates a file that is not complete yet. A lock tells it from the leftover of
/// a killed program.
fn unfinished(builder: &mut Builder<'_, '_>, folder: &Path) -> io::Result<NamedTempFile> {
    loop {
        let file = builder
            .prefix(UNFINISHED)
            .rand_bytes(RANDOM)
            .tempfile_in(folder)
            .map_err(without_path)?;
        // Some file systems have no locks.
        let _ = file.as_file().lock();
        // It may have been taken for a leftover before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Describes an error without the name of the unfinished file, which the user does not know.
fn without_path(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(error.kind(), "the folder does not exist"),
        kind @ (io::ErrorKind::PermissionDenied
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::StorageFull) => kind.into(),
        _ => error,
    }
}

/// Removes the files that killed programs have left incomplete in a folder. Those that
/// a running program is writing stay.
///
/// # Errors
/// If the folder cannot be read.
pub fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_ours = is_unfinished(&entry.file_name()) && entry.file_type()?.is_file();
        // Of several programs that look at the same time, one removes it.
        if is_ours
            && let Ok(file) = super::open_regular(&entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

fn is_unfinished(name: &OsStr) -> bool {
    let rest = name.to_str().and_then(|name| name.strip_prefix(UNFINISHED));
    rest.is_some_and(|rest| {
        rest.len() == RANDOM && rest.bytes().all(|it| it.is_ascii_alphanumeric())
    })
}

/// Removes a file that this program has written and no longer needs, if it
/// exists.
///
/// # Errors
/// If the file cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Syncs the names of the files in a folder to the disk. Some file systems cannot do
/// that, so errors are ignored.
pub(super) fn sync_folder(folder: &Path) {
    if cfg!(unix)
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

/// Lets others read the file as far as the user's mask allows, as they may read
/// any new file. Temporary files are private by default.
#[cfg(unix)]
fn new_file(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;

    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn new_file(_: &mut Builder<'_, '_>) {}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::super::testing::{mkfifo, names};
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        write_whole(&path, "one", Replace::Nothing).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write_whole(&path, "two", Replace::Anything).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(names(folder.path()), ["game.sgf"]);
    }

    #[test]
    fn only_what_was_written_for_the_same_purpose_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        let mark = "<!-- a page -->";
        let page = format!("<html>{mark}</html>");
        for (old, replace, is_replaced) in [
            ("", Replace::Nothing, true),
            ("thesis", Replace::Nothing, false),
            ("thesis", Replace::Marked(mark), false),
            ("<html><!-- a page", Replace::Marked(mark), false),
            (&page, Replace::Marked(mark), true),
            (&page, Replace::Nothing, false),
            ("thesis", Replace::Marked(mark).or_anything(true), true),
        ] {
            fs::write(&path, old).unwrap();
            let written = write_whole(&path, "new", replace);
            assert_eq!(written.is_ok(), is_replaced, "{old} {replace:?}");
            let left = fs::read_to_string(&path).unwrap();
            assert_eq!(left, if is_replaced { "new" } else { old }, "{replace:?}");
        }
    }

    #[test]
    fn a_new_file_is_as_readable_as_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
        write_whole(&ours, "", Replace::Nothing).unwrap();
        fs::write(&plain, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));
    }

    #[test]
    fn links_and_pipes_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("target");
        let link = folder.path().join("link");
        let pipe = folder.path().join("pipe");
        fs::write(&target, "kept").unwrap();
        symlink(&target, &link).unwrap();
        mkfifo(&pipe);
        for path in [&link, &pipe, folder.path()] {
            let written = write_whole(path, "lost", Replace::Anything);
            assert!(written.is_err(), "{}", path.display());
        }
        assert_eq!(fs::read_to_string(&target).unwrap(), "kept");
        assert_eq!(names(folder.path()), ["link", "pipe", "target"]);
    }

    #[test]
    fn a_failure_leaves_no_file_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("game.sgf");
        assert!(write_whole(&path, "text", Replace::Nothing).is_err());
        // A name that no file can have is refused before a tournament is played.
        let path = folder.path().join("x".repeat(1000));
        assert!(WholeFile::begin(&path, Replace::Nothing).is_err());
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_file_in_parts_appears_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let begin = || WholeFile::begin(&path, Replace::Nothing);
        let mut file = begin().unwrap();
        file.write_all(b"one").unwrap();
        assert!(!path.exists());
        drop(file);
        assert!(names(folder.path()).is_empty());

        let mut file = begin().unwrap();
        file.write_all(b"one").unwrap();
        // Another process creates the file first.
        fs::write(&path, "mine").unwrap();
        assert!(file.finish().is_err());
        fs::write(&path, "").unwrap();
        let file = begin().unwrap();
        fs::write(&path, "mine").unwrap();
        assert!(file.finish().is_err());
        assert_eq!(begin().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        assert_eq!(names(folder.path()), ["results.jsonl"]);
    }

    #[test]
    fn what_a_killed_program_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        let running = WholeFile::begin(&path, Replace::Nothing).unwrap();
        let kept = running.temporary().file_name().unwrap().to_owned();
        let left = format!("{UNFINISHED}a1B2c3a1B2c3");
        let others = [
            ".ponnuki-config".to_owned(),
            UNFINISHED.to_owned(),
            format!("{left}.sgf"),
        ];
        for name in others.iter().chain([&left]) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        remove_leftovers(folder.path()).unwrap();
        let mut expected = others.to_vec();
        expected.push(kept.into_string().unwrap());
        expected.sort();
        assert_eq!(names(folder.path()), expected);
        running.finish().unwrap();
        assert!(path.exists());
    }
}
