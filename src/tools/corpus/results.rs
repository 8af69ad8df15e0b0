//! The fuzz target for files of results.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{edit, json_or_string};
use crate::cli::plain;
use crate::r#match::{
    Beginning, GameRecord, Journal, MatchSettings, MatchTally, Results, report, testing,
};
use ponnuki_core::BoardSize;
use serde_json::Value;

/// Three games of one match, with `MATCH` instead of the fingerprint.
const GAMES: &str = include_str!("results.jsonl");

/// Writes a file of results, and reads it like `match report`, `match merge` and
/// `match --resume`. A file that is refused must stay unchanged, and the refusal must
/// have a reason. The games of a file that is accepted must survive a merge unchanged.
pub fn read(bytes: &[u8]) {
    let settings = settings();
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let path = folder.path().join("results.jsonl");
    let content = content(bytes, &settings.fingerprint());
    fs::write(&path, &content).expect("the file can be written");
    match Results::read(std::slice::from_ref(&path)) {
        Ok(mut results) => check(&mut results, folder.path()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    resume(&path, &content, &settings);
}

/// Returns the content of a file. A line `NUMBER POINTER VALUE` sets the value at a
/// JSON pointer in one of the three games, or removes it if VALUE is missing. All other
/// lines follow the games unchanged.
fn content(bytes: &[u8], fingerprint: &str) -> Vec<u8> {
    let text = GAMES.replace("MATCH", fingerprint);
    let mut games: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("the games are JSON"))
        .collect();
    let mut foreign = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if edit_line(&mut games, line).is_none() {
            foreign.extend_from_slice(line);
        }
    }
    let mut content = Vec::new();
    for game in games.iter().filter(|game| !game.is_null()) {
        content.extend_from_slice(game.to_string().as_bytes());
        content.push(b'\n');
    }
    content.extend(foreign);
    content
}

/// Applies a line that changes a game, or returns `None` if the line does not.
fn edit_line(games: &mut [Value], line: &[u8]) -> Option<()> {
    let line = String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(line));
    let mut words = line.splitn(3, ' ');
    let number: usize = words.next()?.parse().ok()?;
    let pointer = words.next()?;
    let game = games.get_mut(number)?;
    let value = words.next().map(json_or_string);
    if pointer.is_empty() {
        *game = value.unwrap_or_default();
        return Some(());
    }
    edit(game, pointer, value)
}

/// The settings of the match that the three games belong to.
fn settings() -> MatchSettings {
    MatchSettings {
        size: BoardSize::square(3).expect("3 is a size"),
        beginning: Beginning::Random(1),
        move_timeout: Duration::from_secs(300),
        seed: 3,
        ..testing::settings(2)
    }
}

/// Summarises the games, renders their page, and merges them.
fn check(results: &mut Results, folder: &Path) {
    let mut tally = MatchTally::default();
    let records = records(results);
    assert!(
        records.is_sorted_by(|one, other| one.game < other.game),
        "every game is there once, in order"
    );
    for record in &records {
        tally.add(record);
    }
    let summary = tally.summary(None);
    let text = summary.to_string();
    assert!(text.lines().all(plain::is_line), "{text:?}");
    serde_json::to_string(&summary).expect("a summary is JSON");
    let mut page = Vec::new();
    match report(results, &summary, 2, &mut page, Path::new("page")) {
        Ok(()) => {
            let page = String::from_utf8(page).expect("a page is text");
            assert_eq!(page.matches("<script").count(), 2, "{page}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    merge(results, &records, folder);
}

/// Merges the games, and reads the merged file back.
fn merge(results: &mut Results, records: &[GameRecord], folder: &Path) {
    let joined = |results: &mut Results| {
        let mut text = Vec::new();
        results
            .write(&mut text, Path::new("out"), |_| ())
            .expect("the file can be read again");
        text
    };
    let text = joined(results);
    let path = folder.join("joined.jsonl");
    fs::write(&path, &text).expect("the file can be written");
    let mut again = read_files(&path);
    assert_eq!(self::records(&mut again), records);
    assert_eq!(joined(&mut again), text);
}

fn read_files(path: &Path) -> Results {
    Results::read(&[PathBuf::from(path)]).expect("joined games can be read")
}

fn records(results: &mut Results) -> Vec<GameRecord> {
    results
        .records()
        .map(|record| record.expect("the file can be read again"))
        .collect()
}

/// Resumes the match, which may change only the end of the file: an incomplete record
/// is removed, or a missing line feed is added.
fn resume(path: &Path, content: &[u8], settings: &MatchSettings) {
    let resumed = Journal::resume(path, settings, |_| ());
    let after = fs::read(path).expect("the file is still there");
    match resumed {
        Ok((journal, _)) if after.len() > content.len() => {
            assert_eq!(journal.dropped, 0);
            assert_eq!(after, [content, b"\n"].concat());
        }
        Ok((journal, _)) => {
            assert_eq!(after, content[..content.len() - journal.dropped]);
            assert!(after.is_empty() || after.ends_with(b"\n"));
        }
        Err(error) => {
            assert_eq!(after, content, "{error}");
            assert!(!error.to_string().is_empty());
        }
    }
}
