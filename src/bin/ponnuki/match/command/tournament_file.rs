//! The settings of a tournament, from its file.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use crate::r#match::{
    Adjudication, AtMaxMoves, DrawRule, Format, JudgeRule, MAX_PLAYERS, MatchSettings,
    OpeningSource, ResignRule, TimeSettings,
};
use ponnuki::files::FileKind;
use ponnuki::{BoardSize, KoRule, Komi, Preset, Rules, Suicide};
use serde::{Deserialize, Deserializer, de};

use super::args::Handicap;
use super::settings::{MatchSetup, beginning, check_commands, check_handicaps, max_moves};
use super::tournament_player::{self, PlayerEntry};
use crate::cli::args::time_above_zero;
use crate::cli::failure::Failure;

/// The default number of games of each pair of players.
const GAMES: u64 = 100;

/// The default number of games of each pair in a round of a Swiss tournament.
const SWISS_GAMES: u64 = 2;

/// The default time for an answer, in seconds.
const MOVE_TIMEOUT: f64 = 300.0;

/// A value that the file gives as a string or a number, parsed from its text.
pub(super) struct Parsed<T>(pub(super) T);

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
    format: Option<FormatName>,
    /// The number of rounds of a Swiss tournament.
    rounds: Option<u64>,
    /// The number of games for each pair of players, in a Swiss tournament in each
    /// round.
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
    resign_rule: Option<Parsed<ResignRule>>,
    draw_rule: Option<Parsed<DrawRule>>,
    judge_after: Option<Parsed<JudgeRule>>,
    at_max_moves: Option<Parsed<AtMaxMoves>>,
    player: Vec<PlayerEntry>,
}

/// The names of the formats.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FormatName {
    #[default]
    RoundRobin,
    Gauntlet,
    Swiss,
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

    /// Returns the format, and the number of games of each pair in it.
    fn format(&self) -> Result<(Format, u64), toml::de::Error> {
        let format = self.format.unwrap_or_default();
        match (format, self.rounds) {
            (FormatName::Swiss, Some(rounds @ 1..)) => {
                let games = self.games.unwrap_or(SWISS_GAMES);
                let all = games.checked_mul(rounds).filter(|&all| all > 0);
                let all = all.ok_or_else(|| de::Error::custom("invalid number of games"))?;
                Ok((Format::Swiss { games }, all))
            }
            (FormatName::Swiss, _) => Err(de::Error::custom(
                "a Swiss tournament needs its number of rounds, as in rounds = 5",
            )),
            (_, Some(_)) => Err(de::Error::custom("only a Swiss tournament has rounds")),
            (FormatName::RoundRobin, None) => Ok((Format::RoundRobin, self.games())),
            (FormatName::Gauntlet, None) => Ok((Format::Gauntlet, self.games())),
        }
    }

    /// Returns the number of games of each pair outside a Swiss tournament.
    fn games(&self) -> u64 {
        self.games.unwrap_or(GAMES)
    }

    /// Returns the rules that end games early.
    fn adjudication(&self) -> Adjudication {
        let at_max_moves = self.at_max_moves.as_ref();
        Adjudication {
            resign: self.resign_rule.as_ref().map(|&Parsed(rule)| rule),
            draw: self.draw_rule.as_ref().map(|&Parsed(rule)| rule),
            judge: self.judge_after.as_ref().map(|&Parsed(rule)| rule),
            at_max_moves: at_max_moves.map_or_else(AtMaxMoves::default, |&Parsed(rule)| rule),
        }
    }

    /// Checks the number of the players, and each of them. Paths are relative to
    /// `folder`.
    fn check_players(&self, path: &Path, folder: &Path) -> Result<(), Failure> {
        if !(2..=MAX_PLAYERS).contains(&self.player.len()) {
            return Err(Failure::new(format_args!(
                "{}: a tournament has 2 to {MAX_PLAYERS} players",
                path.display()
            )));
        }
        tournament_player::check(&self.player, folder).map_err(Failure::of(path.display()))
    }
}

/// Reads a tournament file.
///
/// # Errors
/// When the file cannot be read or used.
pub(super) fn read(path: &Path) -> Result<MatchSetup, Failure> {
    let bytes = FileKind::TOURNAMENT
        .read_file(path)
        .map_err(Failure::file("read", path))?;
    let text = String::from_utf8(bytes).map_err(Failure::file("read", path))?;
    let broken = Failure::of(path.display());
    let file: TournamentFile = toml::from_str(&text).map_err(&broken)?;
    let move_timeout = file.move_timeout().map_err(&broken)?;
    let (format, games) = file.format().map_err(&broken)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    file.check_players(path, folder)?;
    let (size, rules) = (file.size().map_err(&broken)?, file.rules());
    let adjudication = file.adjudication();
    // Paths are relative to the file.
    let openings = file
        .openings
        .map(|source| OpeningSource::from(source.into_os_string()).relative_to(folder));
    let handicap = file.handicap.map(Handicap::Stones);
    let players = file.player.into_iter();
    let settings = MatchSettings {
        players: players.map(PlayerEntry::into_entrant).collect(),
        folder: folder.to_owned(),
        format,
        alternate: true,
        pairs: false,
        size,
        rules,
        komi: file.komi.map_or_else(Komi::default, |Parsed(komi)| komi),
        beginning: beginning(
            size,
            rules,
            openings.as_ref(),
            file.random_opening,
            handicap,
        )?,
        time: file.time.map(|Parsed(time)| time),
        max_moves: max_moves(size, file.max_moves),
        move_timeout,
        seed: file.seed.unwrap_or(1),
        referee: file.referee,
        adjudication,
    };
    let players = settings.players.iter();
    check_commands(players.map(|player| {
        let what = format!("{}: player {:?}", path.display(), player.label);
        (what, player)
    }))?;
    check_handicaps(&settings)?;
    let games = games.checked_mul(settings.pairings());
    Ok(MatchSetup {
        games: games.ok_or_else(|| Failure::of(path.display())("too many games"))?,
        settings,
        openings,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::r#match::Beginning;

    fn read_text(text: &str) -> Result<(MatchSettings, u64), String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        let chosen = read(file.path()).map_err(|error| error.to_string());
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
        assert_eq!(settings.adjudication, Adjudication::default());
        let rules = "resign-rule = '3,3'\ndraw-rule = '60,2,5'\njudge-after = 60\n\
                     at-max-moves = 'score'\n";
        let (settings, _) = read_text(&format!("{rules}{PLAYERS}")).unwrap();
        assert_eq!(settings.adjudication.resign, "3,3".parse().ok());
        assert_eq!(settings.adjudication.draw, "60,2,5".parse().ok());
        assert_eq!(settings.adjudication.judge, "60,10,20".parse().ok());
        assert_eq!(settings.adjudication.at_max_moves, AtMaxMoves::Score);
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
            ("resign-rule = '3'\n", "PERCENT,MOVES"),
            ("draw-rule = 60\n", "FROM,PERCENT,MOVES"),
            ("judge-after = '60,0'\n", "FROM,EVERY,MARGIN"),
            ("at-max-moves = 'draw'\n", "void or score"),
            ("random-opening = 3\nhandicap = 2\n", "exclude"),
            ("size = 9\nhandicap = 80\n", "at most"),
            ("games = many\n", "line 1"),
            ("format = 'knockout'\n", "round-robin"),
            ("format = 'swiss'\n", "needs its number of rounds"),
            (
                "format = 'swiss'\nrounds = 0\n",
                "needs its number of rounds",
            ),
            (
                "format = 'swiss'\nrounds = 3\ngames = 0\n",
                "number of games",
            ),
            ("rounds = 3\n", "only a Swiss"),
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
    fn a_gauntlet_and_a_swiss_tournament_have_fewer_pairs() {
        let (settings, games) = read_text(&format!("format = 'gauntlet'\n{PLAYERS}")).unwrap();
        assert_eq!((settings.format, games), (Format::Gauntlet, 200));
        let swiss = format!("format = 'swiss'\nrounds = 5\n{PLAYERS}");
        let (settings, games) = read_text(&swiss).unwrap();
        assert_eq!((settings.format, games), (Format::Swiss { games: 2 }, 10));
    }

    #[test]
    fn a_player_has_its_own_folder_environment_commands_time_handicap_and_rating() {
        let own = "directory = '.'\nenvironment = { A = '1', B = '' }\nstartup = ['komi 7']\n\
                   time = '60,0,0'\nhandicap = 3\nelo = 1800\n";
        let (settings, _) = read_text(&format!("size = 9\n{PLAYERS}{own}")).unwrap();
        let player = &settings.players[2];
        assert_eq!(player.directory, Some(".".into()));
        assert_eq!(player.environment["A"], "1");
        assert_eq!(player.startup, ["komi 7"]);
        assert_eq!(player.time.unwrap().main, 60);
        assert_eq!((player.handicap, player.elo), (3, Some(1800.0)));
        for (own, reason) in [
            ("directory = 'missing'", "player 3: "),
            (
                "environment = { 'A=' = '1' }",
                "player 3: the environment variable \"A=\"",
            ),
            ("startup = ['']", "player 3: the start-up command \"\""),
            ("startup = [\"a\\nb\"]", "is not one line"),
            ("elo = nan", "player 3: a rating of NaN"),
            ("elo = 1e6", "player 3: a rating of 1000000"),
            ("time = '1,2'", "MAIN,PERIOD,STONES"),
            ("handicap = -1", "expected usize"),
            ("handicap = 60", "at most"),
            ("colour = 'black'", "unknown field"),
        ] {
            let error = read_text(&format!("size = 9\n{PLAYERS}{own}\n")).unwrap_err();
            assert!(error.contains(reason), "{own}: {error}");
        }
        let both = format!("random-opening = 3\n{PLAYERS}handicap = 2\n");
        assert!(read_text(&both).unwrap_err().contains("exclude"));
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
