//! Maximum-likelihood strengths by the algorithm of D. R. Hunter, "MM algorithms for
//! generalized Bradley-Terry models", 2004.

use super::Counts;

/// The relative change of strengths in a round below which the iteration ends.
const PRECISION: f64 = 1e-12;

const MAX_ROUNDS: usize = 100_000;

/// Returns whether the graph with an edge from each player to everyone who took at
/// least half a point from it is strongly connected. This is L. R. Ford's condition
/// (1957) for the existence of maximum-likelihood strengths. Players with fixed
/// strengths count as one.
pub(super) fn is_connected(results: &[Vec<Counts>], fixed: &[Option<f64>]) -> bool {
    let are_fixed = |one: usize, other: usize| fixed[one].is_some() && fixed[other].is_some();
    let has_won = |by: usize, from: usize| are_fixed(by, from) || results[by][from].points() > 0.0;
    let n = results.len();
    reaches_all(n, has_won) && reaches_all(n, |by, from| has_won(from, by))
}

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

pub(super) struct RatedGames<'a> {
    /// The results of each player (row) against each other (column).
    pub(super) results: &'a [Vec<Counts>],
    /// The strength of each player, if it is known.
    pub(super) fixed: &'a [Option<f64>],
    /// The number of virtual draws of each player against an opponent of strength 1.
    pub(super) virtual_draws: f64,
}

impl RatedGames<'_> {
    fn len(&self) -> usize {
        self.results.len()
    }

    /// Returns the other players with the number of games against each.
    fn opponents(&self, player: usize) -> impl Iterator<Item = (usize, f64)> {
        let row = self.results[player].iter().enumerate();
        row.filter(move |&(other, _)| other != player)
            .map(|(other, counts)| (other, counts.games() as f64))
    }

    /// Returns the points of a player, including those from virtual draws.
    fn points(&self, player: usize) -> f64 {
        let row = self.results[player].iter().enumerate();
        let real = row.filter(|&(other, _)| other != player);
        real.map(|(_, counts)| counts.points()).sum::<f64>() + self.virtual_draws / 2.0
    }

    /// Finds the maximum-likelihood strengths. Each strength is repeatedly set to
    /// the player's points divided by the sum of games / (own strength +
    /// opponent's strength), which never lowers the likelihood.
    pub(super) fn strengths(&self) -> Vec<f64> {
        let fixed = self.fixed.iter();
        let mut strengths: Vec<f64> = fixed.map(|fixed| fixed.unwrap_or(1.0)).collect();
        let free = self.free();
        let is_relative = free.len() == self.len() && self.virtual_draws == 0.0;
        for _ in 0..MAX_ROUNDS {
            let mut moved: f64 = 0.0;
            for &player in &free {
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
            if is_relative {
                fix_scale(&mut strengths);
            }
            if moved < PRECISION {
                break;
            }
        }
        strengths
    }

    fn free(&self) -> Vec<usize> {
        let is_free = |&player: &usize| self.fixed[player].is_none();
        (0..self.len()).filter(is_free).collect()
    }

    /// Returns the covariance of the logarithms of the strengths: the inverse
    /// of the Fisher information, and 0 for fixed strengths. Without fixed strengths and
    /// virtual draws, only differences are determined, so the information is singular.
    /// Adding 1/n to every element makes it regular and adds the same to all
    /// covariances, which cancels out in differences.
    pub(super) fn covariance(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let n = self.len();
        let free = self.free();
        let shift = if free.len() == n && self.virtual_draws == 0.0 {
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
        let among_free = |row: &usize| {
            free.iter()
                .map(|&column| information[*row][column])
                .collect()
        };
        let inverse = inverse(free.iter().map(among_free).collect())
            .expect("connected players have regular information");
        let mut covariance = vec![vec![0.0; n]; n];
        for (row, values) in free.iter().zip(inverse) {
            for (&column, value) in free.iter().zip(values) {
                covariance[*row][column] = value;
            }
        }
        covariance
    }
}

/// Divides by the geometric mean, so that the scale cannot drift from round to round.
fn fix_scale(strengths: &mut [f64]) {
    let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>();
    let scale = (mean / strengths.len() as f64).exp();
    for strength in strengths {
        *strength /= scale;
    }
}

/// Inverts a square matrix by Gauss-Jordan elimination with partial pivoting, or
/// returns `None` if it is singular. The time is cubic in the number of rows, so use
/// it for a few hundred rows at most.
fn inverse(matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let mut rows = matrix;
    // The unit matrix on the right becomes the inverse.
    for (row, values) in rows.iter_mut().enumerate() {
        values.extend((0..n).map(|column| f64::from(u8::from(row == column))));
    }
    for column in 0..n {
        let size = |row: usize| rows[row][column].abs();
        let pivot = (column..n).max_by(|&a, &b| size(a).total_cmp(&size(b)))?;
        if size(pivot) < f64::MIN_POSITIVE {
            return None;
        }
        rows.swap(column, pivot);
        let scale = rows[column][column].recip();
        let pivot: Vec<_> = rows[column].iter().map(|value| value * scale).collect();
        for values in &mut rows {
            let factor = values[column];
            for (value, part) in values.iter_mut().zip(&pivot) {
                *value -= factor * part;
            }
        }
        rows[column] = pivot;
    }
    Some(rows.into_iter().map(|mut row| row.split_off(n)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_with_the_inverse_is_one() {
        let matrix = vec![
            vec![0.0, 2.0, 1.0],
            vec![1.0, -3.0, 0.5],
            vec![4.0, 1.0, 1.0],
        ];
        let inverse = inverse(matrix.clone()).unwrap();
        for (row, column) in (0..9).map(|n| (n / 3, n % 3)) {
            let product: f64 = (0..3).map(|k| matrix[row][k] * inverse[k][column]).sum();
            let expected = f64::from(u8::from(row == column));
            assert!((product - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn a_singular_matrix_has_no_inverse() {
        assert_eq!(inverse(vec![vec![1.0, 2.0], vec![2.0, 4.0]]), None);
    }
}
