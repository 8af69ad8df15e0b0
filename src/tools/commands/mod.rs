//! The command line. Each small subcommand has a file or folder with its arguments, its run
//! and its output.
//!
//! To add a subcommand, write a module with its `Args`, examples for its help and its `run`, and
//! add a variant to [`Command`]. The compiler then asks for an arm in [`Cli::run`], and the tests
//! for its options (`options.rs`) and for its files (`generate/texts.rs`).

mod bench;
mod estimate;
mod generate;
mod gtp;
mod habits;
#[cfg(test)]
mod help;
#[cfg(test)]
mod options;
mod perft;
mod play;
mod score;
mod test_engine;

use std::ffi::OsString;
use std::path::Path;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{
    Arg, ArgMatches, Args, Command as Definition, CommandFactory, FromArgMatches, Parser,
    Subcommand,
};

use crate::analysis::command::{self as analysis, AnalysisArgs};
use crate::check::{self, CheckArgs};
use crate::cli::args::LogArgs;
use crate::cli::failure::Failure;
use crate::cli::{logging, version};
use crate::conform::command::{self as conform, ConformArgs};
use crate::r#match::command::{self as matches, MatchArgs};
use crate::regress::command::{self as regress, RegressArgs};
use crate::review::command::{self as review, ReviewArgs};
use bench::BenchArgs;
use estimate::EstimateArgs;
use generate::GenerateArgs;
use gtp::GtpArgs;
use perft::PerftArgs;
use play::PlayArgs;
use score::ScoreArgs;
use test_engine::TestEngineArgs;

/// A Go engine that speaks the Go Text Protocol.
#[derive(Debug, Default, Parser)]
#[command(
    name = "ponnuki",
    version = version::line(),
    max_term_width = 100,
    after_help = "Examples:
  ponnuki                                   a GTP session, as GUIs start it
  ponnuki --level 5 --rules chinese         stronger, under other rules
  ponnuki --playouts 5000 --threads 2       a search of a fixed size
  ponnuki play --boardsize 9                a game in this terminal
  ponnuki match --help                      the options of a subcommand",
    about = "A Go engine: the Go Text Protocol (GTP 2) on standard input and output",
    long_about = "A Go engine with exact rules. Without a subcommand it speaks the Go Text Protocol \
                  (GTP version 2) on standard input and output, as GUIs such as Sabaki and GoGui expect. \
                  To play in this terminal, run `ponnuki play`. In a session, the command `help` lists all \
                  commands with their arguments.",
    override_usage = "ponnuki [OPTIONS]\n       ponnuki <COMMAND>"
)]
pub(crate) struct Cli {
    #[command(flatten)]
    gtp: GtpArgs,
    #[command(flatten)]
    log: LogArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The subcommands, each of which runs instead of a GTP session.
#[derive(Debug, Subcommand)]
enum Command {
    /// Play a game against the engine in this terminal
    ///
    /// Type a point such as `E5`, `pass`, `undo`, `hint`, or `help` for the other commands. After
    /// two passes the dead stones are proposed, you can correct them, and the score is shown.
    /// Without a terminal, the lines come from standard input and the board is drawn with letters.
    Play(PlayArgs),
    /// Count the final position of a game record
    ///
    /// All moves of the main line are played, and the points of each colour are counted under the
    /// rules of the file: stones and surrounded points, or territory and prisoners. Stones count as
    /// alive unless the file or --dead says otherwise.
    Score(ScoreArgs),
    /// Check whether the games of records are legal
    ///
    /// Illegal moves, broken records, records that contradict themselves and, if asked for, wrong
    /// results and duplicates are reported, each with its file, game and move. Collections of any
    /// size are read game by game.
    Check(CheckArgs),
    /// Estimate who will own each point in the position of a game record
    ///
    /// Playouts from the position give the owner of each point and the score on average. Stones
    /// that hardly ever survive are shown as dead. Points that a colour keeps even if it always
    /// passes are certain.
    Estimate(EstimateArgs),
    /// Find the mistakes of a game, with an annotated copy and a page
    ///
    /// Every position of the main line is searched, and each move is compared with the engine's
    /// first choice. The text shows both players' losses and the turning points with better lines.
    Review(ReviewArgs),
    /// Count all sequences of turns, to compare the rules with those of other programs
    ///
    /// Programs with the same rules count the same sequences at every depth.
    Perft(PerftArgs),
    /// Measure the speed and the results of random playouts, and the speed of the search
    ///
    /// The table shows the moves per second of CPU time, who wins, and a signature. Then five
    /// positions are searched with 4,000 playouts each on one thread, and estimated. The same seed
    /// gives the same signatures on every machine, with any number of threads.
    Bench(BenchArgs),
    /// Answer queries in KataGo's analysis protocol
    ///
    /// Each line of standard input is a query, a JSON object, and each line of standard output an
    /// answer or an error. Many positions are analysed at the same time, and answers come in the
    /// order in which they are ready. At the end of the input, the queries left are answered.
    Analysis(AnalysisArgs),
    /// Play a match between two GTP programs, or a tournament of several
    ///
    /// Every move is checked, and the score is counted at the end. A program that crashes, hangs
    /// or plays an illegal move loses its game, and the match goes on. After Ctrl-C the finished
    /// games are kept, and --resume continues the match.
    Match(Box<MatchArgs>),
    /// Run regression tests of a GTP program
    ///
    /// The commands of each suite are sent to an engine of its own, and the answers are compared
    /// with regular expressions. A crash or a hang costs one test.
    Regress(RegressArgs),
    /// Check whether an engine speaks GTP and knows the rules of Go
    ///
    /// The engine's boards, rules and times are learned first. Then every check says what is
    /// right, by which source, and which clients notice. An engine that crashes or hangs is
    /// started again, and the checks go on.
    Conform(ConformArgs),
    /// Run a GTP program that misbehaves on demand, to test programs that use engines
    ///
    /// It plays random legal moves until the fault comes.
    TestEngine(TestEngineArgs),
    /// Make manual pages and completions for shells
    ///
    /// Both are made from the options that this program accepts.
    Generate(GenerateArgs),
}

impl Cli {
    /// Reads the arguments of the program, beginning with its name.
    ///
    /// # Errors
    /// Invalid usage, or a request for the help or the version.
    pub(crate) fn read(
        arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    ) -> Result<Self, clap::Error> {
        let arguments = habits::as_meant(analysis::as_katago(arguments));
        if let Some(session) = Self::session(&arguments) {
            return Ok(session);
        }
        let mut definition = Self::definition();
        let matches = definition.try_get_matches_from_mut(&arguments);
        let matches = matches.or_else(|error| {
            if !error.use_stderr() {
                return Err(error);
            }
            let error = habits::without_help(error, &mut definition, &arguments);
            let loose = Self::definition().ignore_errors(true);
            let loose = loose.try_get_matches_from(&arguments)?;
            // A misplaced option explains a missing argument better.
            check_place(&mut definition, &loose)?;
            Err(habits::with_tip(error, &loose))
        })?;
        let cli =
            Self::from_arg_matches(&matches).map_err(|error| error.format(&mut definition))?;
        check_place(&mut definition, &matches)?;
        habits::check_files(&definition, &matches)?;
        cli.check().map_err(|conflict| {
            let name = matches.subcommand_name().unwrap_or_default();
            conflict.format(match definition.find_subcommand_mut(name) {
                Some(subcommand) => subcommand,
                None => &mut definition,
            })
        })?;
        Ok(cli)
    }

    /// Reads the arguments of a session without the definitions of the subcommands, which
    /// would take most of the time until its first answer.
    fn session(arguments: &[OsString]) -> Option<Self> {
        if arguments.len() == 1 {
            return Some(Self::default());
        }
        let definition = GtpArgs::augment_args(Definition::new("ponnuki"));
        let definition = habits::with_aliases(LogArgs::augment_args(definition));
        let matches = definition.try_get_matches_from(arguments).ok()?;
        let session = Self {
            gtp: GtpArgs::from_arg_matches(&matches).ok()?,
            log: LogArgs::from_arg_matches(&matches).ok()?,
            command: None,
        };
        session.check().is_ok().then_some(session)
    }

    /// Returns the definition of all subcommands and options, with their synonyms.
    fn definition() -> Definition {
        habits::with_aliases(Self::command())
    }

    /// Checks for options that conflict because of their values.
    fn check(&self) -> Result<(), clap::Error> {
        self.log.check()?;
        match &self.command {
            None => self.gtp.check(),
            Some(Command::Play(args)) => args.check(),
            Some(Command::Score(args)) => args.position.check(),
            Some(Command::Estimate(args)) => args.position.check(),
            Some(Command::Check(args)) => args.check(),
            Some(_) => Ok(()),
        }
    }

    /// Starts the log and runs the command.
    ///
    /// # Errors
    /// Any [`Failure`], unless it only means that standard output has lost its reader.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let log = &self.log;
        let log_file = log.log_file.as_deref().unwrap_or(Path::new(""));
        logging::start(log).map_err(Failure::file("write the log file", log_file))?;
        let done = match &self.command {
            None => gtp::run(&self.gtp, log),
            Some(Command::Play(args)) => play::run(args, log),
            Some(Command::Score(args)) => score::run(args, log),
            Some(Command::Check(args)) => check::run(args, log),
            Some(Command::Estimate(args)) => estimate::run(args, log),
            Some(Command::Review(args)) => review::run(args, log),
            Some(Command::Analysis(args)) => analysis::run(args),
            Some(Command::Perft(args)) => perft::run(args),
            Some(Command::Bench(args)) => bench::run(args, log),
            Some(Command::Match(args)) => matches::run(args, log),
            Some(Command::Regress(args)) => regress::run(args, log),
            Some(Command::Conform(args)) => conform::run(args, log),
            Some(Command::TestEngine(args)) => test_engine::run(args, log),
            Some(Command::Generate(args)) => generate::run(args, Self::definition()),
        };
        match done {
            Err(failure) if failure.is_unread() => Ok(()),
            done => done,
        }
    }
}

/// Checks that only options of the log, which every subcommand has, precede a subcommand.
fn check_place(definition: &mut Definition, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some(subcommand) = matches.subcommand_name() else {
        return Ok(());
    };
    let is_given = |arg: &&Arg| {
        let source = matches.value_source(arg.get_id().as_str());
        !arg.is_global_set() && source == Some(ValueSource::CommandLine)
    };
    let Some(misplaced) = definition.get_arguments().find(is_given) else {
        return Ok(());
    };
    let has_option = |command: &Definition| {
        let long = misplaced.get_long().unwrap_or_default();
        let names = command
            .get_arguments()
            .filter_map(Arg::get_long_and_visible_aliases);
        names.flatten().any(|name| name == long)
    };
    let tip = match definition.find_subcommand(subcommand) {
        Some(command) if has_option(command) => {
            format!("\n\n  tip: write it after '{subcommand}'")
        }
        _ => String::new(),
    };
    let reason = format!("the argument '{misplaced}' cannot be used before '{subcommand}'{tip}");
    Err(definition.error(ErrorKind::ArgumentConflict, reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::Color;
    use ponnuki_core::{BoardSize, EyeRule};

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::read(line.split_whitespace())
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_session_without_options_has_their_defaults() {
        let matches = Cli::definition().try_get_matches_from(["ponnuki"]);
        let parsed = Cli::from_arg_matches(&matches.unwrap()).unwrap();
        let session = parse("ponnuki").unwrap();
        assert_eq!(format!("{session:?}"), format!("{parsed:?}"));
    }

    #[test]
    fn values_are_checked() {
        let cli = parse("ponnuki --boardsize 9x13 --komi -5.5 --seed 7 --eyes enemy-diagonals -vv")
            .unwrap();
        assert_eq!(cli.gtp.game.boardsize, BoardSize::new(9, 13).unwrap());
        assert_eq!(cli.gtp.game.rules.komi().to_string(), "-5.5");
        assert_eq!(cli.gtp.game.seed, Some(7));
        assert_eq!(cli.gtp.game.eyes, EyeRule::EnemyDiagonals);
        assert_eq!(cli.log.verbose, 2);
        for line in [
            "ponnuki --boardsize 26",
            "ponnuki --komi 5,5",
            "ponnuki --komi nan",
            "ponnuki --seed -1",
            "ponnuki --ko super",
            "ponnuki --eyes three",
            "ponnuki -q -v",
            "ponnuki score",
            "ponnuki score a.sgf --dead I4",
            "ponnuki play --color red",
            "ponnuki dance",
        ] {
            assert_eq!(parse(line).unwrap_err().exit_code(), 2, "{line}");
        }
    }

    #[test]
    fn subcommands_have_their_own_options() {
        let cli = parse("ponnuki score game.sgf --dead D4,q16").unwrap();
        let Some(Command::Score(score)) = cli.command else {
            panic!("no score command");
        };
        assert_eq!(format!("{:?}", score.dead).matches("Stone").count(), 2);
        let cli = parse("ponnuki play --boardsize 9 --handicap 2 --color white").unwrap();
        let Some(Command::Play(play)) = cli.command else {
            panic!("no play command");
        };
        assert_eq!((play.handicap, play.color), (2, Some(Color::White)));
    }
}
