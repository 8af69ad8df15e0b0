//! The file that a running match appends its records to, one per line.

use std::collections::HashSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use super::record::{GameRecord, Participant};
use super::settings::MatchSettings;
use crate::cli::failure::Failure;
use ponnuki_formats::files::{AppendedFile, End};

/// A file of records, open for appending. The lock on it keeps other matches from writing.
#[derive(Debug)]
pub(crate) struct Journal {
    file: AppendedFile,
    path: PathBuf,
    /// The number of bytes of an incomplete record that were removed from the end of the file.
    pub(crate) dropped: usize,
}

impl Journal {
    /// Creates a file, or opens an empty one. Any other file is refused.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let journal = Self::open(path)?;
        let head = journal.file.head(64).map_err(Failure::file("read", path))?;
        let fault = if head.is_empty() {
            return Ok(journal);
        } else if GameRecord::is_beginning(&head, None) {
            "already contains games: continue them with --resume, or choose another file"
        } else {
            "is not empty and no file of results: choose another file"
        };
        Err(Failure::path(path, fault))
    }

    /// Continues a file, or creates it if it does not exist, and passes its records to
    /// `each` in file order. An incomplete record at the end is removed, because its
    /// game is played again; a missing line feed after the last record is added. Also returns
    /// the numbers of the games.
    ///
    /// # Errors
    /// If the file cannot be read or written, is in use, or contains anything but games
    /// of this match, each once. The file is then unchanged, and the records that
    /// `each` received must be discarded.
    pub(crate) fn resume(
        path: &Path,
        settings: &MatchSettings,
        each: impl FnMut(&GameRecord),
    ) -> Result<(Self, HashSet<u64>), Failure> {
        let unwritable = Failure::unwritable(path);
        let mut journal = Self::open(path)?;
        journal.file.check_continued().map_err(&unwritable)?;
        let (done, end) = journal.read(settings, each)?;
        journal.dropped = end.dropped();
        journal.file.repair(end).map_err(&unwritable)?;
        Ok((journal, done))
    }

    fn open(path: &Path) -> Result<Self, Failure> {
        Ok(Self {
            file: AppendedFile::open(path).map_err(Failure::unwritable(path))?,
            path: path.to_owned(),
            dropped: 0,
        })
    }

    /// Appends a record. The line reaches the operating system before this returns, so
    /// it survives a crash of this process.
    pub(crate) fn append(&mut self, record: &GameRecord) -> Result<(), Failure> {
        self.file
            .append(record.to_line())
            .map_err(Failure::unwritable(&self.path))
    }

    fn read(
        &self,
        settings: &MatchSettings,
        mut each: impl FnMut(&GameRecord),
    ) -> Result<(HashSet<u64>, End), Failure> {
        let fingerprint = settings.fingerprint();
        let mut done = HashSet::new();
        let unreadable = Failure::file("read", &self.path);
        let mut lines = self.file.lines().map_err(&unreadable)?;
        while let Some(line) = lines.next_line().map_err(&unreadable)? {
            let fault = at(&self.path, line.number);
            let record = match GameRecord::from_bytes(line.bytes) {
                Ok(record) => record,
                // Only the beginning of a record of this match may be removed; anything
                // else is not ours.
                Err(_) if !line.is_complete => {
                    let is_ours = GameRecord::is_beginning(line.bytes, Some(&fingerprint));
                    return is_ours.then(|| (done, End::cut_off(line))).ok_or_else(|| {
                        fault(&"neither a record of this match nor the beginning of one; the file is left as it is")
                    });
                }
                Err(error) => return Err(fault(&error)),
            };
            if record.fingerprint != fingerprint {
                let other = difference(&record, settings);
                let words = format_args!("contains games of another match: {other}");
                return Err(Failure::path(&self.path, words));
            }
            if !done.insert(record.game) {
                return Err(fault(&format_args!("game {} is there twice", record.game)));
            }
            each(&record);
            if !line.is_complete {
                return Ok((done, End::Unended));
            }
        }
        Ok((done, End::Whole))
    }
}

/// Returns a function that creates errors for a 1-based line of a results file.
pub(super) fn at(path: &Path, line: u32) -> impl Fn(&dyn Display) -> Failure {
    move |fault| Failure::new(format_args!("{}, line {line}: {fault}", path.display()))
}

/// Describes the first setting in which a record visibly differs from this match.
fn difference(record: &GameRecord, settings: &MatchSettings) -> String {
    let pair = |pair: Option<u64>| pair.map_or("none".to_owned(), |pair| pair.to_string());
    let command = |theirs: &Participant| {
        let mut players = settings.players.iter();
        let ours = players.find(|player| player.label == theirs.player);
        ours.map_or("", |player| player.command.as_str())
    };
    let (theirs, ours) = (&record.rules, &settings.rules);
    let compared: [(&str, &dyn Display, &dyn Display); 8] = [
        ("size", &record.size, &settings.size),
        ("komi", &record.komi, &settings.komi),
        ("ko rule", &theirs.ko, &ours.ko),
        ("suicide rule", &theirs.suicide, &ours.suicide),
        ("scoring", &theirs.counting(), &ours.counting()),
        (
            "pair",
            &pair(record.pair),
            &pair(settings.pair_of_games(record.game)),
        ),
        ("black", &record.black.command, &command(&record.black)),
        ("white", &record.white.command, &command(&record.white)),
    ];
    for (what, theirs, ours) in compared {
        let (theirs, ours) = (theirs.to_string(), ours.to_string());
        if theirs != ours {
            let game = record.game;
            return format!("{what} of game {game} is '{theirs}' there, '{ours}' here");
        }
    }
    "the seed, the openings, the time or another setting differs".to_owned()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::r#match::testing;

    fn line(game: u64) -> String {
        testing::line(&testing::settings(2).fingerprint(), game)
    }

    /// The games in a file that was resumed, and the number of bytes removed.
    type Found = (Vec<u64>, usize);

    /// Resumes a file with this content. Returns the games or the error, and the
    /// content afterwards.
    fn resumed(content: &[u8]) -> (Result<Found, String>, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.jsonl");
        fs::write(&path, content).unwrap();
        let mut games = Vec::new();
        let resumed = Journal::resume(&path, &testing::settings(2), |r| games.push(r.game));
        let result = match resumed {
            Ok((journal, _)) => Ok((games, journal.dropped)),
            Err(error) => Err(error.to_string()),
        };
        (result, fs::read(&path).unwrap())
    }

    #[cfg(unix)]
    #[test]
    fn only_a_regular_file_is_continued() {
        let device = Path::new("/dev/null");
        let resumed = Journal::resume(device, &testing::settings(2), |_| ());
        let error = resumed.unwrap_err().to_string();
        assert!(error.contains("not a regular file"), "{error}");
    }

    /// A killed match leaves a prefix of the record that it was writing.
    #[test]
    fn a_match_killed_at_any_byte_is_continued() {
        let (first, second) = (line(0) + "\n", line(1) + "\n");
        for end in 0..=second.len() {
            let content = first.clone() + &second[..end];
            let (result, after) = resumed(content.as_bytes());
            let is_kept = end + 1 >= second.len();
            let dropped = if is_kept { 0 } else { end };
            let games = if is_kept { vec![0, 1] } else { vec![0] };
            assert_eq!(result, Ok((games, dropped)), "{end}");
            let expected = if is_kept {
                first.clone() + &second
            } else {
                first.clone()
            };
            assert_eq!(String::from_utf8(after).unwrap(), expected, "{end}");
            // The first line can be cut off as well.
            let (result, after) = resumed(&content.as_bytes()[first.len()..]);
            assert_eq!(result.unwrap().1, dropped);
            assert_eq!(after.len(), if is_kept { second.len() } else { 0 });
        }
    }

    #[test]
    fn a_file_of_anything_else_is_refused_and_left_alone() {
        let ours = line(0) + "\n";
        let other = testing::line("00112233aabbccdd", 1);
        let [foreign, half] = ["line 1: neither a record", "line 2: neither a record"];
        let schema = r#"{"schema":"https://json-schema.org/""#;
        for (content, reason) in [
            (r#"{"name":"my-app","version":"1.0.0"}"#.to_owned(), foreign),
            ("<!DOCTYPE html><html></html>".to_owned(), foreign),
            ("my precious thesis".to_owned(), foreign),
            (schema.to_owned(), foreign),
            ("\0".repeat(512), foreign),
            (ours.clone() + "thesis", half),
            (ours.clone() + &other[..other.len() / 2], half),
            (ours.clone() + "thesis\n", "line 2: no record of a game"),
            ("thesis\n".to_owned() + &ours[..40], "line 1: no record"),
            (ours.clone() + &other, "contains games of another match"),
            (ours.repeat(2), "line 2: game 0 is there twice"),
        ] {
            let (result, after) = resumed(content.as_bytes());
            let error = result.unwrap_err();
            assert!(error.contains(reason), "{content}: {error}");
            assert_eq!(String::from_utf8(after).unwrap(), content);
        }
        let (result, after) = resumed(b"\xff\xfe\x00noise");
        assert!(result.is_err());
        assert_eq!(after, b"\xff\xfe\x00noise");
    }

    #[test]
    fn a_new_match_needs_an_empty_file_and_names_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.jsonl");
        for (content, reason) in [
            (line(0), "--resume"),
            ("thesis".to_owned(), "no file of results"),
        ] {
            fs::write(&path, &content).unwrap();
            let error = Journal::create(&path).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        fs::write(&path, "").unwrap();
        let record = GameRecord::from_line(&line(0)).unwrap();
        Journal::create(&path).unwrap().append(&record).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), line(0) + "\n");
    }
}
