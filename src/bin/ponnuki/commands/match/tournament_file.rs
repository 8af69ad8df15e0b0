//! The settings of a tournament, from its file.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use ponnuki::tournament::{Entrant, MOST_PLAYERS, MatchSettings, TimeSettings};
use ponnuki::{BoardSize, KoRule, Komi, Preset, Rules, Suicide};
use serde::{Deserialize, Deserializer, de};

use super::args::Handicap;
use super::settings::{Chosen, NameError, SettingsError, beginning, check_commands, max_moves};
use crate::args::time_above_zero;

/// The default time for an answer, in seconds.
const MOVE_TIMEOUT: f64 = 300.0;

/// A value that the file gives as a string or a number, parsed from its text.
struct Parsed<T>(T);

impl<'de, T> Deserialize<'de> for Parsed<T>
where
    T: FromStr<Err: fmt::Display>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// The forms in the file: `9`, `7.5` or `"9x13"`.
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Plain {
            Text(String),
            Whole(i64),
            Decimal(f64),
        }
        let text = match Plain::deserialize(deserializer)? {
            Plain::Text(text) => text,
            Plain::Whole(number) => number.to_string(),
            Plain::Decimal(number) => number.to_string(),
        };
        text.parse().map(Self).map_err(de::Error::custom)
    }
}

/// The tournament file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TournamentFile {
    /// The number of games for each pair of players.
    games: Option<u64>,
    size: Option<Parsed<BoardSize>>,
    komi: Option<Parsed<Komi>>,
    rules: Option<Parsed<Preset>>,
    ko: Option<Parsed<KoRule>>,
    suicide: Option<Parsed<Suicide>>,
    openings: Option<PathBuf>,
    random_opening: Option<usize>,
    handicap: Option<usize>,
    time: Option<Parsed<TimeSettings>>,
    max_moves: Option<usize>,
    move_timeout: Option<f64>,
    seed: Option<u64>,
    referee: Option<String>,
    player: Vec<PlayerEntry>,
}

/// A `[[player]]` of the tournament file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerEntry {
    name: String,
    command: String,
}

impl From<PlayerEntry> for Entrant {
    fn from(PlayerEntry { name, command }: PlayerEntry) -> Self {
        // The letters of a match of two would be replaced by what the program says.
        let is_letter = Self::LABELS.contains(&name.as_str());
        Self {
            title: is_letter.then(|| name.clone()),
            label: name,
            command,
        }
    }
}

impl TournamentFile {
    /// Returns the board size, by default 19x19.
    fn size(&self) -> Result<BoardSize, toml::de::Error> {
        match &self.size {
            Some(Parsed(size)) => Ok(*size),
            None => BoardSize::square(19).map_err(de::Error::custom),
        }
    }

    /// Returns the named rules with the overrides of single axes.
    fn rules(&self) -> Rules {
        let preset = self.rules.as_ref();
        let named = preset.map_or_else(Rules::default, |Parsed(preset)| preset.rules());
        named.with_axes(
            self.ko.as_ref().map(|&Parsed(ko)| ko),
            self.suicide.as_ref().map(|&Parsed(suicide)| suicide),
        )
    }

    /// Returns the time limit for an answer.
    fn move_timeout(&self) -> Result<Duration, toml::de::Error> {
        time_above_zero(self.move_timeout.unwrap_or(MOVE_TIMEOUT))
            .ok_or_else(|| de::Error::custom("move-timeout must be above 0"))
    }

    /// Checks the number of the players and their names.
    fn check_players(&self, path: &Path) -> Result<(), SettingsError> {
        if !(2..=MOST_PLAYERS).contains(&self.player.len()) {
            return Err(SettingsError::Players(path.to_owned()));
        }
        let mut names = HashMap::new();
        for (number, player) in (1..).zip(&self.player) {
            let name = player.name.as_str();
            let double = |other| NameError::Double(name.to_owned(), other);
            NameError::check(name)
                .and_then(|()| {
                    names
                        .insert(name, number)
                        .map_or(Ok(()), |n| Err(double(n)))
                })
                .map_err(|error| SettingsError::Name(path.to_owned(), number, error))?;
        }
        Ok(())
    }
}

/// Reads a tournament file.
///
/// # Errors
/// [`SettingsError`] when the file cannot be read or used.
pub(super) fn read(path: &Path) -> Result<Chosen, SettingsError> {
    let text =
        fs::read_to_string(path).map_err(|error| SettingsError::File(path.to_owned(), error))?;
    let broken = |error| SettingsError::Toml(path.to_owned(), Box::new(error));
    let file: TournamentFile = toml::from_str(&text).map_err(broken)?;
    let move_timeout = file.move_timeout().map_err(broken)?;
    file.check_players(path)?;
    let (size, rules) = (file.size().map_err(broken)?, file.rules());
    // The folder is relative to the file.
    let openings = file
        .openings
        .map(|folder| path.parent().unwrap_or(Path::new("")).join(folder));
    let handicap = file.handicap.map(Handicap::Stones);
    let settings = MatchSettings {
        players: file.player.into_iter().map(Entrant::from).collect(),
        alternate: true,
        size,
        rules,
        komi: file.komi.map_or_else(Komi::default, |Parsed(komi)| komi),
        beginning: beginning(
            size,
            rules,
            openings.as_deref(),
            file.random_opening,
            handicap,
        )?,
        time: file.time.map(|Parsed(time)| time),
        max_moves: max_moves(size, file.max_moves),
        move_timeout,
        seed: file.seed.unwrap_or(1),
        referee: file.referee,
    };
    let players = settings.players.iter();
    check_commands(players.map(|player| {
        let what = format!("{}: player {:?}", path.display(), player.label);
        (what, player)
    }))?;
    let games = file.games.unwrap_or(100).checked_mul(settings.pairings());
    Ok(Chosen {
        games: games.ok_or_else(|| SettingsError::Games(path.to_owned()))?,
        settings,
        openings,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki::tournament::Beginning;

    fn read_text(text: &str) -> Result<(MatchSettings, u64), String> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("ponnuki-tournament-{}-{number}.toml", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text).unwrap();
        let chosen = read(&path).map_err(|error| error.to_string());
        fs::remove_file(&path).unwrap();
        chosen.map(|chosen| (chosen.settings, chosen.games))
    }

    const PLAYERS: &str = "\
        [[player]]\nname = 'one'\ncommand = 'ponnuki --seed 1'\n\
        [[player]]\nname = 'two'\ncommand = 'ponnuki --seed 2'\n\
        [[player]]\nname = 'three'\ncommand = 'gnugo --mode gtp'\n";

    #[test]
    fn a_tournament_is_read() {
        let head = "games = 4\nsize = 9\nkomi = 6.5\nrules = 'aga'\nsuicide = 'allowed'\n\
                    time = '60,30,5'\nmove-timeout = 2.5\nseed = 7\nrandom-opening = 3\n";
        let (settings, games) = read_text(&format!("{head}{PLAYERS}")).unwrap();
        assert_eq!(games, 12);
        assert_eq!(settings.size.to_string(), "9x9");
        assert_eq!(settings.komi.to_string(), "6.5");
        assert_eq!(settings.rules.ko, KoRule::Situational);
        assert_eq!(settings.rules.suicide, Suicide::Allowed);
        assert_eq!(settings.players[2].label, "three");
        assert_eq!(settings.move_timeout, Duration::from_millis(2500));
        assert!(settings.alternate);
        assert!(matches!(settings.beginning, Beginning::Random(3)));
        let (settings, games) = read_text(&format!("size = '9x13'\n{PLAYERS}")).unwrap();
        assert_eq!(settings.size, BoardSize::new(9, 13).unwrap());
        assert_eq!(games, 300);
    }

    #[test]
    fn invalid_files_are_refused_with_the_reason() {
        for (text, reason) in [
            ("sise = 9\n", "sise"),
            ("size = 26\n", "1 to 25"),
            ("komi = 'seven'\n", "komi"),
            ("rules = 'japanese'\n", "territory"),
            ("time = '5,10'\n", "MAIN,PERIOD,STONES"),
            ("move-timeout = 0.0\n", "above 0"),
            ("random-opening = 3\nhandicap = 2\n", "exclude"),
            ("size = 9\nhandicap = 80\n", "at most"),
            ("games = many\n", "line 1"),
            ("games = 9223372036854775807\n", "too many games"),
        ] {
            let error = read_text(&format!("{text}{PLAYERS}")).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
        assert!(read_text("games = 2\n").unwrap_err().contains("player"));
        let one = PLAYERS.split_inclusive("1'\n").next().unwrap();
        assert!(read_text(one).unwrap_err().contains("2 to 1000 players"));
    }

    #[test]
    fn every_player_has_a_visible_name_of_its_own() {
        for (name, reason) in [
            (
                "'one'",
                r#"player 2: the name "one" is also that of player 1"#,
            ),
            ("''", "player 2: the name is empty"),
            ("\" \\t\"", "player 2: the name is empty"),
            (
                r#""on\ne""#,
                r#"player 2: the name "on\ne" contains a control character"#,
            ),
            (
                r#""\u001b[2J""#,
                r#"player 2: the name "\u{1b}[2J" contains a control character"#,
            ),
            (
                r#""on\u202ee""#,
                r#"player 2: the name "on\u{202e}e" contains a control character"#,
            ),
        ] {
            let error = read_text(&PLAYERS.replace("'two'", name)).unwrap_err();
            assert!(error.ends_with(reason), "{name}: {error}");
        }
        let kanji = PLAYERS.replace("'two'", "'本因坊 2'");
        assert_eq!(read_text(&kanji).unwrap().0.players[1].label, "本因坊 2");
    }
}
