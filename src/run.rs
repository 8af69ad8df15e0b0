//! Does what the command line asks for.

use std::error::Error;
use std::fmt;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::board_view::BoardView;
use crate::cli::{Cli, Command, PlayArgs, ScoreArgs};
use crate::score_report::{self, ScoreError};
use crate::{logging, play};

/// Why the program ends with status 1.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file or folder named on the command line cannot be used.
    File {
        /// What it is for, after "cannot".
        purpose: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// The system has no randomness to give, and no seed was named.
    Seed,
    /// The position of a file cannot be scored.
    Score {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: ScoreError,
    },
    /// More handicap stones than the board has room for.
    Handicap {
        /// The most stones possible.
        most: usize,
    },
    /// Standard input or output fails.
    Stream(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File {
                purpose,
                path,
                error,
            } => write!(f, "cannot {purpose} {}: {error}", path.display()),
            Self::Seed => f.write_str("the system gives no random seed; name one with --seed"),
            Self::Score { path, error } => write!(f, "cannot score {}: {error}", path.display()),
            Self::Handicap { most } => {
                write!(f, "this board has room for {most} handicap stones at most")
            }
            Self::Stream(error) => error.fmt(f),
        }
    }
}

impl Error for Failure {}

/// Starts the log and carries out the command.
///
/// # Errors
/// Any [`Failure`]. A reader of the output who leaves early is none.
pub(crate) fn run(cli: &Cli) -> Result<(), Failure> {
    logging::start(&cli.log).map_err(|error| Failure::File {
        purpose: "write the log file",
        path: cli.log.log_file.clone().unwrap_or_default(),
        error,
    })?;
    let done = match &cli.command {
        None => Ok(()),
        Some(Command::Play(args)) => play(cli, args),
        Some(Command::Score(args)) => score(args),
    };
    match done {
        Err(Failure::Stream(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// The subcommand `play`.
fn play(cli: &Cli, args: &PlayArgs) -> Result<(), Failure> {
    let most = args.game.boardsize.area() - 1;
    if args.handicap > most {
        return Err(Failure::Handicap { most });
    }
    let options = play::Options {
        size: args.game.boardsize,
        komi: args.game.komi.clone(),
        rules: args.game.rules(),
        handicap: args.handicap,
        color: args.color.into(),
        seed: seed(cli, args.game.seed)?,
        eyes: args.game.eyes,
        view: view(),
    };
    play::run(&options, io::stdin().lock(), io::stdout().lock()).map_err(Failure::Stream)
}

/// The subcommand `score`.
fn score(args: &ScoreArgs) -> Result<(), Failure> {
    score_report::run(&args.file, &args.dead, view(), io::stdout().lock()).map_err(|error| {
        match error {
            ScoreError::Output(error) => Failure::Stream(error),
            error => Failure::Score {
                path: args.file.clone(),
                error,
            },
        }
    })
}

/// The seed asked for, or a fresh one from the system. It is always told.
fn seed(cli: &Cli, asked: Option<u64>) -> Result<u64, Failure> {
    let seed = match asked {
        Some(seed) => seed,
        None => SysRng.try_next_u64().map_err(|_| Failure::Seed)?,
    };
    logging::tell_seed(seed, &cli.log);
    Ok(seed)
}

/// Colours on a terminal, unless the environment has `NO_COLOR`
/// (<https://no-color.org>).
fn view() -> BoardView {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    BoardView {
        colors: io::stdout().is_terminal() && !refused,
    }
}
