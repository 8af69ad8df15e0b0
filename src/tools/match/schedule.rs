//! The schedule of a match: who meets whom in which game, and with which opening; the shards
//! into which it is split, so that several machines can play it.

use super::settings::{MatchSettings, TournamentFormat};
use ponnuki_core::board::ByColor;

/// One of several shards that divide the games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    pub(crate) const WHOLE: Self = Self { index: 0, of: 1 };

    /// Returns shard `number` of `of`, counted from 1, or `None` if `number` is out of range.
    pub(crate) const fn new(number: u64, of: u64) -> Option<Self> {
        if number == 0 || number > of {
            return None;
        }
        let index = number - 1;
        Some(Self { index, of })
    }

    /// Returns how many numbers less than `below` belong to the shard.
    const fn members(self, below: u64) -> u64 {
        let partial = (below % self.of > self.index) as u64;
        below / self.of + partial
    }

    /// Returns the first number of the shard at or after `from`, or `None` on overflow.
    const fn next_member(self, from: u64) -> Option<u64> {
        let behind = from % self.of;
        let is_later = self.index >= behind;
        from.checked_add(if is_later {
            self.index - behind
        } else {
            self.of - (behind - self.index)
        })
    }
}

impl MatchSettings {
    /// Returns the number of pairs of players that meet before any pair meets again.
    pub(crate) const fn pairings(&self) -> u64 {
        let players = self.players.len() as u64;
        match self.format {
            TournamentFormat::RoundRobin => players * players.saturating_sub(1) / 2,
            TournamentFormat::Gauntlet => players.saturating_sub(1),
        }
    }

    /// Returns the players of a game as indices into `players`, in ascending order.
    fn pair(&self, game: u64) -> [usize; 2] {
        let mut number = game % self.pairings();
        match self.format {
            TournamentFormat::RoundRobin => {
                let mut first = 0;
                while number >= (self.players.len() - 1 - first) as u64 {
                    number -= (self.players.len() - 1 - first) as u64;
                    first += 1;
                }
                [first, first + 1 + number as usize]
            }
            TournamentFormat::Gauntlet => [0, 1 + number as usize],
        }
    }

    /// Returns the players of a game by colour, and the number of handicap stones for
    /// Black. The player with the larger handicap has Black. Between equals, the first
    /// player has Black, or the second in every other game if colours alternate.
    pub(super) fn colors(&self, game: u64) -> (ByColor<usize>, usize) {
        let pair = self.pair(game);
        let [first, second] = pair;
        let [one, other] = pair.map(|player| self.players[player].handicap);
        let is_swapped = if one == other {
            self.alternate && self.round(game) % 2 == 1
        } else {
            other > one
        };
        let (black, white) = if is_swapped {
            (second, first)
        } else {
            (first, second)
        };
        (ByColor { black, white }, one.abs_diff(other))
    }

    /// Returns the number of earlier games between the same two players.
    fn round(&self, game: u64) -> u64 {
        game / self.pairings()
    }

    /// Returns the index of a game's opening. Two games that differ only in colours
    /// share an opening.
    pub(super) fn opening(&self, game: u64) -> u64 {
        self.round(game) / if self.alternate { 2 } else { 1 }
    }

    /// Returns the index of the pair of games to which a game belongs, or `None` if the
    /// match has no pairs.
    pub(super) fn pair_of_games(&self, game: u64) -> Option<u64> {
        let pairing = game % self.pairings();
        (self.pairs && self.alternate).then(|| self.opening(game) * self.pairings() + pairing)
    }

    /// Returns whether a game belongs to a shard. Two games that differ only in colours
    /// are never in different shards.
    pub(crate) fn is_in(&self, shard: Shard, game: u64) -> bool {
        let pairing = game % self.pairings();
        (self.opening(game) * self.pairings() + pairing) % shard.of == shard.index
    }

    /// Returns how many of the first `games` games belong to a shard.
    pub(crate) fn games_in(&self, shard: Shard, games: u64) -> u64 {
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

    /// Returns the first game of a shard at or after `from`, or `None` if its number
    /// would overflow.
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::r#match::testing::settings;

    fn pairs(settings: &MatchSettings, games: u64) -> Vec<(usize, usize)> {
        (0..games)
            .map(|game| settings.colors(game).0)
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
    fn the_first_player_of_a_gauntlet_meets_all_others() {
        let mut four = settings(4);
        four.format = TournamentFormat::Gauntlet;
        assert_eq!(
            pairs(&four, 6),
            [(0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0)]
        );
        assert_eq!(four.opening(5), 0);
        assert_eq!(four.opening(6), 1);
    }

    #[test]
    fn the_player_with_the_larger_handicap_has_black() {
        let mut three = settings(3);
        three.players[1].handicap = 2;
        three.players[2].handicap = 5;
        let games: Vec<_> = (0..6)
            .map(|game| three.colors(game))
            .map(|(colors, stones)| (colors.black, colors.white, stones))
            .collect();
        let round = [(1, 0, 2), (2, 0, 5), (2, 1, 3)];
        assert_eq!(games, [round, round].concat());
    }

    #[test]
    fn all_players_meet_in_every_round() {
        let four = settings(4);
        let round = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        assert_eq!(pairs(&four, 6), round);
        assert_eq!(pairs(&four, 8)[6..], [(1, 0), (2, 0)]);
        assert_eq!(four.opening(11), 0);
        assert_eq!(four.opening(12), 1);
    }

    #[test]
    fn games_with_exchanged_colours_are_a_pair() {
        let mut four = settings(4);
        assert_eq!(four.pair_of_games(0), None);
        four.pairs = true;
        for game in 0..24 {
            let (round, pairing) = (game / 6, game % 6);
            let number = round / 2 * 6 + pairing;
            assert_eq!(four.pair_of_games(game), Some(number), "{game}");
        }
        let mut two = settings(2);
        two.pairs = true;
        assert_eq!([8, 9].map(|game| two.pair_of_games(game)), [Some(4); 2]);
        let shard = Shard::new(2, 3).unwrap();
        assert!(two.is_in(shard, 8) && two.is_in(shard, 9));
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
        let few = [(2, true, 1), (2, false, 3), (3, true, 2)];
        let many = [(4, false, 5), (4, true, 7), (2, true, 40)];
        for (players, alternate, of) in few.into_iter().chain(many) {
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
                    let counted = settings.games_in(shard, from);
                    assert_eq!(counted, count as u64, "{shard:?} {from}");
                }
            }
        }
        let last = Shard::new(1 << 60, 1 << 60).unwrap();
        assert_eq!(settings(2).games_in(last, u64::MAX), 15);
        assert_eq!(settings(2).next_in(last, 1), Some((1 << 61) - 2));
        assert_eq!(settings(2).next_in(last, u64::MAX), Some(u64::MAX));
        let first = Shard::new(1, 1 << 60).unwrap();
        assert_eq!(settings(4).next_in(first, u64::MAX), None);
    }
}
