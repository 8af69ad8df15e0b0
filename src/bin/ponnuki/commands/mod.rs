//! What can be said on the command line, by `clap`.

mod bench;
pub(crate) mod bench_report;
pub(crate) mod estimate;
pub(crate) mod r#match;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod score;
pub(crate) mod test_engine;

use std::path::PathBuf;

use crate::args::{PlayerArgs, RulesArgs};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use ponnuki::{
    Board, BoardSize, Color, Coordinates, DeadStones, EstimatePolicy, EyeRule, KoRule, Passing,
    Suicide, diagram,
};

pub(crate) use bench::BenchArgs;
use r#match::MatchArgs;
use test_engine::TestEngineArgs;

/// A Go engine that speaks the Go Text Protocol.
#[derive(Debug, Parser)]
#[command(
    version,
    about = "A Go engine: the Go Text Protocol (GTP 2) on standard input and output",
    long_about = "A Go engine with exact rules. Without a subcommand it speaks the Go Text Protocol \
                  (GTP version 2) on standard input and output, as GUIs such as Sabaki and GoGui expect. \
                  To play in this terminal, say `ponnuki play`.",
    args_conflicts_with_subcommands = true
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) gtp: GtpArgs,
    #[command(flatten)]
    pub(crate) log: LogArgs,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What to do instead of speaking GTP.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game against the engine in this terminal
    Play(PlayArgs),
    /// Count the final position of an SGF file by area
    Score(ScoreArgs),
    /// Show who is likely to own what in the position of an SGF file
    Estimate(EstimateArgs),
    /// Count all sequences of turns, to compare the rules with others'
    Perft(PerftArgs),
    /// Measure how fast random playouts are, and what they show
    Bench(BenchArgs),
    /// Play a match between any two GTP programs, or a tournament of several
    Match(Box<MatchArgs>),
    /// A GTP program that misbehaves on demand, to test programs that talk to engines
    TestEngine(TestEngineArgs),
}

/// The options of a GTP session.
#[derive(Debug, Args)]
pub(crate) struct GtpArgs {
    /// Speak GTP: the default, accepted because GUIs and scripts say it
    #[arg(short, long)]
    gtp: bool,
    /// The same as --gtp
    #[arg(long, value_name = "MODE")]
    mode: Option<Mode>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) player: PlayerArgs,
    /// Let the random player resign once N moves have been made in the game
    ///
    /// Without this option it never resigns. Meant for authors of GUIs, who need
    /// an engine that does.
    #[arg(long, value_name = "N")]
    pub(crate) resign_after: Option<usize>,
    /// Which stones `final_score` and `final_status_list` take to be dead while none is marked
    ///
    /// marked: none, so that what stands on the board counts. estimate: those
    /// that playouts find, for GUIs and servers that stop before all is captured.
    #[arg(long, value_name = "HOW", default_value = "marked")]
    dead_stones: DeadStonesChoice,
    /// When the engine passes
    ///
    /// filled: when its player does; the random player first fills the board
    /// but for its eyes. settled: also when the opponent has just passed, playouts
    /// leave no point open, and the score that counts then wins or is as good as
    /// playing on.
    #[arg(long, value_name = "WHEN", default_value = "filled")]
    pass: PassChoice,
    /// Let `printsgf FILE` write files into this folder
    ///
    /// Without it, printsgf only answers in the response, since an engine may be
    /// exposed through a server.
    #[arg(long, value_name = "DIR")]
    pub(crate) sgf_dir: Option<PathBuf>,
    /// Read the GTP commands from FILE instead of standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) gtp_input: Option<PathBuf>,
}

impl GtpArgs {
    /// What --dead-stones says.
    pub(crate) const fn dead_stones(&self) -> DeadStones {
        match self.dead_stones {
            DeadStonesChoice::Marked => DeadStones::Marked,
            DeadStonesChoice::Estimate => DeadStones::Estimated,
        }
    }

    /// What --pass says.
    pub(crate) const fn passing(&self) -> Passing {
        match self.pass {
            PassChoice::Filled => Passing::Player,
            PassChoice::Settled => Passing::Settled,
        }
    }
}

/// The values of --dead-stones.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum DeadStonesChoice {
    /// Those marked by ponnuki-mark_dead
    Marked,
    /// Those that playouts find, unless some are marked
    Estimate,
}

/// The values of --pass.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PassChoice {
    /// When the player does
    Filled,
    /// Also when nothing is left to play for
    Settled,
}

/// The one value of --mode.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Mode {
    /// The Go Text Protocol
    Gtp,
}

/// The board, the rules and the engine's habits.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// Board size: 9, or width x height as in 9x13, each 1 to 25 [default: 19]
    #[arg(
        long,
        value_name = "SIZE",
        hide_default_value = true,
        default_value = "19"
    )]
    pub(crate) boardsize: BoardSize,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Which own points the engine never fills: own-diagonals or enemy-diagonals [default: own-diagonals]
    ///
    /// Both want own stones on all neighbours. own-diagonals also wants own
    /// stones on three of the four diagonals, on the edge and in the corner on
    /// all of them. enemy-diagonals allows one enemy diagonal, on the edge none.
    #[arg(long, value_name = "RULE", hide_default_value = true, default_value_t)]
    pub(crate) eyes: EyeRule,
    /// Seed of the player; the same seed plays the same games [default: a fresh one]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// The options of `ponnuki play`.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) player: PlayerArgs,
    /// Black's handicap stones; White then moves first
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) handicap: usize,
    /// Your colour
    #[arg(long, value_name = "COLOR", default_value = "black")]
    pub(crate) color: Side,
}

/// A colour as the command line spells it.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Side {
    /// Black, who moves first
    #[value(alias = "b")]
    Black,
    /// White
    #[value(alias = "w")]
    White,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

/// The options of `ponnuki score`.
#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    /// The game record
    #[arg(value_name = "FILE.sgf")]
    pub(crate) file: PathBuf,
    /// Dead stones, one of each region, as in D4,Q16
    ///
    /// Marking a stone marks all stones of its colour that are connected to it
    /// through stones of that colour and empty points.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub(crate) dead: Vec<Coordinates>,
}

/// The options of `ponnuki estimate`.
#[derive(Debug, Args)]
pub(crate) struct EstimateArgs {
    /// The game record
    #[arg(value_name = "FILE.sgf")]
    pub(crate) file: PathBuf,
    /// Take the position after N moves instead of the last
    #[arg(long = "move", value_name = "N")]
    pub(crate) after: Option<usize>,
    /// Write the picture into FILE too
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// The number of playouts
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) playouts: u64,
    /// What the playouts follow from; the same seed gives the same picture
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// What plays: tactical answers ataris and keeps sekis, uniform plays at random
    #[arg(long, value_name = "POLICY", default_value = "tactical")]
    policy: PolicyChoice,
}

impl EstimateArgs {
    /// What plays.
    pub(crate) const fn policy(&self) -> EstimatePolicy {
        match self.policy {
            PolicyChoice::Tactical => EstimatePolicy::Tactical,
            PolicyChoice::Uniform => EstimatePolicy::Uniform,
        }
    }
}

/// The values of --policy.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PolicyChoice {
    /// Answers ataris, and gives no two stones away
    Tactical,
    /// Plays uniformly at random
    Uniform,
}

/// The options of `ponnuki perft`.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Board size: 3, or width x height as in 3x4
    #[arg(long, value_name = "SIZE", required_unless_present = "position")]
    pub(crate) size: Option<BoardSize>,
    /// The longest sequences to count, in turns
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) depth: u16,
    /// simple, positional, situational, natural-situational or none
    #[arg(long, value_name = "RULE", default_value_t = KoRule::Positional)]
    pub(crate) ko: KoRule,
    /// forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub(crate) suicide: Suicide,
    /// Count plays only, no passes
    #[arg(long)]
    pub(crate) no_pass: bool,
    /// Start from this diagram: rows from the top joined by /, X black, O white, . empty
    ///
    /// It is the only position in the history.
    #[arg(long, value_name = "ROWS", value_parser = diagram::parse)]
    pub(crate) position: Option<Board>,
    /// The colour to move first
    #[arg(long, value_name = "COLOR", default_value = "black")]
    pub(crate) to_move: Side,
    /// Share the work between N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
}

/// How much to say, and where.
#[derive(Debug, Args)]
pub(crate) struct LogArgs {
    /// Log more to standard error: -v information, -vv details, -vvv everything
    #[arg(short, long, action = ArgAction::Count, global = true)]
    pub(crate) verbose: u8,
    /// Log nothing but errors, not even the seed
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Append the log to FILE instead of standard error
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) log_file: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(line.split_whitespace())
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn gtp_is_the_default_under_every_name() {
        for line in [
            "ponnuki",
            "ponnuki --gtp",
            "ponnuki -g",
            "ponnuki --mode gtp",
            "ponnuki --mode=gtp",
        ] {
            assert!(parse(line).unwrap().command.is_none(), "{line}");
        }
        assert!(parse("ponnuki --mode ascii").is_err());
    }

    #[test]
    fn values_are_checked() {
        let cli = parse("ponnuki --boardsize 9x13 --komi -5.5 --seed 7 --eyes enemy-diagonals -vv")
            .unwrap();
        assert_eq!(cli.gtp.game.boardsize, BoardSize::new(9, 13).unwrap());
        assert_eq!(cli.gtp.game.rules.komi.to_string(), "-5.5");
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
        let cli = parse("ponnuki score game.sgf --dead D4,q16 -v").unwrap();
        assert_eq!(cli.log.verbose, 1);
        let Some(Command::Score(score)) = cli.command else {
            panic!("no score command");
        };
        let dead: Vec<_> = score.dead.iter().map(ToString::to_string).collect();
        assert_eq!(dead, ["D4", "Q16"]);
        let cli = parse("ponnuki play --boardsize 9 --handicap 2 --color white").unwrap();
        assert!(matches!(
            cli.command,
            Some(Command::Play(PlayArgs {
                handicap: 2,
                color: Side::White,
                ..
            }))
        ));
    }

    #[test]
    fn version_and_help_end_well() {
        let version = parse("ponnuki --version").unwrap_err();
        assert_eq!(version.kind(), ErrorKind::DisplayVersion);
        assert_eq!(
            version.to_string(),
            concat!("ponnuki ", env!("CARGO_PKG_VERSION"), "\n")
        );
        let help = parse("ponnuki --help").unwrap_err();
        assert_eq!(help.exit_code(), 0);
        let help = help.to_string();
        for option in [
            "--boardsize",
            "--komi",
            "--rules",
            "--ko",
            "--suicide",
            "--eyes",
            "--seed",
            "--resign-after",
        ] {
            assert!(help.contains(option), "{option}");
        }
    }
}
