//! Prints the findings in the order of the files, as text or as JSON.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs::Metadata;
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use crate::cli::plain;
use indicatif::ProgressBar;
use ponnuki_core::game::Fingerprint;
use ponnuki_formats::sgf::check::{CheckedRecord, Defect, Finding};
use ponnuki_formats::text::counted;
use serde::Serialize;

use super::fixes::MendedFiles;
use super::page::CheckPage;
use super::{CheckArgs, CheckedGame, PAGE};
use crate::cli::args::LogArgs;
use crate::cli::failure::Failure;
use crate::cli::position::RuleAxes;
use crate::cli::{json, progress, records};

/// The report in progress.
pub(super) struct CheckReport<'a> {
    args: &'a CheckArgs,
    is_quiet: bool,
    output: BufWriter<Stdout>,
    seen: Option<SeenRecords>,
    mended: MendedFiles,
    page: Option<CheckPage>,
    bar: ProgressBar,
    /// The index of the batch to be written next.
    next: usize,
    /// Batches that arrived out of order.
    early: BTreeMap<usize, Vec<CheckedGame>>,
    file: PathBuf,
    files: u64,
    games: u64,
    /// The number of unreadable files. Each has a finding, but no game.
    unread: u64,
    findings: u64,
    faulty: u64,
    failure: Option<Failure>,
}

impl<'a> CheckReport<'a> {
    /// Starts the report.
    pub(super) fn new(args: &'a CheckArgs, log: &LogArgs) -> Self {
        Self {
            args,
            is_quiet: log.quiet,
            output: BufWriter::new(io::stdout()),
            seen: args.duplicates.then(SeenRecords::default),
            mended: MendedFiles::default(),
            page: args.html.is_some().then(CheckPage::default),
            bar: bar(&args.files, log.quiet),
            next: 0,
            early: BTreeMap::new(),
            file: PathBuf::new(),
            files: 0,
            games: 0,
            unread: 0,
            findings: 0,
            faulty: 0,
            failure: None,
        }
    }

    /// Returns whether a job with this batch should wait, because the batch is more than
    /// four batches per job ahead of the output.
    pub(super) fn is_far_behind(&self, sequence: usize, jobs: usize) -> bool {
        self.failure.is_none() && sequence > self.next + 4 * jobs
    }

    /// Adds a batch, and writes all batches that are now in order. Returns `false` once an output
    /// has failed, after which nothing more is reported.
    pub(super) fn add(&mut self, sequence: usize, entries: Vec<CheckedGame>) -> bool {
        self.early.insert(sequence, entries);
        while let Some(entries) = self.early.remove(&self.next) {
            self.next += 1;
            for entry in entries {
                if self.failure.is_none() {
                    self.failure = self.write(entry).err();
                }
            }
        }
        self.failure.is_none()
    }

    /// Writes the findings of a game.
    fn write(&mut self, mut entry: CheckedGame) -> Result<(), Failure> {
        let is_read = entry.found.is_ok();
        if is_read && entry.file != self.file {
            self.file.clone_from(&entry.file);
            self.files += 1;
        }
        self.games += u64::from(is_read);
        if let Some(game) = &entry.mended {
            self.mended.add(&entry.file, game)?;
        }
        let mut findings = match &mut entry.found {
            Ok(checked) => std::mem::take(&mut checked.findings),
            Err(reason) => vec![unreadable(reason)],
        };
        if let (Some(seen), Ok(checked)) = (&mut self.seen, &entry.found)
            && let Some(fingerprint) = checked.fingerprint
        {
            findings.extend(seen.add(fingerprint, &entry.file, entry.number));
        }
        findings.retain(|finding| !self.args.ignore.contains(&finding.defect));
        if let Some(page) = &mut self.page {
            page.add(&entry.file, entry.number, &findings);
        }
        if is_read {
            self.findings += findings.len() as u64;
            self.faulty += u64::from(!findings.is_empty());
        } else {
            self.unread += findings.len() as u64;
        }
        let bar = &self.bar;
        if !bar.is_hidden() {
            bar.inc(entry.bytes as u64);
            let findings = counted(self.findings, "finding");
            bar.set_message(format!("{}, {findings}", counted(self.games, "game")));
        }
        if self.args.json {
            let row = GameRow::new(&entry, &findings);
            let row = json::line(&row).map_err(io::Error::from)?;
            writeln!(self.output, "{row}")?;
        } else {
            for finding in &findings {
                writeln!(self.output, "{}", line(&entry.file, entry.number, finding))?;
            }
        }
        Ok(())
    }

    /// Ends the report, and writes the page.
    ///
    /// # Errors
    /// If there are findings, with their number, or if an output failed.
    pub(super) fn end(mut self) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        self.output.flush()?;
        self.mended.finish()?;
        let (games, files) = (counted(self.games, "game"), counted(self.files, "file"));
        let (findings, faulty) = (counted(self.findings, "finding"), self.faulty);
        let verdict = match (self.findings, self.games) {
            (_, 0) => "no game was checked".to_owned(),
            (0, _) => format!("{games} in {files}, no findings"),
            _ => format!("{findings} in {faulty} of {games}"),
        };
        let verdict = match self.unread {
            0 => verdict,
            unread => format!("{verdict}; {} cannot be read", counted(unread, "file")),
        };
        let verdict = match self.mended.written {
            0 => verdict,
            written => format!("{verdict}; {} mended", counted(written, "file")),
        };
        if let (Some(page), Some(path)) = (&self.page, &self.args.html) {
            self.args
                .overwrite
                .write(path, &page.render(&verdict), PAGE)?;
        }
        if self.findings + self.unread > 0 {
            return Err(Failure::new(verdict));
        }
        if !self.is_quiet {
            // Ignore a closed standard error.
            let _ = writeln!(io::stderr(), "{verdict}");
        }
        Ok(())
    }
}

/// Returns the finding for a file that cannot be read.
fn unreadable(reason: &io::Error) -> Finding {
    Finding {
        defect: Defect::File,
        number: None,
        variation: 0,
        line: 1,
        repeats: None,
        message: reason.to_string(),
    }
}

/// Formats a finding in the style of compiler messages.
fn line(file: &Path, game: usize, finding: &Finding) -> String {
    let mut place = format!("{}:{game}", file.display());
    if let Some(number) = finding.number {
        let _ = write!(place, ":{number}");
    }
    if finding.variation > 0 {
        let (variation, line) = (finding.variation, finding.line);
        let _ = write!(place, " variation {variation}, line {line}");
    }
    plain::line(&format!("{place}: {}: {}", finding.defect, finding.message))
}

/// Returns the progress bar, which counts bytes.
fn bar(arguments: &[PathBuf], is_quiet: bool) -> ProgressBar {
    let bar = progress::bar(0, "{bar:24} {percent} %, {msg}, {eta} left", is_quiet);
    if !bar.is_hidden() {
        let files = arguments.iter();
        let files = files.flat_map(|path| records::in_folder(path)).flatten();
        let lengths = files.filter_map(|entry| entry.metadata().ok());
        let total = lengths.filter(Metadata::is_file).map(|data| data.len());
        bar.set_length(total.sum());
    }
    bar
}

/// The games so far, to find duplicates.
#[derive(Default)]
struct SeenRecords {
    files: Vec<PathBuf>,
    /// The first of all games that are equal up to symmetry: its exact fingerprint, the
    /// index of its file, and its number.
    games: HashMap<u64, (u64, u32, u32)>,
}

impl SeenRecords {
    /// Adds a game, or returns a finding if it repeats an earlier game.
    fn add(&mut self, fingerprint: Fingerprint, file: &Path, number: usize) -> Option<Finding> {
        if let Some(&(plain, first, game)) = self.games.get(&fingerprint.turned) {
            let is_turned = plain != fingerprint.plain;
            let turned = if is_turned {
                " on a rotated or mirrored board"
            } else {
                ""
            };
            let first = self.files[first as usize].display();
            return Some(Finding {
                defect: Defect::Duplicate,
                message: format!("the same moves as {first}:{game}{turned}"),
                ..unreadable(&io::Error::other(""))
            });
        }
        if self.files.last().is_none_or(|last| last != file) {
            self.files.push(file.to_owned());
        }
        let file = (self.files.len() - 1) as u32;
        let place = (fingerprint.plain, file, number as u32);
        self.games.insert(fingerprint.turned, place);
        None
    }
}

/// A line of the JSON output: a game with its findings.
#[derive(Serialize)]
struct GameRow<'a> {
    file: String,
    game: usize,
    size: Option<String>,
    moves: usize,
    variations: usize,
    rules_known: bool,
    #[serde(flatten)]
    axes: RuleAxes,
    result: &'a str,
    score: Option<f64>,
    encoding: &'a str,
    findings: Vec<JsonFinding<'a>>,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    kind: &'static str,
    #[serde(rename = "move")]
    number: Option<usize>,
    variation: usize,
    line: usize,
    repeats: Option<usize>,
    message: &'a str,
}

impl<'a> GameRow<'a> {
    fn new(entry: &'a CheckedGame, findings: &'a [Finding]) -> Self {
        let checked: Option<&CheckedRecord> = entry.found.as_deref().ok();
        let judged = checked.filter(|checked| checked.size.is_some());
        Self {
            file: entry.file.display().to_string(),
            game: entry.number,
            size: checked.and_then(|checked| Some(checked.size?.to_string())),
            moves: checked.map_or(0, |checked| checked.moves),
            variations: checked.map_or(0, |checked| checked.variations),
            rules_known: checked.is_some_and(|checked| checked.rules_are_known),
            axes: RuleAxes(judged.map(|checked| checked.rules)),
            result: checked.map_or("", |checked| checked.result.trim()),
            score: checked.and_then(|checked| Some(checked.score?.value())),
            encoding: checked.map_or("", |checked| checked.encoding),
            findings: findings.iter().map(JsonFinding::new).collect(),
        }
    }
}

impl<'a> JsonFinding<'a> {
    fn new(finding: &'a Finding) -> Self {
        Self {
            kind: finding.defect.name(),
            number: finding.number,
            variation: finding.variation,
            line: finding.line,
            repeats: finding.repeats,
            message: &finding.message,
        }
    }
}
