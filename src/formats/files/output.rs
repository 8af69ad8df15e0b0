//! Files that are written as a whole.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::mark::{Fnv1a, HEAD, Marks, seal};
use super::{NOT_REGULAR, check_name, folder, refused};

/// The beginning of the name of a file that is not complete yet. Random characters follow.
const UNFINISHED: &str = ".ponnuki-unfinished-";

/// How many random characters follow.
const RANDOM: usize = 12;

/// Which existing file an output may replace, apart from an empty one.
#[derive(Clone, Copy, Debug)]
pub struct Replace<'a> {
    purpose: Option<&'a str>,
    is_anything: bool,
}

impl<'a> Replace<'a> {
    /// No existing file.
    pub const NOTHING: Self = Self {
        purpose: None,
        is_anything: false,
    };

    /// A file that this program wrote for the same purpose and that nobody has edited since.
    /// Such a file has these words near its beginning, then a version if there is one, and
    /// [`UNSEALED`](super::UNSEALED), which the digest of the file replaces as soon as that
    /// is complete.
    pub const fn unedited(purpose: &'a str) -> Self {
        Self {
            purpose: Some(purpose),
            is_anything: false,
        }
    }

    /// Replaces any regular file if the user allows that, or if it is an earlier version of
    /// the same file.
    #[must_use]
    pub const fn or_anything(self, is_allowed: bool) -> Self {
        Self {
            is_anything: self.is_anything || is_allowed,
            ..self
        }
    }

    fn check(self, path: &Path) -> io::Result<()> {
        let length = fs::symlink_metadata(path).map_or(0, |metadata| metadata.len());
        if self.is_anything || length == 0 {
            return Ok(());
        }
        let words = match self.purpose {
            None => "the file exists already",
            Some(purpose) if !is_marked(path, purpose)? => {
                "the file exists already and was not written for this purpose"
            }
            Some(purpose) if !is_unedited(path, purpose)? => {
                "the file exists already and may have been edited since it was written"
            }
            Some(_) => return Ok(()),
        };
        Err(io::Error::new(io::ErrorKind::AlreadyExists, words))
    }
}

/// Returns whether a file has these words in its first MiB. A link is not followed.
///
/// # Errors
/// If the file cannot be read.
pub fn is_marked(path: &Path, purpose: &str) -> io::Result<bool> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut head = Vec::new();
    let file = super::open_regular(path)?;
    file.take(HEAD).read_to_end(&mut head)?;
    let mut parts = head.windows(purpose.len());
    Ok(parts.any(|part| part == purpose.as_bytes()))
}

/// Returns whether this program wrote a file for a purpose and nobody has edited it since.
/// A link is not followed.
///
/// # Errors
/// If the file cannot be read.
pub fn is_unedited(path: &Path, purpose: &str) -> io::Result<bool> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(false);
    }
    let marks = Marks::read(super::open_regular(path)?, purpose)?;
    Ok(marks.is_unedited())
}

/// Writes whole files for a session, which may replace its own files again.
#[derive(Debug, Default)]
pub struct SessionFiles(HashMap<PathBuf, Fnv1a>);

impl SessionFiles {
    /// Writes a file, which replaces one that this session wrote and nobody has edited since,
    /// or any other if `overwrites` is true.
    ///
    /// # Errors
    /// As for [`WholeFile::begin`] and [`WholeFile::finish`].
    pub fn write(&mut self, path: &Path, text: &str, overwrites: bool) -> io::Result<()> {
        let is_own = self.0.get(path).is_some_and(|written| {
            let found = super::open_regular(path);
            found.and_then(|file| Fnv1a::EMPTY.with_rest(file)).ok() == Some(*written)
        });
        let replace = Replace::NOTHING.or_anything(overwrites || is_own);
        let begin = if self.0.is_empty() {
            WholeFile::begin
        } else {
            WholeFile::begin_next
        };
        begin(path, replace)?.write_whole(text)?;
        self.0
            .insert(path.to_owned(), Fnv1a::EMPTY.with(text.as_bytes()));
        Ok(())
    }
}

/// A file that is written as a whole, so that other programs see either its old contents
/// or all of the new ones, even after a loss of power. The contents may come in parts.
///
/// They go to a new file with an unpredictable name in the same folder, which then takes the
/// place of the path. Without [`finish`](Self::finish), or if that fails, for example on a
/// full disk, an existing file keeps its contents and no new file stays behind.
#[derive(Debug)]
pub struct WholeFile<'a> {
    /// The handle of the unfinished file. Errors of `named` would tell its name.
    file: BufWriter<File>,
    named: NamedTempFile,
    path: PathBuf,
    /// Whether an existing file is replaced.
    replaces: bool,
    replace: Replace<'a>,
}

impl<'a> WholeFile<'a> {
    /// Begins a file that is new, or takes the place of a regular file. The folder loses
    /// what killed runs have left there.
    ///
    /// # Errors
    /// If the file cannot be written, if there is a file that may not be replaced, such as the
    /// standard input of this run, if `path` is `-`, or if it is anything but a regular file:
    /// a link is not followed, and a pipe or a device is neither waited for nor replaced.
    pub fn begin(path: &Path, replace: Replace<'a>) -> io::Result<Self> {
        // The leftovers of others are no reason to write nothing.
        let _ = remove_leftovers(folder(path));
        Self::begin_next(path, replace)
    }

    /// Begins a file as [`begin`](Self::begin) does, but without a search for leftovers, which
    /// would take too long for each of the many files in one folder.
    ///
    /// # Errors
    /// As for [`begin`](Self::begin).
    pub fn begin_next(path: &Path, replace: Replace<'a>) -> io::Result<Self> {
        check_name(path)?;
        if super::is_standard_input(path) {
            return Err(refused("it is the standard input of this run"));
        }
        let mut builder = Builder::new();
        let replaces = match fs::symlink_metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                replace.check(path)?;
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
        let named = unfinished(&mut builder, folder(path))?;
        Ok(Self {
            file: BufWriter::new(named.as_file().try_clone()?),
            named,
            path: path.to_owned(),
            replaces,
            replace,
        })
    }

    /// Returns the path of the file while it is incomplete. A program that ends by
    /// a signal has to remove it.
    pub fn temporary(&self) -> &Path {
        self.named.path()
    }

    /// Writes the whole contents.
    ///
    /// # Errors
    /// As for [`finish`](Self::finish).
    pub fn write_whole(mut self, text: &str) -> io::Result<()> {
        self.write_all(text.as_bytes())?;
        self.finish()
    }

    /// Gives the complete file its name, once its contents are on the disk.
    ///
    /// # Errors
    /// If the last part cannot be written, or the file cannot get its name, for example
    /// because another program has made or edited a file of that name.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner();
        let file = file.map_err(IntoInnerError::into_error)?;
        if let Some(purpose) = self.replace.purpose {
            seal(&file, purpose)?;
        }
        file.sync_all()?;
        let named = if self.replaces {
            self.replace.check(&self.path)?;
            self.named.persist(&self.path)
        } else {
            self.named.persist_noclobber(&self.path)
        };
        named.map_err(|error| error.error)?;
        sync_folder(folder(&self.path));
        Ok(())
    }
}

impl Write for WholeFile<'_> {
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

    use super::super::UNSEALED;
    use super::super::testing::{mkfifo, names};
    use super::*;

    const ANYTHING: Replace<'_> = Replace::NOTHING.or_anything(true);
    const PURPOSE: &str = "<!-- a page ";

    fn write_whole(path: &Path, text: &str, replace: Replace<'_>) -> io::Result<()> {
        WholeFile::begin(path, replace)?.write_whole(text)
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        write_whole(&path, "one", Replace::NOTHING).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write_whole(&path, "two", ANYTHING).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(names(folder.path()), ["game.sgf"]);
    }

    #[test]
    fn only_what_was_written_for_the_same_purpose_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        let new = format!("<html>{PURPOSE}0.2{UNSEALED} --></html>");
        write_whole(
            &path,
            &new.replace("0.2", "0.1"),
            Replace::unedited(PURPOSE),
        )
        .unwrap();
        let page = fs::read_to_string(&path).unwrap();
        let edited = page.replace("</html>", "my notes</html>");
        for (old, replace, is_replaced) in [
            ("", Replace::NOTHING, true),
            ("thesis", Replace::NOTHING, false),
            ("thesis", Replace::unedited(PURPOSE), false),
            ("<html><!-- a page 0.1", Replace::unedited(PURPOSE), false),
            (&page, Replace::unedited(PURPOSE), true),
            (&page, Replace::unedited("<!-- a picture "), false),
            (&page, Replace::NOTHING, false),
            (&edited, Replace::unedited(PURPOSE), false),
            (&edited, Replace::unedited(PURPOSE).or_anything(true), true),
            (&new, Replace::unedited(PURPOSE), false),
            ("thesis", Replace::unedited(PURPOSE).or_anything(true), true),
        ] {
            fs::write(&path, old).unwrap();
            let written = write_whole(&path, &new, replace);
            assert_eq!(written.is_ok(), is_replaced, "{old} {replace:?}");
            let left = fs::read_to_string(&path).unwrap();
            assert_eq!(left == old, !is_replaced, "{old} {replace:?}");
            let is_sealed = is_unedited(&path, PURPOSE).unwrap();
            let is_page = replace.purpose == Some(PURPOSE);
            assert!(!is_replaced || is_sealed == is_page, "{left}");
        }
    }

    #[test]
    fn a_session_replaces_its_own_files_until_they_are_edited() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        let mut session = SessionFiles::default();
        session.write(&path, "(;)", false).unwrap();
        session.write(&path, "(;B[aa])", false).unwrap();
        fs::write(&path, "(;B[aa]C[mine])").unwrap();
        assert!(session.write(&path, "(;)", false).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "(;B[aa]C[mine])");
        session.write(&path, "(;)", true).unwrap();
    }

    #[test]
    fn no_file_is_called_by_the_sign_of_standard_output() {
        let error = write_whole(Path::new("-"), "", ANYTHING).unwrap_err();
        assert!(error.to_string().contains("./-"), "{error}");
    }

    #[test]
    fn a_new_file_is_as_readable_as_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
        write_whole(&ours, "", Replace::NOTHING).unwrap();
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
            let written = write_whole(path, "lost", ANYTHING);
            assert!(written.is_err(), "{}", path.display());
        }
        assert_eq!(fs::read_to_string(&target).unwrap(), "kept");
        assert_eq!(names(folder.path()), ["link", "pipe", "target"]);
    }

    #[test]
    fn a_failure_leaves_no_file_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("game.sgf");
        assert!(write_whole(&path, "text", Replace::NOTHING).is_err());
        // A name that no file can have is refused before a tournament is played.
        let path = folder.path().join("x".repeat(1000));
        assert!(WholeFile::begin(&path, Replace::NOTHING).is_err());
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_file_in_parts_appears_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let begin = || WholeFile::begin(&path, Replace::NOTHING);
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
        let error = begin().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        assert_eq!(names(folder.path()), ["results.jsonl"]);
    }

    #[test]
    fn what_a_killed_program_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        let running = WholeFile::begin(&path, Replace::NOTHING).unwrap();
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
        drop(WholeFile::begin(&folder.path().join("other"), Replace::NOTHING).unwrap());
        let mut expected = others.to_vec();
        expected.push(kept.into_string().unwrap());
        expected.sort();
        assert_eq!(names(folder.path()), expected);
        running.finish().unwrap();
        assert!(path.exists());
    }
}
