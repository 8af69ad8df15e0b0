//! Reads the inputs kept for the fuzzer.

use std::path::Path;
use std::{fs, io};

use serde::Deserialize;

/// One line of a file of the corpus.
#[derive(Deserialize)]
struct Entry {
    name: String,
    input: String,
}

/// Returns the inputs of a target with their names.
///
/// # Errors
/// If the file cannot be read, is empty, or has a line that `scripts/fuzz/corpus.py` would
/// not write.
pub fn read(target: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/fuzz/corpus");
    let text = fs::read_to_string(corpus.join(format!("{target}.jsonl")))?;
    if text.is_empty() {
        return Err(io::Error::other("the file is empty"));
    }
    let entry = |line: &str| {
        let Entry { name, input } = serde_json::from_str(line)?;
        let bytes: Result<_, _> = input.chars().map(u8::try_from).collect();
        Ok((name, bytes.map_err(io::Error::other)?))
    };
    text.lines().map(entry).collect()
}
