//! `ponnuki review`: the mistakes of a game, found by the search.
//!
//! Files: `text` and `json` print the review.

mod json;
mod text;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::review::{RecordWords, Review, ReviewOptions, notes, report, review};
use clap::{Args, ValueHint};
use ponnuki_core::threads;
use ponnuki_core::{BoardSize, Game};
use ponnuki_formats::files::{Replace, open_stream};
use ponnuki_formats::sgf::{About, GameText, GameTree, Games, ReadGame, read_logged};
use ponnuki_formats::text::counted;
use ponnuki_play::player::{SearchOptions, StopFlag};

use crate::cli::args::{FileRulesArgs, LogArgs, OverwriteArgs};
use crate::cli::failure::Failure;
use crate::cli::position::log_game;
use crate::cli::{outputs, progress, signals};

/// The options of `ponnuki review`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki review game.sgf
  ponnuki review game.sgf --sgf reviewed.sgf --html review.html
  ponnuki review games.sgf --game 3 --visits 2000 --top 10
  ponnuki review game.sgf --visits 500 --json > review.json

The main line is reviewed; the copy of --sgf keeps the variations. A move loses the difference \
between the position after the engine's first choice and the position after the move, both \
searched alike: from 3 points on it is an inaccuracy, from 6 a mistake, from 12 a blunder, if it \
also costs 1 % of the win rate. Suspected mistakes are searched again with four times the \
visits, the costliest ones with several seeds. A move decided the game if it costs 15 % of the win \
rate, and 10 % more than any other mistake of the loser.")]
pub(crate) struct ReviewArgs {
    /// The game record, or - for standard input
    #[arg(value_name = "FILE.sgf", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// Number of the game in a file with several
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// Visits for each position [default: 60 on 19x19, more on smaller boards, up to 120]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    visits: Option<u64>,
    /// Seed of the searches; the same seed gives the same review
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of positions that are searched at a time [default: all cores]
    #[arg(short = 'j', long, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=SearchOptions::MAX_THREADS as i64))]
    threads: Option<u16>,
    #[command(flatten)]
    rules: FileRulesArgs,
    /// Number of turning points: the mistakes that cost the largest chances to win
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    /// Print one JSON object instead of the text
    #[arg(long)]
    json: bool,
    /// Write a copy of the game to FILE, with comments, values and better lines
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    sgf: Option<PathBuf>,
    /// Write one HTML page with charts, the turning points on boards and all moves to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// Marks an annotated copy by an earlier review, which may be overwritten.
const COPY: Replace<'_> = Replace::unedited("Review by Ponnuki ");

/// Marks a page by an earlier review, which may be overwritten.
const PAGE: Replace<'_> = Replace::unedited("content=\"Ponnuki review ");

impl ReviewArgs {
    fn options(&self, size: BoardSize) -> ReviewOptions {
        let visits = self.visits;
        ReviewOptions {
            visits: visits.unwrap_or_else(|| ReviewOptions::default_visits(size)),
            seed: self.seed,
            threads: self.threads.map_or_else(threads::available, usize::from),
        }
    }

    /// Checks that no output overwrites the record or another output, and that the outputs
    /// can be written, before any time is spent searching.
    fn check_files(&self, log: &LogArgs) -> Result<(), Failure> {
        let outputs = [
            ("--sgf", self.sgf.as_deref()),
            ("--html", self.html.as_deref()),
            ("--log-file", log.log_file.as_deref()),
        ];
        outputs::check([self.file.as_path()], &outputs)
            .map_err(Failure::file("review", &self.file))?;
        for (path, replace) in [(&self.sgf, COPY), (&self.html, PAGE)] {
            if let Some(path) = path {
                self.overwrite.check(path, replace)?;
            }
        }
        Ok(())
    }
}

/// Reviews the game and writes the results.
pub(crate) fn run(args: &ReviewArgs, log: &LogArgs) -> Result<(), Failure> {
    args.check_files(log)?;
    let record = ReviewRecord::read(&args.file, args.game, &args.rules)
        .map_err(Failure::file("review", &args.file))?;
    let stop = StopFlag::new();
    let flag = stop.clone();
    signals::on_interrupt(move || flag.raise())?;
    log_game(&record.game);
    let template = "{bar:24} {pos}/{len} positions, {eta} left";
    let positions = record.game.turns().len() + 1;
    let bar = progress::bar(positions as u64, template, log.quiet);
    let report = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let game = record.game.clone();
    let options = args.options(game.size());
    let found = review(game, &options, &stop, &report);
    bar.finish_and_clear();
    match found {
        Some(found) if !stop.is_raised() => write(args, &record, &found),
        _ => Err(Failure::interrupted(
            "interrupted; nothing has been written",
        )),
    }
}

/// Writes the files, then prints the text or the JSON.
fn write(args: &ReviewArgs, record: &ReviewRecord, found: &Review) -> Result<(), Failure> {
    if let Some(path) = &args.sgf {
        let copy = found
            .annotated(&record.text.bytes)
            .map_err(Failure::file("review", &args.file))?;
        args.overwrite.write(path, &copy, COPY)?;
    }
    if let Some(path) = &args.html {
        let page = report::render(found, &record.words, args.top);
        args.overwrite.write(path, &page, PAGE)?;
    }
    Ok(print(args, record, found)?)
}

fn print(args: &ReviewArgs, record: &ReviewRecord, found: &Review) -> io::Result<()> {
    let mut output = io::stdout().lock();
    if args.json {
        let json = json::json(&args.file, args.top, record, found);
        writeln!(output, "{json}")?;
    } else {
        text::print(&record.words, found, args.top, &mut output)?;
        for path in args.sgf.iter().chain(&args.html) {
            writeln!(output, "written: {}", Path::display(path))?;
        }
    }
    output.flush()
}

/// A game and its record.
struct ReviewRecord {
    /// The bytes of the game in the file.
    text: GameText,
    /// What the record says.
    words: RecordWords,
    /// The game under the rules and the komi of the options.
    game: Game,
}

impl ReviewRecord {
    /// Reads a game of a file by number, counted from 1. `-` is standard input.
    fn read(file: &Path, number: u64, rules: &FileRulesArgs) -> Result<Self, Failure> {
        let input: Box<dyn Read> = if file == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            Box::new(open_stream(file)?)
        };
        let mut games = 0;
        for text in Games::new(input) {
            let text = text?;
            games += 1;
            if games == number {
                return Self::new(text, rules);
            }
        }
        Err(Failure::new(format_args!(
            "the file has only {}",
            counted(games, "game")
        )))
    }

    fn new(text: GameText, rules: &FileRulesArgs) -> Result<Self, Failure> {
        let mut read = read_logged(&text.bytes[..], None, &rules.reading())?;
        rules.apply(&mut read);
        let ReadGame { game, rules, .. } = read;
        if game.turns().is_empty() {
            return Err(Failure::new("the game has no moves to review"));
        }
        let words = RecordWords {
            about: About::read(&text.bytes)?,
            rules,
            notes: notes(
                &GameTree::read(&text.bytes)?,
                game.size(),
                game.turns().len(),
            ),
        };
        Ok(Self { text, words, game })
    }
}
