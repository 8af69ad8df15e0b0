//! What decides the games of a match, and which games it has.

use std::fmt::Write as _;
use std::time::Duration;

use super::clock::TimeSettings;
use super::openings::OpeningLine;
use crate::board::{BoardSize, ByColor};
use crate::rules::{Komi, Rules};

/// One of the programs of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Who it is in the records, whichever colour it has.
    pub label: String,
    /// The command line that starts it.
    pub command: String,
}

/// How the games begin.
#[derive(Clone, Debug)]
pub enum Beginning {
    /// On the empty board.
    Empty,
    /// With the main lines of game records, one after the other.
    Openings(Vec<OpeningLine>),
    /// With so many random moves.
    Random(usize),
    /// With so many handicap stones.
    Handicap(usize),
    /// With one handicap stone more than the game before when White won it,
    /// and one less when Black won, from none on.
    Ladder,
}

/// All settings that decide the games of a match, but for how many there are.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The programs, two at least. Each meets each other one.
    pub players: Vec<Entrant>,
    /// Whether colours change after every game of two programs. Otherwise the
    /// one named first has Black.
    pub alternate: bool,
    /// The board.
    pub size: BoardSize,
    /// The rules.
    pub rules: Rules,
    /// The komi.
    pub komi: Komi,
    /// How games begin.
    pub beginning: Beginning,
    /// The clock of either side, if there is one.
    pub time: Option<TimeSettings>,
    /// The number of moves after which a game has no result.
    pub max_moves: usize,
    /// How long an answer may take before the program counts as hung.
    pub move_timeout: Duration,
    /// What the random numbers of all games follow from.
    pub seed: u64,
    /// The command line of the program that scores, if it is not this one.
    pub referee: Option<String>,
}

/// The numbers of a range, each belonging to one of several shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 0.
    index: u64,
    /// How many there are.
    of: u64,
}

impl Shard {
    /// The only shard, to which every game belongs.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Shard `number` of `of`, the first being 1, if there is such a shard.
    pub const fn new(number: u64, of: u64) -> Option<Self> {
        if number >= 1 && number <= of {
            Some(Self {
                index: number - 1,
                of,
            })
        } else {
            None
        }
    }
}

impl MatchSettings {
    /// How many different pairs of players meet.
    pub const fn pairings(&self) -> u64 {
        let players = self.players.len() as u64;
        players * players.saturating_sub(1) / 2
    }

    /// Who has Black and White in a game, as numbers of players.
    pub(super) fn colors(&self, game: u64) -> ByColor<usize> {
        let mut number = game % self.pairings();
        let mut first = 0;
        while number >= (self.players.len() - 1 - first) as u64 {
            number -= (self.players.len() - 1 - first) as u64;
            first += 1;
        }
        let second = first + 1 + number as usize;
        if self.alternate && self.round(game) % 2 == 1 {
            ByColor {
                black: second,
                white: first,
            }
        } else {
            ByColor {
                black: first,
                white: second,
            }
        }
    }

    /// How many games of the same two players come before.
    fn round(&self, game: u64) -> u64 {
        game / self.pairings()
    }

    /// The number of the opening of a game: two games with exchanged colours
    /// have the same.
    pub(super) fn opening(&self, game: u64) -> u64 {
        self.round(game) / if self.alternate { 2 } else { 1 }
    }

    /// Whether a game belongs to a shard. Two games that differ in colours
    /// alone belong to the same one.
    pub fn is_in(&self, shard: Shard, game: u64) -> bool {
        let pairing = game % self.pairings();
        (self.opening(game) * self.pairings() + pairing) % shard.of == shard.index
    }

    /// The fingerprint: 16 hexadecimal digits that are equal for equal
    /// settings, and hardly ever otherwise.
    pub fn fingerprint(&self) -> String {
        // FNV-1a (Fowler, Noll and Vo, 1991) with 64 bits.
        let hash = self
            .in_words()
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
        format!("{hash:016x}")
    }

    /// All settings, one a line.
    fn in_words(&self) -> String {
        let mut text = String::new();
        for player in &self.players {
            let _ = writeln!(text, "player {:?} {:?}", player.label, player.command);
        }
        let rules = self.rules;
        let _ = writeln!(
            text,
            "alternate {}\nsize {}\nrules {} {} {}\nkomi {}\ntime {:?}\nmoves {}\ntimeout {:?}\nseed {}\nreferee {:?}",
            self.alternate,
            self.size,
            rules.ko,
            rules.suicide,
            rules.handicap_bonus,
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
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::testing::settings;

    fn pairs(settings: &MatchSettings, games: u64) -> Vec<(usize, usize)> {
        (0..games)
            .map(|game| settings.colors(game))
            .map(|colors| (colors.black, colors.white))
            .collect()
    }

    #[test]
    fn colours_alternate_when_they_shall() {
        let mut two = settings(2);
        assert_eq!(pairs(&two, 4), [(0, 1), (1, 0), (0, 1), (1, 0)]);
        two.alternate = false;
        assert_eq!(pairs(&two, 3), [(0, 1); 3]);
    }

    #[test]
    fn everybody_meets_everybody_in_every_round() {
        let four = settings(4);
        assert_eq!(
            pairs(&four, 8),
            [
                (0, 1),
                (0, 2),
                (0, 3),
                (1, 2),
                (1, 3),
                (2, 3),
                (1, 0),
                (2, 0)
            ]
        );
        assert_eq!(four.opening(11), 0);
        assert_eq!(four.opening(12), 1);
    }

    #[test]
    fn shards_are_disjoint_and_complete_and_keep_pairs_together() {
        for (players, alternate) in [(2, true), (2, false), (4, true)] {
            let mut settings = settings(players);
            settings.alternate = alternate;
            let shards: Vec<_> = (1..=3)
                .map(|number| Shard::new(number, 3).unwrap())
                .collect();
            for game in 0..60 {
                let owners = shards.iter().filter(|&&shard| settings.is_in(shard, game));
                assert_eq!(owners.count(), 1, "{game}");
                if alternate {
                    let other = game + settings.pairings();
                    let same = |shard: &&Shard| settings.is_in(**shard, game);
                    let is_first = (game / settings.pairings()).is_multiple_of(2);
                    let shard = shards.iter().find(same).unwrap();
                    assert!(!is_first || settings.is_in(*shard, other));
                }
            }
        }
        assert_eq!(Shard::new(0, 4), None);
        assert_eq!(Shard::new(5, 4), None);
    }

    #[test]
    fn every_setting_that_matters_changes_the_fingerprint() {
        let base = settings(2);
        assert_eq!(base.fingerprint(), settings(2).fingerprint());
        assert_eq!(base.fingerprint().len(), 16);
        let changes: [fn(&mut MatchSettings); 9] = [
            |s| s.players[1].command.push('x'),
            |s| s.alternate = false,
            |s| s.size = BoardSize::new(9, 10).unwrap(),
            |s| s.komi = "7".parse().unwrap(),
            |s| s.beginning = Beginning::Random(3),
            |s| s.time = Some("60,0,0".parse().unwrap()),
            |s| s.max_moves = 999,
            |s| s.seed = 2,
            |s| s.referee = Some("gnugo".to_owned()),
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut other = base.clone();
            change(&mut other);
            assert_ne!(other.fingerprint(), base.fingerprint(), "{number}");
        }
    }
}
