//! The settings of a match of two players, from the command line.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::client::CommandLineError;
use crate::r#match::{
    Beginning, Entrant, Format, MOST_PLAYERS, MatchSettings, OpeningError, OpeningSource,
};
use crate::plain;
use ponnuki::rules::free_handicap;
use ponnuki::{BoardSize, Rules};

use super::args::{Handicap, RunArgs};
use super::tournament_player::PlayerError;

/// The default command line of player A on a ladder: this program's random
/// player.
const RANDOM_PLAYER: &str = "ponnuki --quiet";

/// The default limit of moves; large boards have a higher one.
const MAX_MOVES: usize = 1000;

/// The match that the user chose.
#[derive(Debug)]
pub(super) struct Chosen {
    /// The settings.
    pub(super) settings: MatchSettings,
    /// The number of games.
    pub(super) games: u64,
    /// The source of the openings.
    pub(super) openings: Option<OpeningSource>,
}

/// Why the settings of a match are invalid.
#[derive(Debug)]
pub(super) enum SettingsError {
    /// The tournament file cannot be read.
    File(PathBuf, io::Error),
    /// The tournament file is not valid.
    Toml(PathBuf, Box<toml::de::Error>),
    /// Fewer than two players, or more than a tournament can have.
    Players(PathBuf),
    /// A player of a tournament file, counted from 1, that cannot take part.
    Player(PathBuf, usize, PlayerError),
    /// A Swiss tournament with shards.
    SwissInParts,
    /// An option or a player with a command line that starts nothing.
    Command(String, CommandLineError),
    /// An option that gives a name that cannot be used.
    Title(&'static str, NameError),
    /// More games than can be numbered.
    Games(PathBuf),
    /// Openings that cannot be used.
    Openings(OpeningError),
    /// More handicap stones than the board has room for.
    Handicap {
        /// The largest possible number of stones.
        most: usize,
    },
    /// More than one kind of opening.
    Beginnings,
    /// A ladder with shards or threads.
    LadderInParts,
    /// A ladder with a sequential test.
    LadderTested,
    /// A ladder with alternating colours.
    LadderAlternates,
    /// Pairs with this number of games, which is odd.
    OddGames(u64),
    /// Player A is missing.
    NoBlack,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::Toml(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Players(path) => write!(
                f,
                "{}: a tournament has 2 to {MOST_PLAYERS} players",
                path.display()
            ),
            Self::Player(path, number, error) => {
                write!(f, "{}: player {number}: {error}", path.display())
            }
            Self::Command(what, error) => write!(f, "{what}: {error}"),
            Self::Title(option, error) => write!(f, "{option}: {error}"),
            Self::Games(path) => write!(f, "{}: too many games", path.display()),
            Self::Openings(error) => write!(f, "{error}"),
            Self::Handicap { most } => {
                write!(f, "this board has room for at most {most} handicap stones")
            }
            Self::Beginnings => {
                f.write_str("openings, random-opening and handicap exclude each other")
            }
            Self::LadderInParts => f.write_str(
                "a ladder plays one game after another, so it can use neither shards nor threads: \
                 run several ladders with different seeds instead",
            ),
            Self::SwissInParts => f.write_str(
                "the pairs of a Swiss tournament depend on earlier results, so it cannot use shards",
            ),
            Self::LadderTested => f.write_str(
                "a ladder makes both players even, so --sprt has nothing to test",
            ),
            Self::LadderAlternates => {
                f.write_str("on a ladder the player with the handicap always has Black, so colours cannot alternate")
            }
            Self::OddGames(games) => write!(
                f,
                "--pairs plays every opening twice, so --games must be even, not {games}"
            ),
            Self::NoBlack => f.write_str("player A is missing: give its command line with --black"),
        }
    }
}

impl Error for SettingsError {}

/// Why a player cannot have its name.
#[derive(Debug)]
pub(super) enum NameError {
    /// The name has no visible character.
    Empty,
    /// The name contains a line feed or another character that controls the
    /// display.
    Control(String),
    /// An earlier player, counted from 1, has the same name.
    Double(String, usize),
}

impl NameError {
    /// Checks that a name is visible and safe to show.
    pub(super) fn check(name: &str) -> Result<(), Self> {
        if name.trim().is_empty() {
            Err(Self::Empty)
        } else if plain::is_line(name) {
            Ok(())
        } else {
            Err(Self::Control(name.to_owned()))
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the name is empty"),
            Self::Control(name) => {
                write!(f, "the name {name:?} contains a control character")
            }
            Self::Double(name, other) => {
                write!(f, "the name {name:?} is also that of player {other}")
            }
        }
    }
}

/// Returns the match of the command line.
///
/// # Errors
/// [`SettingsError`] when options contradict each other or cannot be used.
pub(super) fn from_args(args: &RunArgs) -> Result<Chosen, SettingsError> {
    let is_ladder = args.handicap == Some(Handicap::Ladder);
    if is_ladder {
        check_ladder(args)?;
    }
    let black = match &args.black {
        Some(command) => command.clone(),
        None if is_ladder => RANDOM_PLAYER.to_owned(),
        None => return Err(SettingsError::NoBlack),
    };
    if args.pairs && !args.games.is_multiple_of(2) {
        return Err(SettingsError::OddGames(args.games));
    }
    let (size, rules) = (args.game.size, args.game.rules.chosen());
    check_names(args)?;
    let [first, second] = Entrant::LABELS;
    let player = |label: &str, title: &Option<String>, command: String| Entrant {
        title: title.clone(),
        ..Entrant::new(label, command)
    };
    let settings = MatchSettings {
        players: vec![
            player(first, &args.name_a, black),
            player(second, &args.name_b, args.white.clone().unwrap_or_default()),
        ],
        folder: PathBuf::new(),
        format: Format::RoundRobin,
        alternate: args.alternate || args.pairs,
        pairs: args.pairs,
        size,
        rules,
        komi: args.game.rules.komi.clone(),
        beginning: beginning(
            size,
            rules,
            args.openings.as_ref(),
            args.random_opening,
            args.handicap,
        )?,
        time: args.game.time,
        max_moves: max_moves(size, args.game.max_moves),
        move_timeout: args.game.move_timeout,
        seed: args.seed,
        referee: args.referee.clone(),
        adjudication: args.adjudication.rules(),
    };
    let options = ["--black", "--white"].map(str::to_owned);
    check_commands(options.into_iter().zip(&settings.players))?;
    Ok(Chosen {
        settings,
        games: args.games,
        openings: args.openings.clone(),
    })
}

/// Checks the command lines of players, each with the words that name it in an
/// error.
pub(super) fn check_commands<'a>(
    players: impl Iterator<Item = (String, &'a Entrant)>,
) -> Result<(), SettingsError> {
    for (what, player) in players {
        let checked = player.check();
        checked.map_err(|error| SettingsError::Command(what, error))?;
    }
    Ok(())
}

/// Checks the names of the players.
fn check_names(args: &RunArgs) -> Result<(), SettingsError> {
    let names = [("--name-a", &args.name_a), ("--name-b", &args.name_b)];
    for (option, name) in names {
        if let Some(name) = name {
            NameError::check(name).map_err(|error| SettingsError::Title(option, error))?;
        }
    }
    match (&args.name_a, &args.name_b) {
        (Some(one), Some(other)) if one == other => Err(SettingsError::Title(
            "--name-b",
            NameError::Double(other.clone(), 1),
        )),
        _ => Ok(()),
    }
}

/// Checks the options that a ladder excludes.
fn check_ladder(args: &RunArgs) -> Result<(), SettingsError> {
    if args.output.threads > 1 || args.output.shard.is_some() {
        Err(SettingsError::LadderInParts)
    } else if args.sprt.is_some() {
        Err(SettingsError::LadderTested)
    } else if args.alternate || args.pairs {
        Err(SettingsError::LadderAlternates)
    } else {
        Ok(())
    }
}

/// Checks that the board has room for the handicaps of single players, which begin on
/// the empty board.
pub(super) fn check_handicaps(settings: &MatchSettings) -> Result<(), SettingsError> {
    let handicaps = || settings.players.iter().map(|player| player.handicap);
    let least = handicaps().min().unwrap_or_default();
    let stones = handicaps().max().unwrap_or_default() - least;
    if stones > 0 && !matches!(settings.beginning, Beginning::Empty) {
        return Err(SettingsError::Beginnings);
    }
    check_room(settings.size, stones)
}

/// Checks that the board has room for handicap stones.
fn check_room(size: BoardSize, stones: usize) -> Result<(), SettingsError> {
    let room = free_handicap(size, stones).len();
    if room < stones {
        return Err(SettingsError::Handicap { most: room });
    }
    Ok(())
}

/// Returns the start of the games. At most one of the three may be given.
pub(super) fn beginning(
    size: BoardSize,
    rules: Rules,
    openings: Option<&OpeningSource>,
    random: Option<usize>,
    handicap: Option<Handicap>,
) -> Result<Beginning, SettingsError> {
    Ok(match (openings, random, handicap) {
        (None, None, None) => Beginning::Empty,
        (Some(source), None, None) => {
            Beginning::Openings(source.read(size, rules).map_err(SettingsError::Openings)?)
        }
        (None, Some(moves), None) => Beginning::Random(moves),
        (None, None, Some(Handicap::Ladder)) => Beginning::Ladder,
        (None, None, Some(Handicap::Stones(stones))) => {
            check_room(size, stones)?;
            Beginning::Handicap(stones)
        }
        _ => return Err(SettingsError::Beginnings),
    })
}

/// Returns the given limit of moves, or the default for this board.
pub(super) fn max_moves(size: BoardSize, asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| MAX_MOVES.max(3 * size.area()))
}
