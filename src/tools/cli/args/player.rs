//! The player and its strength.

use clap::builder::{PossibleValuesParser, RangedI64ValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use ponnuki_core::EyeRule;
use ponnuki_play::player::{Form, Level, PlayerKind, PlayerSettings, Players, Setting};

use super::{conflict, one_of, possible_values, seconds};

/// Names of players, as [`player_kind`] reads them: the two kinds, then the levels.
pub(crate) const PLAYERS: [&str; 12] = [
    "random", "search", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
];

/// An entry in the table of settings.
type Row = &'static Setting<PlayerSettings>;

/// The options that choose the player, generated from the table of settings. Options of the
/// search imply `--player search`.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlayerArgs {
    /// The settings whose options were given.
    given: Vec<Row>,
    settings: PlayerSettings,
}

/// Returns whether a setting contradicts a level: another player, or a limit.
fn is_no_level(row: &Setting<PlayerSettings>) -> bool {
    row.name == "player" || row.players == Players::Unleveled
}

/// Returns whether a setting limits how long the search thinks.
fn is_limit(row: &Setting<PlayerSettings>) -> bool {
    let is_limit = matches!(row.form, Form::Number(..) | Form::Seconds(_));
    is_limit && row.players == Players::Unleveled
}

impl Args for PlayerArgs {
    fn augment_args(command: Command) -> Command {
        let default = PlayerSettings::default();
        let options = Setting::ALL.iter().filter_map(|row| {
            let option = option(row, &default)?;
            Some(if row.name == "level" {
                let others = Setting::ALL.iter().filter(|row| is_no_level(row));
                option.conflicts_with_all(others.map(|row| row.name))
            } else {
                option
            })
        });
        command.next_help_heading("Player").args(options)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PlayerArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let is_given = |row: &Row| is_given(row, matches);
        let given: Vec<Row> = Setting::ALL.iter().filter(is_given).collect();
        let mut settings = PlayerSettings::default();
        if given.iter().any(|row| row.players.imply_search()) {
            settings.kind = PlayerKind::Search;
        }
        for row in &given {
            set(row, matches, &mut settings)?;
        }
        Ok(Self { given, settings })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl PlayerArgs {
    /// Lists the settings that `--watch` replaces: all but the limits.
    pub(crate) fn of_one_player() -> impl Iterator<Item = &'static str> {
        let rows = Setting::ALL.iter().filter(|row| row.option.is_some());
        rows.filter(|row| !is_limit(row)).map(|row| row.name)
    }

    /// Checks that the random player, if it is chosen, supports every given option. Searches
    /// that analyse for it use several threads, but no other options.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let random = match self.settings.kind {
            PlayerKind::Level(_) => "--level 0",
            PlayerKind::Random | PlayerKind::Search => "--player random",
        };
        let is_unused = |row: &Row| !row.players.include(&self.settings);
        match self.option(is_unused) {
            Some(option) if !self.settings.searches() => Err(conflict(
                option,
                random,
                "the random player does not search",
            )),
            _ => Ok(()),
        }
    }

    /// Returns the first given option whose setting satisfies the predicate.
    fn option(&self, is_wanted: impl Fn(&Row) -> bool) -> Option<&'static str> {
        self.given.iter().find(|row| is_wanted(row))?.option
    }

    /// Returns the option that chose a searching player, or `None` for the random player.
    pub(crate) fn search_chosen_by(&self) -> Option<&'static str> {
        match self.option(|_| self.settings.searches())? {
            "--player" => Some("--player search"),
            option => Some(option),
        }
    }

    /// Returns whether an option chooses the player, by its name or by what it needs.
    pub(crate) const fn is_chosen(&self) -> bool {
        !self.given.is_empty()
    }

    /// Returns the settings of the player.
    pub(crate) fn settings(&self, eyes: EyeRule, resign_after: Option<usize>) -> PlayerSettings {
        PlayerSettings {
            eyes,
            resign_after,
            ..self.settings.clone()
        }
    }

    /// Returns the given option that limits how long the search thinks, if any.
    pub(crate) fn limit(&self) -> Option<&'static str> {
        self.option(|row| is_limit(row))
    }

    /// Formats all settings, so that a test sees whether an option changes any.
    #[cfg(test)]
    pub(crate) fn effect(&self) -> String {
        let settings = &self.settings;
        format!("{:?} {:?}", settings.kind, settings.search)
    }
}

/// A placeholder for the default in a help.
const DEFAULT: &str = "{default}";

/// Returns the option of a setting, if it has one. The help names the default.
fn option(setting: &Setting<PlayerSettings>, default: &PlayerSettings) -> Option<Arg> {
    let long = setting.option?.trim_start_matches('-');
    let mut help = setting.help.to_owned();
    // To get a default may take a question to the system.
    if help.contains(DEFAULT) {
        help = help.replace(DEFAULT, &(setting.get)(default));
    }
    let mut arg = Arg::new(setting.name).long(long);
    if let Some(details) = setting.details {
        arg = arg.long_help(format!("{help}\n\n{}", details()));
    }
    let arg = arg.help(help);
    let with_value = |arg: Arg| arg.value_name(setting.placeholder);
    Some(match &setting.form {
        Form::Flag => arg.action(ArgAction::SetTrue),
        Form::Names(names) => {
            let names = possible_values(names());
            // The name of the search in earlier versions.
            let names = names.map(|name| match name.get_name() {
                "search" => name.alias("mcts"),
                _ => name,
            });
            with_value(arg).value_parser(PossibleValuesParser::new(names))
        }
        Form::Number(range, _) => {
            let (least, most) = (*range.start(), *range.end());
            let listed = setting.form.listed().iter().copied();
            if listed.len() == 0 {
                let within = RangedI64ValueParser::<u64>::new();
                with_value(arg).value_parser(within.range(least as i64..=most as i64))
            } else {
                let number = move |text: &str| {
                    let number = text.parse().ok();
                    let number = number.filter(|number| (least..=most).contains(number));
                    number.ok_or_else(|| format!("expected a number from {least} to {most}"))
                };
                let arg = with_value(arg).hide_possible_values(true);
                arg.value_parser(one_of(listed, number))
            }
        }
        Form::Seconds(_) => with_value(arg).value_parser(seconds),
    })
}

/// Returns whether the option of a setting was given.
fn is_given(setting: &Setting<PlayerSettings>, matches: &ArgMatches) -> bool {
    let source = || matches.value_source(setting.name);
    setting.option.is_some() && source() == Some(ValueSource::CommandLine)
}

/// Applies a given option to its setting.
fn set(
    setting: &Setting<PlayerSettings>,
    matches: &ArgMatches,
    to: &mut PlayerSettings,
) -> Result<(), Error> {
    let mut texts = matches.get_raw(setting.name).into_iter().flatten();
    let text = texts
        .next()
        .map_or("".into(), |text| text.to_string_lossy());
    let text = match setting.form {
        // The option reverses the default; the level may have changed the current value.
        Form::Flag if (setting.get)(&PlayerSettings::default()) == "1" => "0",
        Form::Flag => "1",
        _ => &text,
    };
    (setting.set)(to, text).map_err(|error| Error::raw(ErrorKind::InvalidValue, error))
}

/// Parses a player: `random`, `search`, or the number of a level.
pub(crate) fn player_kind(text: &str) -> Result<PlayerKind, String> {
    let level = |text: &str| text.parse().ok().and_then(Level::new);
    match text.to_ascii_lowercase().as_str() {
        "random" => Ok(PlayerKind::Random),
        "search" | "mcts" => Ok(PlayerKind::Search),
        other => level(other).map(PlayerKind::Level).ok_or_else(|| {
            format!(
                "expected random, search, or a level from 0 to {}",
                Level::MAX
            )
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use crate::cli::args::parsed;
    use ponnuki_testing::assert_contains;

    fn parse(line: &str) -> Result<PlayerArgs, Error> {
        parsed(line)
    }

    #[test]
    fn the_players_for_completion_are_all_players() {
        assert!(PLAYERS.iter().all(|name| player_kind(name).is_ok()));
        assert_eq!(PLAYERS.len(), 2 + usize::from(Level::MAX) + 1);
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
            assert!(!parse(line).unwrap().settings.searches(), "{line}");
        }
        for line in ["--player search", "--player mcts", "--level 1", "--level 9"] {
            assert!(parse(line).unwrap().settings.searches(), "{line}");
        }
    }

    #[test]
    fn options_of_the_search_imply_it_and_are_refused_by_the_random_player() {
        for option in [
            "--playouts 5",
            "--time-per-move 0.5",
            "--threads 1",
            "--memory 256",
            "--never-resign",
        ] {
            let implied = parse(option).unwrap();
            assert_eq!(implied.settings.kind, PlayerKind::Search, "{option}");
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
                assert_contains(&message, name);
                assert_contains(&message, random);
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
            assert_eq!(random.search.threads, 3, "{line}");
        }
    }

    #[test]
    fn limits_reach_the_search() {
        let limits = "--player search --playouts 70 --time-per-move 0.5 --threads 2 --memory 64";
        let search = parse(limits).unwrap().settings.search;
        assert_eq!(search.playouts, Some(70));
        assert_eq!(search.time_per_move, Some(Duration::from_millis(500)));
        assert_eq!((search.threads, search.memory), (2, 64));
        assert!(!search.never_resign);
        assert!(
            parse("--never-resign")
                .unwrap()
                .settings
                .search
                .never_resign
        );
        let level = parse("--level 3 --memory 8 --never-resign").unwrap();
        let search = level.settings.search;
        assert_eq!((search.memory, search.never_resign), (8, true));
    }

    #[test]
    fn values_are_checked() {
        for line in [
            "--player pachi",
            "--level 10",
            "--level 3 --player search",
            "--level 3 --playouts 5",
            "--playouts 0",
            "--time-per-move 0",
            "--time-per-move -1",
            "--time-per-move nan",
            "--time-per-move soon",
            "--threads 0",
            "--memory 0",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
