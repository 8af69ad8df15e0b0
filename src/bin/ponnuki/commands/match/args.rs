//! The arguments of a match that is to be played.

use std::error::Error;
use std::fmt;
use std::num::ParseIntError;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use ponnuki::BoardSize;
use ponnuki::tournament::statistics::Sprt;
use ponnuki::tournament::{Shard, TimeSettings};

use crate::args::{RulesArgs, seconds};

/// A match that is to be played.
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// Command line of player A, which has Black in the first game
    ///
    /// It is split at blanks; quotes hold words together. The first word
    /// `ponnuki` stands for this program. On a ladder it may be left out and is
    /// then the random player.
    #[arg(long, value_name = "CMD", required_unless_present_any = ["tournament", "handicap"])]
    pub(super) black: Option<String>,
    /// Command line of player B, which has White in the first game
    #[arg(long, value_name = "CMD", required_unless_present = "tournament")]
    pub(super) white: Option<String>,
    /// Round robin of the players in FILE.toml, instead of two players
    ///
    /// The file has the options of the match under the same names and one
    /// table [[player]] with `name` and `command` a player. `games` counts the
    /// games of each two players; colours alternate.
    #[arg(
        long,
        value_name = "FILE.toml",
        conflicts_with_all = ["black", "white", "games", "size", "komi", "rules", "ko", "suicide",
            "alternate", "openings", "random_opening", "handicap", "time", "max_moves",
            "move_timeout", "seed", "referee", "sprt"]
    )]
    pub(super) tournament: Option<PathBuf>,
    /// How many games [default: 100]
    #[arg(long, value_name = "N", hide_default_value = true, default_value = "100",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,
    #[command(flatten)]
    pub(super) game: GameSettings,
    /// Play with exchanged colours every second time, with the same opening
    #[arg(long)]
    pub(super) alternate: bool,
    /// Begin with the main lines of the SGF files in DIR, in the order of their names
    #[arg(long, value_name = "DIR", conflicts_with_all = ["random_opening", "handicap"])]
    pub(super) openings: Option<PathBuf>,
    /// Begin with N random moves
    #[arg(long, value_name = "N", conflicts_with = "handicap")]
    pub(super) random_opening: Option<usize>,
    /// Begin with N handicap stones for Black, or `ladder`
    ///
    /// The stones stand on the fixed points as far as there are such, and
    /// spread over the board beyond. `ladder` is the Random Go Challenge: the
    /// stones stand on random points, one more than in the game before when
    /// White won that, one less when Black did, none in the first game.
    #[arg(long, value_name = "N|ladder")]
    pub(super) handicap: Option<Handicap>,
    /// Random numbers of all games follow from this [default: 1]
    ///
    /// Each program is given a seed of its own for each game, if it knows
    /// `set_random_seed`, so that the same match has the same games in any order
    /// and on any machine.
    #[arg(long, value_name = "N", hide_default_value = true, default_value_t = 1)]
    pub(super) seed: u64,
    /// Command line of a program whose score decides, instead of our count
    #[arg(long, value_name = "CMD")]
    pub(super) referee: Option<String>,
    /// Stop when this sequential test is decided: is A stronger by ELO0 or by ELO1?
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        allow_hyphen_values = true,
        conflicts_with = "shard"
    )]
    pub(super) sprt: Option<Sprt>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// What a game is played under.
// Of the rules it tells less than `ponnuki --help`, to which it refers.
#[derive(Debug, Args)]
#[command(
    mut_arg("rules", |arg| arg
        .help("Rules by name, as in `ponnuki --help` [default: cgos]")
        .long_help(None)),
    mut_arg("ko", |arg| arg.help("Ko rule instead of that of --rules")),
    mut_arg("suicide", |arg| arg.help("Suicide rule instead of that of --rules"))
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
    /// Clocks: main time, length of a period, moves a period (Canadian byo yomi), as in 300,0,0
    #[arg(long, value_name = "M,B,S")]
    pub(super) time: Option<TimeSettings>,
    /// A game of N moves has no result [default: 1000, or three times the points]
    #[arg(long, value_name = "N")]
    pub(super) max_moves: Option<usize>,
    /// A program that does not answer for so many seconds hangs and loses [default: 300]
    #[arg(long, value_name = "SECONDS", hide_default_value = true, default_value = "300",
        value_parser = seconds)]
    pub(super) move_timeout: Duration,
}

/// Where the games go, and which are played here.
#[derive(Debug, Args)]
pub(super) struct OutputArgs {
    /// Write one line of JSON a game into FILE
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Go on with the match in the file of --out
    #[arg(long, requires = "out")]
    pub(super) resume: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Write every game as an SGF file into DIR
    #[arg(long, value_name = "DIR")]
    pub(super) sgf_dir: Option<PathBuf>,
    /// Play N games at the same time, each with processes of its own
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: u16,
    /// Play part I of N of the match, to be joined by `ponnuki match merge`
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(super) shard: Option<Shard>,
}

/// The value of --handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handicap {
    /// So many stones.
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

/// The text names no part of a match.
#[derive(Clone, Copy, Debug)]
struct NoShard;

impl fmt::Display for NoShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected I/N with I from 1 to N, as in 2/4")
    }
}

impl Error for NoShard {}

/// Reads `I/N`.
fn shard(text: &str) -> Result<Shard, NoShard> {
    let (number, of) = text.split_once('/').ok_or(NoShard)?;
    let read = |text: &str| text.trim().parse().map_err(|_| NoShard);
    Shard::new(read(number)?, read(of)?).ok_or(NoShard)
}
