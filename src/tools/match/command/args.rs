//! The arguments of `ponnuki match`, and the settings of a match of two players that follow.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::files::FilesCommand;
use super::options::{MatchOptions, MatchSetup};
use super::sprt_scale::SprtScale;
use crate::cli::args::{RulesArgs, visible_name};
use crate::cli::failure::Failure;
use crate::r#match::statistics::Sprt;
use crate::r#match::{Entrant, Shard};

#[derive(Debug, Args)]
#[command(
    next_help_heading = "Match",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  ponnuki match --black 'ponnuki --level 3' --white 'gnugo --mode gtp' --size 9
  ponnuki match --tournament players.toml --out results.jsonl -j 2
  ponnuki match --black a --white b --size 9 --openings ready --pairs
  ponnuki match --black a --white b --resign-rule 3,3
  ponnuki match report results.jsonl --html report.html"
)]
pub(crate) struct MatchArgs {
    #[command(subcommand)]
    pub(super) files: Option<FilesCommand>,
    /// Command line of player A, which has Black in the first game
    ///
    /// It is split at spaces; quotes keep words together. A first word
    /// `ponnuki` stands for this program.
    #[arg(long, value_name = "CMD", value_hint = ValueHint::CommandString, required_unless_present = "tournament")]
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
    /// `format = "round-robin"` is the default, and `"gauntlet"` lets the first player
    /// meet all others. A player may have `directory`, `environment`, `startup`, `time`,
    /// `handicap` and `elo`.
    #[arg(
        long,
        value_name = "FILE.toml",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = RulesArgs::ids(),
        conflicts_with_all = ["black", "white", "name_a", "name_b", "games", "size", "alternate",
            "pairs", "openings", "random_opening", "handicap", "time", "max_moves", "move_timeout",
            "seed", "referee", "sprt", "resign_rule", "judge_after", "at_max_moves"]
    )]
    pub(super) tournament: Option<PathBuf>,
    #[command(flatten)]
    pub(super) options: MatchOptions,
    /// Stop when a sequential test decides whether A is stronger by ELO0 or by ELO1
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        allow_hyphen_values = true,
        conflicts_with = "shard"
    )]
    sprt: Option<Sprt>,
    #[command(flatten)]
    scale: SprtScale,
    #[command(flatten)]
    pub(super) output: OutputArgs,
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

/// Parses `I/N`.
fn shard(text: &str) -> Result<Shard, &'static str> {
    let shard = text.split_once('/').and_then(|(number, of)| {
        let read = |text: &str| text.trim().parse().ok();
        Shard::new(read(number)?, read(of)?)
    });
    shard.ok_or("expected I/N with I from 1 to N, as in 2/4")
}

/// Checks that the name of a player is visible and safe to show.
pub(super) fn check_name(name: &str) -> Result<(), Failure> {
    visible_name("name", name).map(drop).map_err(Failure::new)
}

/// Returns the error for a name that player `other`, counted from 1, already has.
pub(super) fn double_name(name: &str, other: usize) -> Failure {
    Failure::new(format_args!(
        "the name {name:?} is also that of player {other}"
    ))
}

impl MatchArgs {
    /// Creates the match from the command line.
    pub(super) fn setup(&self) -> Result<MatchSetup, Failure> {
        let options = &self.options;
        let games = options.games();
        if options.pairs && !games.is_multiple_of(2) {
            return Err(Failure::new(format_args!(
                "--pairs plays every opening twice, so --games must be even, not {games}"
            )));
        }
        self.check_names()?;
        let [first, second] = Entrant::LABELS;
        let player = |label, title: &Option<String>, command| Entrant {
            title: title.clone(),
            ..Entrant::new(label, command)
        };
        let [black, white] =
            [&self.black, &self.white].map(|line| line.clone().unwrap_or_default());
        let players = vec![
            player(first, &self.name_a, black),
            player(second, &self.name_b, white),
        ];
        for (option, player) in ["--black", "--white"].into_iter().zip(&players) {
            player.check().map_err(Failure::of(option))?;
        }
        Ok(MatchSetup {
            settings: options.settings(players, PathBuf::new())?,
            games,
            openings: options.openings.clone(),
        })
    }

    fn check_names(&self) -> Result<(), Failure> {
        let names = [("--name-a", &self.name_a), ("--name-b", &self.name_b)];
        for (option, name) in names {
            if let Some(name) = name {
                check_name(name).map_err(Failure::of(option))?;
            }
        }
        match (&self.name_a, &self.name_b) {
            (Some(one), Some(other)) if one == other => {
                Err(Failure::of("--name-b")(double_name(other, 1)))
            }
            _ => Ok(()),
        }
    }

    /// Returns the sequential test that ends the match.
    pub(super) fn sprt(&self) -> Result<Option<Sprt>, Failure> {
        self.scale.test(self.sprt)
    }
}
