//! Does what the command line asks for.

use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ponnuki::{
    BenchOptions, Board, Engine, EngineOptions, EstimateOptions, First, Game, Komi, Passes, Rules,
    Session, Start, StonesError,
};

use rand::TryRng;
use rand::rngs::SysRng;

use crate::board_view::BoardView;
use crate::commands::estimate::{self, EstimateError};
use crate::commands::r#match::{self, MatchFailure};
use crate::commands::score::{self, ScoreError};
use crate::commands::test_engine::{self, TestEngineArgs};
use crate::commands::{
    BenchArgs, Cli, Command, EstimateArgs, GtpArgs, PerftArgs, PlayArgs, ScoreArgs,
};
use crate::commands::{bench_report, perft, play};
use crate::logging;

/// What a person sees who starts the engine in a terminal.
const GTP_HINT: &str = "\
Ponnuki listens for the Go Text Protocol. Try: showboard, play black D4, genmove white, list_commands, quit.
To play on a board in this terminal, say quit and start `ponnuki play`.";

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
    /// The position of a file cannot be estimated.
    Estimate {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: EstimateError,
    },
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
    /// The size and the diagram are of different boards.
    Sizes,
    /// The stones of a diagram cannot stand so.
    Stones(StonesError),
    /// Standard input or output fails.
    Stream(io::Error),
    /// A match is not played to its end.
    Match(MatchFailure),
}

impl Failure {
    /// The status with which the program ends: 130 when somebody stopped it,
    /// as shells have it, else 1.
    pub(crate) fn status(&self) -> ExitCode {
        match self {
            Self::Match(MatchFailure::Interrupted { .. }) => ExitCode::from(130),
            _ => ExitCode::FAILURE,
        }
    }
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
            Self::Estimate { path, error } => {
                write!(f, "cannot estimate {}: {error}", path.display())
            }
            Self::Score { path, error } => write!(f, "cannot score {}: {error}", path.display()),
            Self::Handicap { most } => {
                write!(f, "this board has room for {most} handicap stones at most")
            }
            Self::Sizes => f.write_str("the diagram is not of the size asked for"),
            Self::Stones(error) => error.fmt(f),
            Self::Stream(error) => error.fmt(f),
            Self::Match(error) => error.fmt(f),
        }
    }
}

impl Error for Failure {}

/// Starts the log and carries out the command.
///
/// # Errors
/// Any [`Failure`]. A reader of the output who leaves early is none.
pub(crate) fn run(cli: &Cli) -> Result<(), Failure> {
    let log_file = cli.log.log_file.as_deref().unwrap_or(Path::new(""));
    logging::start(&cli.log).map_err(failure("write the log file", log_file))?;
    let done = match &cli.command {
        None => gtp(cli, &cli.gtp),
        Some(Command::Play(args)) => play(cli, args),
        Some(Command::Score(args)) => score(args),
        Some(Command::Estimate(args)) => estimate(args),
        Some(Command::Perft(args)) => perft(args),
        Some(Command::Bench(args)) => bench(cli, args),
        Some(Command::Match(args)) => r#match::run(args, cli.log.quiet).map_err(Failure::Match),
        Some(Command::TestEngine(args)) => test_engine(cli, args),
    };
    match done {
        Err(Failure::Stream(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// A GTP session on standard input, or a file, and standard output.
fn gtp(cli: &Cli, args: &GtpArgs) -> Result<(), Failure> {
    if let Some(path) = &args.sgf_dir {
        let listed = fs::read_dir(path);
        listed.map_err(failure("write into", path))?;
    }
    let input = match &args.gtp_input {
        Some(path) => Some(File::open(path).map_err(failure("read", path))?),
        None => None,
    };
    let options = EngineOptions {
        size: args.game.boardsize,
        komi: args.game.rules.komi.clone(),
        rules: args.game.rules.chosen(),
        eyes: args.game.eyes,
        seed: seed(cli, args.game.seed)?,
        resign_after: args.resign_after,
        sgf_dir: args.sgf_dir.clone(),
        dead_stones: args.dead_stones(),
        passing: args.passing(),
    };
    let player = args
        .player
        .player(options.seed, options.eyes, options.resign_after);
    let engine = Engine::with_player(options, player);
    let output = io::stdout().lock();
    let done = if let Some(file) = input {
        Session::run(file, output, engine)
    } else {
        if io::stdin().is_terminal() {
            logging::hint(GTP_HINT, &cli.log);
        }
        Session::run(io::stdin(), output, engine)
    };
    done.map_err(Failure::Stream)
}

/// The failure of doing something to a file or folder.
fn failure(purpose: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Failure {
    let path = path.to_owned();
    move |error| Failure::File {
        purpose,
        path,
        error,
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
        komi: args.game.rules.komi.clone(),
        rules: args.game.rules.chosen(),
        handicap: args.handicap,
        color: args.color.into(),
        habit: args.player.habit(),
        view: view(),
    };
    let seed = seed(cli, args.game.seed)?;
    let player = args.player.player(seed, args.game.eyes, None);
    play::run(&options, player, io::stdin().lock(), io::stdout().lock()).map_err(Failure::Stream)
}

/// The subcommand `score`.
fn score(args: &ScoreArgs) -> Result<(), Failure> {
    score::run(&args.file, &args.dead, view(), io::stdout().lock()).map_err(|error| match error {
        ScoreError::Output(error) => Failure::Stream(error),
        error => Failure::Score {
            path: args.file.clone(),
            error,
        },
    })
}

/// The subcommand `estimate`.
fn estimate(args: &EstimateArgs) -> Result<(), Failure> {
    let request = estimate::Request {
        file: &args.file,
        after: args.after,
        svg: args.svg.as_deref(),
        options: EstimateOptions {
            playouts: args.playouts,
            seed: args.seed,
            first: First::Natural,
            policy: args.policy(),
        },
        view: view(),
    };
    estimate::run(&request, io::stdout().lock()).map_err(|error| match error {
        EstimateError::Output(error) => Failure::Stream(error),
        EstimateError::Svg(error) => Failure::File {
            purpose: "write",
            path: args.svg.clone().unwrap_or_default(),
            error,
        },
        error => Failure::Estimate {
            path: args.file.clone(),
            error,
        },
    })
}

/// The subcommand `perft`.
fn perft(args: &PerftArgs) -> Result<(), Failure> {
    let diagram = args.position.as_ref();
    let size = args
        .size
        .or(diagram.map(Board::size))
        .ok_or(Failure::Sizes)?;
    if diagram.is_some_and(|board| board.size() != size) {
        return Err(Failure::Sizes);
    }
    let rules = Rules {
        ko: args.ko,
        suicide: args.suicide,
        ..Rules::default()
    };
    let start = Start {
        stones: diagram.map(Board::position).unwrap_or_default(),
        handicap: 0,
        to_move: args.to_move.into(),
    };
    let options = perft::Options {
        game: Game::with_start(size, rules, Komi::default(), start).map_err(Failure::Stones)?,
        depth: args.depth.into(),
        passes: if args.no_pass {
            Passes::LeftOut
        } else {
            Passes::Counted
        },
        threads: args.threads.into(),
    };
    perft::run(&options, io::stdout().lock()).map_err(Failure::Stream)
}

/// The subcommand `bench`.
fn bench(cli: &Cli, args: &BenchArgs) -> Result<(), Failure> {
    let options = BenchOptions {
        size: args.size,
        games: args.games,
        seed: args.seed,
        // Wrong usage ends here with status 2.
        core: args.core().unwrap_or_else(|wrong| wrong.exit()),
        threads: args.threads.into(),
    };
    let format = if args.json {
        bench_report::Format::Json
    } else {
        bench_report::Format::Table
    };
    let output = io::stdout().lock();
    bench_report::run(&options, format, cli.log.quiet, output).map_err(Failure::Stream)
}

/// The subcommand `test-engine`.
fn test_engine(cli: &Cli, args: &TestEngineArgs) -> Result<(), Failure> {
    test_engine::run(args, seed(cli, args.seed)?).map_err(Failure::Stream)
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
