//! The settings of a match and their fingerprint.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use super::adjudication::Adjudication;
use super::clock::TimeSettings;
use super::entrant::Entrant;
use super::openings::OpeningLine;
use ponnuki::board::BoardSize;
use ponnuki::rules::{Counting, Komi, Rules};

/// The largest number of players in a match, limited because the crosstable has a cell
/// for each pair.
pub(crate) const MAX_PLAYERS: usize = 1000;

/// The source of starting positions.
#[derive(Clone, Debug)]
pub(crate) enum Beginning {
    Empty,
    /// These openings, each in turn.
    Openings(Vec<OpeningLine>),
    Random(usize),
    Handicap(usize),
    /// A handicap that starts at 0, grows by one stone after each win of White, and
    /// shrinks by one after each win of Black.
    Ladder,
}

/// The system that decides which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TournamentFormat {
    /// Each player meets every other.
    #[default]
    RoundRobin,
    /// The first player meets every other.
    Gauntlet,
    /// In each round, every player meets one with about as many points, preferably one
    /// that it has met least often.
    Swiss {
        /// The number of games of each pair in a round, at least 1.
        games: u64,
    },
}

/// All settings that decide the games of a match, except their number.
#[derive(Clone, Debug)]
pub(crate) struct MatchSettings {
    /// The programs, at least two.
    pub(crate) players: Vec<Entrant>,
    /// The folder to which the players' directories are relative. Games do not depend on it.
    pub(crate) folder: PathBuf,
    /// The system that decides which players meet.
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
    /// The time after which a program that does not answer counts as hung.
    pub(crate) move_timeout: Duration,
    /// The seed of the random numbers in all games.
    pub(crate) seed: u64,
    /// The command line of the program that scores the games, if that is not
    /// this program.
    pub(crate) referee: Option<String>,
    pub(crate) adjudication: Adjudication,
}

/// Returns the 64-bit FNV-1a hash of a string (Fowler, Noll and Vo, 1991).
pub(crate) fn fnv_1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl MatchSettings {
    /// Returns the time settings of a player: its own or those of the match.
    pub(super) fn time_of(&self, player: usize) -> Option<TimeSettings> {
        self.players[player].time.or(self.time)
    }

    /// Returns the fingerprint: 16 hexadecimal digits that are equal for equal
    /// settings and almost certainly differ for others.
    pub(crate) fn fingerprint(&self) -> String {
        format!("{:016x}", fnv_1a(&self.to_lines()))
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
            TournamentFormat::Swiss { games } => {
                let _ = writeln!(text, "swiss {games}");
            }
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
            Beginning::Ladder => writeln!(text, "ladder"),
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::r#match::AtMaxMoves;
    use crate::r#match::testing::settings;
    use ponnuki::board::BoardSize;

    #[test]
    fn every_setting_that_matters_changes_the_fingerprint() {
        let base = settings(2);
        assert_eq!(base.fingerprint(), settings(2).fingerprint());
        assert_eq!(base.fingerprint().len(), 16);
        let changes: [fn(&mut MatchSettings); 22] = [
            |s| s.players[0].directory = Some("engines".into()),
            |s| s.players[1].directory = Some("engines".into()),
            |s| drop(s.players[1].environment.insert("A".into(), "1".into())),
            |s| s.players[1].startup.push("komi 7".to_owned()),
            |s| s.players[1].time = Some("60,0,0".parse().unwrap()),
            |s| s.players[1].handicap = 2,
            |s| s.format = TournamentFormat::Gauntlet,
            |s| s.format = TournamentFormat::Swiss { games: 2 },
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
            |s| s.adjudication.draw = "60,3,3".parse().ok(),
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
            ["df12c4ac4d4657f8", "9c97531ffe9793f4"]
        );
        // Games do not depend on a title or a known rating.
        let mut other = base.clone();
        other.players[0].title = Some("one".to_owned());
        other.players[0].elo = Some(1800.0);
        assert_eq!(other.fingerprint(), base.fingerprint());
    }
}
