//! Where log messages go, and which.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use env_logger::{Builder, Target};
use log::LevelFilter;

use crate::args::LogArgs;

/// The target of the one message that is shown at every level: the seed, since
/// a game cannot be repeated without it.
const SEED: &str = "seed";

/// Starts the log as the command line asks.
///
/// Warnings and errors are shown, else what `RUST_LOG` says. `-v` and `-q`
/// override it. The lines go to standard error, never to standard output,
/// which belongs to GTP.
///
/// # Errors
/// The log file cannot be opened for writing.
pub(crate) fn start(args: &LogArgs) -> io::Result<()> {
    let mut builder = Builder::new();
    builder.filter_level(LevelFilter::Warn);
    match (args.quiet, args.verbose) {
        (true, _) => {
            builder.filter_level(LevelFilter::Error);
        }
        (false, 0) => {
            builder
                .parse_default_env()
                .filter_module(SEED, LevelFilter::Info);
        }
        (false, verbose) => {
            builder.filter_level(match verbose {
                1 => LevelFilter::Info,
                2 => LevelFilter::Debug,
                _ => LevelFilter::Trace,
            });
        }
    }
    builder.format(|line, record| {
        let level = record.level().as_str().to_ascii_lowercase();
        writeln!(line, "[{level}] {}", record.args())
    });
    if let Some(path) = &args.log_file {
        builder.target(Target::Pipe(Box::new(LogFile::open(path)?)));
    }
    builder.init();
    Ok(())
}

/// Tells the seed, on standard error even when the log goes to a file.
pub(crate) fn report_seed(seed: u64, args: &LogArgs) {
    log::info!(target: SEED, "random seed: {seed}");
    if args.log_file.is_some() && !args.quiet {
        hint(&format!("random seed: {seed}"), args);
    }
}

/// A line for a person on standard error, unless `-q` asks for silence. Nobody
/// may be listening there, and that is no failure.
pub(crate) fn hint(line: &str, args: &LogArgs) {
    if !args.quiet {
        let _ = writeln!(io::stderr(), "{line}");
    }
}

/// A log file. That it cannot be written, as on a full disk, is told on standard
/// error, once; the program goes on, and so do the attempts.
struct LogFile {
    file: File,
    path: PathBuf,
    /// The failure has been told.
    has_failed: bool,
}

impl LogFile {
    fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: OpenOptions::new().create(true).append(true).open(path)?,
            path: path.to_owned(),
            has_failed: false,
        })
    }
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
