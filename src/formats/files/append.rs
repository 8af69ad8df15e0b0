//! Files that lines are appended to, which a later run of the program continues.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::lines::{Line, Lines};
use super::output::sync_folder;
use super::{NOT_REGULAR, check_name, folder, refused};

/// The paths that accept lines although they are no regular files. `/dev/full` fails at
/// every write, so that users can see what a full disk does.
const STREAMS: [&str; 4] = ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/full"];

/// The folder of the streams that the shell has opened for the program.
const OPEN_STREAMS: &str = "/dev/fd/";

/// The longest time that lines may be in the memory of the system only, where they
/// survive the end of the program but not a loss of power.
const MAX_UNSYNCED: Duration = Duration::from_secs(1);

/// A file that lines are appended to. It is locked while it is open, so that no other
/// run appends to it.
#[derive(Debug)]
pub struct AppendedFile {
    file: File,
    is_regular: bool,
    synced: Instant,
}

/// The end of a file that a run continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last line is complete.
    Whole,
    /// The last line lacks only its line feed.
    Unended,
    /// The last line was never completed.
    CutOff {
        /// The number of bytes before that line.
        whole: u64,
        /// The length of that line in bytes.
        dropped: usize,
    },
}

impl End {
    /// Returns the end of a file after a last line that lacks its line feed and is not
    /// complete otherwise.
    pub const fn cut_off(line: Line<'_>) -> Self {
        Self::CutOff {
            whole: line.offset,
            dropped: line.bytes.len(),
        }
    }

    /// Returns the number of bytes that belong to no line.
    pub const fn dropped(self) -> usize {
        match self {
            Self::Whole | Self::Unended => 0,
            Self::CutOff { dropped, .. } => dropped,
        }
    }
}

impl AppendedFile {
    /// Opens a file, or creates it. Its contents stay as they are.
    ///
    /// # Errors
    /// If the file cannot be opened, if another run appends to it, if `path` is `-`, or if it is
    /// neither a regular file nor one of the streams of the program: a link is not followed, and a
    /// pipe is not waited for.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = Self::open_shared(path)?;
        // Some file systems have no locks; the file is then used without one.
        if file.is_regular
            && let Err(TryLockError::WouldBlock) = file.file.try_lock()
        {
            let words = "another run writes to it";
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, words));
        }
        Ok(file)
    }

    /// Opens a file as [`open`](Self::open) does, but without a lock: for lines that may
    /// stand between those of other programs.
    ///
    /// # Errors
    /// As for [`open`](Self::open), but for other runs.
    pub fn open_shared(path: &Path) -> io::Result<Self> {
        check_name(path)?;
        let is_stream = STREAMS.map(Path::new).contains(&path) || path.starts_with(OPEN_STREAMS);
        let is_new = !is_stream
            && match fs::symlink_metadata(path) {
                Ok(metadata) => {
                    check_regular(metadata.is_file())?;
                    false
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => true,
                Err(error) => return Err(error),
            };
        let mut options = OpenOptions::new();
        options.create(true);
        if cfg!(windows) {
            // A file that is opened for appending cannot be made shorter there.
            options.read(true).write(true).truncate(false);
        } else {
            options.read(!is_stream).append(true);
        }
        let file = open_without_waiting(&mut options, path, is_stream)?;
        let is_regular = file.metadata()?.is_file();
        // The path may name something else by now.
        check_regular(is_regular || is_stream)?;
        if is_new {
            sync_folder(folder(path));
        }
        Ok(Self {
            file,
            is_regular: is_regular && !is_stream,
            synced: Instant::now(),
        })
    }

    /// Returns whether a later run can continue the file.
    ///
    /// # Errors
    /// If the file is a stream.
    pub fn check_continued(&self) -> io::Result<()> {
        check_regular(self.is_regular)
    }

    /// Returns the first bytes of the file, up to `most`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn head(&self, most: u64) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        if self.is_regular {
            (&self.file).seek(SeekFrom::Start(0))?;
            (&self.file).take(most).read_to_end(&mut head)?;
        }
        Ok(head)
    }

    /// Returns whether the file ends in the middle of a line.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn is_unended(&self) -> io::Result<bool> {
        if !self.is_regular || self.file.metadata()?.len() == 0 {
            return Ok(false);
        }
        let mut last = [0];
        (&self.file).seek(SeekFrom::End(-1))?;
        (&self.file).read_exact(&mut last)?;
        Ok(last != *b"\n")
    }

    /// Returns the lines of the file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn lines(&self) -> io::Result<Lines<BufReader<&File>>> {
        (&self.file).seek(SeekFrom::Start(0))?;
        Ok(Lines::new(BufReader::new(&self.file)))
    }

    /// Gives the file an end that lines can be appended to.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn repair(&mut self, end: End) -> io::Result<()> {
        match end {
            End::Whole => Ok(()),
            End::Unended => self.write_all(b"\n"),
            End::CutOff { whole, .. } => self.file.set_len(whole),
        }
    }

    /// Appends a line. It is handed to the operating system before this returns, and is
    /// on the disk about a second later or when the file is closed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, mut line: String) -> io::Result<()> {
        line.push('\n');
        self.write_all(line.as_bytes())?;
        if self.is_regular && self.synced.elapsed() >= MAX_UNSYNCED {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}

impl Drop for AppendedFile {
    fn drop(&mut self) {
        if self.is_regular {
            let _ = self.file.sync_data();
        }
        // A process that is being started shares the file, and thus the lock, until it runs
        // its own program, so closing the file here might be too early for the next run.
        let _ = self.file.unlock();
    }
}

/// The bytes are written as they are, for lines that are made elsewhere.
impl Write for AppendedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if cfg!(windows) && self.is_regular {
            self.file.seek(SeekFrom::End(0))?;
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn check_regular(is_regular: bool) -> io::Result<()> {
    is_regular.then_some(()).ok_or_else(|| refused(NOT_REGULAR))
}

/// Opens a file that is no link, even a pipe that has no reader, without waiting.
#[cfg(unix)]
fn open_without_waiting(
    options: &mut OpenOptions,
    path: &Path,
    is_stream: bool,
) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    if !is_stream {
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
    }
    options.open(path)
}

#[cfg(not(unix))]
fn open_without_waiting(options: &mut OpenOptions, path: &Path, _: bool) -> io::Result<File> {
    options.open(path)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::super::testing::mkfifo;
    use super::*;

    #[test]
    fn only_regular_files_and_streams_are_appended_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("target"), "kept").unwrap();
        symlink(path("target"), path("link")).unwrap();
        mkfifo(&path("pipe"));
        for name in ["link", "pipe", "."] {
            let error = AppendedFile::open(&path(name)).unwrap_err().to_string();
            assert_eq!(error, "not a regular file", "{name}");
        }
        assert_eq!(fs::read_to_string(path("target")).unwrap(), "kept");
        let stream = AppendedFile::open(Path::new("/dev/null")).unwrap();
        assert!(stream.check_continued().is_err());
    }

    #[test]
    fn lines_go_to_the_end_of_a_file_that_no_other_run_has() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        fs::write(&path, "one\ntw").unwrap();
        let mut file = AppendedFile::open(&path).unwrap();
        let busy = AppendedFile::open(&path).unwrap_err();
        assert_eq!(busy.kind(), io::ErrorKind::ResourceBusy);
        // Logs may be written by several programs.
        assert!(
            AppendedFile::open_shared(&path)
                .unwrap()
                .is_unended()
                .unwrap()
        );
        assert_eq!(file.head(2).unwrap(), b"on");
        let mut lines = file.lines().unwrap();
        lines.next_line().unwrap();
        let end = End::cut_off(lines.next_line().unwrap().unwrap());
        assert_eq!(end.dropped(), 2);
        file.repair(end).unwrap();
        file.append("three".to_owned()).unwrap();
        // A process that another thread is just starting has such a copy.
        let copy = file.file.try_clone().unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\nthree\n");

        fs::write(&path, "one").unwrap();
        let mut file = AppendedFile::open(&path).unwrap();
        drop(copy);
        file.repair(End::Unended).unwrap();
        file.append("two".to_owned()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
    }
}
