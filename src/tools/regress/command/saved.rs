//! Saved results: one line of JSON for the run, then one for each suite.

use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::cli::failure::Failure;
use crate::regress::SuiteResult;
use ponnuki_formats::files::{AppendedFile, End, FileKind, Lines};
use serde::{Deserialize, Serialize};

/// How the line of a suite begins.
const OUTCOME: &[u8] = br#"{"path":""#;

/// The first line of the file, which describes the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RunHeader {
    engine: String,
}

/// Reads saved results. An incomplete last line is ignored.
pub(super) fn read(path: &Path) -> Result<Vec<SuiteResult>, Failure> {
    let bytes = FileKind::SAVED_RESULTS.read_file(path);
    let (_, outcomes, _) = parse(Lines::new(BufReader::new(&bytes?[..])), None)?;
    Ok(outcomes)
}

/// Reads the header, if present, and the results. The last line may be incomplete only if
/// it is recognisably ours: a prefix of the `expected` header, or of a suite's line.
fn parse(
    lines: Lines<impl BufRead>,
    expected: Option<&RunHeader>,
) -> Result<(Option<RunHeader>, Vec<SuiteResult>, End), Failure> {
    // One line holds a whole suite, so the usual line limit is too small.
    let mut lines = lines.with_limit(FileKind::SAVED_RESULTS.max_bytes);
    let first = expected.map(serde_json::to_vec).transpose();
    let first = first?;
    let (mut header, mut outcomes) = (None, Vec::new());
    while let Some(line) = lines.next_line()? {
        let has_header = header.is_some();
        let (read, beginning) = match header {
            None => (
                serde_json::from_slice(line.bytes).map(|read| header = Some(read)),
                first.as_deref().unwrap_or_default(),
            ),
            Some(_) => (
                serde_json::from_slice(line.bytes).map(|outcome| outcomes.push(outcome)),
                OUTCOME,
            ),
        };
        let is_ours =
            beginning.starts_with(line.bytes) || (has_header && line.bytes.starts_with(OUTCOME));
        match read {
            Ok(()) if line.is_complete => {}
            Ok(()) => return Ok((header, outcomes, End::Unended)),
            // A killed run leaves an incomplete line.
            Err(_) if !line.is_complete && is_ours => {
                return Ok((header, outcomes, End::cut_off(line)));
            }
            Err(error) => {
                return Err(Failure::new(format_args!(
                    "line {} is no result: {error}",
                    line.number
                )));
            }
        }
    }
    Ok((header, outcomes, End::Whole))
}

/// Creates a file to which suites are appended as they end, or continues one of the same engine
/// and returns its results. In an existing file, only an incomplete last line is changed. The file
/// is locked while it is open.
///
/// # Errors
/// If the file cannot be written or holds anything else. The file is then left unchanged.
pub(super) fn open(path: &Path, engine: &str) -> Result<(AppendedFile, Vec<SuiteResult>), Failure> {
    let header = RunHeader {
        engine: engine.to_owned(),
    };
    let mut file = AppendedFile::open(path)?;
    file.check_continued()?;
    let (found, outcomes, end) = parse(file.lines()?, Some(&header))?;
    if let Some(found) = found.as_ref().filter(|&found| *found != header) {
        let engine = &found.engine;
        return Err(Failure::new(format_args!(
            "it holds the results of another engine, {engine:?}"
        )));
    }
    file.repair(end)?;
    if found.is_none() {
        add(&mut file, &header)?;
    }
    Ok((file, outcomes))
}

/// Appends the line of the run or of a suite, and hands it to the operating system.
pub(super) fn add(file: &mut AppendedFile, line: &impl Serialize) -> Result<(), Failure> {
    Ok(file.append(serde_json::to_string(line)?)?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const ENGINE: &str = "gnügo";

    fn outcome(name: &str) -> SuiteResult {
        SuiteResult {
            path: name.into(),
            errors: vec![(7, "? ä".to_owned())],
            ..SuiteResult::default()
        }
    }

    /// Whatever byte a run is killed at, the next one continues after the last whole line.
    #[test]
    fn a_file_that_was_cut_off_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("saved.jsonl");
        let (mut saved, done) = open(&path, ENGINE).unwrap();
        assert!(done.is_empty());
        add(&mut saved, &outcome("a.tst")).unwrap();
        add(&mut saved, &outcome("b.tst")).unwrap();
        drop(saved);
        let whole = fs::read(&path).unwrap();
        let lines: Vec<_> = whole.split_inclusive(|&byte| byte == b'\n').collect();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut saved, done) = open(&path, ENGINE).unwrap();
            // A line that lacks only its line feed counts as whole.
            let ends = [lines[0].len() + lines[1].len() - 1, whole.len() - 1];
            let expected = ends.iter().filter(|&&end| length >= end).count();
            assert_eq!(done.len(), expected, "{length}");
            for name in ["a.tst", "b.tst"].iter().skip(done.len()) {
                add(&mut saved, &outcome(name)).unwrap();
            }
            drop(saved);
            assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
        }
    }

    #[test]
    fn a_suite_may_fill_a_long_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("saved.jsonl");
        let long = outcome(&"a".repeat(17 << 20));
        let (mut saved, _) = open(&path, ENGINE).unwrap();
        add(&mut saved, &long).unwrap();
        drop(saved);
        assert_eq!(read(&path).unwrap().len(), 1);
        assert_eq!(open(&path, ENGINE).unwrap().1.len(), 1);
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for (text, words) in [
            ("boardsize 9\n", "line 1 is no result"),
            ("boardsize 9", "line 1 is no result"),
            ("{\"engine\":\"gnügo\"}\n{\"x\":1}\n", "line 2 is no result"),
            ("{\"engine\":\"gnügo\"}\n[", "line 2 is no result"),
            ("{\"engine\":\"gnügo\"}\n{\"my\":", "line 2 is no result"),
            // Only a prefix of our own header counts as incomplete.
            ("{ \"name\": \"my-app\",", "line 1 is no result"),
            ("{\"engine\":\"gnügo 2", "line 1 is no result"),
            ("{\"engine\":\"x\"}\n", "of another engine, \"x\""),
        ] {
            fs::write(&path, text).unwrap();
            let error = open(&path, ENGINE).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, "").unwrap();
        let (_first, _) = open(&path, ENGINE).unwrap();
        let error = open(&path, ENGINE).unwrap_err().to_string();
        assert_eq!(error, "another run writes to it");
        assert!(open(folder.path(), ENGINE).is_err());
    }
}
