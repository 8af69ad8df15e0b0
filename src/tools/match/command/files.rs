//! `ponnuki match report` and `ponnuki match merge`, and the summary at the end of
//! `ponnuki match`.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process;

use crate::r#match::statistics::Sprt;
use crate::r#match::{MatchTally, Results, Summary, ratings_picture, report};
use clap::{Args, Subcommand, ValueHint};
use ponnuki_formats::files::{Replace, WholeFile, remove};

use super::sprt_scale::SprtScale;
use crate::cli::args::{LogArgs, OverwriteArgs, replacing_nothing};
use crate::cli::failure::Failure;
use crate::cli::{outputs, signals, stdout};

/// The subcommands of `ponnuki match`, which play no games.
#[derive(Debug, Subcommand)]
pub(super) enum FilesCommand {
    /// Summarise files of results, optionally as an HTML page
    ///
    /// The summary shows scores with intervals, Elo, ratings of tournaments, and the faults of
    /// the programs.
    Report(ReportArgs),
    /// Join the shards of a match into one file of results
    ///
    /// The new file is the one that a single run would have written. Missing games are named, and
    /// files of different matches are refused.
    Merge(MergeArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki match report results.jsonl
  ponnuki match report shard-1.jsonl shard-2.jsonl --html report.html
  ponnuki match report results.jsonl --anchor 'GNU Go' --ratings-svg ratings.svg
  ponnuki match report results.jsonl --anchor one=1500 --anchor two=1800")]
pub(super) struct ReportArgs {
    /// Files of results of one match, in any order
    #[arg(value_name = "FILE.jsonl", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Write one HTML page with tables, charts and games to FILE
    ///
    /// If there are more games than --pictures, the page shows a part of them and
    /// says so. The tables and charts count all games.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
    /// Show at most N games in the page, those lost by faults first
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "html")]
    pictures: usize,
    /// Keep the rating of PLAYER at ELO points, by default 0; may be repeated
    ///
    /// The ratings of the other players follow. Ratings from the tournament file are
    /// ignored.
    #[arg(long, value_name = "PLAYER[=ELO]")]
    anchor: Vec<String>,
    /// Draw the ratings of a tournament as SVG into FILE
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    ratings_svg: Option<PathBuf>,
    /// Also report the result of a sequential test of these two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    scale: SprtScale,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:
  ponnuki match merge shard-1.jsonl shard-2.jsonl --out results.jsonl",
    mut_arg("overwrite", replacing_nothing)
)]
pub(super) struct MergeArgs {
    /// Files of results of one match, such as its shards, in any order
    #[arg(value_name = "FILE.jsonl", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// The file to write, which must not exist yet unless there is --overwrite
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

impl FilesCommand {
    /// Runs the command. Nothing is printed or written unless the files hold
    /// games of one match.
    pub(super) fn run(&self, log: &LogArgs, output: impl Write) -> Result<(), Failure> {
        let (files, mut outputs): (&[PathBuf], Vec<_>) = match self {
            Self::Report(args) => {
                let page = ("--html", args.html.as_deref());
                let picture = ("--ratings-svg", args.ratings_svg.as_deref());
                (&args.files, vec![page, picture])
            }
            Self::Merge(args) => (&args.files, vec![("--out", Some(args.out.as_path()))]),
        };
        outputs.push(("--log-file", log.log_file.as_deref()));
        outputs::check(files.iter().map(PathBuf::as_path), &outputs)?;
        for file in files {
            log::info!("reading {}", file.display());
        }
        match self {
            Self::Report(args) => report_files(args, output),
            Self::Merge(args) => merge_files(args, output),
        }
    }
}

fn report_files(args: &ReportArgs, output: impl Write) -> Result<(), Failure> {
    let sprt = args.scale.test(args.sprt)?;
    let begin = |path: &PathBuf| {
        let mark = Replace::unedited("content=\"Ponnuki match report ");
        begin(&args.overwrite, path, mark)
    };
    let page = args.html.as_ref().map(begin).transpose()?;
    let mut results = Results::read(&args.files)?;
    let mut summary = results.tally()?.summary(sprt.as_ref());
    if sprt.is_some() && !summary.has_two_players() {
        return Err(Failure::new(
            "--sprt tests a match of two players, not a tournament",
        ));
    }
    let anchors = args.anchor.iter().map(|text| anchor(text, &summary));
    summary.set_anchors(&anchors.collect::<Vec<_>>())?;
    if let Some(path) = &args.ratings_svg {
        let table = summary.crosstable.as_ref();
        let table = table.ok_or_else(|| Failure::new("ratings need at least three players"))?;
        let picture = ratings_picture(table);
        args.overwrite
            .write_picture(path, &picture, "match report")
            .map_err(Failure::unwritable(path))?;
    }
    if let (Some(path), Some(mut page)) = (&args.html, page) {
        report(&mut results, &summary, args.pictures, &mut page, path)?;
        page.finish().map_err(Failure::unwritable(path))?;
    }
    print(&summary, args.json, output)
}

/// Parses `PLAYER` or `PLAYER=ELO`. A player's name may itself contain `=`.
fn anchor(text: &str, summary: &Summary) -> (String, f64) {
    let with_elo = || {
        let (name, elo) = text.rsplit_once('=')?;
        let elo: f64 = elo.trim().parse().ok()?;
        elo.is_finite().then(|| (name.to_owned(), elo))
    };
    match with_elo() {
        Some(anchor) if !summary.is_rated(text) => anchor,
        _ => (text.to_owned(), 0.0),
    }
}

/// Creates an output file before time is spent on its contents. Ctrl-C and termination
/// signals remove the file while it is incomplete.
pub(super) fn begin<'a>(
    args: &OverwriteArgs,
    path: &Path,
    replace: Replace<'a>,
) -> Result<WholeFile<'a>, Failure> {
    let file = args.begin(path, replace);
    let file = file.map_err(Failure::unwritable(path))?;
    let temporary = file.temporary().to_owned();
    signals::on_interrupt(move || {
        // A finished file has been renamed, so there is nothing to remove.
        let _ = remove(&temporary);
        process::exit(130);
    })?;
    Ok(file)
}

fn merge_files(args: &MergeArgs, output: impl Write) -> Result<(), Failure> {
    let mut file = begin(&args.overwrite, &args.out, Replace::NOTHING)?;
    let mut results = Results::read(&args.files)?;
    let mut tally = MatchTally::default();
    results.write(&mut file, &args.out, |record| tally.add(record))?;
    file.finish().map_err(Failure::unwritable(&args.out))?;
    if let Some(words) = missing_games(results.missing()) {
        log::warn!("{words}");
    }
    print(&tally.summary(None), args.json, output)
}

/// Prints a summary for people or as JSON. Without games, only JSON is printed.
pub(super) fn print(summary: &Summary, json: bool, output: impl Write) -> Result<(), Failure> {
    if json || summary.games > 0 {
        stdout::print(summary, json, output)?;
    }
    Ok(())
}

/// Returns a warning such as `4 games are missing: 4, 9 to 11`, or `None` if no
/// game is missing.
fn missing_games(missing: impl Iterator<Item = RangeInclusive<u64>>) -> Option<String> {
    const MAX_RANGES: usize = 10;
    let (mut games, mut words) = (0_u64, Vec::new());
    for range in missing {
        let (first, last) = range.into_inner();
        // The largest number is not missing, so the count cannot overflow.
        games += last - first + 1;
        match words.len() {
            MAX_RANGES => words.push("...".to_owned()),
            more if more > MAX_RANGES => {}
            _ if first == last => words.push(first.to_string()),
            _ => words.push(format!("{first} to {last}")),
        }
    }
    let words = words.join(", ");
    match games {
        0 => None,
        1 => Some(format!("one game is missing: {words}")),
        many => Some(format!("{many} games are missing: {words}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_games_are_counted_without_listing_all() {
        let words = |ranges: &[RangeInclusive<u64>]| missing_games(ranges.iter().cloned());
        assert_eq!(words(&[]), None);
        assert_eq!(words(&[7..=7]).unwrap(), "one game is missing: 7");
        assert_eq!(
            words(&[4..=4, 9..=11]).unwrap(),
            "4 games are missing: 4, 9 to 11"
        );
        assert_eq!(
            words(&[0..=u64::MAX - 1]).unwrap(),
            "18446744073709551615 games are missing: 0 to 18446744073709551614"
        );
        let many: Vec<_> = (0..12).map(|n| 2 * n..=2 * n).collect();
        assert_eq!(
            words(&many).unwrap(),
            "12 games are missing: 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, ..."
        );
    }
}
