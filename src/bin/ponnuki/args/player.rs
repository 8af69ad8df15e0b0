//! The player and its strength.

use std::time::Duration;

use clap::{Args, ValueEnum};
use ponnuki::EyeRule;
use ponnuki::player::{
    Level, Opponent, PlayerKind, PlayerSettings, PriorSource, SearchOptions, TreeSharing,
};

use super::{Conflict, one_of, seconds};

/// The option that both players have use for, unlike the others of the search.
const THREADS: &str = "--threads";

/// The players by name, as [`player_kind`] reads them: the two kinds, then the levels.
pub(crate) const PLAYERS: [&str; 12] = [
    "random", "mcts", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
];

/// The options that choose the player. Those of the search imply `--player mcts`.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Player")]
pub(crate) struct PlayerArgs {
    /// The player: random, or mcts, which searches [default: random, or mcts with any option of the search]
    #[arg(long, value_name = "NAME")]
    player: Option<Name>,
    #[arg(
        long,
        value_name = "N",
        help = LEVEL,
        long_help = level_help(),
        conflicts_with_all = ["player", "playouts", "time_per_move", "priors"],
        hide_possible_values = true,
        value_parser = one_of(PLAYERS[2..].iter().copied(), level)
    )]
    level: Option<Level>,
    /// Playouts of mcts for each move [default: 10000, unless a time limit applies]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    playouts: Option<u32>,
    /// Time limit of mcts for each move, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_per_move: Option<Duration>,
    /// Threads of mcts [default: 1], or for analyses by random [default: all]
    ///
    /// Without --player or --level, it implies mcts. The random player gives the
    /// same values on any number of threads.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=SearchOptions::MAX_THREADS as i64))]
    threads: Option<u16>,
    /// Trees of several threads of mcts: shared, one for all, or separate, whose games repeat [default: shared]
    #[arg(long, value_name = "NAME")]
    trees: Option<TreesName>,
    /// Memory for the trees of mcts, in MiB [default: 256]
    ///
    /// Full trees drop the branches below their least visited moves.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=SearchOptions::MAX_MEMORY as i64))]
    memory: Option<u32>,
    /// Opponent that mcts expects: strong, random, against which it can give more handicap, or auto [default: strong]
    #[arg(long, value_name = "NAME")]
    opponent: Option<OpponentName>,
    /// Priors of new moves in mcts: learned from games, or rules set by hand [default: learned]
    #[arg(long, value_name = "NAME")]
    priors: Option<PriorsName>,
    /// Never let mcts resign
    #[arg(long)]
    never_resign: bool,
}

/// The values of --player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    /// Plays uniformly at random, but never fills its own eyes
    Random,
    /// Plays by Monte Carlo tree search
    Mcts,
}

/// The values of --trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TreesName {
    /// All threads grow one tree
    Shared,
    /// Each thread grows a tree of its own
    Separate,
}

/// The values of --opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OpponentName {
    /// Finds the best moves
    Strong,
    /// Strong until its replies show that it plays at random
    Auto,
    /// Plays at random
    Random,
}

/// The values of --priors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PriorsName {
    /// Weights learned from the moves of games
    Learned,
    /// Rules of thumb with weights set by hand
    Rules,
}

impl PlayerArgs {
    /// Checks that the random player has use for all options. It analyses on
    /// several threads, and has no use for the other options of the search.
    ///
    /// # Errors
    /// The first such option.
    pub(crate) fn check(&self) -> Result<(), Conflict> {
        let random = match self.level {
            Some(_) => "--level 0",
            None => "--player random",
        };
        let mut options = self.search_options();
        match options.find(|&option| option != THREADS) {
            Some(option) if self.is_random() => Err(Conflict::new(
                option,
                random,
                "the random player does not search",
            )),
            _ => Ok(()),
        }
    }

    /// Returns the given options of the search.
    fn search_options(&self) -> impl Iterator<Item = &'static str> {
        let options = [
            ("--playouts", self.playouts.is_some()),
            ("--time-per-move", self.time_per_move.is_some()),
            (THREADS, self.threads.is_some()),
            ("--trees", self.trees.is_some()),
            ("--memory", self.memory.is_some()),
            ("--opponent", self.opponent.is_some()),
            ("--priors", self.priors.is_some()),
            ("--never-resign", self.never_resign),
        ];
        let given = options.into_iter().filter(|&(_, is_given)| is_given);
        given.map(|(option, _)| option)
    }

    /// Returns the option that chooses a player that searches, or `None` for the
    /// random player.
    pub(crate) fn search_chosen_by(&self) -> Option<&'static str> {
        match (self.level, self.player) {
            _ if self.is_random() => None,
            (Some(_), _) => Some("--level"),
            (None, Some(_)) => Some("--player mcts"),
            (None, None) => self.search_options().next(),
        }
    }

    /// Returns the settings of the player.
    pub(crate) fn settings(&self, eyes: EyeRule, resign_after: Option<usize>) -> PlayerSettings {
        let kind = match (self.level, self.name()) {
            (Some(level), _) => PlayerKind::Level(level),
            (None, Name::Random) => PlayerKind::Random,
            (None, Name::Mcts) => PlayerKind::Search,
        };
        let default = PlayerSettings::default();
        PlayerSettings {
            kind,
            search: self.search(),
            eyes,
            resign_after,
            analysis_threads: self.threads.map_or(default.analysis_threads, usize::from),
        }
    }

    /// Returns the given option that limits the thinking of mcts.
    pub(crate) fn limit(&self) -> Option<&'static str> {
        let playouts = self.playouts.map(|_| "--playouts");
        playouts.or_else(|| self.time_per_move.map(|_| "--time-per-move"))
    }

    /// Returns whether this is the random player.
    fn is_random(&self) -> bool {
        self.name() == Name::Random
    }

    /// Describes all settings of the player.
    #[cfg(test)]
    pub(crate) fn effect(&self) -> String {
        match self.name() {
            Name::Random => format!("random {:?}", self.threads),
            Name::Mcts => format!("{:?} {:?}", self.level, self.search()),
        }
    }

    /// Returns the player that --player or --level names or that an option of the
    /// search implies.
    fn name(&self) -> Name {
        match (self.level, self.player) {
            (Some(level), _) if level.is_random() => Name::Random,
            (Some(_), _) => Name::Mcts,
            (None, Some(name)) => name,
            (None, None) if self.search_options().next().is_some() => Name::Mcts,
            (None, None) => Name::Random,
        }
    }

    /// Returns the options of the search, which a level may override.
    fn search(&self) -> SearchOptions {
        let default = SearchOptions::default();
        SearchOptions {
            threads: self.threads.map_or(default.threads, usize::from),
            trees: match self.trees {
                None => default.trees,
                Some(TreesName::Shared) => TreeSharing::Shared,
                Some(TreesName::Separate) => TreeSharing::Separate,
            },
            memory: self.memory.map_or(default.memory, |memory| memory as usize),
            never_resign: self.never_resign,
            opponent: match self.opponent {
                None => default.opponent,
                Some(OpponentName::Strong) => Opponent::Strong,
                Some(OpponentName::Auto) => Opponent::Auto,
                Some(OpponentName::Random) => Opponent::Random,
            },
            priors: match self.priors {
                None => default.priors,
                Some(PriorsName::Learned) => PriorSource::Learned,
                Some(PriorsName::Rules) => PriorSource::Rules,
            },
            playouts: self.playouts,
            time_per_move: self.time_per_move,
            ..default
        }
    }
}

/// The short help of `--level`.
const LEVEL: &str = "Strength of the player from 0 to 9: 0 is random, the others are mcts";

/// Returns the long help of `--level`, with the ratings of the levels.
fn level_help() -> String {
    let levels = || (0..=Level::HIGHEST).filter_map(Level::new);
    let list = |ratings: Vec<u32>| {
        let names: Vec<_> = ratings.iter().map(u32::to_string).collect();
        let (last, others) = names.split_last().expect("there are levels");
        format!("{} and {last}", others.join(", "))
    };
    format!(
        "{LEVEL}\n\n\
         On 9x9 the levels from 1 upwards are {} Elo above level 0. On 19x19 those from 6 \
         upwards are {} Elo above level 5.",
        list(levels().map(Level::elo).skip(1).collect()),
        list(levels().filter_map(Level::elo_19x19).skip(1).collect()),
    )
}

/// Reads a level.
fn level(text: &str) -> Result<Level, String> {
    let number = text.parse().ok();
    number
        .and_then(Level::new)
        .ok_or_else(|| format!("expected a number from 0 to {}", Level::HIGHEST))
}

/// Reads a player from a word: `random`, `mcts`, or the number of a level.
pub(crate) fn player_kind(text: &str) -> Result<PlayerKind, String> {
    match text.to_ascii_lowercase().as_str() {
        "random" => Ok(PlayerKind::Random),
        "mcts" => Ok(PlayerKind::Search),
        other => level(other).map(PlayerKind::Level).map_err(|_| {
            format!(
                "expected random, mcts, or a level from 0 to {}",
                Level::HIGHEST
            )
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Arguments {
        #[command(flatten)]
        player: PlayerArgs,
    }

    fn parse(line: &str) -> Result<PlayerArgs, clap::Error> {
        let words = ["ponnuki"].into_iter().chain(line.split_whitespace());
        Arguments::try_parse_from(words).map(|only| only.player)
    }

    #[test]
    fn the_players_for_completion_are_all_players() {
        assert!(PLAYERS.iter().all(|name| player_kind(name).is_ok()));
        assert_eq!(PLAYERS.len(), 2 + usize::from(Level::HIGHEST) + 1);
    }

    #[test]
    fn a_player_is_read_from_a_word() {
        assert_eq!(player_kind("random"), Ok(PlayerKind::Random));
        assert_eq!(player_kind("MCTS"), Ok(PlayerKind::Search));
        let nine = Level::new(9).unwrap();
        assert_eq!(player_kind("9"), Ok(PlayerKind::Level(nine)));
        for text in ["", "10", "-1", "gnugo", "level 3"] {
            let reason = player_kind(text).unwrap_err();
            assert!(reason.contains("a level from 0 to 9"), "{text}: {reason}");
        }
    }

    #[test]
    fn random_is_the_default_and_level_0() {
        for line in ["", "--player random", "--level 0"] {
            assert_eq!(parse(line).unwrap().name(), Name::Random, "{line}");
        }
        for line in ["--player mcts", "--level 1", "--level 9"] {
            assert_eq!(parse(line).unwrap().name(), Name::Mcts, "{line}");
        }
    }

    #[test]
    fn options_of_the_search_imply_it_and_are_refused_by_the_random_player() {
        for option in [
            "--playouts 5",
            "--time-per-move 0.5",
            "--threads 1",
            "--trees shared",
            "--memory 256",
            "--opponent strong",
            "--never-resign",
        ] {
            let implied = parse(option).unwrap();
            assert_eq!(implied.name(), Name::Mcts, "{option}");
            assert!(implied.check().is_ok(), "{option}");
            if option == "--threads 1" {
                continue;
            }
            for random in ["--player random", "--level 0"] {
                let Ok(args) = parse(&format!("{random} {option}")) else {
                    continue;
                };
                let message = args.check().unwrap_err().to_string();
                let name = option.split(' ').next().unwrap();
                assert!(
                    message.contains(name) && message.contains(random),
                    "{message}"
                );
            }
        }
    }

    #[test]
    fn threads_are_for_both_players() {
        let settings = |line| {
            let args = parse(line).unwrap();
            assert!(args.check().is_ok(), "{line}");
            args.settings(EyeRule::default(), None)
        };
        for line in ["--player random --threads 3", "--level 0 --threads 3"] {
            let random = settings(line);
            assert!(!random.searches(), "{line}");
            assert_eq!(random.threads(), 3, "{line}");
        }
        // A session that changes its player keeps the limit.
        let search = settings("--threads 3");
        assert_eq!((search.threads(), search.analysis_threads), (3, 3));
        assert_eq!(settings("--player mcts").threads(), 1);
        assert!(settings("").threads() >= 1);
    }

    #[test]
    fn limits_reach_the_search() {
        let args = parse("--player mcts --playouts 70 --time-per-move 0.5 --threads 2 --memory 64");
        let search = args.unwrap().search();
        assert_eq!(search.playouts, Some(70));
        assert_eq!(search.time_per_move, Some(Duration::from_millis(500)));
        assert_eq!((search.threads, search.memory), (2, 64));
        assert!(!search.never_resign);
        assert_eq!(search.opponent, Opponent::Strong);
        let random = parse("--player mcts --opponent random").unwrap();
        assert_eq!(random.search().opponent, Opponent::Random);
        assert!(parse("--never-resign").unwrap().search().never_resign);
        let level = parse("--level 3 --memory 8").unwrap().search();
        assert_eq!(level.memory, 8);
    }

    #[test]
    fn values_are_checked() {
        for line in [
            "--player pachi",
            "--level 10",
            "--level 3 --player mcts",
            "--level 3 --playouts 5",
            "--playouts 0",
            "--time-per-move 0",
            "--time-per-move -1",
            "--time-per-move nan",
            "--time-per-move soon",
            "--threads 0",
            "--trees one",
            "--memory 0",
            "--opponent weak",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
