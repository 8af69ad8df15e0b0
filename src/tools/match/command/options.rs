//! The options of a match that the command line and a tournament file share.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueHint};
use ponnuki_core::rules::free_handicap;
use ponnuki_core::{BoardSize, Komi, Preset, Rules};
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::axes::WithoutAxes;
use crate::cli::args::{AxisArgs, OfMatches, one_of, seconds, time_above_zero};
use crate::cli::clock::TimeSettings;
use crate::cli::failure::Failure;
use crate::r#match::settings::parsed;
use crate::r#match::{
    Adjudication, AtMaxMoves, Beginning, Entrant, JudgeRule, MatchSettings, OpeningSource,
    ResignRule, TournamentFormat,
};

/// The help heading of the rules that end games early.
const ADJUDICATION: &str = "Adjudication";

const LENGTH: usize = 19;

/// The default move limit; large boards have a higher one.
const MAX_MOVES: usize = 1000;

/// The default time limit for an answer.
const MOVE_TIMEOUT: Duration = Duration::from_secs(300);

/// The options of a match, whoever plays it. The command line has neither a format nor players;
/// a tournament file always exchanges colours and has no pairs.
#[derive(Debug, Args, Deserialize)]
#[command(next_help_heading = "Games")]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct MatchOptions {
    /// The format of a tournament.
    #[arg(skip)]
    #[serde(default)]
    pub(super) format: TournamentFormat,
    /// Number of games [default: 100]
    #[arg(long, value_name = "N", help_heading = "Match",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: Option<u64>,
    /// Board size: 9, or width x height as in 9x13, each 1 to 25 [default: 19]
    #[arg(long, value_name = "SIZE")]
    #[serde(default, deserialize_with = "parsed")]
    size: Option<BoardSize>,
    /// Points given to White, any decimal number [default: as usual under the rules]
    #[arg(long, value_name = "POINTS")]
    #[serde(default, deserialize_with = "parsed")]
    komi: Option<Komi>,
    /// Rules by name, as in `ponnuki --help` [default: cgos]
    #[arg(long, value_name = "PRESET", hide_possible_values = true,
        value_parser = one_of(Preset::ALL.map(Preset::name), Preset::from_str))]
    #[serde(default, deserialize_with = "parsed")]
    rules: Option<Preset>,
    #[command(flatten)]
    #[serde(skip)]
    pub(super) axes: AxisArgs<OfMatches>,
    /// Clocks in seconds: main time, as in 300, or main time, length of a period and moves per period (Canadian byo yomi), as in 60,30,5
    #[arg(long, value_name = "MAIN,PERIOD,STONES")]
    #[serde(default, deserialize_with = "parsed")]
    time: Option<TimeSettings>,
    /// End a game without result after N moves, or with one as --at-max-moves says [default: 1000, or three times the points if that is more]
    #[arg(long, value_name = "N")]
    max_moves: Option<usize>,
    /// Time in seconds after which a program that does not answer loses [default: 300]
    #[arg(long, value_name = "S", value_parser = seconds)]
    #[serde(default, deserialize_with = "move_timeout")]
    move_timeout: Option<Duration>,
    /// Exchange colours in every second game, which repeats the opening of the previous one
    #[arg(long)]
    #[serde(skip)]
    pub(super) alternate: bool,
    /// Play each opening twice with colours exchanged, and judge the two games as a pair
    ///
    /// This implies --alternate, and the number of games must be even. An opening that
    /// favours a colour gives each player a point, so the scores of pairs vary less
    /// than those of games: the summary shows the error that follows, and --sprt
    /// tests the pairs.
    #[arg(long)]
    #[serde(skip)]
    pub(super) pairs: bool,
    /// Start with the openings in FILE or DIR, in their order, or with the `ready` ones
    ///
    /// A folder gives the main lines of its game records, in the order of their
    /// names; a single record gives those of its games. Any other file is a list with
    /// an opening on each line: points and passes, as in `E5 C3 pass`, where Black
    /// begins; `#` begins a comment. `ready` stands for balanced openings that
    /// come with the program, for 9x9 and 13x13.
    #[arg(long, value_name = "FILE|DIR|ready", value_hint = ValueHint::AnyPath,
        conflicts_with_all = ["random_opening", "handicap"])]
    pub(super) openings: Option<OpeningSource>,
    /// Start with N random moves
    #[arg(long, value_name = "N", conflicts_with = "handicap")]
    random_opening: Option<usize>,
    /// Start with N handicap stones for Black
    ///
    /// The stones are placed on the fixed handicap points first, and the others
    /// are spread over the board.
    #[arg(long, value_name = "N", value_parser = handicap)]
    handicap: Option<usize>,
    /// Seed of all games [default: 1]
    ///
    /// Each program that knows `set_random_seed` gets its own seed for each
    /// game, so that the same match has the same games in any order and on any
    /// machine.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Command line of a program whose score decides the games instead of ours
    #[arg(long, value_name = "CMD", value_hint = ValueHint::CommandString)]
    referee: Option<String>,
    /// End a game as lost when both programs report it so: the loser at most PERCENT in its last MOVES moves, the winner at least 100 - PERCENT
    ///
    /// Programs report win rates if they have the command `kata-genmove_analyze` or
    /// `lz-genmove_analyze`, as this program, KataGo and Leela Zero do; they are then
    /// asked for moves with it. If one of the two has neither, the rule ends none of
    /// their games, and a warning says so.
    #[arg(long, value_name = "PERCENT,MOVES", help_heading = ADJUDICATION)]
    #[serde(default, deserialize_with = "parsed")]
    resign_rule: Option<ResignRule>,
    /// Let the referee judge the position after move FROM and every EVERY moves, and end the game when the same side leads by MARGIN points twice in a row [default: EVERY 10, MARGIN 20]
    ///
    /// It judges with `estimate_score` if it has that command, as GNU Go and this program
    /// do, else with `final_score`.
    #[arg(long, value_name = "FROM[,EVERY[,MARGIN]]", help_heading = ADJUDICATION)]
    #[serde(default, deserialize_with = "parsed")]
    judge_after: Option<JudgeRule>,
    /// Result of a game that reaches --max-moves: none, or the score of the position by the referee or by our own count [default: void]
    #[arg(long, value_name = "void|score", hide_possible_values = true, help_heading = ADJUDICATION,
        value_parser = one_of(AtMaxMoves::ALL.map(AtMaxMoves::name), AtMaxMoves::from_str))]
    #[serde(default, deserialize_with = "parsed")]
    at_max_moves: Option<AtMaxMoves>,
    /// The players of a tournament.
    #[arg(skip)]
    pub(super) player: Vec<Entrant>,
}

impl<'de> Deserialize<'de> for MatchOptions {
    /// Reads a tournament file.
    fn deserialize<D: Deserializer<'de>>(file: D) -> Result<Self, D::Error> {
        file.deserialize_map(FileVisitor)
    }
}

struct FileVisitor;

impl<'de> Visitor<'de> for FileVisitor {
    type Value = MatchOptions;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct MatchOptions")
    }

    fn visit_map<M: MapAccess<'de>>(self, file: M) -> Result<MatchOptions, M::Error> {
        let mut given = Vec::new();
        let others = WithoutAxes::new(file, &mut given);
        let mut options = MatchOptions::deserialize(others)?;
        options.axes = given.into_iter().collect();
        Ok(options)
    }
}

/// Parses the value of --handicap, of which earlier versions knew the word `ladder`.
fn handicap(text: &str) -> Result<usize, Box<dyn Error + Send + Sync>> {
    match text {
        "ladder" => {
            Err("there are no ladders any more: play a match with each number of stones".into())
        }
        number => Ok(number.parse()?),
    }
}

#[derive(Debug)]
pub(super) struct MatchSetup {
    pub(super) settings: MatchSettings,
    pub(super) games: u64,
    pub(super) openings: Option<OpeningSource>,
}

impl MatchOptions {
    const GAMES: u64 = 100;

    /// Returns the number of games of each pair of players.
    pub(super) fn games(&self) -> u64 {
        self.games.unwrap_or(Self::GAMES)
    }

    /// Returns the settings of a match of these players, whose directories are relative
    /// to `folder`.
    pub(super) fn settings(
        &self,
        players: Vec<Entrant>,
        folder: PathBuf,
    ) -> Result<MatchSettings, Failure> {
        let size = self.size.map_or_else(|| BoardSize::square(LENGTH), Ok)?;
        let rules = self.rules.map_or_else(Rules::default, Preset::rules);
        let rules = self.axes.apply(rules);
        if self.judge_after.is_some() && self.referee.is_none() {
            return Err(Failure::new(
                "judge-after needs a referee, as in --referee 'gnugo --mode gtp'",
            ));
        }
        let beginning = self.beginning(size, rules)?;
        check_handicaps(&players, size, &beginning)?;
        Ok(MatchSettings {
            players,
            folder,
            format: self.format,
            alternate: self.alternate || self.pairs,
            pairs: self.pairs,
            size,
            rules,
            komi: self.komi.clone().unwrap_or_else(|| rules.usual_komi()),
            beginning,
            time: self.time,
            max_moves: self.max_moves.unwrap_or(MAX_MOVES.max(3 * size.area())),
            move_timeout: self.move_timeout.unwrap_or(MOVE_TIMEOUT),
            seed: self.seed.unwrap_or(1),
            referee: self.referee.clone(),
            adjudication: Adjudication {
                resign: self.resign_rule,
                judge: self.judge_after,
                at_max_moves: self.at_max_moves.unwrap_or_default(),
            },
        })
    }

    /// Returns the source of starting positions. At most one of the three options may be given.
    fn beginning(&self, size: BoardSize, rules: Rules) -> Result<Beginning, Failure> {
        Ok(match (&self.openings, self.random_opening, self.handicap) {
            (None, None, None) => Beginning::Empty,
            (Some(source), None, None) => Beginning::Openings(source.read(size, rules)?),
            (None, Some(moves), None) => Beginning::Random(moves),
            (None, None, Some(stones)) => {
                check_room(size, stones)?;
                Beginning::Handicap(stones)
            }
            _ => return Err(Failure::new(ONE_BEGINNING)),
        })
    }
}

/// The error for more than one source of starting positions.
const ONE_BEGINNING: &str = "openings, random-opening and handicap exclude each other";

/// Checks that the board has room for the players' own handicaps, which need the empty board.
fn check_handicaps(
    players: &[Entrant],
    size: BoardSize,
    beginning: &Beginning,
) -> Result<(), Failure> {
    let handicaps = || players.iter().map(|player| player.handicap);
    let least = handicaps().min().unwrap_or_default();
    let stones = handicaps().max().unwrap_or_default() - least;
    if stones > 0 && !matches!(beginning, Beginning::Empty) {
        return Err(Failure::new(ONE_BEGINNING));
    }
    check_room(size, stones)
}

fn check_room(size: BoardSize, stones: usize) -> Result<(), Failure> {
    let room = free_handicap(size, stones).len();
    if room < stones {
        return Err(Failure::no_room(room));
    }
    Ok(())
}

/// Reads `move-timeout` from a tournament file, in seconds.
fn move_timeout<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let time = time_above_zero(f64::deserialize(deserializer)?);
    time.map(Some)
        .ok_or_else(|| de::Error::custom("move-timeout must be above 0"))
}
