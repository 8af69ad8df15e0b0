//! Reads results files and merges their games.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::journal::at;
use super::record::GameRecord;
use super::settings::MAX_PLAYERS;
use super::summary::MatchTally;
use crate::cli::failure::Failure;
use ponnuki_core::board::Color;
use ponnuki_formats::files::{Line, Lines, open_stream, read_line};

/// The size at which a pipe is refused, in bytes. Even ten million games are smaller.
const MAX_PIPE_BYTES: u64 = 16 << 30;

/// The games of one match from any number of files, in order of game number. The
/// records stay in the files; only their offsets are kept in memory.
#[derive(Debug, Default)]
pub(crate) struct Results {
    files: Vec<ResultsFile>,
    /// The locations of the records, sorted by game number.
    games: Vec<RecordPlace>,
    /// The file that was read last, with its index. Only one is open at a time, because
    /// systems limit the number of open files and a match may have thousands of shards.
    open: Option<(usize, BufReader<File>)>,
    line: Vec<u8>,
    /// The match that all records belong to, once one has been read.
    fingerprint: Option<String>,
    players: HashSet<String>,
}

#[derive(Debug)]
struct ResultsFile {
    path: PathBuf,
    /// The content of a pipe, which can be read only once.
    copy: Option<File>,
}

#[derive(Clone, Copy, Debug)]
struct RecordPlace {
    game: u64,
    offset: u64,
    file: u32,
    /// The line number, from 1.
    line: u32,
}

impl Results {
    /// Reads files, checks them and merges their games. The files must hold games of one
    /// match, each once, and at least one.
    pub(crate) fn read(paths: &[PathBuf]) -> Result<Self, Failure> {
        let mut results = Self::default();
        for path in paths {
            results.add_file(path)?;
        }
        if results.games.is_empty() {
            return Err(Failure::new("there are no games in these files"));
        }
        let order = |place: &RecordPlace| (place.game, place.file, place.line);
        results.games.sort_unstable_by_key(order);
        results.check_numbers()?;
        Ok(results)
    }

    /// Adds the lines of a file. Blank lines are skipped.
    fn add_file(&mut self, path: &Path) -> Result<(), Failure> {
        let unreadable = Failure::file("read", path);
        let file = ResultsFile::new(path).map_err(&unreadable)?;
        let mut lines = Lines::new(BufReader::new(file.open().map_err(&unreadable)?));
        while let Some(line) = lines.next_line().map_err(&unreadable)? {
            if line.bytes.trim_ascii().is_empty() {
                continue;
            }
            let record = GameRecord::from_bytes(line.bytes)
                .map_err(|error| self.unreadable(path, line, &error))?;
            self.check(&record)
                .map_err(|fault| at(path, line.number)(&fault))?;
            self.games.push(RecordPlace {
                game: record.game,
                offset: line.offset,
                file: self.files.len() as u32,
                line: line.number,
            });
        }
        self.files.push(file);
        Ok(())
    }

    /// Checks that no game occurs twice. The games must be sorted.
    fn check_numbers(&self) -> Result<(), Failure> {
        let pairs = self.games.windows(2);
        let repeated = pairs.filter(|two| two[0].game == two[1].game);
        let Some(two) = repeated.min_by_key(|two| (two[1].file, two[1].line)) else {
            return Ok(());
        };
        let RecordPlace { line, game, .. } = two[1];
        let other = self.path(two[0]).display();
        let fault = format_args!("game {game} was in {other} already");
        Err(at(self.path(two[1]), line)(&fault))
    }

    fn path(&self, place: RecordPlace) -> &Path {
        &self.files[place.file as usize].path
    }

    pub(crate) fn records(&mut self) -> impl Iterator<Item = Result<GameRecord, Failure>> {
        (0..self.games.len()).map(|index| self.record(index))
    }

    pub(crate) fn tally(&mut self) -> Result<MatchTally, Failure> {
        let mut tally = MatchTally::default();
        for record in self.records() {
            tally.add(&record?);
        }
        Ok(tally)
    }

    /// Reads one game by index, in order of game number.
    pub(crate) fn record(&mut self, index: usize) -> Result<GameRecord, Failure> {
        let place = self.games[index];
        self.read_line(place)
            .map_err(Failure::file("read", self.path(place)))?;
        match GameRecord::from_bytes(&self.line) {
            Ok(record) if record.game == place.game => Ok(record),
            _ => Err(Failure::path(self.path(place), "changed while it was read")),
        }
    }

    /// Reads the line of a record. Reading forward in one file is cheap, because a line
    /// shortly after the last one is already buffered.
    fn read_line(&mut self, place: RecordPlace) -> io::Result<()> {
        let file = place.file as usize;
        let mut reader = match self.open.take() {
            Some((open, reader)) if open == file => reader,
            _ => BufReader::new(self.files[file].open()?),
        };
        let ahead = place.offset as i64 - reader.stream_position()? as i64;
        reader.seek_relative(ahead)?;
        read_line(&mut reader, &mut self.line)?;
        self.open = Some((file, reader));
        Ok(())
    }

    /// Writes the lines in order of game number and passes their records to `each`.
    /// Lines are copied verbatim, so keys that this version does not know survive.
    /// `path` names the output in errors.
    pub(crate) fn write(
        &mut self,
        output: &mut impl Write,
        path: &Path,
        mut each: impl FnMut(&GameRecord),
    ) -> Result<(), Failure> {
        for index in 0..self.games.len() {
            let record = self.record(index)?;
            output
                .write_all(self.line.trim_ascii())
                .and_then(|()| output.write_all(b"\n"))
                .map_err(Failure::unwritable(path))?;
            each(&record);
        }
        Ok(())
    }

    /// Returns the gaps in the game numbers below the largest one.
    pub(crate) fn missing(&self) -> impl Iterator<Item = RangeInclusive<u64>> {
        let first = self.games.first().filter(|place| place.game > 0);
        let first = first.map(|place| 0..=place.game - 1);
        let between = self.games.windows(2).filter_map(|two| {
            let (before, after) = (two[0].game, two[1].game);
            (after - before > 1).then(|| before + 1..=after - 1)
        });
        first.into_iter().chain(between)
    }
}

impl ResultsFile {
    /// Makes a file ready to be read more than once. Anything but a regular file is copied
    /// to a temporary file.
    fn new(path: &Path) -> io::Result<Self> {
        let mut file = Self {
            path: path.to_owned(),
            copy: None,
        };
        if !fs::metadata(path)?.is_file() {
            let stream = open_stream(path)?;
            let mut copy = tempfile::tempfile()?;
            if io::copy(&mut stream.take(MAX_PIPE_BYTES), &mut copy)? == MAX_PIPE_BYTES {
                let words = format!("a pipe may have less than {} GiB", MAX_PIPE_BYTES >> 30);
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
            }
            copy.rewind()?;
            file.copy = Some(copy);
        }
        Ok(file)
    }

    /// Opens the file. All readers of a copy share one file offset.
    fn open(&self) -> io::Result<File> {
        match &self.copy {
            Some(copy) => copy.try_clone(),
            None => open_stream(&self.path),
        }
    }
}

impl Results {
    fn check(&mut self, record: &GameRecord) -> Result<(), Failure> {
        let of_record = || record.fingerprint.clone();
        let expected = self.fingerprint.get_or_insert_with(of_record);
        if *expected != record.fingerprint {
            return Err(Failure::new(format_args!(
                "a game of match {}, not of {expected}; the settings differ",
                record.fingerprint
            )));
        }
        for color in Color::BOTH {
            let player = &record.participant(color).player;
            if !self.players.contains(player) {
                self.players.insert(player.clone());
            }
        }
        if self.players.len() > MAX_PLAYERS {
            return Err(Failure::new(format_args!(
                "more than {MAX_PLAYERS} players in one match"
            )));
        }
        Ok(())
    }

    /// Returns the error for a line that is no record. Only a line that begins like a
    /// record of this match, in this version's schema, counts as cut off.
    fn unreadable(&self, path: &Path, line: Line<'_>, error: &Failure) -> Failure {
        let fingerprint = self.fingerprint.as_deref();
        let is_cut_off = !line.is_complete && GameRecord::is_beginning(line.bytes, fingerprint);
        let words =
            "cut off in the middle; continue the match with --resume, which repairs the file";
        let fault = at(path, line.number);
        if is_cut_off {
            fault(&words)
        } else {
            fault(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::slice;

    use tempfile::{TempDir, tempdir};

    use super::*;
    use crate::r#match::testing::line;

    fn read(folder: &TempDir, texts: &[&str]) -> Result<Results, String> {
        let write = |(number, text): (usize, &&str)| {
            let path = folder.path().join(format!("{number}.jsonl"));
            fs::write(&path, text).unwrap();
            path
        };
        let paths: Vec<_> = texts.iter().enumerate().map(write).collect();
        Results::read(&paths).map_err(|error| {
            let folder = format!("{}/", folder.path().display());
            error.to_string().replace(&folder, "")
        })
    }

    fn refused(text: &str) -> String {
        read(&tempdir().unwrap(), &[text]).unwrap_err()
    }

    fn written(results: &mut Results) -> String {
        let mut text = Vec::new();
        results.write(&mut text, Path::new("out"), |_| ()).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn shards_are_joined_in_order() {
        let numbers = [1, 2, 1_000_000_000, u64::MAX];
        let [a, b, c, d] = numbers.map(|game| line("m", game) + "\n");
        let folder = tempdir().unwrap();
        let mut results = read(&folder, &[&(c.clone() + &a), &format!("\n{b}{d}")]).unwrap();
        let games: Vec<_> = results.records().map(|r| r.unwrap().game).collect();
        assert_eq!(games, numbers);
        let missing: Vec<_> = results.missing().collect();
        let between = 1_000_000_001..=u64::MAX - 1;
        assert_eq!(missing, [0..=0, 3..=999_999_999, between]);
        assert_eq!(written(&mut results), [a, b, c, d].concat());
    }

    #[test]
    fn a_file_that_changes_is_noticed() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, line("m", 3)).unwrap();
        let mut results = Results::read(slice::from_ref(&path)).unwrap();
        fs::write(&path, line("m", 4)).unwrap();
        let error = results.record(0).unwrap_err().to_string();
        assert!(error.ends_with("out changed while it was read"), "{error}");
    }

    #[test]
    fn a_match_has_no_more_players_than_a_table_can_show() {
        let game = |game: u64| line("m", game).replace("\"A\"", &format!("\"{game}\"")) + "\n";
        let text: String = (0..1000).map(game).collect();
        let error = refused(&text);
        let reason = "line 1000: more than 1000 players";
        assert!(error.contains(reason), "{error}");
    }

    #[test]
    fn unknown_keys_survive() {
        let line = line("m", 0).replacen('{', r#"{"later":1,"#, 1);
        let folder = tempdir().unwrap();
        let mut results = read(&folder, &[&line]).unwrap();
        assert_eq!(written(&mut results), format!("{line}\n"));
    }

    /// `gtp-tests/program/match_files.rs` holds the other refusals.
    #[test]
    fn only_the_beginning_of_a_record_can_be_continued() {
        let (zero, one) = (line("m", 0), line("m", 1));
        let cut = refused(&format!("{zero}\n{}", &one[..one.len() / 2]));
        assert!(cut.starts_with("0.jsonl, line 2: cut off"), "{cut}");
        for foreign in ["<html>", "my thesis", r#"{"schema":1,"match":"n","game":1"#] {
            let error = refused(&format!("{zero}\n{foreign}"));
            assert!(error.contains("line 2: no record of a game"), "{error}");
        }
        let newer = zero.replace(r#""schema":1"#, r#""schema":9"#);
        assert!(refused(&newer).contains("schema 9"));
    }
}
