//! The fuzz targets for the inputs of the program: the command line, tournament files,
//! files of results, and queries of the analysis protocol. `scripts/fuzz/fuzz.sh` runs them,
//! and `cargo test` replays the inputs that it starts from.

pub mod queries;
pub mod results;

use std::ffi::OsString;
use std::fs;

use clap::error::ErrorKind;
use serde_json::Value;

use crate::commands::Cli;
use crate::r#match::command::read_tournament;

/// Parses each line as an argument of the program, without running a command. The
/// arguments must be accepted, or refused with a message and the status of wrong usage.
pub fn options(bytes: &[u8]) {
    let arguments = bytes.split(|&byte| byte == b'\n').map(argument);
    let Err(error) = Cli::read([OsString::from("ponnuki")].into_iter().chain(arguments)) else {
        return;
    };
    let text = error.to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            assert_eq!(error.exit_code(), 0, "{text}");
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            assert_eq!(error.exit_code(), 2, "{text}");
        }
        _ => {
            assert_eq!(error.exit_code(), 2, "{text}");
            assert!(text.starts_with("error: ") && text.len() > 10, "{text}");
        }
    }
}

#[cfg(unix)]
fn argument(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    // The system cannot pass an argument with a zero byte.
    OsString::from_vec(bytes.iter().copied().filter(|&byte| byte != 0).collect())
}

#[cfg(not(unix))]
fn argument(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Reads the bytes as a tournament file, which must be accepted, or refused with a
/// reason.
pub fn tournament(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let path = folder.path().join("tournament.toml");
    fs::write(&path, bytes).expect("the file can be written");
    if let Err(failure) = read_tournament(&path) {
        assert!(!failure.to_string().trim().is_empty());
    }
}

/// Sets the value at a JSON pointer, or removes it. Returns `None` if it leads nowhere.
fn edit(document: &mut Value, pointer: &str, value: Option<Value>) -> Option<()> {
    let (parent, key) = pointer.rsplit_once('/')?;
    match document.pointer_mut(parent)? {
        Value::Object(members) => {
            match value {
                Some(value) => members.insert(key.to_owned(), value),
                None => members.remove(key),
            };
        }
        Value::Array(elements) => {
            let index = key.parse().unwrap_or(elements.len());
            match value {
                Some(value) if index < elements.len() => elements[index] = value,
                Some(value) => elements.push(value),
                None => elements.truncate(index),
            }
        }
        _ => return None,
    }
    Some(())
}

/// Parses the input as JSON or, if that fails, takes it as a JSON string.
fn json_or_string(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}

#[cfg(test)]
mod tests {
    use ponnuki_testing::corpus::inputs;

    use super::*;

    /// Runs a target on each of its saved inputs.
    fn replay(target: &str, check: fn(&[u8])) {
        for (name, bytes) in inputs(target).unwrap() {
            println!("{target}::{name}");
            check(&bytes);
        }
    }

    #[test]
    fn arguments_found_by_fuzzing_are_read_or_refused() {
        replay("options", options);
    }

    #[test]
    fn queries_found_by_fuzzing_have_their_answers() {
        replay("queries", queries::answer);
    }

    #[test]
    fn results_found_by_fuzzing_are_read_or_refused() {
        replay("results", results::read);
    }

    #[test]
    fn tournament_files_found_by_fuzzing_are_read_or_refused() {
        replay("tournament", tournament);
    }
}
