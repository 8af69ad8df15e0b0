//! Ratings of several players from the games between them, by the Bradley-Terry
//! model: a player of strength a beats one of strength b with probability
//! a / (a + b), and a draw counts as half a win for each.

use serde::Serialize;

use super::{Counts, Z95, solve};

/// The Elo points that correspond to a factor of e in strength.
const ELO_PER_E: f64 = 400.0 / std::f64::consts::LN_10;

/// The iteration ends when no strength changes by more than this share in a
/// round.
const PRECISION: f64 = 1e-12;

/// The maximum number of rounds.
const MOST_ROUNDS: usize = 100_000;

/// The rating of one player, or the difference between two.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Rating {
    /// Elo points relative to the mean of all players, or to the other player.
    pub(crate) elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub(crate) error: f64,
}

/// The ratings of all players, in the order of the results they follow from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ratings {
    /// The rating of each player.
    pub(crate) players: Vec<Rating>,
    /// Whether draws had to be added to keep the ratings finite; see [`ratings`].
    pub(crate) with_virtual_draws: bool,
    /// The covariances of the logarithms of the strengths. Only differences
    /// between players are meaningful.
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// Returns how much stronger a player is than another, and the error of that
    /// difference. Uncertainty that both players share cancels out.
    pub(crate) fn difference(&self, player: usize, other: usize) -> Rating {
        let covariance = &self.covariance;
        let variance =
            covariance[player][player] + covariance[other][other] - 2.0 * covariance[player][other];
        Rating {
            elo: self.players[player].elo - self.players[other].elo,
            error: error(variance),
        }
    }

    /// Returns the ratings rearranged in this order.
    pub(crate) fn in_order(&self, order: &[usize]) -> Self {
        let row = |&player: &usize| {
            let entries = order.iter().map(|&other| self.covariance[player][other]);
            entries.collect()
        };
        Self {
            players: order.iter().map(|&player| self.players[player]).collect(),
            with_virtual_draws: self.with_virtual_draws,
            covariance: order.iter().map(row).collect(),
        }
    }
}

/// Converts the variance of a logarithm of strength to half the width of the
/// 95 % interval in Elo.
fn error(variance: f64) -> f64 {
    Z95 * ELO_PER_E * variance.max(0.0).sqrt()
}

/// Computes the maximum-likelihood ratings by the algorithm of D. R. Hunter, "MM
/// algorithms for generalized Bradley-Terry models", 2004, with errors from the
/// Fisher information.
///
/// `results[i][j]` holds the games of player i against player j from i's side;
/// `results[j][i]` must be its reverse, and the diagonal is ignored.
///
/// No finite ratings exist if some players won all their games against the rest
/// or never met them. Only in this case every player gets two additional draws
/// against an opponent of strength 1, which keeps all ratings finite. The errors
/// then include those games.
///
/// # Panics
/// If the table is not square.
pub(crate) fn ratings(results: &[Vec<Counts>]) -> Ratings {
    let n = results.len();
    assert!(results.iter().all(|row| row.len() == n), "a square table");
    let with_virtual_draws = !is_connected(results);
    let games = Games {
        results,
        virtual_draws: if with_virtual_draws { 2.0 } else { 0.0 },
    };
    let strengths = games.strengths();
    let covariance = games.covariance(&strengths);
    let errors = errors(&covariance);
    let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>() / n.max(1) as f64;
    let players = strengths
        .iter()
        .zip(errors)
        .map(|(strength, error)| Rating {
            elo: ELO_PER_E * (strength.ln() - mean),
            error,
        })
        .collect();
    Ratings {
        players,
        with_virtual_draws,
        covariance,
    }
}

/// Returns half the widths of the 95 % intervals of all ratings, in Elo, relative
/// to the mean.
fn errors(covariance: &[Vec<f64>]) -> Vec<f64> {
    let n = covariance.len();
    (0..n)
        .map(|player| {
            // The rating is the player's logarithm minus the mean of all.
            let weight = |other| f64::from(u8::from(other == player)) - 1.0 / n as f64;
            let variance: f64 = (0..n)
                .flat_map(|a| (0..n).map(move |b| (a, b)))
                .map(|(a, b)| weight(a) * covariance[a][b] * weight(b))
                .sum();
            error(variance)
        })
        .collect()
}

/// Returns whether every player can be reached from every other by steps from a
/// player to one that took at least half a point from it. This is L. R. Ford's
/// condition (1957) for the existence of maximum-likelihood strengths.
fn is_connected(results: &[Vec<Counts>]) -> bool {
    let lost_points = |from: usize, to: usize| results[to][from].points() > 0.0;
    let won_points = |from: usize, to: usize| results[from][to].points() > 0.0;
    reaches_all(results.len(), lost_points) && reaches_all(results.len(), won_points)
}

/// Returns whether steps lead from player 0 to all others.
fn reaches_all(n: usize, step: impl Fn(usize, usize) -> bool) -> bool {
    let mut reached = vec![false; n];
    let mut open: Vec<usize> = (0..n.min(1)).collect();
    while let Some(from) = open.pop() {
        if !std::mem::replace(&mut reached[from], true) {
            open.extend((0..n).filter(|&to| to != from && !reached[to] && step(from, to)));
        }
    }
    reached.into_iter().all(|reached| reached)
}

/// The games that the ratings must explain.
struct Games<'a> {
    results: &'a [Vec<Counts>],
    /// The number of additional draws of each player against an opponent of
    /// strength 1.
    virtual_draws: f64,
}

impl Games<'_> {
    fn len(&self) -> usize {
        self.results.len()
    }

    /// Returns the other players with the number of games against each.
    fn opponents(&self, player: usize) -> impl Iterator<Item = (usize, f64)> {
        let row = self.results[player].iter().enumerate();
        row.filter(move |&(other, _)| other != player)
            .map(|(other, counts)| (other, counts.games() as f64))
    }

    /// Returns the points of a player in all its games.
    fn points(&self, player: usize) -> f64 {
        let row = self.results[player].iter().enumerate();
        let real = row.filter(|&(other, _)| other != player);
        real.map(|(_, counts)| counts.points()).sum::<f64>() + self.virtual_draws / 2.0
    }

    /// Finds the maximum-likelihood strengths. Each strength is repeatedly set to
    /// the player's points divided by the sum of games / (own strength +
    /// opponent's strength), which never lowers the likelihood.
    fn strengths(&self) -> Vec<f64> {
        let mut strengths = vec![1.0; self.len()];
        for _ in 0..MOST_ROUNDS {
            let mut moved: f64 = 0.0;
            for player in 0..self.len() {
                let own = strengths[player];
                let expected: f64 = self
                    .opponents(player)
                    .map(|(other, games)| games / (own + strengths[other]))
                    .sum::<f64>()
                    + self.virtual_draws / (own + 1.0);
                if expected > 0.0 {
                    strengths[player] = self.points(player) / expected;
                    moved = moved.max((strengths[player] / own - 1.0).abs());
                }
            }
            if self.virtual_draws == 0.0 {
                fix_scale(&mut strengths);
            }
            if moved < PRECISION {
                break;
            }
        }
        strengths
    }

    /// Returns the covariance of the logarithms of the strengths: the inverse
    /// of the Fisher information. Without virtual draws only differences are
    /// known; adding 1/n everywhere makes the information regular and adds the
    /// same to all covariances, which cancels out in differences.
    fn covariance(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let n = self.len();
        let shift = if self.virtual_draws == 0.0 {
            1.0 / n.max(1) as f64
        } else {
            0.0
        };
        let mut information = vec![vec![shift; n]; n];
        let of_games =
            |games: f64, own: f64, other: f64| games * own * other / (own + other).powi(2);
        for player in 0..n {
            let own = strengths[player];
            for (other, games) in self.opponents(player) {
                let known = of_games(games, own, strengths[other]);
                information[player][player] += known;
                information[player][other] -= known;
            }
            information[player][player] += of_games(self.virtual_draws, own, 1.0);
        }
        solve::inverse(information).expect("connected players have regular information")
    }
}

/// Divides by the geometric mean, so that repeated rounds cannot drift.
fn fix_scale(strengths: &mut [f64]) {
    let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>();
    let scale = (mean / strengths.len() as f64).exp();
    for strength in strengths {
        *strength /= scale;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::statistics::elo::elo_of_score;

    /// Returns the table of wins of each row against each column, without
    /// draws.
    fn table<const N: usize>(wins: [[u64; N]; N]) -> Vec<Vec<Counts>> {
        (0..N)
            .map(|i| {
                (0..N)
                    .map(|j| Counts::new(wins[i][j], 0, wins[j][i]))
                    .collect()
            })
            .collect()
    }

    /// The 1987 season of the American League's eastern division (A. Agresti,
    /// "Categorical data analysis", 1990). The logarithms of the strengths relative
    /// to the last team's and their standard errors are those published with the
    /// package `BradleyTerry2` for R (H. Turner and D. Firth, 2012).
    #[test]
    fn baseball_teams_have_the_published_strengths() {
        let results = table([
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ]);
        let found = ratings(&results);
        assert!(!found.with_virtual_draws);
        let published = [
            (1.5814, 0.3433),
            (1.4364, 0.3396),
            (1.2945, 0.3367),
            (1.2476, 0.3359),
            (1.1077, 0.3339),
            (0.6839, 0.3319),
        ];
        for (team, (ability, error)) in published.into_iter().enumerate() {
            let over_last = found.difference(team, 6);
            assert!((over_last.elo / ELO_PER_E - ability).abs() < 1e-4, "{team}");
            let deviation = over_last.error / Z95 / ELO_PER_E;
            assert!((deviation - error).abs() < 1e-4, "{team}: {deviation}");
        }
        let sum: f64 = found.players.iter().map(|rating| rating.elo).sum();
        assert!(sum.abs() < 1e-6);
        let turned = found.in_order(&[6, 0]);
        assert_eq!(turned.difference(1, 0), found.difference(0, 6));
        assert_eq!(turned.players[0], found.players[6]);
    }

    /// For two players the difference is that of the score, with the standard
    /// error sqrt(1 / (n p (1 - p))); each player has half of both.
    #[test]
    fn two_players_differ_as_their_score_says() {
        let found = ratings(&table([[0, 75], [25, 0]]));
        let difference = found.players[0].elo - found.players[1].elo;
        assert!((difference - elo_of_score(0.75)).abs() < 1e-6);
        let error = Z95 * ELO_PER_E / (100.0_f64 * 0.75 * 0.25).sqrt() / 2.0;
        for rating in found.players {
            assert!((rating.error - error).abs() < 1e-6);
        }
    }

    #[test]
    fn draws_are_half_wins() {
        let drawn = |a, d, b| {
            let counts = Counts::new(a, d, b);
            ratings(&[
                vec![Counts::default(), counts],
                vec![counts.reversed(), Counts::default()],
            ])
        };
        assert_eq!(drawn(3, 4, 1), drawn(5, 0, 3));
        assert!(!drawn(0, 4, 0).with_virtual_draws);
    }

    #[test]
    fn unbeaten_and_unmet_players_have_finite_ratings() {
        for results in [
            table([[0, 10, 10], [0, 0, 5], [0, 5, 0]]),
            table([[0, 10, 10], [0, 0, 10], [0, 0, 0]]),
            table([[0, 7, 0, 0], [3, 0, 0, 0], [0, 0, 0, 6], [0, 0, 4, 0]]),
            table([[0, 0], [0, 0]]),
        ] {
            let found = ratings(&results);
            assert!(found.with_virtual_draws);
            for pair in found.players.windows(2).filter(|_| results.len() == 3) {
                assert!(pair[0].elo >= pair[1].elo - 1e-6, "{found:?}");
            }
            for rating in found.players {
                assert!(
                    rating.elo.abs() < 2000.0 && rating.error > 0.0,
                    "{rating:?}"
                );
                assert!(rating.error.is_finite());
            }
        }
    }

    #[test]
    fn no_players_and_one_player_have_ratings() {
        assert_eq!(ratings(&[]).players, []);
        assert!(ratings(&table([[0]])).players[0].elo.abs() < 1e-9);
    }

    #[test]
    fn large_differences_are_found_exactly() {
        let found = ratings(&table([[0, 9999, 0], [1, 0, 9999], [0, 1, 0]]));
        let expected = 400.0 * 9999.0_f64.log10();
        for pair in found.players.windows(2) {
            assert!(
                (pair[0].elo - pair[1].elo - expected).abs() < 0.01,
                "{found:?}"
            );
        }
    }
}
