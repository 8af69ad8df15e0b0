//! The settings of players that users change, one row each.

use super::form::{Form, Players, Setting, SettingOption, choose};
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
        Self {
            name: "player",
            kata_name: "player",
            players: Players::Chosen,
            option: Some(SettingOption {
                name: "--player",
                value: "NAME",
                help: "The player: random, or mcts, which searches \
                       [default: {default}, or mcts with any option of the search]",
                details: None,
            }),
            form: Form::Names {
                names: || KINDS.to_vec(),
                get: |player| KINDS[usize::from(player.searches())].0,
                set: |player, name| {
                    player.kind = match name {
                        "random" => PlayerKind::Random,
                        "mcts" => PlayerKind::Search,
                        _ => return Err(UnknownName::new("expected one of random, mcts")),
                    };
                    Ok(())
                },
            },
        },
        Self {
            name: "level",
            kata_name: "level",
            players: Players::Chosen,
            option: Some(SettingOption {
                name: "--level",
                value: "N",
                help: "Strength of the player from 0 to 9: 0 is random, the others are mcts",
                details: Some(Level::ratings),
            }),
            form: Form::Limit {
                none: "none",
                range: 0..=Level::HIGHEST as u64,
                get: |player| match player.kind {
                    PlayerKind::Level(level) => Some(level.number().into()),
                    PlayerKind::Random | PlayerKind::Search => None,
                },
                set: |player, number| {
                    let level = number.and_then(|number| Level::new(number as u8));
                    player.kind = match level {
                        Some(level) => PlayerKind::Level(level),
                        // Without a level, the player goes on without its limits.
                        None if player.searches() => PlayerKind::Search,
                        None => PlayerKind::Random,
                    };
                },
            },
        },
        Self {
            name: "playouts",
            kata_name: "maxPlayouts",
            players: Players::Unleveled,
            option: Some(SettingOption {
                name: "--playouts",
                value: "N",
                help: "Playouts of mcts for each move [default: 10000, unless a time limit applies]",
                details: None,
            }),
            form: Form::Limit {
                none: "default",
                range: 1..=u32::MAX as u64,
                get: |player| player.search.playouts.map(u64::from),
                set: |player, number| player.search.playouts = number.map(|number| number as u32),
            },
        },
        Self {
            name: "time_per_move",
            kata_name: "maxTime",
            players: Players::Unleveled,
            option: Some(SettingOption {
                name: "--time-per-move",
                value: "S",
                help: "Time limit of mcts for each move, in seconds",
                details: None,
            }),
            form: Form::Seconds {
                none: "none",
                get: |player| player.search.time_per_move,
                set: |player, time| player.search.time_per_move = time,
            },
        },
        Self {
            name: "threads",
            kata_name: "numSearchThreads",
            players: Players::Thinking,
            option: Some(SettingOption {
                name: "--threads",
                value: "N",
                help: "Threads of mcts [default: 1], or for analyses by random [default: all]",
                details: Some(|| {
                    "Without --player or --level, it implies mcts. The random player gives the \
                     same values on any number of threads."
                        .to_owned()
                }),
            }),
            form: Form::Number {
                range: 1..=SearchOptions::MAX_THREADS as u64,
                get: |player| player.threads() as u64,
                set: |player, number| player.set_threads(number as usize),
            },
        },
        Self {
            name: "trees",
            kata_name: "trees",
            players: Players::Searching,
            option: Some(SettingOption {
                name: "--trees",
                value: "NAME",
                help: "Trees of several threads of mcts: shared, one for all, or separate, whose \
                       games repeat [default: {default}]",
                details: None,
            }),
            form: Form::Names {
                names: TreeSharing::names,
                get: |player| player.search.trees.name(),
                set: |player, name| choose(name, &mut player.search.trees),
            },
        },
        Self {
            name: "memory",
            kata_name: "memory",
            players: Players::Searching,
            option: Some(SettingOption {
                name: "--memory",
                value: "MB",
                help: "Memory for the trees of mcts, in MiB [default: {default}]",
                details: Some(|| {
                    "Full trees drop the branches below their least visited moves.".to_owned()
                }),
            }),
            form: Form::Number {
                range: 1..=SearchOptions::MAX_MEMORY as u64,
                get: |player| player.search.memory as u64,
                set: |player, number| player.search.memory = number as usize,
            },
        },
        Self {
            name: "opponent",
            kata_name: "opponent",
            players: Players::Searching,
            option: Some(SettingOption {
                name: "--opponent",
                value: "NAME",
                help: "Opponent that mcts expects: strong, random, against which it can give more \
                       handicap, or auto [default: {default}]",
                details: None,
            }),
            form: Form::Names {
                names: Opponent::names,
                get: |player| player.search.opponent.name(),
                set: |player, name| choose(name, &mut player.search.opponent),
            },
        },
        Self {
            name: "priors",
            kata_name: "priors",
            players: Players::Unleveled,
            option: Some(SettingOption {
                name: "--priors",
                value: "NAME",
                help: "Priors of new moves in mcts: learned from games, or rules set by hand \
                       [default: {default}]",
                details: None,
            }),
            form: Form::Names {
                names: PriorSource::names,
                get: |player| player.search.priors.name(),
                set: |player, name| choose(name, &mut player.search.priors),
            },
        },
        Self {
            name: "resign",
            kata_name: "allowResignation",
            players: Players::Searching,
            option: Some(SettingOption {
                name: "--never-resign",
                value: "",
                help: "Never let mcts resign",
                details: None,
            }),
            form: Form::Flag {
                get: |player| !player.search.never_resign,
                set: |player, resigns| player.search.never_resign = !resigns,
            },
        },
        Self::of_session(
            "eyes",
            Form::Names {
                names: EyeRule::names,
                get: |player| player.eyes.name(),
                set: |player, name| choose(name, &mut player.eyes),
            },
        ),
    ];
}
