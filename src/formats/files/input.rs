//! Opens the files that are read.

use std::fs::{self, File, FileType, Metadata};
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use super::{NOT_REGULAR, refused};

/// A kind of file that is read as a whole, with its size limit.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// The name of the kind, with its article: "a suite".
    pub name: &'static str,
    /// The largest size, in bytes.
    pub max_bytes: u64,
}

impl FileKind {
    /// The file of a tournament.
    pub const TOURNAMENT: Self = Self::new("a tournament file", 16 << 20);
    /// A suite of regression tests.
    pub const SUITE: Self = Self::new("a suite", 64 << 20);
    /// A list of openings.
    pub const OPENINGS: Self = Self::new("a list of openings", 8 << 20);
    /// The names of checks that are known to fail.
    pub const KNOWN_FAILURES: Self = Self::new("a list of known failures", 1 << 20);
    /// The saved results of regression tests.
    pub const SAVED_RESULTS: Self = Self::new("a file of saved results", 1 << 30);

    /// The weights of a network.
    pub const WEIGHTS: Self = Self::new("a file of weights", 64 << 20);

    const fn new(name: &'static str, max_bytes: u64) -> Self {
        Self { name, max_bytes }
    }

    /// Reads the rest of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is larger than the limit of its kind.
    pub fn read(self, file: impl Read) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.take(self.max_bytes + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > self.max_bytes {
            let (name, most) = (self.name, self.max_bytes >> 20);
            let words = format!("{name} may have at most {most} MiB");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
        }
        Ok(bytes)
    }

    /// Reads a regular file.
    ///
    /// # Errors
    /// Those of [`open_regular`] and [`read`](Self::read).
    pub fn read_file(self, path: &Path) -> io::Result<Vec<u8>> {
        self.read(open_regular(path)?)
    }
}

/// Opens a regular file, or a link to one, for reading. On Unix neither opening nor
/// reading ever blocks.
///
/// Settings, and the files that are found in folders, are opened in this way.
///
/// # Errors
/// If the file cannot be opened, or is a folder, a pipe or a device.
pub fn open_regular(path: &Path) -> io::Result<File> {
    open_if(path, |metadata| {
        metadata.is_file().then_some(()).ok_or(NOT_REGULAR)
    })
}

/// Opens a regular file on a disk for reading, on behalf of a stranger.
///
/// # Errors
/// As for [`open_regular`], and if the file is empty: the system reports virtual
/// files as empty, and reading some of them, such as `/proc/kmsg`, blocks until
/// an event.
pub fn open_on_disk(path: &Path) -> io::Result<File> {
    open_if(path, |metadata| match metadata {
        metadata if !metadata.is_file() => Err(NOT_REGULAR),
        metadata if metadata.len() == 0 => Err("the file is empty"),
        _ => Ok(()),
    })
}

/// Opens a file or a pipe that the user has named for reading as a stream, so that the
/// output of another program can be given as a file.
///
/// # Errors
/// If the file cannot be opened, or is a folder or a device other than a terminal and
/// `/dev/null`: some devices never end.
pub fn open_stream(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(refused("a folder, not a file"));
    }
    let file = File::open(path)?;
    if is_device(kind) && path != Path::new("/dev/null") && !file.is_terminal() {
        return Err(refused("a device, not a file"));
    }
    Ok(file)
}

/// Opens a file that passes a check both before and after it is opened.
fn open_if(path: &Path, check: impl Fn(&Metadata) -> Result<(), &'static str>) -> io::Result<File> {
    // Opening a device may already change it.
    check(&fs::metadata(path)?).map_err(refused)?;
    let file = open_without_waiting(path)?;
    // The path may name something else by now.
    check(&file.metadata()?).map_err(refused)?;
    Ok(file)
}

#[cfg(unix)]
fn is_device(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;

    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: FileType) -> bool {
    false
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::super::testing::mkfifo;
    use super::*;

    #[test]
    fn only_files_on_a_disk_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let (file, empty) = (folder.path().join("file"), folder.path().join("empty"));
        let (link, pipe) = (folder.path().join("link"), folder.path().join("pipe"));
        fs::write(&file, "text").unwrap();
        fs::write(&empty, "").unwrap();
        symlink(&file, &link).unwrap();
        mkfifo(&pipe);
        for path in [&file, &link] {
            for open in [open_on_disk, open_regular, open_stream] {
                let read = io::read_to_string(open(path).unwrap()).unwrap();
                assert_eq!(read, "text");
            }
        }
        for path in [&pipe, folder.path(), Path::new("/dev/zero")] {
            for open in [open_on_disk, open_regular] {
                assert!(open(path).is_err(), "{}", path.display());
            }
        }
        assert!(open_on_disk(&empty).is_err());
        assert!(open_regular(&empty).is_ok());
        // A pipe may take the place of a file after the first look at it.
        assert!(open_without_waiting(&pipe).is_ok());
    }

    #[test]
    fn a_stream_is_no_device() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path(), Path::new("/dev/zero")] {
            assert!(open_stream(path).is_err(), "{}", path.display());
        }
        assert!(open_stream(Path::new("/dev/null")).is_ok());
    }

    #[test]
    fn a_file_is_no_larger_than_its_kind_may_be() {
        let kind = FileKind::new("a poem", 1 << 20);
        assert_eq!(kind.read(&b"short"[..]).unwrap(), b"short");
        let error = kind.read(io::repeat(b' ')).unwrap_err();
        assert_eq!(error.to_string(), "a poem may have at most 1 MiB");
    }
}
