//! Keeps the files that a command writes apart from those that it reads.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use ponnuki::files::{is_same_file, is_standard_input};

/// A file that a command would write although it is another file of the command.
#[derive(Debug)]
pub(crate) struct Clash {
    option: &'static str,
    path: PathBuf,
    /// The option of the other output, or `None` for an input.
    other: Option<&'static str>,
    other_path: PathBuf,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (option, path) = (self.option, self.path.display());
        let other_path = self.other_path.display();
        match self.other {
            None => write!(
                f,
                "{option} {path} would overwrite {other_path}, which the command reads"
            ),
            Some(other) => write!(
                f,
                "{other} {other_path} and {option} {path} name the same file"
            ),
        }
    }
}

impl Error for Clash {}

/// Checks that no output is an input, standard input or another output, under whatever name. The
/// outputs come with their options; those that are not given are `None`.
///
/// # Errors
/// [`Clash`] for the first pair.
pub(crate) fn check<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: &[(&'static str, Option<&Path>)],
) -> Result<(), Clash> {
    let outputs: Vec<_> = outputs
        .iter()
        .filter_map(|&(option, path)| Some((option, path?)))
        .collect();
    let clash = |option, path: &Path, other, other_path: &Path| Clash {
        option,
        path: path.to_owned(),
        other,
        other_path: other_path.to_owned(),
    };
    for (number, &(option, path)) in outputs.iter().enumerate() {
        for &(other, other_path) in &outputs[..number] {
            if is_same_file(path, other_path) {
                return Err(clash(option, path, Some(other), other_path));
            }
        }
    }
    for &(option, path) in &outputs {
        if is_standard_input(path) {
            return Err(clash(option, path, None, Path::new("standard input")));
        }
    }
    for input in inputs {
        for &(option, path) in &outputs {
            if is_same_file(input, path) {
                return Err(clash(option, path, None, input));
            }
        }
    }
    Ok(())
}
