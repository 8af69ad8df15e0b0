//! The arguments of a match.

use std::num::ParseIntError;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::r#match::statistics::Sprt;
use crate::r#match::{OpeningSource, Shard, TimeSettings};
use clap::{Args, ValueHint};
use ponnuki::BoardSize;

use super::adjudication::AdjudicationArgs;
use crate::cli::args::{RulesArgs, seconds};

/// The options of a match to play.
#[derive(Debug, Args)]
#[command(next_help_heading = "Match")]
pub(super) struct RunArgs {
    /// Command line of player A, which has Black in the first game
    ///
    /// It is split at spaces; quotes keep words together. A first word
    /// `ponnuki` stands for this program. On a ladder the option may be left
    /// out; player A is then the random player.
    #[arg(long, value_name = "CMD", value_hint = ValueHint::CommandString, required_unless_present_any = ["tournament", "handicap"])]
    pub(super) black: Option<String>,
    /// Command line of player B, which has White in the first game
    #[arg(long, value_name = "CMD", value_hint = ValueHint::CommandString, required_unless_present = "tournament")]
    pub(super) white: Option<String>,
    /// Name of player A in tables, pages and SGF files [default: what the program says]
    ///
    /// Without it the program's own name and version are shown and, if the other
    /// program has the same, the options in which they differ. Names decide nothing
    /// in the games: a match can continue under other names.
    #[arg(long, value_name = "NAME")]
    pub(super) name_a: Option<String>,
    /// Name of player B, as --name-a
    #[arg(long, value_name = "NAME")]
    pub(super) name_b: Option<String>,
    /// Play a tournament of the players in FILE.toml instead of a match of two
    ///
    /// The file gives the options of the match under the same names, and a
    /// table `[[player]]` with `name` and `command` for each player. `games` is
    /// the number of games for each pair of players; colours alternate. Every
    /// player needs a name of its own, without line feeds and other control
    /// characters.
    ///
    /// `format = "round-robin"` is the default, `"gauntlet"` lets the first player
    /// meet all others, and `"swiss"` plays `rounds = N` rounds. A player may have
    /// `directory`, `environment`, `startup`, `time`, `handicap` and `elo`.
    #[arg(
        long,
        value_name = "FILE.toml",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["black", "white", "name_a", "name_b", "games", "size", "komi", "rules", "ko", "suicide",
            "alternate", "pairs", "openings", "random_opening", "handicap", "time", "max_moves",
            "move_timeout", "seed", "referee", "sprt", "resign_rule", "draw_rule",
            "judge_after", "at_max_moves"]
    )]
    pub(super) tournament: Option<PathBuf>,
    /// Number of games [default: 100]
    #[arg(long, value_name = "N", hide_default_value = true, default_value = "100",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,
    #[command(flatten)]
    pub(super) game: GameSettings,
    /// Exchange colours in every second game, which repeats the opening of the previous one
    #[arg(long)]
    pub(super) alternate: bool,
    /// Play each opening twice with colours exchanged, and judge the two games as a pair
    ///
    /// It implies --alternate, and the number of games must be even. An opening that
    /// favours a colour gives each player a point, so the scores of pairs vary less
    /// than those of games: the summary shows the error that follows, and --sprt
    /// tests the pairs.
    #[arg(long)]
    pub(super) pairs: bool,
    /// Start with the openings in FILE or DIR, in their order, or with the `ready` ones
    ///
    /// A folder gives the main lines of its SGF files, in the order of their
    /// names, and one SGF file those of its games. Any other file is a list with
    /// an opening on each line: points and passes, as in `E5 C3 pass`, where Black
    /// begins; `#` begins a comment. `ready` stands for balanced openings that
    /// come with the program, for 9x9 and 13x13. `ponnuki match openings` makes
    /// others.
    #[arg(long, value_name = "FILE|DIR|ready", value_hint = ValueHint::AnyPath,
        conflicts_with_all = ["random_opening", "handicap"])]
    pub(super) openings: Option<OpeningSource>,
    /// Start with N random moves
    #[arg(long, value_name = "N", conflicts_with = "handicap")]
    pub(super) random_opening: Option<usize>,
    /// Start with N handicap stones for Black, or play a `ladder`
    ///
    /// The stones are placed on the fixed handicap points first, and the others
    /// are spread over the board. `ladder` is the Random Go Challenge: the
    /// stones are placed on random points. The first game has no stones, and
    /// each later game has one more if White won the previous game, or one less
    /// if Black won it.
    #[arg(long, value_name = "N|ladder")]
    pub(super) handicap: Option<Handicap>,
    /// Seed of all games [default: 1]
    ///
    /// Each program that knows `set_random_seed` gets its own seed for each
    /// game, so that the same match has the same games in any order and on any
    /// machine.
    #[arg(long, value_name = "N", hide_default_value = true, default_value_t = 1)]
    pub(super) seed: u64,
    /// Command line of a program whose score decides the games instead of ours
    #[arg(long, value_name = "CMD", value_hint = ValueHint::CommandString)]
    pub(super) referee: Option<String>,
    /// Stop when a sequential test decides whether A is stronger by ELO0 or by ELO1
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        allow_hyphen_values = true,
        conflicts_with = "shard"
    )]
    pub(super) sprt: Option<Sprt>,
    #[command(flatten)]
    pub(super) adjudication: AdjudicationArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// The board, the rules and the limits of every game.
// The help on the rules is short and refers to `ponnuki --help`.
#[derive(Debug, Args)]
#[command(
    next_help_heading = "Games",
    mut_arg("rules", |arg| arg
        .help("Rules by name, as in `ponnuki --help` [default: cgos]")
        .long_help(None)),
    mut_arg("ko", |arg| arg.help("Override the ko rule of --rules")),
    mut_arg("suicide", |arg| arg.help("Override the suicide rule of --rules"))
)]
pub(super) struct GameSettings {
    /// Board size: 9, or width x height as in 9x13, each 1 to 25 [default: 19]
    #[arg(
        long,
        value_name = "SIZE",
        hide_default_value = true,
        default_value = "19"
    )]
    pub(super) size: BoardSize,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    /// Clocks in seconds: main time, as in 300, or main time, length of a period and moves per period (Canadian byo yomi), as in 60,30,5
    #[arg(long, value_name = "M,B,S")]
    pub(super) time: Option<TimeSettings>,
    /// End a game without result after N moves, or with one as --at-max-moves says [default: 1000, or three times the points if that is more]
    #[arg(long, value_name = "N")]
    pub(super) max_moves: Option<usize>,
    /// Time in seconds after which a program that does not answer loses [default: 300]
    #[arg(long, value_name = "SECONDS", hide_default_value = true, default_value = "300",
        value_parser = seconds)]
    pub(super) move_timeout: Duration,
}

/// The output of the match, and the part of it to play here.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// Write one line of JSON per game to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) out: Option<PathBuf>,
    /// Continue the match in the file of --out
    ///
    /// The file must contain games of this match only, or not exist yet. If the
    /// last record was cut off, it is removed and its game played again; any other
    /// file is left as it is.
    #[arg(long, requires = "out")]
    pub(super) resume: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Write every game as an SGF file into DIR
    ///
    /// The files are named game-000000.sgf and so on. A folder with such files
    /// is refused if they are games of another match. Games of this match are
    /// replaced only with --resume, and only those that are played again; shards
    /// of one match may share a folder.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) sgf_dir: Option<PathBuf>,
    /// Play N games at the same time, each with its own processes
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: u16,
    /// Play part I of N of the match; `ponnuki match merge` joins the parts
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(super) shard: Option<Shard>,
}

/// The value of --handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handicap {
    /// This number of stones.
    Stones(usize),
    /// The Random Go Challenge.
    Ladder,
}

impl FromStr for Handicap {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        match text {
            "ladder" => Ok(Self::Ladder),
            number => number.parse().map(Self::Stones),
        }
    }
}

/// Reads `I/N`.
fn shard(text: &str) -> Result<Shard, &'static str> {
    let shard = text.split_once('/').and_then(|(number, of)| {
        let read = |text: &str| text.trim().parse().ok();
        Shard::new(read(number)?, read(of)?)
    });
    shard.ok_or("expected I/N with I from 1 to N, as in 2/4")
}
