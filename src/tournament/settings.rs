//! The settings of a match, and the games that follow from them.

use std::fmt::Write as _;
use std::time::Duration;

use super::clock::TimeSettings;
use super::openings::OpeningLine;
use crate::board::{BoardSize, ByColor};
use crate::client::{CommandLineError, split};
use crate::rules::{Komi, Rules};

/// The largest number of players in a match. The crosstable has a cell for each
/// pair.
pub const MOST_PLAYERS: usize = 1000;

/// One of the programs of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The player's name in the records, whichever colour it has.
    pub label: String,
    /// The name to show instead of the program's own, if the label is only a
    /// letter. It decides nothing in the games.
    pub title: Option<String>,
    /// The command line that starts the program.
    pub command: String,
}

impl Entrant {
    /// The labels of the players in a match of two.
    pub const LABELS: [&str; 2] = ["A", "B"];

    /// Checks that the command line has words, without starting anything.
    ///
    /// # Errors
    /// [`CommandLineError`] if there are none.
    pub fn check(&self) -> Result<(), CommandLineError> {
        split(&self.command).map(drop)
    }
}

/// How the games begin.
#[derive(Clone, Debug)]
pub enum Beginning {
    /// On the empty board.
    Empty,
    /// With the main lines of SGF files, each in turn.
    Openings(Vec<OpeningLine>),
    /// With this number of random moves.
    Random(usize),
    /// With this number of handicap stones.
    Handicap(usize),
    /// With a handicap that starts at 0, grows by one stone after each win of
    /// White, and shrinks by one after each win of Black.
    Ladder,
}

/// All settings that decide the games of a match, except their number.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The programs, at least two. Each plays against every other.
    pub players: Vec<Entrant>,
    /// Whether two programs exchange colours after every game. Otherwise the one
    /// named first always has Black.
    pub alternate: bool,
    /// The board.
    pub size: BoardSize,
    /// The rules.
    pub rules: Rules,
    /// The komi.
    pub komi: Komi,
    /// The way in which games begin.
    pub beginning: Beginning,
    /// The time settings of both sides; `None` for games without a clock.
    pub time: Option<TimeSettings>,
    /// The number of moves after which a game ends without a result.
    pub max_moves: usize,
    /// The time after which a program that does not answer counts as hung.
    pub move_timeout: Duration,
    /// The seed from which the random numbers of all games follow.
    pub seed: u64,
    /// The command line of the program that scores the games, if that is not
    /// this program.
    pub referee: Option<String>,
}

/// One of several shards that divide the games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of this shard, counted from 0.
    index: u64,
    /// The number of shards.
    of: u64,
}

impl Shard {
    /// The only shard of a match that is not divided.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Returns shard `number` of `of`, counted from 1, or `None` if there is no
    /// such shard.
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

    /// Returns how many numbers below this one are in the shard.
    const fn members(self, below: u64) -> u64 {
        let partial = (below % self.of > self.index) as u64;
        below / self.of + partial
    }

    /// Returns the first number of the shard from this one on.
    const fn next_member(self, from: u64) -> Option<u64> {
        let behind = from % self.of;
        let gap = if self.index >= behind {
            self.index - behind
        } else {
            self.of - (behind - self.index)
        };
        from.checked_add(gap)
    }
}

impl MatchSettings {
    /// Returns the number of different pairs of players.
    pub const fn pairings(&self) -> u64 {
        let players = self.players.len() as u64;
        players * players.saturating_sub(1) / 2
    }

    /// Returns the players of a game by colour, as indices into `players`.
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

    /// Returns the number of earlier games between the same two players.
    fn round(&self, game: u64) -> u64 {
        game / self.pairings()
    }

    /// Returns the number of a game's opening. Two games that differ only in
    /// colours share one.
    pub(super) fn opening(&self, game: u64) -> u64 {
        self.round(game) / if self.alternate { 2 } else { 1 }
    }

    /// Returns whether a game belongs to a shard. Two games that differ only in
    /// colours belong to the same shard.
    pub fn is_in(&self, shard: Shard, game: u64) -> bool {
        let pairing = game % self.pairings();
        (self.opening(game) * self.pairings() + pairing) % shard.of == shard.index
    }

    /// Returns the number of games of a shard below `games`.
    pub fn games_in(&self, shard: Shard, games: u64) -> u64 {
        let pairings = self.pairings().max(1);
        let repeats = if self.alternate { 2 } else { 1 };
        // Each opening has `repeats` rounds of all pairings.
        let opening = games / (pairings * repeats);
        let rest = games % (pairings * repeats);
        let first = opening * pairings;
        let mut count = repeats * shard.members(first);
        for round in 0..repeats {
            let part = rest.saturating_sub(round * pairings).min(pairings);
            count += shard.members(first + part) - shard.members(first);
        }
        count
    }

    /// Returns the first game of a shard from this number on, or `None` if there
    /// is no number for it.
    pub(super) fn next_in(&self, shard: Shard, from: u64) -> Option<u64> {
        let pairings = self.pairings().max(1);
        let repeats = if self.alternate { 2 } else { 1 };
        let (round, pairing) = (from / pairings, from % pairings);
        let opening = round / repeats;
        let next = shard.next_member(opening * pairings + pairing)?;
        if next / pairings == opening {
            return Some(round * pairings + next % pairings);
        }
        // The second game of a pair is in the next round.
        if repeats == 2 && round % 2 == 0 {
            return self.next_in(shard, (round + 1).checked_mul(pairings)?);
        }
        let rounds = (next / pairings).checked_mul(repeats)?;
        rounds.checked_mul(pairings)?.checked_add(next % pairings)
    }

    /// Returns the fingerprint: 16 hexadecimal digits that are equal for equal
    /// settings and almost certainly differ for others.
    pub fn fingerprint(&self) -> String {
        // FNV-1a (Fowler, Noll and Vo, 1991) with 64 bits.
        let hash = self
            .to_lines()
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
        format!("{hash:016x}")
    }

    /// Writes all settings, one per line, as the input of the fingerprint. A
    /// change of this text makes it impossible to resume earlier matches.
    fn to_lines(&self) -> String {
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
    fn colours_alternate_on_request() {
        let mut two = settings(2);
        assert_eq!(pairs(&two, 4), [(0, 1), (1, 0), (0, 1), (1, 0)]);
        two.alternate = false;
        assert_eq!(pairs(&two, 3), [(0, 1); 3]);
    }

    #[test]
    fn all_players_meet_in_every_round() {
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
    fn the_games_of_a_shard_are_found_without_trying_all() {
        for (players, alternate, of) in [
            (2, true, 1),
            (2, false, 3),
            (3, true, 2),
            (4, false, 5),
            (4, true, 7),
            (2, true, 40),
        ] {
            let mut settings = settings(players);
            settings.alternate = alternate;
            for number in 1..=of {
                let shard = Shard::new(number, of).unwrap();
                let games: Vec<u64> = (0..99)
                    .filter(|&game| settings.is_in(shard, game))
                    .collect();
                for from in 0..70 {
                    let next = games.iter().copied().find(|&game| game >= from);
                    let found = settings.next_in(shard, from).filter(|&game| game < 99);
                    assert_eq!(found, next, "{shard:?} {from}");
                    let count = games.iter().filter(|&&game| game < from).count();
                    assert_eq!(
                        settings.games_in(shard, from),
                        count as u64,
                        "{shard:?} {from}"
                    );
                }
            }
        }
        let last = Shard::new(1 << 60, 1 << 60).unwrap();
        assert_eq!(settings(2).games_in(last, u64::MAX), 15);
        assert_eq!(settings(2).next_in(last, 1), Some((1 << 61) - 2));
        assert_eq!(settings(2).next_in(last, u64::MAX), Some(u64::MAX));
        assert_eq!(
            settings(4).next_in(Shard::new(1, 1 << 60).unwrap(), u64::MAX),
            None
        );
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
