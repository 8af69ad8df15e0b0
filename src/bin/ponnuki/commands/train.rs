//! `ponnuki train`: learns the weights of the move priors from games.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use ponnuki::player::learned::training::{Fit, TrainingOptions, train};
use ponnuki::statistics::counted;
use ponnuki::{BoardSize, Game, sgf};

use crate::cli::args::LogArgs;
use crate::cli::failure::Failure;
use crate::cli::records;

/// The options of `ponnuki train`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki train games --size 9 > weights.txt
  ponnuki train a.sgf b.sgf --size 19 --positions 300000 --least 8 > weights.txt

The weights are compiled into the program: see src/player/search/playouts/learned/README.md.")]
pub(crate) struct TrainArgs {
    /// SGF files, and folders that contain some
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Size of the boards to learn from; games on other boards are left out
    #[arg(long, value_name = "SIZE")]
    size: BoardSize,
    /// Number of positions, drawn at random from all games
    #[arg(long, value_name = "N", default_value_t = TrainingOptions::default().positions)]
    positions: usize,
    /// How often a shape must have been played to get a weight
    #[arg(long, value_name = "N", default_value_t = TrainingOptions::default().least)]
    least: u32,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = TrainingOptions::default().epochs)]
    epochs: usize,
}

/// Reads the games, fits the weights and prints them.
pub(super) fn run(args: &TrainArgs, log: &LogArgs) -> Result<(), Failure> {
    let mut paths = Vec::new();
    for path in &args.files {
        // A missing file is reported when it is opened.
        if !path.is_dir() {
            paths.push(path.clone());
            continue;
        }
        for entry in records::in_folder(path) {
            let entry = entry.map_err(Failure::file("read the folder", path))?;
            paths.push(entry.into_path());
        }
    }
    paths.sort();
    let games = read(&paths, args.size);
    if games.is_empty() {
        return Err(Failure::new(format_args!(
            "no file holds a game on a {} board",
            args.size
        )));
    }
    if !log.quiet {
        let files = counted(paths.len() as u64, "file");
        eprintln!("{} in {files}", counted(games.len() as u64, "game"));
    }
    let options = TrainingOptions {
        positions: args.positions,
        least: args.least,
        epochs: args.epochs,
    };
    Ok(print(&train(&games, &options))?)
}

/// Reads the games on boards of this size. Unreadable files are reported and skipped.
fn read(paths: &[PathBuf], size: BoardSize) -> Vec<Game> {
    // Silenced, because thousands of records name unsupported rules that affect no move.
    let level = log::max_level();
    log::set_max_level(level.min(log::LevelFilter::Error));
    let found: Vec<_> = paths
        .iter()
        .map(|path| {
            (
                path,
                sgf::read_file(path, None, &sgf::FileDefaults::default()),
            )
        })
        .collect();
    log::set_max_level(level);
    let mut games = Vec::new();
    for (path, game) in found {
        match game {
            Ok(game) if game.size() == size => games.push(game),
            Ok(_) => {}
            Err(error) => log::warn!("{} is left out: {error}", path.display()),
        }
    }
    games
}

fn print(fit: &Fit) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let (games, shapes) = (fit.games as u64, fit.shapes as u64);
    writeln!(
        out,
        "# {}, {}",
        counted(games, "game"),
        counted(shapes, "shape")
    )?;
    writeln!(out, "# Seen: {}", fit.seen)?;
    writeln!(out, "# Unseen: {}", fit.unseen)?;
    write!(out, "{}", fit.weights())?;
    out.flush()
}
