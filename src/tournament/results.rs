//! Files of game records, read and joined.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{GameRecord, RecordError};

/// The games of one match from any number of files, in the order of their
/// numbers, with the lines they were read from.
#[derive(Clone, Debug, Default)]
pub struct Results {
    games: BTreeMap<u64, (GameRecord, String)>,
    origins: BTreeMap<u64, usize>,
    files: Vec<PathBuf>,
}

/// Why files cannot be joined.
#[derive(Debug)]
pub enum ResultsError {
    /// A file cannot be read.
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// A line is no record of a game.
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, 1 for the first.
        line: usize,
        /// What is wrong with it.
        error: RecordError,
    },
    /// The last line has no end and is no record: the match was cut off while
    /// writing it.
    CutOff {
        /// The file.
        path: PathBuf,
        /// The number of the line, 1 for the first.
        line: usize,
    },
    /// A game of another match than the first game.
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The number of the line, 1 for the first.
        line: usize,
        /// The fingerprint of its match.
        found: String,
        /// The fingerprint of the match of the games before.
        expected: String,
    },
    /// A number that another game has.
    Duplicate {
        /// The file.
        path: PathBuf,
        /// The number of the line, 1 for the first.
        line: usize,
        /// The number of the game.
        game: u64,
        /// The file with the other game.
        other: PathBuf,
    },
    /// There is no game in any of the files.
    NoGames,
}

impl fmt::Display for ResultsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, error } => write!(f, "cannot read {}: {error}", path.display()),
            Self::Line { path, line, error } => {
                write!(f, "{}, line {line}: {error}", path.display())
            }
            Self::CutOff { path, line } => write!(
                f,
                "{}, line {line}: cut off in the middle; go on with the match by --resume, which repairs it",
                path.display()
            ),
            Self::OtherMatch {
                path,
                line,
                found,
                expected,
            } => write!(
                f,
                "{}, line {line}: a game of match {found}, not of {expected}; the settings differ",
                path.display()
            ),
            Self::Duplicate {
                path,
                line,
                game,
                other,
            } => write!(
                f,
                "{}, line {line}: game {game} was in {} already",
                path.display(),
                other.display()
            ),
            Self::NoGames => f.write_str("there are no games in these files"),
        }
    }
}

impl Error for ResultsError {}

impl Results {
    /// Reads and joins files.
    ///
    /// # Errors
    /// [`ResultsError`] for the first line that cannot belong to one match.
    pub fn read(paths: &[PathBuf]) -> Result<Self, ResultsError> {
        let mut results = Self::default();
        for path in paths {
            let text = fs::read_to_string(path).map_err(|error| ResultsError::File {
                path: path.clone(),
                error,
            })?;
            results.add_file(path, &text)?;
        }
        if results.games.is_empty() {
            return Err(ResultsError::NoGames);
        }
        Ok(results)
    }

    /// Takes in the lines of a file. Blank lines are passed over.
    fn add_file(&mut self, path: &Path, text: &str) -> Result<(), ResultsError> {
        self.files.push(path.to_owned());
        for (index, whole) in text.split_inclusive('\n').enumerate() {
            let line = whole.trim();
            if line.is_empty() {
                continue;
            }
            let number = index + 1;
            let record = GameRecord::from_line(line).map_err(|error| {
                let path = path.to_owned();
                if !whole.ends_with('\n') && matches!(error, RecordError::Json(_)) {
                    ResultsError::CutOff { path, line: number }
                } else {
                    ResultsError::Line {
                        path,
                        line: number,
                        error,
                    }
                }
            })?;
            self.add(path, number, record, line)?;
        }
        Ok(())
    }

    /// Takes in one game.
    fn add(
        &mut self,
        path: &Path,
        line: usize,
        record: GameRecord,
        text: &str,
    ) -> Result<(), ResultsError> {
        if let Some((first, _)) = self.games.values().next()
            && first.fingerprint != record.fingerprint
        {
            return Err(ResultsError::OtherMatch {
                path: path.to_owned(),
                line,
                found: record.fingerprint,
                expected: first.fingerprint.clone(),
            });
        }
        let game = record.game;
        match self.games.entry(game) {
            Entry::Vacant(place) => place.insert((record, text.to_owned())),
            Entry::Occupied(_) => {
                return Err(ResultsError::Duplicate {
                    path: path.to_owned(),
                    line,
                    game,
                    other: self.files[self.origins[&game]].clone(),
                });
            }
        };
        self.origins.insert(game, self.files.len() - 1);
        Ok(())
    }

    /// The games in the order of their numbers.
    pub fn records(&self) -> Vec<GameRecord> {
        self.games
            .values()
            .map(|(record, _)| record.clone())
            .collect()
    }

    /// The lines as they were read, in the order of the games' numbers, each
    /// with a line feed.
    pub fn text(&self) -> String {
        self.games
            .values()
            .flat_map(|(_, line)| [line.as_str(), "\n"])
            .collect()
    }

    /// The numbers below the largest that no game has.
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
        assert!(matches!(Results::read(&[]), Err(ResultsError::NoGames)));
    }
}
