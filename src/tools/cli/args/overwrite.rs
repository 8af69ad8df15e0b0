//! Whether a command may replace files that another program wrote.

use std::io::{self, ErrorKind};
use std::path::Path;

use clap::{Arg, Args};
use ponnuki_formats::files::{Replace, UNSEALED, WholeFile};

use crate::cli::failure::Failure;

/// The option of all commands that write whole files.
#[derive(Debug, Default, Args)]
pub(crate) struct OverwriteArgs {
    /// Replace existing files, whatever they contain
    ///
    /// Without this option a command only replaces what it has written itself for the same
    /// purpose, as long as nobody has edited it since.
    #[arg(long)]
    pub(crate) overwrite: bool,
}

/// Changes the help of `--overwrite` for commands that replace nothing without it, because people
/// also edit their outputs.
pub(crate) fn replacing_nothing(overwrite: Arg) -> Arg {
    let help = "Replace an existing FILE, whatever it contains";
    overwrite.long_help(None).help(help)
}

impl OverwriteArgs {
    /// Starts writing a file.
    ///
    /// # Errors
    /// As for [`WholeFile::begin`]. The message suggests `--overwrite` if that would help.
    pub(crate) fn begin<'a>(&self, path: &Path, replace: Replace<'a>) -> io::Result<WholeFile<'a>> {
        WholeFile::begin(path, replace.or_anything(self.overwrite)).map_err(|error| {
            match error.kind() {
                ErrorKind::AlreadyExists => {
                    io::Error::new(error.kind(), format!("{error}; --overwrite replaces it"))
                }
                _ => error,
            }
        })
    }

    /// Checks that a file can be written, before any time is spent on its contents.
    pub(crate) fn check(&self, path: &Path, replace: Replace<'_>) -> Result<(), Failure> {
        // Dropped unfinished, so that nothing stays behind.
        let begun = self.begin(path, replace);
        begun.map(drop).map_err(Failure::file("write", path))
    }

    /// Writes a file.
    pub(crate) fn write(
        &self,
        path: &Path,
        text: &str,
        replace: Replace<'_>,
    ) -> Result<(), Failure> {
        self.replace(path, text, replace)
            .map_err(Failure::file("write", path))
    }

    fn replace(&self, path: &Path, text: &str, replace: Replace<'_>) -> io::Result<()> {
        self.begin(path, replace)?.write_whole(text)
    }

    /// Writes an SVG picture, with the command that drew it in the opening tag. An earlier
    /// picture by the same command is replaced.
    pub(crate) fn write_picture(&self, path: &Path, svg: &str, command: &str) -> io::Result<()> {
        let purpose = format!(" data-generator=\"Ponnuki {command} ");
        let version = env!("CARGO_PKG_VERSION");
        let marked = svg.replacen('>', &format!("{purpose}{version}{UNSEALED}\">"), 1);
        self.replace(path, &marked, Replace::unedited(&purpose))
    }
}
