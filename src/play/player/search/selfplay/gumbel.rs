//! The choice at the root: moves drawn by the policy, and visits given to the better ones.

use crate::player::search::tree::Node;
use ponnuki_core::board::Color;
use ponnuki_core::random::RandomStream;

use super::fraction;

/// How much the values of moves count beside their logits: more with more visits.
const VALUE_SCALE: f64 = 0.25;
const VALUE_VISITS: f64 = 50.0;

/// Returns for each visit how many visits the move has had before that is to get it: sequential
/// halving of this number of moves.
pub(super) fn schedule(visits: u32, considered: u32) -> Vec<u32> {
    let mut schedule = Vec::with_capacity(visits as usize);
    let mut visited = vec![0; considered as usize];
    let rounds = considered.next_power_of_two().ilog2().max(1);
    let mut left = considered.max(1);
    while schedule.len() < visits as usize {
        let each = (visits / (rounds * left)).max(1);
        for _ in 0..each {
            for move_visits in visited.iter_mut().take(left as usize) {
                schedule.push(*move_visits);
                *move_visits += 1;
            }
        }
        left = (left / 2).max(2).min(considered);
    }
    schedule.truncate(visits as usize);
    schedule
}

/// The moves of a root with what the choice between them needs.
pub(super) struct Root<'a> {
    pub(super) node: &'a Node,
    pub(super) color: Color,
    /// A random number for each move, distributed so that the largest sum of it and a logit draws a
    /// move by the policy.
    pub(super) noise: &'a [f64],
    /// What the network says of the root itself.
    pub(super) utility: f64,
}

/// Draws the noise of Gumbel's distribution that is added to the policy of each move.
pub(super) fn noise(stream: &mut RandomStream, moves: usize) -> Vec<f64> {
    let mut draw = || -(-fraction(stream.bits()).ln()).ln();
    (0..moves).map(|_| draw()).collect()
}

impl Root<'_> {
    /// Returns the number of the move to visit next, which is the best one of those with exactly this
    /// many visits. If none has that many, it is the best of all moves.
    pub(super) fn next(&self, visits: u32) -> Option<usize> {
        let scores = self.scores();
        let with = |wanted: Option<u32>| {
            let numbers = 0..self.node.edges.len();
            let visits = |number: usize| self.node.edges[number].sums().visits;
            let numbers =
                numbers.filter(|&number| wanted.is_none_or(|wanted| visits(number) == wanted));
            numbers.max_by(|&a, &b| {
                (scores[a] + self.noise[a]).total_cmp(&(scores[b] + self.noise[b]))
            })
        };
        with(Some(visits)).or_else(|| with(None))
    }

    /// Returns the number of the move to play: the best of those with most visits.
    pub(super) fn choice(&self) -> Option<usize> {
        self.next(self.most_visits())
    }

    /// Returns the policy that the visits have led to, in the order of the moves.
    pub(super) fn improved_policy(&self) -> Vec<f64> {
        let scores = self.scores();
        let largest = scores.iter().copied().fold(f64::MIN, f64::max);
        let weights: Vec<_> = scores.iter().map(|score| (score - largest).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }

    fn most_visits(&self) -> u32 {
        let visits = self.node.edges.iter().map(|edge| edge.sums().visits);
        visits.max().unwrap_or(0)
    }

    /// Returns the logit of each move with what its value adds.
    fn scores(&self) -> Vec<f64> {
        let scale = VALUE_SCALE * (VALUE_VISITS + f64::from(self.most_visits()));
        let unvisited = self.unvisited_utility();
        let edges = self.node.edges.iter();
        let score = edges.map(|edge| {
            let sums = edge.sums();
            let utility = if sums.visits > 0 {
                sums.utility_of(self.color)
            } else {
                unvisited
            };
            f64::from(edge.prior).ln() + scale * (utility + 1.0)
        });
        score.collect()
    }

    /// Returns what stands for the value of a move without visits: the root's own value, mixed with those
    /// of the visited moves as the policy weighs them.
    fn unvisited_utility(&self) -> f64 {
        let (mut priors, mut sum, mut visits) = (0.0, 0.0, 0);
        for edge in &self.node.edges {
            let sums = edge.sums();
            if sums.visits > 0 {
                priors += f64::from(edge.prior);
                sum += f64::from(edge.prior) * sums.utility_of(self.color);
                visits += sums.visits;
            }
        }
        if visits == 0 {
            return self.utility;
        }
        let visits = f64::from(visits);
        (self.utility + visits * sum / priors) / (1.0 + visits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_moves_get_more_visits() {
        assert_eq!(schedule(8, 4), [0, 0, 0, 0, 1, 1, 2, 2]);
        assert_eq!(schedule(3, 8), [0, 0, 0]);
        assert!(schedule(0, 8).is_empty());
        let visits = schedule(96, 16);
        assert_eq!(visits.len(), 96);
        // Each is counted on from the one before.
        for (number, &before) in visits.iter().enumerate().filter(|(_, before)| **before > 0) {
            assert!(visits[..number].contains(&(before - 1)));
        }
    }
}
