//! `ponnuki check`: checks that the games of records are legal and well formed.
//!
//! `source` hands out the games in batches, `report` prints the findings in the order
//! of the files, `page` shows them in a browser, and `fixes` writes mended files.

mod fixes;
mod page;
mod report;
mod source;

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Condvar, Mutex, PoisonError};

use clap::{Args, ValueHint};
use ponnuki_core::Preset;
use ponnuki_core::threads::{self, lock};
use ponnuki_formats::files::Replace;
use ponnuki_formats::sgf::check::{CheckOptions, CheckedRecord, Checker, Defect, StoneJudge};
use ponnuki_play::estimate::judged_stones;

use crate::cli::args::{LogArgs, OverwriteArgs, conflict, one_of};
use crate::cli::failure::Failure;
use crate::cli::outputs;
use fixes::MendedGame;
use report::CheckReport;
use source::{FileBatch, Source};

/// The options of `ponnuki check`.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki check games
  ponnuki check game.sgf --all --rules tromp-taylor
  ponnuki check games --score --duplicates --ignore turn --json > found.jsonl
  ponnuki check games --html found.html
  ponnuki check old --fix

A line of the report is FILE:GAME:MOVE: KIND: what is wrong, with 'variation N, line L' after \
GAME:MOVE in a variation. FILE:GAME: alone stands before what concerns the whole game.

Exit status: 0 if nothing was found, 1 if something was, 2 for wrong usage.")]
pub(crate) struct CheckArgs {
    /// Game records, folders that contain some, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Judge the moves by these rules, as in `ponnuki --help`, and not by those of the file
    ///
    /// A file without rules, or with unknown ones, is otherwise judged by the weakest rules
    /// in use: simple ko, with suicide allowed.
    #[arg(long, value_name = "PRESET", hide_possible_values = true,
        value_parser = one_of(Preset::ALL.map(Preset::name), Preset::from_str))]
    rules: Option<Preset>,
    /// Check the variations too, and not only the main line
    #[arg(long)]
    all: bool,
    /// Compare the results with the count by the rules
    ///
    /// Only results by points, of games under known rules that end with two passes. A result is
    /// accepted if it counts all stones, and if it leaves out those that the record marks or
    /// an estimate finds dead. Where the estimate is in doubt, nothing is said.
    #[arg(long)]
    score: bool,
    /// Find games with the same moves, also if the board is rotated or mirrored
    ///
    /// This takes some 100 bytes of memory for each game.
    #[arg(long)]
    duplicates: bool,
    /// Leave out these kinds of findings, as in turn,setup-with-move
    #[arg(long, value_name = "KINDS", value_delimiter = ',', hide_possible_values = true,
        value_parser = one_of(Defect::ALL.map(Defect::name), Defect::from_str))]
    ignore: Vec<Defect>,
    /// Print one JSON object for each game, also for games without findings
    #[arg(long)]
    json: bool,
    /// Also write one HTML page with the findings to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Write a mended copy of each file that needs one beside it
    ///
    /// game.mended.sgf stands beside game.sgf, in UTF-8, and game.sgf beside game.gib. A file that is
    /// there already stays as it is. What the record leaves open, such as an illegal move, stays in
    /// the copy, and so does all that is said in it.
    #[arg(long)]
    fix: bool,
    /// Number of games that are checked at a time [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl CheckArgs {
    /// Checks that a mended file has a place.
    pub(crate) fn check(&self) -> Result<(), clap::Error> {
        if self.fix && self.files.iter().any(|file| file == Path::new("-")) {
            return Err(conflict("--fix", "-", "it writes beside a file"));
        }
        Ok(())
    }
}

/// Marks a page by an earlier check, which may be overwritten.
const PAGE: Replace<'_> = Replace::unedited("content=\"Ponnuki check ");

/// A checked game of a batch.
pub(crate) struct CheckedGame {
    /// The path of the file, as shown in the report.
    file: PathBuf,
    /// The number of the game in the file, counted from 1.
    number: usize,
    /// The result of the check, or the reason why the file cannot be read.
    found: io::Result<Box<CheckedRecord>>,
    /// The game as it is written in a mended file, if requested.
    mended: Option<MendedGame>,
    /// The length of the game in bytes.
    bytes: usize,
}

/// Checks all files, and prints the findings.
///
/// # Errors
/// If there are findings, with their number, or if an output fails.
pub(crate) fn run(args: &CheckArgs, log: &LogArgs) -> Result<(), Failure> {
    if let Some(path) = &args.html {
        let outputs = [
            ("--html", Some(&**path)),
            ("--log-file", log.log_file.as_deref()),
        ];
        outputs::check(args.files.iter().map(PathBuf::as_path), &outputs)?;
        args.overwrite.check(path, PAGE)?;
    }
    let options = CheckOptions {
        rules: args.rules.map(Preset::rules),
        variations: args.all,
        score: args.score.then_some(judged_stones as StoneJudge),
        fingerprints: args.duplicates,
    };
    let jobs = args.jobs.map_or_else(threads::available, usize::from);
    let source = Mutex::new(Source::new(&args.files));
    let report = Mutex::new(CheckReport::new(args, log));
    let turn = Condvar::new();
    let work = || {
        let mut checker = Checker::new(options.clone());
        // A guard in the loop condition would be held through the body.
        let next = || lock(&source).next_batch();
        while let Some((sequence, batch)) = next() {
            let entries = checked(batch, &mut checker, args.fix);
            let mut report = lock(&report);
            // Back-pressure: a job that is far ahead waits, so that few results are held.
            while report.is_far_behind(sequence, jobs) {
                report = turn.wait(report).unwrap_or_else(PoisonError::into_inner);
            }
            let goes_on = report.add(sequence, entries);
            turn.notify_all();
            if !goes_on {
                return;
            }
        }
    };
    threads::on_threads(jobs, work);
    let report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.end()
}

/// Checks the games of a batch.
fn checked(batch: FileBatch, checker: &mut Checker, is_mended: bool) -> Vec<CheckedGame> {
    let mut entries = Vec::new();
    batch.for_each(|file, number, game| {
        let mended = game.as_ref().ok().filter(|_| is_mended).map(|game| {
            let text = game.mended();
            let is_changed = game.is_converted || text.as_bytes() != game.bytes;
            MendedGame { text, is_changed }
        });
        entries.push(CheckedGame {
            file: file.to_owned(),
            number,
            bytes: game.as_ref().map_or(0, |game| game.bytes.len()),
            found: game.map(|game| Box::new(checker.check(&game))),
            mended,
        });
    });
    entries
}
