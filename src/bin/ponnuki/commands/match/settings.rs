//! The settings of a match, from the command line or from a tournament file.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ponnuki::tournament::{Beginning, MatchSettings, OpeningError, OpeningLine, Player};
use ponnuki::{BoardSize, KoRule, Komi, Preset, Rules, Suicide, free_handicap};
use serde::{Deserialize, Deserializer, de};

use crate::args::time_above_zero;

use super::args::{Handicap, RunArgs};

/// The default of player A on a ladder: the random player of this program.
const RANDOM_PLAYER: &str = "ponnuki --quiet";

/// The default limit of moves; large boards have a higher one.
const MAX_MOVES: usize = 1000;

/// The default time for an answer, in seconds.
const MOVE_TIMEOUT: f64 = 300.0;

/// Why the settings of a match are invalid.
#[derive(Debug)]
pub(super) enum SettingsError {
    /// The tournament file cannot be read.
    File(PathBuf, io::Error),
    /// The tournament file is not valid.
    Toml(PathBuf, Box<toml::de::Error>),
    /// Fewer than two players, or two of the same name.
    Players(PathBuf),
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
                "{}: a tournament needs at least two players, each with a name of its own",
                path.display()
            ),
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
            Self::LadderTested => f.write_str(
                "a ladder makes both players even, so --sprt has nothing to test",
            ),
            Self::LadderAlternates => {
                f.write_str("on a ladder the player with the handicap always has Black, so colours cannot alternate")
            }
            Self::NoBlack => f.write_str("player A is missing: give its command line with --black"),
        }
    }
}

impl Error for SettingsError {}

/// Returns the settings and the number of games of the command line.
pub(super) fn settings(args: &RunArgs) -> Result<(MatchSettings, u64), SettingsError> {
    if let Some(path) = &args.tournament {
        return tournament(path);
    }
    let is_ladder = args.handicap == Some(Handicap::Ladder);
    if is_ladder && (args.output.threads > 1 || args.output.shard.is_some()) {
        return Err(SettingsError::LadderInParts);
    }
    if is_ladder && args.sprt.is_some() {
        return Err(SettingsError::LadderTested);
    }
    if is_ladder && args.alternate {
        return Err(SettingsError::LadderAlternates);
    }
    let black = match &args.black {
        Some(command) => command.clone(),
        None if is_ladder => RANDOM_PLAYER.to_owned(),
        None => return Err(SettingsError::NoBlack),
    };
    let (size, rules) = (args.game.size, args.game.rules.chosen());
    let player = |label: &str, command: String| Player {
        label: label.to_owned(),
        command,
    };
    let settings = MatchSettings {
        players: vec![
            player("A", black),
            player("B", args.white.clone().unwrap_or_default()),
        ],
        alternate: args.alternate,
        size,
        rules,
        komi: args.game.rules.komi.clone(),
        beginning: beginning(
            size,
            rules,
            args.openings.as_deref(),
            args.random_opening,
            args.handicap,
        )?,
        time: args.game.time,
        max_moves: max_moves(size, args.game.max_moves),
        move_timeout: args.game.move_timeout,
        seed: args.seed,
        referee: args.referee.clone(),
    };
    Ok((settings, args.games))
}

/// Returns the start of the games. At most one of the three may be given.
fn beginning(
    size: BoardSize,
    rules: Rules,
    openings: Option<&Path>,
    random: Option<usize>,
    handicap: Option<Handicap>,
) -> Result<Beginning, SettingsError> {
    Ok(match (openings, random, handicap) {
        (None, None, None) => Beginning::Empty,
        (Some(folder), None, None) => Beginning::Openings(
            OpeningLine::folder(folder, size, rules).map_err(SettingsError::Openings)?,
        ),
        (None, Some(moves), None) => Beginning::Random(moves),
        (None, None, Some(Handicap::Ladder)) => Beginning::Ladder,
        (None, None, Some(Handicap::Stones(stones))) => {
            let room = free_handicap(size, stones).len();
            if room < stones {
                return Err(SettingsError::Handicap { most: room });
            }
            Beginning::Handicap(stones)
        }
        _ => return Err(SettingsError::Beginnings),
    })
}

/// Returns the given limit of moves, or the default for this board.
fn max_moves(size: BoardSize, asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| MAX_MOVES.max(3 * size.area()))
}

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
    time: Option<Parsed<ponnuki::tournament::TimeSettings>>,
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

/// Reads a tournament file. Returns the settings and the number of games.
fn tournament(path: &Path) -> Result<(MatchSettings, u64), SettingsError> {
    let text =
        fs::read_to_string(path).map_err(|error| SettingsError::File(path.to_owned(), error))?;
    let broken = |error| SettingsError::Toml(path.to_owned(), Box::new(error));
    let file: TournamentFile = toml::from_str(&text).map_err(broken)?;
    let seconds = file.move_timeout.unwrap_or(MOVE_TIMEOUT);
    let move_timeout = time_above_zero(seconds)
        .ok_or_else(|| broken(de::Error::custom("move-timeout must be above 0")))?;
    let different: HashSet<&str> = file
        .player
        .iter()
        .map(|player| player.name.as_str())
        .collect();
    if file.player.len() < 2 || different.len() < file.player.len() {
        return Err(SettingsError::Players(path.to_owned()));
    }
    let named = file
        .rules
        .map_or_else(Rules::default, |Parsed(preset)| preset.rules());
    let rules = named.with_axes(
        file.ko.map(|Parsed(ko)| ko),
        file.suicide.map(|Parsed(suicide)| suicide),
    );
    let size = match file.size {
        Some(Parsed(size)) => size,
        None => BoardSize::square(19).map_err(|error| broken(de::Error::custom(error)))?,
    };
    // The folder is relative to the file.
    let openings = file
        .openings
        .map(|folder| path.parent().unwrap_or(Path::new("")).join(folder));
    let players: Vec<_> = file
        .player
        .into_iter()
        .map(|PlayerEntry { name, command }| Player {
            label: name,
            command,
        })
        .collect();
    let settings = MatchSettings {
        players,
        alternate: true,
        size,
        rules,
        komi: file.komi.map_or_else(Komi::default, |Parsed(komi)| komi),
        beginning: beginning(
            size,
            rules,
            openings.as_deref(),
            file.random_opening,
            file.handicap.map(Handicap::Stones),
        )?,
        time: file.time.map(|Parsed(time)| time),
        max_moves: max_moves(size, file.max_moves),
        move_timeout,
        seed: file.seed.unwrap_or(1),
        referee: file.referee,
    };
    let games = settings.pairings() * file.games.unwrap_or(100);
    Ok((settings, games))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn read(text: &str) -> Result<(MatchSettings, u64), String> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("ponnuki-tournament-{}-{number}.toml", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text).unwrap();
        let read = tournament(&path).map_err(|error| error.to_string());
        fs::remove_file(&path).unwrap();
        read
    }

    const PLAYERS: &str = "\
        [[player]]\nname = 'one'\ncommand = 'ponnuki --seed 1'\n\
        [[player]]\nname = 'two'\ncommand = 'ponnuki --seed 2'\n\
        [[player]]\nname = 'three'\ncommand = 'gnugo --mode gtp'\n";

    #[test]
    fn a_tournament_is_read() {
        let head = "games = 4\nsize = 9\nkomi = 6.5\nrules = 'aga'\nsuicide = 'allowed'\n\
                    time = '60,30,5'\nmove-timeout = 2.5\nseed = 7\nrandom-opening = 3\n";
        let (settings, games) = read(&format!("{head}{PLAYERS}")).unwrap();
        assert_eq!(games, 12);
        assert_eq!(settings.size.to_string(), "9x9");
        assert_eq!(settings.komi.to_string(), "6.5");
        assert_eq!(settings.rules.ko, KoRule::Situational);
        assert_eq!(settings.rules.suicide, Suicide::Allowed);
        assert_eq!(settings.players[2].label, "three");
        assert_eq!(settings.move_timeout, Duration::from_millis(2500));
        assert!(settings.alternate);
        assert!(matches!(settings.beginning, Beginning::Random(3)));
        let (settings, games) = read(&format!("size = '9x13'\n{PLAYERS}")).unwrap();
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
            ("time = '5'\n", "MAIN,PERIOD,STONES"),
            ("move-timeout = 0.0\n", "above 0"),
            ("random-opening = 3\nhandicap = 2\n", "exclude"),
            ("size = 9\nhandicap = 80\n", "at most"),
            ("games = many\n", "line 1"),
        ] {
            let error = read(&format!("{text}{PLAYERS}")).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
        let twice = PLAYERS.replace("two", "one");
        assert!(read(&twice).unwrap_err().contains("a name of its own"));
        assert!(read("games = 2\n").unwrap_err().contains("player"));
    }
}
