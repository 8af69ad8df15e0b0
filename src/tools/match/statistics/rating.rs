//! Ratings of several players from the games between them, by the Bradley-Terry
//! model: a player of strength a beats one of strength b with probability
//! a / (a + b), and a draw counts as half a win for each.

use serde::Serialize;

use super::Counts;
use super::Z95;
use super::strengths::{RatedGames, is_connected};

/// The number of Elo points for a factor of e in strength.
const ELO_PER_E: f64 = 400.0 / std::f64::consts::LN_10;

/// The rating of one player, or the difference between two.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Rating {
    /// The rating in Elo, relative to the mean of all players, to the known ratings or
    /// to the other player.
    pub(crate) elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub(crate) error: f64,
}

/// The ratings of all players, in the order of the results.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ratings {
    pub(crate) players: Vec<Rating>,
    /// Whether virtual draws were added to keep the ratings finite; see [`ratings`].
    pub(crate) with_virtual_draws: bool,
    /// The covariances of the logarithms of the strengths. Only differences
    /// between players are meaningful.
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// Returns the rating of a player relative to another. Uncertainty that both
    /// players share cancels out.
    pub(crate) fn difference(&self, player: usize, other: usize) -> Rating {
        let covariance = &self.covariance;
        let variance =
            covariance[player][player] + covariance[other][other] - 2.0 * covariance[player][other];
        Rating {
            elo: self.players[player].elo - self.players[other].elo,
            error: error(variance),
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
/// `known[i]` holds the rating of player i in Elo, if it is known. Known ratings are
/// kept, with an error of 0, and the other ratings maximize the likelihood given
/// these. If no rating is known, the mean of all ratings is 0.
///
/// No finite ratings exist if some players won all their games against the rest
/// or never met them. Only then does each player get two virtual draws against an
/// opponent with the mean rating, which keep all ratings finite. The errors take
/// these draws into account.
///
/// # Panics
/// If the table is not square or its size differs from the length of `known`.
pub(crate) fn ratings(results: &[Vec<Counts>], known: &[Option<f64>]) -> Ratings {
    let n = results.len();
    assert!(results.iter().all(|row| row.len() == n), "a square table");
    assert_eq!(known.len(), n, "a rating or none for each player");
    // Strengths are relative to the mean of the known ratings.
    let elos: Vec<f64> = known.iter().copied().flatten().collect();
    let mean = elos.iter().sum::<f64>() / elos.len().max(1) as f64;
    let strength = |elo: f64| ((elo - mean) / ELO_PER_E).exp();
    let fixed: Vec<Option<f64>> = known.iter().map(|elo| elo.map(strength)).collect();
    let with_virtual_draws = !is_connected(results, &fixed);
    let games = RatedGames {
        results,
        fixed: &fixed,
        virtual_draws: if with_virtual_draws { 2.0 } else { 0.0 },
    };
    let strengths = games.strengths();
    let covariance = games.covariance(&strengths);
    let (errors, shift) = if elos.is_empty() {
        let sum = strengths.iter().map(|strength| strength.ln()).sum::<f64>();
        (errors(&covariance), -ELO_PER_E * sum / n.max(1) as f64)
    } else {
        let own = |player: usize| error(covariance[player][player]);
        ((0..n).map(own).collect(), mean)
    };
    let players = strengths
        .iter()
        .zip(errors)
        .zip(known)
        .map(|((strength, error), known)| Rating {
            elo: known.unwrap_or(ELO_PER_E * strength.ln() + shift),
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
            // The rating is the logarithm of the player's strength minus the mean of all.
            let weight = |other| f64::from(u8::from(other == player)) - 1.0 / n as f64;
            let variance: f64 = (0..n)
                .flat_map(|a| (0..n).map(move |b| (a, b)))
                .map(|(a, b)| weight(a) * covariance[a][b] * weight(b))
                .sum();
            error(variance)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratings(results: &[Vec<Counts>]) -> Ratings {
        super::ratings(results, &vec![None; results.len()])
    }
    use crate::r#match::statistics::elo::elo_of_score;

    /// Returns the results for a table of wins of row against column, without draws.
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
    }

    /// The difference between two players is that of the score, with the standard error
    /// sqrt(1 / (n p (1 - p))). Each player's rating has half of both.
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
            let error = pair[0].elo - pair[1].elo - expected;
            assert!(error.abs() < 0.01, "{found:?}");
        }
    }

    /// A single known rating shifts all ratings but changes no difference.
    #[test]
    fn known_ratings_stay_and_the_others_follow() {
        let exact = |elo| Rating { elo, error: 0.0 };
        let results = table([[0, 6, 7], [4, 0, 5], [3, 5, 0]]);
        let free = ratings(&results);
        let one = super::ratings(&results, &[None, Some(1800.0), None]);
        for (player, other) in [(0, 1), (1, 2), (2, 0)] {
            let [free, one] = [&free, &one].map(|found| found.difference(player, other));
            assert!((free.elo - one.elo).abs() < 1e-6 && (free.error - one.error).abs() < 1e-6);
        }
        assert_eq!(one.players[1], exact(1800.0));
        // Half of the points against both 1600 and 2000 give the mean of the two.
        let results = table([[0, 5, 5], [5, 0, 0], [5, 0, 0]]);
        let two = super::ratings(&results, &[None, Some(1600.0), Some(2000.0)]);
        assert!((two.players[0].elo - 1800.0).abs() < 1e-6, "{two:?}");
        // The Fisher information of a game is p (1 - p) with p = 1 / (1 + 10^0.5).
        let p = 1.0 / (1.0 + 10.0_f64.sqrt());
        let error = Z95 * ELO_PER_E / (20.0 * p * (1.0 - p)).sqrt();
        assert!((two.players[0].error - error).abs() < 1e-6);
        assert!(!two.with_virtual_draws);
        let all = super::ratings(&results, &[Some(1.0), Some(2.0), Some(3.0)]);
        assert_eq!(all.players[2], exact(3.0));
    }

    #[test]
    fn players_who_beat_all_known_ones_have_finite_ratings() {
        let results = table([[0, 5, 0], [0, 0, 0], [0, 0, 0]]);
        let found = super::ratings(&results, &[None, Some(1500.0), None]);
        assert!(found.with_virtual_draws);
        assert!(found.players[0].elo > 1600.0 && found.players[0].elo < 2500.0);
        assert!((found.players[2].elo - 1500.0).abs() < 1e-6, "{found:?}");
    }
}
