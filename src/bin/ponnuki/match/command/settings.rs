//! The settings of a match of two players, from the command line.

use std::path::PathBuf;

use crate::cli::failure::Failure;
use crate::cli::plain;
use crate::r#match::{Entrant, TournamentFormat};

use super::args::RunArgs;
use super::options::{Handicap, MatchSetup};

/// The default command line of player A on a ladder: this program's random
/// player.
const RANDOM_PLAYER: &str = "ponnuki --quiet";

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

/// Returns the error for a name that player `other`, counted from 1, already has.
pub(super) fn double_name(name: &str, other: usize) -> Failure {
    Failure::new(format_args!(
        "the name {name:?} is also that of player {other}"
    ))
}

/// Creates the match from the command line.
pub(super) fn from_args(args: &RunArgs) -> Result<MatchSetup, Failure> {
    let options = &args.options;
    let is_ladder = options.handicap == Some(Handicap::Ladder);
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
    let games = options.games();
    if options.pairs && !games.is_multiple_of(2) {
        return Err(Failure::new(format_args!(
            "--pairs plays every opening twice, so --games must be even, not {games}"
        )));
    }
    check_names(args)?;
    let [first, second] = Entrant::LABELS;
    let player = |label: &str, title: &Option<String>, command: String| Entrant {
        title: title.clone(),
        ..Entrant::new(label, command)
    };
    let players = vec![
        player(first, &args.name_a, black),
        player(second, &args.name_b, args.white.clone().unwrap_or_default()),
    ];
    for (option, player) in ["--black", "--white"].into_iter().zip(&players) {
        player.check().map_err(Failure::of(option))?;
    }
    Ok(MatchSetup {
        settings: options.settings(players, PathBuf::new(), TournamentFormat::RoundRobin)?,
        games,
        openings: options.openings.clone(),
    })
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
    } else if args.options.alternate || args.options.pairs {
        Err(Failure::new(
            "on a ladder the player with the handicap always has Black, so colours cannot alternate",
        ))
    } else {
        Ok(())
    }
}
