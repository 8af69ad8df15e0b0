//! Files of results: `ponnuki match report`, `ponnuki match merge`, and the
//! summary at the end of `ponnuki match`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use ponnuki::tournament::statistics::Sprt;
use ponnuki::tournament::{GameRecord, Results, Summary, ratings_picture, report};

use super::failure::MatchFailure;

/// The subcommands of `ponnuki match`, which play no games.
#[derive(Debug, Subcommand)]
pub(super) enum FilesCommand {
    /// Summarise files of results, optionally as an HTML page
    Report(ReportArgs),
    /// Join the shards of a match into one file of results
    Merge(MergeArgs),
}

/// The options of `ponnuki match report`.
#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// Files of results of one match, in any order
    #[arg(value_name = "FILE.jsonl", required = true)]
    files: Vec<PathBuf>,
    /// Write one HTML page with tables, charts and all games to FILE
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Show at most N games in the page, those lost by faults first
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "html")]
    pictures: usize,
    /// Give the ratings of a tournament relative to PLAYER, whose rating is then 0
    #[arg(long, value_name = "PLAYER")]
    anchor: Option<String>,
    /// Draw the ratings of a tournament as SVG into FILE
    #[arg(long, value_name = "FILE.svg")]
    ratings_svg: Option<PathBuf>,
    /// Also report the result of a sequential test of these two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// The options of `ponnuki match merge`.
#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// Files of results of one match, such as its shards, in any order
    #[arg(value_name = "FILE.jsonl", required = true)]
    files: Vec<PathBuf>,
    /// The file to write, which must not exist yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

impl FilesCommand {
    /// Runs the command. Nothing is printed or written unless the files hold
    /// games of one match.
    ///
    /// # Errors
    /// When a file or the output fails.
    pub(super) fn run(&self, output: impl Write) -> Result<(), MatchFailure> {
        match self {
            Self::Report(args) => report_files(args, output),
            Self::Merge(args) => merge_files(args, output),
        }
    }
}

/// Runs `match report`.
fn report_files(args: &ReportArgs, output: impl Write) -> Result<(), MatchFailure> {
    let results = Results::read(&args.files).map_err(MatchFailure::Results)?;
    let records = results.records();
    let mut summary = Summary::of(&records, args.sprt.as_ref());
    if args.sprt.is_some() && !summary.has_two_players() {
        return Err(MatchFailure::NotTwoPlayers);
    }
    if let Some(anchor) = &args.anchor
        && !summary.set_anchor(anchor)
    {
        return Err(MatchFailure::UnknownAnchor(anchor.clone()));
    }
    if let Some(path) = &args.ratings_svg {
        let table = summary.crosstable.as_ref().ok_or(MatchFailure::NoRatings)?;
        fs::write(path, ratings_picture(table))
            .map_err(|error| MatchFailure::File(path.clone(), error))?;
    }
    if let Some(path) = &args.html {
        let page = report(&records, &summary, args.pictures).map_err(MatchFailure::Report)?;
        fs::write(path, page).map_err(|error| MatchFailure::File(path.clone(), error))?;
    }
    print(&summary, args.json, output)
}

/// Runs `match merge`.
fn merge_files(args: &MergeArgs, output: impl Write) -> Result<(), MatchFailure> {
    let results = Results::read(&args.files).map_err(MatchFailure::Results)?;
    write_new(&args.out, &results.text())
        .map_err(|error| MatchFailure::File(args.out.clone(), error))?;
    let missing = results.missing();
    if !missing.is_empty() {
        log::warn!("{}", missing_games(&missing));
    }
    summarise(&results.records(), None, args.json, output)
}

/// Prints the summary of the games as text or as JSON. The text for no games is
/// empty.
///
/// # Errors
/// [`MatchFailure::Output`] when the output fails.
pub(super) fn summarise(
    records: &[GameRecord],
    sprt: Option<&Sprt>,
    json: bool,
    output: impl Write,
) -> Result<(), MatchFailure> {
    print(&Summary::of(records, sprt), json, output)
}

/// Prints a summary as text or as JSON. The text for no games is empty.
fn print(summary: &Summary, json: bool, mut output: impl Write) -> Result<(), MatchFailure> {
    let written = if json {
        serde_json::to_writer_pretty(&mut output, summary)
            .map_err(io::Error::from)
            .and_then(|()| writeln!(output))
    } else if summary.games == 0 {
        Ok(())
    } else {
        write!(output, "{summary}")
    };
    let flushed = written.and_then(|()| output.flush());
    flushed.map_err(MatchFailure::Output)
}

/// Writes a file that does not exist yet, and removes it again if writing fails.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    let written = file.write_all(text.as_bytes());
    if written.is_err() {
        // The first failure is the one to report.
        let _ = fs::remove_file(path);
    }
    written
}

/// Returns a warning such as `3 games are missing: 4, 9, 12`.
fn missing_games(missing: &[u64]) -> String {
    const MOST: usize = 10;
    let numbers: Vec<_> = missing.iter().take(MOST).map(u64::to_string).collect();
    let more = if missing.len() > MOST { ", ..." } else { "" };
    let numbers = numbers.join(", ") + more;
    match missing.len() {
        1 => format!("one game is missing: {numbers}"),
        many => format!("{many} games are missing: {numbers}"),
    }
}
