//! Files that are written as a whole, files that are read without waiting, and
//! whether two paths name one file.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Writes a file as a whole, so that other programs see either its old contents
/// or all of the new ones.
///
/// The text goes to a new file with an unpredictable name in the same folder,
/// which then takes the place of `path`. If that fails, for example on a full
/// disk, an existing file keeps its contents and no new file stays behind.
///
/// # Errors
///
/// If the file cannot be written, or if `path` is anything but a regular file:
/// a link is not followed, and a pipe or a device is neither waited for nor
/// replaced.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut file = WholeFile::replacing(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

/// A file that appears under its name when it is complete, for contents that are
/// written in parts. Without [`finish`](Self::finish) nothing stays behind.
#[derive(Debug)]
pub struct WholeFile {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
    /// Whether an existing file is replaced.
    replaces: bool,
}

impl WholeFile {
    /// Begins a file that takes the place of a regular file, or is new.
    ///
    /// # Errors
    /// Those of [`write_whole`].
    pub fn replacing(path: &Path) -> io::Result<Self> {
        let mut builder = Builder::new();
        match fs::symlink_metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                builder.permissions(metadata.permissions());
            }
            Ok(_) => {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidInput,
                    "not a regular file",
                ));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => new_file(&mut builder),
            Err(error) => return Err(error),
        }
        Self::begin(&mut builder, path, true)
    }

    /// Begins a file that must not exist yet.
    ///
    /// # Errors
    /// If there is anything at `path`, or if the file cannot be written.
    pub fn creating(path: &Path) -> io::Result<Self> {
        let mut builder = Builder::new();
        match fs::symlink_metadata(path) {
            Ok(_) => {
                return Err(io::Error::new(
                    io::ErrorKind::AlreadyExists,
                    "the file exists already",
                ));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => new_file(&mut builder),
            Err(error) => return Err(error),
        }
        Self::begin(&mut builder, path, false)
    }

    fn begin(builder: &mut Builder<'_, '_>, path: &Path, replaces: bool) -> io::Result<Self> {
        let file = builder.prefix(".ponnuki-").tempfile_in(folder(path))?;
        Ok(Self {
            file: BufWriter::new(file),
            path: path.to_owned(),
            replaces,
        })
    }

    /// Returns the path of the file while it is incomplete. A program that ends by
    /// a signal has to remove it.
    pub fn temporary(&self) -> &Path {
        self.file.get_ref().path()
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// If the last part cannot be written, or the file cannot get its name.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(IntoInnerError::into_error)?;
        let named = if self.replaces {
            file.persist(self.path)
        } else {
            file.persist_noclobber(self.path)
        };
        named.map_err(|error| error.error)?;
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

/// Returns whether two paths name one regular file, by whatever names and links,
/// or would name one that does not exist yet. No file is opened.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((identity(one), identity(other)), (Some(one), Some(other)) if one == other)
}

/// The file that a path names.
#[derive(PartialEq, Eq)]
enum Identity {
    /// A regular file.
    Existing(Place),
    /// A file that could be created in a folder.
    New(Place, OsString),
}

/// Returns the file that a path names, or `None` for a folder, a pipe or a device,
/// and for a path that leads nowhere.
fn identity(path: &Path) -> Option<Identity> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => place(path).map(Identity::Existing),
        Ok(_) => None,
        Err(_) => Some(Identity::New(
            place(folder(path))?,
            path.file_name()?.into(),
        )),
    }
}

/// A device and a file on it.
#[cfg(unix)]
type Place = (u64, u64);

#[cfg(unix)]
fn place(path: &Path) -> Option<Place> {
    use std::os::unix::fs::MetadataExt;

    let metadata = fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// The path without links.
#[cfg(not(unix))]
type Place = PathBuf;

#[cfg(not(unix))]
fn place(path: &Path) -> Option<Place> {
    fs::canonicalize(path).ok()
}

/// Returns the folder of a file.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Opens a file on a disk for reading, so that no read from it waits.
///
/// # Errors
///
/// If the file cannot be opened, or if it is a pipe, a device or a folder. An
/// empty file is refused too: the system shows files that it makes up as empty,
/// and some of them wait for events, such as `/proc/kmsg`.
pub fn open_on_disk(path: &Path) -> io::Result<File> {
    // Opening a device may already change it.
    check_on_disk(&fs::metadata(path)?)?;
    let file = open_without_waiting(path)?;
    // Something else may have taken its place.
    check_on_disk(&file.metadata()?)?;
    Ok(file)
}

fn check_on_disk(metadata: &fs::Metadata) -> io::Result<()> {
    let fault = if !metadata.is_file() {
        "not a regular file"
    } else if metadata.len() == 0 {
        "the file is empty"
    } else {
        return Ok(());
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, fault))
}

/// Opens a file, even a pipe that has no writer, without waiting.
#[cfg(unix)]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};

    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(File::from(open(path, flags, Mode::empty())?))
}

#[cfg(not(unix))]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
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
    use std::process::Command;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        write_whole(&path, "one").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write_whole(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(names(folder.path()), ["game.sgf"]);
    }

    #[test]
    fn a_new_file_is_as_readable_as_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
        write_whole(&ours, "").unwrap();
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
        let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        for path in [&link, &pipe, folder.path()] {
            assert!(write_whole(path, "lost").is_err(), "{}", path.display());
        }
        assert_eq!(fs::read_to_string(&target).unwrap(), "kept");
        assert_eq!(names(folder.path()), ["link", "pipe", "target"]);
    }

    #[test]
    fn only_files_on_a_disk_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let (file, empty) = (folder.path().join("file"), folder.path().join("empty"));
        let (link, pipe) = (folder.path().join("link"), folder.path().join("pipe"));
        fs::write(&file, "text").unwrap();
        fs::write(&empty, "").unwrap();
        symlink(&file, &link).unwrap();
        let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        for path in [&file, &link] {
            let read = io::read_to_string(open_on_disk(path).unwrap()).unwrap();
            assert_eq!(read, "text");
        }
        for path in [&empty, &pipe, folder.path(), Path::new("/dev/zero")] {
            assert!(open_on_disk(path).is_err(), "{}", path.display());
        }
        // A pipe may take the place of a file after the first look at it.
        assert!(open_without_waiting(&pipe).is_ok());
    }

    #[test]
    fn a_failure_leaves_no_file_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("game.sgf");
        assert!(write_whole(&path, "text").is_err());
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_file_in_parts_appears_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let mut file = WholeFile::creating(&path).unwrap();
        file.write_all(b"one").unwrap();
        assert!(!path.exists());
        drop(file);
        assert!(names(folder.path()).is_empty());

        let mut file = WholeFile::creating(&path).unwrap();
        file.write_all(b"one").unwrap();
        // Another program is faster.
        fs::write(&path, "mine").unwrap();
        assert!(file.finish().is_err());
        assert_eq!(
            WholeFile::creating(&path).unwrap_err().kind(),
            io::ErrorKind::AlreadyExists
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");

        let mut file = WholeFile::replacing(&path).unwrap();
        file.write_all(b"two").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(names(folder.path()), ["results.jsonl"]);
    }

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
