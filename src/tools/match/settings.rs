//! The settings of a match and their fingerprint.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, de};

use super::adjudication::Adjudication;
use super::openings::OpeningLine;
use crate::cli::clock::TimeSettings;
use crate::client::split;
use ponnuki_core::board::BoardSize;
use ponnuki_core::rules::{Counting, Komi, Rules};
use ponnuki_formats::files::Fnv1a;

/// The largest number of players in a match, limited because the crosstable has a cell
/// for each pair.
pub(crate) const MAX_PLAYERS: usize = 1000;

/// One of the programs of a match: a `[[player]]` of a tournament file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entrant {
    /// The player's name in the records, whichever colour the player has.
    #[serde(rename = "name")]
    pub(crate) label: String,
    /// The name to show instead of the program's own, if the label is only a letter.
    /// Games do not depend on it.
    #[serde(skip)]
    pub(crate) title: Option<String>,
    pub(crate) command: String,
    /// The working directory of the program, relative to the folder of the settings, or `None` for
    /// that of this process. A relative path to the program in `command` is resolved from there.
    pub(crate) directory: Option<PathBuf>,
    #[serde(default)]
    pub(crate) environment: BTreeMap<String, String>,
    /// The GTP commands that the program must accept after each start.
    #[serde(default)]
    pub(crate) startup: Vec<String>,
    /// The time settings of this player, if they differ from the match's.
    #[serde(default, deserialize_with = "parsed")]
    pub(crate) time: Option<TimeSettings>,
    /// The handicap stones against a player without any. If both players have a
    /// handicap, the one with the larger gets the difference. That player has Black.
    #[serde(default)]
    pub(crate) handicap: usize,
    /// The known rating in Elo, at which the player is anchored when ratings are
    /// computed. Games do not depend on it.
    pub(crate) elo: Option<f64>,
}

impl Entrant {
    pub(crate) const LABELS: [&str; 2] = ["A", "B"];

    /// Creates a player with a name and a command line alone.
    pub(crate) fn new(label: impl Into<String>, command: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            command: command.into(),
            ..Self::default()
        }
    }

    /// Checks that the command line can be split into words. Nothing is started.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        split(&self.command).map(drop)
    }

    /// Appends all settings that affect games, one per line. Defaults are left out, so
    /// that matches of earlier versions can be resumed.
    pub(super) fn add_lines(&self, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "player {:?} {:?}", self.label, self.command);
        if let Some(directory) = &self.directory {
            let _ = writeln!(text, "directory {:?}", directory.to_string_lossy());
        }
        for (name, value) in &self.environment {
            let _ = writeln!(text, "environment {name:?} {value:?}");
        }
        for command in &self.startup {
            let _ = writeln!(text, "startup {command:?}");
        }
        if let Some(time) = &self.time {
            let _ = writeln!(text, "own time {time}");
        }
        if self.handicap > 0 {
            let _ = writeln!(text, "own handicap {}", self.handicap);
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Beginning {
    Empty,
    /// These openings, each in turn.
    Openings(Vec<OpeningLine>),
    Random(usize),
    Handicap(usize),
}

/// The system that decides which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TournamentFormat {
    /// Each player meets every other.
    #[default]
    RoundRobin,
    /// The first player meets every other.
    Gauntlet,
}

/// All settings that decide the games of a match, except their number.
#[derive(Clone, Debug)]
pub(crate) struct MatchSettings {
    /// The programs, at least two.
    pub(crate) players: Vec<Entrant>,
    /// The folder to which the players' directories are relative. Games do not depend on it.
    pub(crate) folder: PathBuf,
    pub(crate) format: TournamentFormat,
    /// Whether two programs exchange colours after every game. Otherwise the first one
    /// always has Black, unless the other one has a larger handicap.
    pub(crate) alternate: bool,
    /// Whether two games with the same opening and exchanged colours are recorded and
    /// judged as a pair. Needs `alternate`, but changes no game.
    pub(crate) pairs: bool,
    pub(crate) size: BoardSize,
    pub(crate) rules: Rules,
    pub(crate) komi: Komi,
    pub(crate) beginning: Beginning,
    /// The time settings of both sides; `None` for games without a clock.
    pub(crate) time: Option<TimeSettings>,
    /// The number of moves after which a game ends, without a result unless
    /// `adjudication` says otherwise.
    pub(crate) max_moves: usize,
    pub(crate) move_timeout: Duration,
    pub(crate) seed: u64,
    /// The command line of the program that scores the games, if that is not
    /// this program.
    pub(crate) referee: Option<String>,
    pub(crate) adjudication: Adjudication,
}

impl MatchSettings {
    /// Returns the time settings of a player: its own or those of the match.
    pub(super) fn time_of(&self, player: usize) -> Option<TimeSettings> {
        self.players[player].time.or(self.time)
    }

    /// Returns the fingerprint: 16 hexadecimal digits that are equal for equal
    /// settings and almost certainly differ for others.
    pub(crate) fn fingerprint(&self) -> String {
        format!("{:016x}", Fnv1a::EMPTY.with(self.to_lines().as_bytes()).0)
    }

    /// Writes all settings, one per line, as the input of the fingerprint. Any change
    /// to the lines makes it impossible to resume earlier matches.
    fn to_lines(&self) -> String {
        let mut text = String::new();
        for player in &self.players {
            player.add_lines(&mut text);
        }
        match self.format {
            TournamentFormat::RoundRobin => {}
            TournamentFormat::Gauntlet => text.push_str("gauntlet\n"),
        }
        let rules = self.rules;
        // Nothing for the whole area, because the first fingerprints knew nothing else.
        let counting = match rules.counting() {
            counting if counting == Counting::default() => String::new(),
            counting => format!(" {counting}"),
        };
        let _ = writeln!(
            text,
            "alternate {}\nsize {}\nrules {} {} {}{}\nkomi {}\ntime {:?}\nmoves {}\ntimeout {:?}\nseed {}\nreferee {:?}",
            self.alternate,
            self.size,
            rules.ko,
            rules.suicide,
            rules.handicap_bonus,
            counting,
            self.komi,
            self.time.map(|time| time.to_string()),
            self.max_moves,
            self.move_timeout,
            self.seed,
            self.referee,
        );
        let _ = match &self.beginning {
            Beginning::Empty => writeln!(text, "empty"),
            Beginning::Random(moves) => writeln!(text, "random {moves}"),
            Beginning::Handicap(stones) => writeln!(text, "handicap {stones}"),
            Beginning::Openings(lines) => {
                for line in lines {
                    let _ = writeln!(text, "opening {}", line.to_line());
                }
                Ok(())
            }
        };
        // Settings added later are written only if they differ from the default, so
        // that earlier matches keep their fingerprints.
        if self.pairs {
            text.push_str("pairs\n");
        }
        text += &self.adjudication.to_lines();
        text
    }
}

/// Parses a value that a tournament file gives as a string or a number: `9`, `7.5` or `"9x13"`.
pub(super) fn parsed<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
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
    text.parse().map(Some).map_err(de::Error::custom)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::r#match::AtMaxMoves;
    use crate::r#match::testing::settings;
    use ponnuki_core::board::BoardSize;

    #[test]
    fn every_setting_that_matters_changes_the_fingerprint() {
        let base = settings(2);
        assert_eq!(base.fingerprint(), settings(2).fingerprint());
        assert_eq!(base.fingerprint().len(), 16);
        let changes: [fn(&mut MatchSettings); 20] = [
            |s| s.players[0].directory = Some("engines".into()),
            |s| s.players[1].directory = Some("engines".into()),
            |s| drop(s.players[1].environment.insert("A".into(), "1".into())),
            |s| s.players[1].startup.push("komi 7".to_owned()),
            |s| s.players[1].time = Some("60,0,0".parse().unwrap()),
            |s| s.players[1].handicap = 2,
            |s| s.format = TournamentFormat::Gauntlet,
            |s| s.players[1].command.push('x'),
            |s| s.alternate = false,
            |s| s.pairs = true,
            |s| s.size = BoardSize::new(9, 10).unwrap(),
            |s| s.komi = "7".parse().unwrap(),
            |s| s.beginning = Beginning::Random(3),
            |s| s.time = Some("60,0,0".parse().unwrap()),
            |s| s.max_moves = 999,
            |s| s.seed = 2,
            |s| s.referee = Some("gnugo".to_owned()),
            |s| s.adjudication.resign = "3,3".parse().ok(),
            |s| s.adjudication.judge = "60".parse().ok(),
            |s| s.adjudication.at_max_moves = AtMaxMoves::Score,
        ];
        let mut seen = HashSet::from([base.fingerprint()]);
        for (number, change) in changes.iter().enumerate() {
            let mut other = base.clone();
            change(&mut other);
            assert!(seen.insert(other.fingerprint()), "{number}");
        }
        // Golden values: later versions must recognise the results of earlier ones.
        let mut all = base.clone();
        for change in changes {
            change(&mut all);
        }
        assert_eq!(
            [base.fingerprint(), all.fingerprint()],
            ["df12c4ac4d4657f8", "26b6fc46e288e220"]
        );
        // Games do not depend on a title or a known rating.
        let mut other = base.clone();
        other.players[0].title = Some("one".to_owned());
        other.players[0].elo = Some(1800.0);
        assert_eq!(other.fingerprint(), base.fingerprint());
    }
}
