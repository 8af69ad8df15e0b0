//! The rounds of a Swiss tournament.
//!
//! Before each round the players are sorted by points; those with equal points are
//! shuffled. With an odd number of players, the lowest of those that have sat out
//! least often sits out and gets the points of a win. Then the highest player meets
//! the next one below it that it has met least often, and so on down the list
//! (the Monrad system). A round depends on the seed and on the results of the rounds
//! before it alone, so the same results give the same games.

use std::cmp::Reverse;
use std::collections::HashMap;

use ponnuki::RandomStream;

/// The bit that separates the random streams of rounds from those of games.
const ORDERS: u64 = 1 << 61;

/// The maximum number of attempts to pair a round under one limit on earlier meetings.
const MAX_ATTEMPTS: usize = 20_000;

#[derive(Clone, Debug)]
pub(super) struct Swiss {
    seed: u64,
    /// The number of games of each pair in a round.
    games: u64,
    /// The pairs of each round up to the current one.
    rounds: Vec<Vec<[usize; 2]>>,
    /// The number of games of the current round without a result.
    left: u64,
    /// The half points of each player: 2 for a win, 1 for a draw.
    points: Vec<u64>,
    /// The number of rounds in which each player sat out.
    byes: Vec<u32>,
    /// The number of rounds in which two players met, the smaller index first.
    met: HashMap<[usize; 2], u32>,
}

impl Swiss {
    pub(super) fn new(players: usize, games: u64, seed: u64) -> Self {
        let mut swiss = Self {
            seed,
            games,
            rounds: Vec::new(),
            left: 0,
            points: vec![0; players],
            byes: vec![0; players],
            met: HashMap::new(),
        };
        swiss.begin_round();
        swiss
    }

    fn round_games(&self) -> u64 {
        self.points.len() as u64 / 2 * self.games
    }

    /// Returns the pair that plays a game, or `None` if its round is not paired yet.
    pub(super) fn pair(&self, game: u64) -> Option<[usize; 2]> {
        let round = game.checked_div(self.round_games())?;
        let pairs = self.rounds.get(usize::try_from(round).ok()?)?;
        pairs.get((game % pairs.len() as u64) as usize).copied()
    }

    /// Adds a game of the current round. `points` are the half points of its pair, in
    /// order. After the last game of a round, the next round is paired.
    ///
    /// Returns `false` and changes nothing if the game does not belong to the round.
    pub(super) fn add(&mut self, game: u64, points: [u64; 2]) -> bool {
        let current = self.rounds.len() as u64 - 1;
        if game.checked_div(self.round_games()) != Some(current) {
            return false;
        }
        let Some(pair) = self.pair(game) else {
            return false;
        };
        for (player, points) in pair.into_iter().zip(points) {
            self.points[player] += points;
        }
        self.left -= 1;
        if self.left == 0 {
            self.begin_round();
        }
        true
    }

    fn begin_round(&mut self) {
        let mut order = self.order();
        if order.len() % 2 == 1 {
            let fewest = self.byes.iter().copied().min().unwrap_or_default();
            let place = order
                .iter()
                .rposition(|&player| self.byes[player] == fewest);
            let out = order.remove(place.unwrap_or_default());
            self.byes[out] += 1;
            self.points[out] += 2 * self.games;
        }
        let pairs = self.paired(&order);
        for &[one, other] in &pairs {
            *self
                .met
                .entry([one.min(other), one.max(other)])
                .or_default() += 1;
        }
        self.rounds.push(pairs);
        self.left = self.round_games();
    }

    /// Returns the players by descending points. Ties are in random order.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        let mut stream = RandomStream::new(self.seed, ORDERS | self.rounds.len() as u64);
        stream.shuffle(&mut order);
        order.sort_by_key(|&player| Reverse(self.points[player]));
        order
    }

    /// Pairs players in this order, with the lowest limit on earlier meetings for which
    /// a pairing is found.
    fn paired(&self, order: &[usize]) -> Vec<[usize; 2]> {
        let meetings = |pair: [usize; 2]| {
            let [one, other] = pair;
            let key = [one.min(other), one.max(other)];
            self.met.get(&key).copied().unwrap_or_default()
        };
        let most = self.met.values().copied().max().unwrap_or_default();
        (0..most)
            .find_map(|limit| search(order, &|pair| meetings(pair) <= limit, &mut 0))
            .unwrap_or_else(|| order.as_chunks().0.to_vec())
    }
}

/// Pairs each player, from the first on, with the nearest later one that it may meet,
/// and backtracks if a player is left without a partner. Returns `None` if no pairing
/// exists or [`MAX_ATTEMPTS`] is exceeded.
fn search(
    order: &[usize],
    may_meet: &impl Fn([usize; 2]) -> bool,
    attempts: &mut usize,
) -> Option<Vec<[usize; 2]>> {
    let Some((&first, rest)) = order.split_first() else {
        return Some(Vec::new());
    };
    let mut partners = (0..rest.len()).filter(|&place| may_meet([first, rest[place]]));
    loop {
        *attempts += 1;
        let place = partners.next().filter(|_| *attempts <= MAX_ATTEMPTS)?;
        let others = [&rest[..place], &rest[place + 1..]].concat();
        if let Some(pairs) = search(&others, may_meet, attempts) {
            return Some([vec![[first, rest[place]]], pairs].concat());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays whole rounds, in which the player with the smaller index wins.
    fn play(swiss: &mut Swiss, rounds: usize) -> Vec<Vec<[usize; 2]>> {
        for _ in 0..rounds {
            let first = (swiss.rounds.len() as u64 - 1) * swiss.round_games();
            // The order of the games within a round does not matter.
            for game in (first..first + swiss.round_games()).rev() {
                let [one, other] = swiss.pair(game).unwrap();
                assert!(swiss.add(game, if one < other { [2, 0] } else { [0, 2] }));
            }
        }
        swiss.rounds[..rounds].to_vec()
    }

    #[test]
    fn nobody_meets_twice_before_all_have_met() {
        for players in [2, 3, 4, 5, 7, 8, 16, 33] {
            // Seven rounds of eight players are a whole round robin.
            let rounds = if players <= 8 { players - 1 } else { 6 };
            let mut swiss = Swiss::new(players, 2, 5);
            for pairs in play(&mut swiss, rounds) {
                let mut seen: Vec<usize> = pairs.into_iter().flatten().collect();
                seen.sort_unstable();
                seen.dedup();
                assert_eq!(seen.len(), players / 2 * 2);
            }
            let twice = swiss.met.values().filter(|&&times| times > 1).count();
            assert!(twice <= players / 2, "{players}: {:?}", swiss.met);
            let most_byes = swiss.byes.iter().max().unwrap();
            assert!(*most_byes <= 2, "{players}: {:?}", swiss.byes);
        }
    }

    #[test]
    fn players_with_equal_points_meet_and_the_best_one_leads() {
        let mut swiss = Swiss::new(16, 1, 1);
        let rounds = play(&mut swiss, 4);
        assert_eq!(swiss.points[0], 8);
        assert_eq!(
            swiss.points.iter().filter(|&&points| points == 8).count(),
            1
        );
        assert_eq!(rounds.len(), 4);
        // After one round the winners meet winners.
        let winners: Vec<usize> = rounds[0].iter().map(|pair| pair[0].min(pair[1])).collect();
        let of_winners = |pair: &&[usize; 2]| pair.iter().all(|player| winners.contains(player));
        assert_eq!(rounds[1].iter().filter(of_winners).count(), 4);
    }

    #[test]
    fn rounds_follow_from_the_seed_and_wait_for_results() {
        let first = |seed| Swiss::new(9, 2, seed).rounds[0].clone();
        assert_eq!(first(7), first(7));
        assert_ne!(first(7), first(8));
        let mut swiss = Swiss::new(4, 2, 1);
        assert_eq!(swiss.round_games(), 4);
        assert_eq!(swiss.pair(0), swiss.pair(2));
        assert_eq!(swiss.pair(4), None);
        assert!(!swiss.add(4, [1, 1]));
        for game in 0..4 {
            assert!(swiss.add(game, [1, 1]));
        }
        assert!(swiss.pair(7).is_some());
        assert!(!swiss.add(3, [1, 1]));
    }

    #[test]
    fn many_rounds_of_two_players_repeat_their_only_pair() {
        let mut swiss = Swiss::new(2, 3, 1);
        assert_eq!(play(&mut swiss, 5).len(), 5);
    }
}
