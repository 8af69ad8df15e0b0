//! The log: its level and destination, and the seed of a run in it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::cli::args::LogArgs;
use crate::cli::failure::Failure;
use crate::cli::plain;
use env_logger::{Builder, Target};
use log::{Level, LevelFilter};
use ponnuki_formats::files::{AppendedFile, End};
use rand::TryRng;
use rand::rngs::SysRng;

/// The target of the message about the seed, which is logged even without `-v`,
/// because a game cannot be repeated without its seed.
const SEED: &str = "seed";

/// Starts logging as the command line demands.
///
/// The level is "warn" unless `RUST_LOG` sets another; `-v` and `-q` override both. Lines
/// go to standard error or a file, never to standard output, which belongs to GTP.
pub(crate) fn start(args: &LogArgs) -> io::Result<()> {
    let mut builder = Builder::new();
    builder.filter_level(match (args.quiet, args.verbose) {
        (true, _) => LevelFilter::Error,
        (false, 0) => LevelFilter::Warn,
        (false, 1) => LevelFilter::Info,
        (false, 2) => LevelFilter::Debug,
        _ => LevelFilter::Trace,
    });
    if !args.quiet && args.verbose == 0 {
        builder.parse_default_env();
        builder.filter_module(SEED, LevelFilter::Info);
    }
    builder.format(|line, record| {
        // Messages quote other programs and files, so control characters are replaced.
        let text = plain::line(&record.args().to_string());
        writeln!(line, "{}{text}", prefix(record.level()))
    });
    if let Some(path) = &args.log_file {
        builder.target(Target::Pipe(Box::new(LogFile::open(path)?)));
    }
    builder.init();
    Ok(())
}

/// Returns the given seed or one from the system's random generator, and logs it, so that the run
/// can be repeated. If the log goes to a file, the seed is also printed on standard error.
pub(crate) fn seed(given: Option<u64>, args: &LogArgs) -> Result<u64, Failure> {
    let missing = |_| Failure::new("the system provides no random seed; give one with --seed");
    let seed = given.map_or_else(|| SysRng.try_next_u64().map_err(missing), Ok)?;
    log::info!(target: SEED, "random seed: {seed}");
    if args.log_file.is_some() {
        hint(&format!("random seed: {seed}"), args);
    }
    Ok(seed)
}

/// Prints a line for the user on standard error, unless `-q` is given. A closed
/// standard error is ignored.
pub(crate) fn hint(line: &str, args: &LogArgs) {
    if !args.quiet {
        let _ = writeln!(io::stderr(), "{line}");
    }
}

/// A log file. The first failed write is reported on standard error, but later ones are
/// still tried.
struct LogFile {
    file: AppendedFile,
    path: PathBuf,
    /// Whether a failed write has been reported.
    has_failed: bool,
}

impl LogFile {
    /// Opens a file that is new, empty, or starts like a log.
    fn open(path: &Path) -> io::Result<Self> {
        let mut file = AppendedFile::open_shared(path)?;
        let head = file.head(16)?;
        let begins = |level| {
            let prefix = prefix(level);
            head.starts_with(prefix.as_bytes()) || prefix.as_bytes().starts_with(&head)
        };
        if !Level::iter().any(begins) {
            let words = "the file exists already and is no log of this program";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, words));
        }
        if file.is_unended()? {
            // The last line was cut off, for example by a full disk.
            file.repair(End::Unended)?;
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            has_failed: false,
        })
    }
}

/// Returns the prefix of lines of this level.
fn prefix(level: Level) -> String {
    format!("[{}] ", level.as_str().to_ascii_lowercase())
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.file.write(bytes);
        if let Err(error) = &result
            && error.kind() != io::ErrorKind::Interrupted
            && !self.has_failed
        {
            self.has_failed = true;
            let path = self.path.display();
            let _ = writeln!(
                io::stderr(),
                "ponnuki: cannot write the log file {path}: {error}"
            );
        }
        result
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
