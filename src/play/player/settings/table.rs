//! The settings of players that users change, one row each.

use super::form::{Form, Players, Setting, is_true, put, seconds, written};
use super::{PlayerKind, PlayerSettings};
use crate::player::{Level, SearchOptions};
use ponnuki_core::board::{EyeRule, Named, UnknownValue};

/// The kinds of players that have names, the random player first.
const KINDS: [(&str, &str); 2] = [
    (
        "random",
        "Plays uniformly at random, but never fills its own eyes",
    ),
    ("search", "Plays by Monte Carlo tree search"),
];

/// The value that stands for no level and for no limit.
const NONE: &str = "none";

/// The value of `playouts` for the default limit, which applies without any other.
const DEFAULT: &str = "default";

/// The value of `lag_buffer` for the margins that suit a clock on the same machine.
const USUAL: &str = "usual";

impl Setting<PlayerSettings> {
    /// All settings of players. Options of the command line, GTP parameters and their
    /// help come from these rows.
    ///
    /// The row of the player comes first, because a controller restores parameters in this
    /// order and the player decides which others exist.
    pub const ALL: &'static [Self] = &[
        Self::new(
            "player",
            Players::Chosen,
            Form::Names(|| KINDS.to_vec()),
            |player| KINDS[usize::from(player.searches())].0.to_owned(),
            |player, name| {
                player.kind = match name {
                    "random" => PlayerKind::Random,
                    "search" | "mcts" => PlayerKind::Search,
                    _ => return Err(UnknownValue::new("expected one of random, search")),
                };
                Ok(())
            },
        )
        .option("--player", "NAME")
        .help(
            "The player: random, or search \
             [default: {default}, or search with any option of the search]",
        ),
        Self::new(
            "level",
            Players::Chosen,
            Form::Number(0..=Level::MAX as u64, Some(NONE)),
            |player| match player.kind {
                PlayerKind::Level(level) => level.number().to_string(),
                PlayerKind::Random | PlayerKind::Search => NONE.to_owned(),
            },
            |player, text| {
                player.kind = match text.parse().ok().and_then(Level::new) {
                    Some(level) => PlayerKind::Level(level),
                    // Without a level, the player goes on without its limits.
                    None if player.searches() => PlayerKind::Search,
                    None => PlayerKind::Random,
                };
                Ok(())
            },
        )
        .option("--level", "N")
        .help("Strength of the player from 0 to 9: 0 is random, the others ask the network")
        .details(Level::descriptions),
        Self::new(
            "playouts",
            Players::Unleveled,
            Form::Number(1..=u32::MAX as u64, Some(DEFAULT)),
            |player| {
                let playouts = player.search.playouts;
                playouts.map_or(DEFAULT.to_owned(), |playouts| playouts.to_string())
            },
            |player, text| {
                player.search.playouts = text.parse().ok();
                Ok(())
            },
        )
        .kata_name("maxPlayouts")
        .option("--playouts", "N")
        .help(
            "Positions that the search judges for each move [default: 1000, unless a time limit \
             applies]",
        ),
        Self::new(
            "time_per_move",
            Players::Unleveled,
            Form::Seconds(NONE),
            |player| {
                let time = player.search.time_per_move;
                time.map_or(NONE.to_owned(), |time| time.as_secs_f64().to_string())
            },
            |player, text| {
                player.search.time_per_move = seconds(text);
                Ok(())
            },
        )
        .kata_name("maxTime")
        .option("--time-per-move", "S")
        .help("Time limit of the search for each move, in seconds"),
        Self::new(
            "lag_buffer",
            Players::Searching,
            Form::Seconds(USUAL),
            |player| {
                let buffer = player.search.lag_buffer;
                buffer.map_or(USUAL.to_owned(), |buffer| buffer.as_secs_f64().to_string())
            },
            |player, text| {
                player.search.lag_buffer = seconds(text);
                Ok(())
            },
        )
        .kata_name("lagBuffer")
        .option("--lag-buffer", "S")
        .help(
            "Seconds of each clock that the search keeps for delays, such as those of a network \
             [default: 0.2, less in short periods]",
        ),
        Self::new(
            "threads",
            Players::Thinking,
            Form::Number(1..=SearchOptions::MAX_THREADS as u64, None),
            |player| player.search.threads.to_string(),
            |player, text| put(text, &mut player.search.threads),
        )
        .kata_name("numSearchThreads")
        .option("--threads", "N")
        .help("Threads of the search, also where it analyses for the random player [default: 1]")
        .details(|| "Without --player or --level, it implies search.".to_owned()),
        Self::new(
            "memory",
            Players::Searching,
            Form::Number(1..=SearchOptions::MAX_MEMORY as u64, None),
            |player| player.search.memory.to_string(),
            |player, text| put(text, &mut player.search.memory),
        )
        .option("--memory", "MiB")
        .help("Memory for the trees of the search, in MiB [default: {default}]")
        .details(|| "Full trees drop the branches below their least visited moves.".to_owned()),
        Self::new(
            "resign",
            Players::Searching,
            Form::Flag,
            |player| written(player.may_resign()),
            |player, text| {
                player.search.never_resign = !is_true(text);
                Ok(())
            },
        )
        .kata_name("allowResignation")
        .option("--never-resign", "")
        .help("Never let the search resign; levels below 6 never do"),
        Self::new(
            "eyes",
            Players::All,
            Form::Names(EyeRule::names),
            |player| player.eyes.to_string(),
            |player, name| put(name, &mut player.eyes),
        ),
    ];
}
