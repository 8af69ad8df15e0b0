//! The settings of a match of two players, from the command line.

use std::path::PathBuf;

use crate::cli::failure::Failure;
use crate::cli::plain;
use crate::r#match::{Beginning, Entrant, Format, MatchSettings, OpeningSource};
use ponnuki::rules::free_handicap;
use ponnuki::{BoardSize, Rules};

use super::args::{Handicap, RunArgs};

/// The default command line of player A on a ladder: this program's random
/// player.
const RANDOM_PLAYER: &str = "ponnuki --quiet";

/// The default limit of moves; large boards have a higher one.
const MAX_MOVES: usize = 1000;

/// The match that the user chose.
#[derive(Debug)]
pub(super) struct MatchSetup {
    /// The settings.
    pub(super) settings: MatchSettings,
    /// The number of games.
    pub(super) games: u64,
    /// The source of the openings.
    pub(super) openings: Option<OpeningSource>,
}

/// The refusal of a second start of the games.
const ONE_BEGINNING: &str = "openings, random-opening and handicap exclude each other";

/// Checks that the name of a player is visible and safe to show.
pub(super) fn check_name(name: &str) -> Result<(), Failure> {
    if name.trim().is_empty() {
        Err(Failure::new("the name is empty"))
    } else if plain::is_line(name) {
        Ok(())
    } else {
        Err(Failure::new(format_args!(
            "the name {name:?} contains a control character"
        )))
    }
}

/// Returns the failure of a name that an earlier player, counted from 1, has too.
pub(super) fn double_name(name: &str, other: usize) -> Failure {
    Failure::new(format_args!(
        "the name {name:?} is also that of player {other}"
    ))
}

/// Returns the match of the command line.
///
/// # Errors
/// When options contradict each other or cannot be used.
pub(super) fn from_args(args: &RunArgs) -> Result<MatchSetup, Failure> {
    let is_ladder = args.handicap == Some(Handicap::Ladder);
    if is_ladder {
        check_ladder(args)?;
    }
    let black = match &args.black {
        Some(command) => command.clone(),
        None if is_ladder => RANDOM_PLAYER.to_owned(),
        None => {
            return Err(Failure::new(
                "player A is missing: give its command line with --black",
            ));
        }
    };
    if args.pairs && !args.games.is_multiple_of(2) {
        return Err(Failure::new(format_args!(
            "--pairs plays every opening twice, so --games must be even, not {}",
            args.games
        )));
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
    Ok(MatchSetup {
        settings,
        games: args.games,
        openings: args.openings.clone(),
    })
}

/// Checks the command lines of players, each with the words that name it in an
/// error.
pub(super) fn check_commands<'a>(
    players: impl Iterator<Item = (String, &'a Entrant)>,
) -> Result<(), Failure> {
    for (what, player) in players {
        player.check().map_err(Failure::of(what))?;
    }
    Ok(())
}

/// Checks the names of the players.
fn check_names(args: &RunArgs) -> Result<(), Failure> {
    let names = [("--name-a", &args.name_a), ("--name-b", &args.name_b)];
    for (option, name) in names {
        if let Some(name) = name {
            check_name(name).map_err(Failure::of(option))?;
        }
    }
    match (&args.name_a, &args.name_b) {
        (Some(one), Some(other)) if one == other => {
            Err(Failure::of("--name-b")(double_name(other, 1)))
        }
        _ => Ok(()),
    }
}

/// Checks the options that a ladder excludes.
fn check_ladder(args: &RunArgs) -> Result<(), Failure> {
    if args.output.threads > 1 || args.output.shard.is_some() {
        Err(Failure::new(
            "a ladder plays one game after another, so it can use neither shards nor threads: \
             run several ladders with different seeds instead",
        ))
    } else if args.sprt.is_some() {
        Err(Failure::new(
            "a ladder makes both players even, so --sprt has nothing to test",
        ))
    } else if args.alternate || args.pairs {
        Err(Failure::new(
            "on a ladder the player with the handicap always has Black, so colours cannot alternate",
        ))
    } else {
        Ok(())
    }
}

/// Checks that the board has room for the handicaps of single players, which begin on
/// the empty board.
pub(super) fn check_handicaps(settings: &MatchSettings) -> Result<(), Failure> {
    let handicaps = || settings.players.iter().map(|player| player.handicap);
    let least = handicaps().min().unwrap_or_default();
    let stones = handicaps().max().unwrap_or_default() - least;
    if stones > 0 && !matches!(settings.beginning, Beginning::Empty) {
        return Err(Failure::new(ONE_BEGINNING));
    }
    check_room(settings.size, stones)
}

/// Checks that the board has room for handicap stones.
fn check_room(size: BoardSize, stones: usize) -> Result<(), Failure> {
    let room = free_handicap(size, stones).len();
    if room < stones {
        return Err(Failure::no_room(room));
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
) -> Result<Beginning, Failure> {
    Ok(match (openings, random, handicap) {
        (None, None, None) => Beginning::Empty,
        (Some(source), None, None) => Beginning::Openings(source.read(size, rules)?),
        (None, Some(moves), None) => Beginning::Random(moves),
        (None, None, Some(Handicap::Ladder)) => Beginning::Ladder,
        (None, None, Some(Handicap::Stones(stones))) => {
            check_room(size, stones)?;
            Beginning::Handicap(stones)
        }
        _ => return Err(Failure::new(ONE_BEGINNING)),
    })
}

/// Returns the given limit of moves, or the default for this board.
pub(super) fn max_moves(size: BoardSize, asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| MAX_MOVES.max(3 * size.area()))
}
