//! The settings of players that users change, one row each.

use super::form::{Form, Players, Setting, choose};
use super::{PlayerKind, PlayerSettings};
use crate::board::{EyeRule, Named, UnknownName};
use crate::player::{Level, Opponent, PriorSource, SearchOptions, TreeSharing};

/// The kinds of players that have names, the random player first.
const KINDS: [(&str, &str); 2] = [
    (
        "random",
        "Plays uniformly at random, but never fills its own eyes",
    ),
    ("mcts", "Plays by Monte Carlo tree search"),
];

impl Setting<PlayerSettings> {
    /// All settings of players. Options of the command line, GTP parameters and their
    /// help come from these rows.
    ///
    /// The order matters to a controller that restores all parameters in turn: the
    /// player decides which of the others there are.
    pub const ALL: &'static [Self] = &[
        Self::new(
            "player",
            Players::Chosen,
            Form::Names(
                || KINDS.to_vec(),
                |player| KINDS[usize::from(player.searches())].0,
                |player, name| {
                    player.kind = match name {
                        "random" => PlayerKind::Random,
                        "mcts" => PlayerKind::Search,
                        _ => return Err(UnknownName::new("expected one of random, mcts")),
                    };
                    Ok(())
                },
            ),
        )
        .option(
            "--player",
            "NAME",
            "The player: random, or mcts, which searches \
                       [default: {default}, or mcts with any option of the search]",
        ),
        Self::new(
            "level",
            Players::Chosen,
            Form::Limit(
                "none",
                0..=Level::HIGHEST as u64,
                |player| match player.kind {
                    PlayerKind::Level(level) => Some(level.number().into()),
                    PlayerKind::Random | PlayerKind::Search => None,
                },
                |player, number| {
                    let level = number.and_then(|number| Level::new(number as u8));
                    player.kind = match level {
                        Some(level) => PlayerKind::Level(level),
                        // Without a level, the player goes on without its limits.
                        None if player.searches() => PlayerKind::Search,
                        None => PlayerKind::Random,
                    };
                },
            ),
        )
        .option(
            "--level",
            "N",
            "Strength of the player from 0 to 9: 0 is random, the others are mcts",
        )
        .details(Level::ratings),
        Self::new(
            "playouts",
            Players::Unleveled,
            Form::Limit(
                "default",
                1..=u32::MAX as u64,
                |player| player.search.playouts.map(u64::from),
                |player, number| player.search.playouts = number.map(|number| number as u32),
            ),
        )
        .kata_name("maxPlayouts")
        .option(
            "--playouts",
            "N",
            "Playouts of mcts for each move [default: 10000, unless a time limit applies]",
        ),
        Self::new(
            "time_per_move",
            Players::Unleveled,
            Form::Seconds(
                "none",
                |player| player.search.time_per_move,
                |player, time| player.search.time_per_move = time,
            ),
        )
        .kata_name("maxTime")
        .option(
            "--time-per-move",
            "S",
            "Time limit of mcts for each move, in seconds",
        ),
        Self::new(
            "threads",
            Players::Thinking,
            Form::Number(
                1..=SearchOptions::MAX_THREADS as u64,
                |player| player.threads() as u64,
                |player, number| player.set_threads(number as usize),
            ),
        )
        .kata_name("numSearchThreads")
        .option(
            "--threads",
            "N",
            "Threads of mcts [default: 1], or for analyses by random [default: all]",
        )
        .details(|| {
            "Without --player or --level, it implies mcts. The random player gives the \
                     same values on any number of threads."
                .to_owned()
        }),
        Self::new(
            "trees",
            Players::Searching,
            Form::Names(
                TreeSharing::names,
                |player| player.search.trees.name(),
                |player, name| choose(name, &mut player.search.trees),
            ),
        )
        .option(
            "--trees",
            "NAME",
            "Trees of several threads of mcts: shared, one for all, or separate, whose \
                       games repeat [default: {default}]",
        ),
        Self::new(
            "memory",
            Players::Searching,
            Form::Number(
                1..=SearchOptions::MAX_MEMORY as u64,
                |player| player.search.memory as u64,
                |player, number| player.search.memory = number as usize,
            ),
        )
        .option(
            "--memory",
            "MB",
            "Memory for the trees of mcts, in MiB [default: {default}]",
        )
        .details(|| "Full trees drop the branches below their least visited moves.".to_owned()),
        Self::new(
            "opponent",
            Players::Searching,
            Form::Names(
                Opponent::names,
                |player| player.search.opponent.name(),
                |player, name| choose(name, &mut player.search.opponent),
            ),
        )
        .option(
            "--opponent",
            "NAME",
            "Opponent that mcts expects: strong, random, against which it can give more \
                       handicap, or auto [default: {default}]",
        ),
        Self::new(
            "priors",
            Players::Unleveled,
            Form::Names(
                PriorSource::names,
                |player| player.search.priors.name(),
                |player, name| choose(name, &mut player.search.priors),
            ),
        )
        .option(
            "--priors",
            "NAME",
            "Priors of new moves in mcts: learned from games, or rules set by hand \
                       [default: {default}]",
        ),
        Self::new(
            "resign",
            Players::Searching,
            Form::Flag(
                |player| !player.search.never_resign,
                |player, resigns| player.search.never_resign = !resigns,
            ),
        )
        .kata_name("allowResignation")
        .option("--never-resign", "", "Never let mcts resign"),
        Self::new(
            "eyes",
            Players::All,
            Form::Names(
                EyeRule::names,
                |player| player.eyes.name(),
                |player, name| choose(name, &mut player.eyes),
            ),
        ),
    ];
}
