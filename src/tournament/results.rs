//! Reads files of game records and joins them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};

use super::record::{GameRecord, RecordError};
use super::results_error::{FileFault, ResultsError};

/// The games of one match from any number of files, in the order of their
/// numbers, with the lines that they come from.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The records and their lines, by the number of the game.
    games: BTreeMap<u64, (GameRecord, String)>,
    /// The index in `files` of the file that each game comes from.
    origins: BTreeMap<u64, usize>,
    files: Vec<PathBuf>,
}

impl Results {
    /// Reads and joins files.
    ///
    /// # Errors
    /// [`ResultsError`] for the first file that cannot be read, for the first line
    /// that does not belong to the same match as the lines before it, or if there
    /// are no games.
    pub fn read(paths: &[PathBuf]) -> Result<Self, ResultsError> {
        let mut results = Self::default();
        for path in paths {
            let text = fs::read_to_string(path)
                .map_err(|error| ResultsError::new(path, FileFault::Unreadable(error)))?;
            results.add_file(path, &text)?;
        }
        if results.games.is_empty() {
            return Err(ResultsError::NO_GAMES);
        }
        Ok(results)
    }

    /// Adds the lines of a file. Blank lines are skipped.
    fn add_file(&mut self, path: &Path, text: &str) -> Result<(), ResultsError> {
        self.files.push(path.to_owned());
        for (line, whole) in (1..).zip(text.split_inclusive('\n')) {
            let text = whole.trim();
            if text.is_empty() {
                continue;
            }
            GameRecord::from_line(text)
                .map_err(|error| match error {
                    RecordError::Json(_) if !whole.ends_with('\n') => FileFault::CutOff { line },
                    _ => FileFault::Line { line, error },
                })
                .and_then(|record| self.add(line, record, text))
                .map_err(|fault| ResultsError::new(path, fault))?;
        }
        Ok(())
    }

    /// Adds one game of the last file in `files`.
    fn add(&mut self, line: usize, record: GameRecord, text: &str) -> Result<(), FileFault> {
        if let Some((first, _)) = self.games.values().next()
            && first.fingerprint != record.fingerprint
        {
            return Err(FileFault::OtherMatch {
                line,
                found: record.fingerprint,
                expected: first.fingerprint.clone(),
            });
        }
        let game = record.game;
        match self.games.entry(game) {
            Entry::Vacant(place) => place.insert((record, text.to_owned())),
            Entry::Occupied(_) => {
                return Err(FileFault::Duplicate {
                    line,
                    game,
                    other: self.files[self.origins[&game]].clone(),
                });
            }
        };
        self.origins.insert(game, self.files.len() - 1);
        Ok(())
    }

    /// Returns the games in the order of their numbers.
    pub fn records(&self) -> Vec<GameRecord> {
        self.games
            .values()
            .map(|(record, _)| record.clone())
            .collect()
    }

    /// Returns the lines as they were read, each with a line feed, in the order
    /// of the games' numbers. Keys that this version does not know survive.
    pub fn text(&self) -> String {
        self.games
            .values()
            .flat_map(|(_, line)| [line.as_str(), "\n"])
            .collect()
    }

    /// Returns the numbers that are missing below the largest one.
    pub fn missing(&self) -> Vec<u64> {
        let end = self.games.keys().next_back().map_or(0, |last| last + 1);
        (0..end)
            .filter(|game| !self.games.contains_key(game))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::testing::line;

    fn read(texts: &[&str]) -> Result<Results, ResultsError> {
        let mut results = Results::default();
        for (number, text) in texts.iter().enumerate() {
            results.add_file(&PathBuf::from(format!("{number}.jsonl")), text)?;
        }
        Ok(results)
    }

    fn refused(texts: &[&str]) -> String {
        read(texts).unwrap_err().to_string()
    }

    #[test]
    fn shards_are_joined_in_order() {
        let (first, second) = (
            format!("{}\n{}\n", line("m", 4), line("m", 0)),
            format!("\n{}\n", line("m", 1)),
        );
        let results = read(&[&first, &second]).unwrap();
        let games: Vec<_> = results.records().iter().map(|r| r.game).collect();
        assert_eq!(games, [0, 1, 4]);
        assert_eq!(results.missing(), [2, 3]);
        let text = format!("{}\n{}\n{}\n", line("m", 0), line("m", 1), line("m", 4));
        assert_eq!(results.text(), text);
    }

    #[test]
    fn unknown_keys_survive() {
        let line = line("m", 0).replacen('{', r#"{"later":1,"#, 1);
        assert_eq!(read(&[&line]).unwrap().text(), format!("{line}\n"));
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let (zero, one) = (line("m", 0), line("m", 1));
        assert_eq!(
            refused(&[&format!("{zero}\n{one}\n"), &zero]),
            "1.jsonl, line 1: game 0 was in 0.jsonl already"
        );
        assert_eq!(
            refused(&[&zero, &line("n", 1)]),
            "1.jsonl, line 1: a game of match n, not of m; the settings differ"
        );
        let broken = refused(&[&format!("{zero}\n{{}}\n{one}\n")]);
        assert!(
            broken.starts_with("0.jsonl, line 2: no record of a game: "),
            "{broken}"
        );
        let cut = refused(&[&format!("{zero}\n{}", &one[..one.len() / 2])]);
        assert!(cut.starts_with("0.jsonl, line 2: cut off"), "{cut}");
        let newer = zero.replace(r#""schema":1"#, r#""schema":9"#);
        assert!(refused(&[&newer]).contains("schema 9"));
        let missing = Results::read(&[PathBuf::from("/no/such/file")]).unwrap_err();
        assert!(
            missing
                .to_string()
                .starts_with("cannot read /no/such/file: ")
        );
        let empty = Results::read(&[]).unwrap_err();
        assert!(empty.to_string().contains("no games"));
    }
}
