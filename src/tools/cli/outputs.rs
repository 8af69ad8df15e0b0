//! Keeps the files that a command writes apart from those that it reads.

use std::path::Path;

use crate::cli::failure::Failure;
use ponnuki_formats::files::{is_same_file, is_standard_input};

/// Checks that no output is an input, standard input or another output, even by another
/// name. Each output comes with its option, and is `None` if not given.
pub(crate) fn check<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: &[(&'static str, Option<&Path>)],
) -> Result<(), Failure> {
    let outputs: Vec<_> = outputs
        .iter()
        .filter_map(|&(option, path)| Some((option, path?)))
        .collect();
    let is_read = |option, path: &Path, input: &str| {
        Failure::new(format_args!(
            "{option} {} would overwrite {input}, which the command reads",
            path.display()
        ))
    };
    for (number, &(option, path)) in outputs.iter().enumerate() {
        for &(other, other_path) in &outputs[..number] {
            if is_same_file(path, other_path) {
                return Err(Failure::new(format_args!(
                    "{other} {} and {option} {} name the same file",
                    other_path.display(),
                    path.display()
                )));
            }
        }
    }
    for &(option, path) in &outputs {
        if is_standard_input(path) {
            return Err(is_read(option, path, "standard input"));
        }
    }
    for input in inputs {
        for &(option, path) in &outputs {
            if is_same_file(input, path) {
                return Err(is_read(option, path, &input.to_string_lossy()));
            }
        }
    }
    Ok(())
}
