//! Describes a tree as an analysis.

use std::cmp::Reverse;

use crate::network::{KernelLevel, Network};
use crate::player::search::record::MoveRecord;
use crate::player::{Analysis, ChoiceRule, MoveAnalysis, Ownership, Restrictions};
use ponnuki_core::board::{Color, Point, Symmetry};
use ponnuki_core::game::{Game, Move};

use super::calibration::Calibration;
use super::descent::Search;
use super::playouts::GLANCE_PLAYOUTS;
use super::tree::{Edge, Node, Sums};

/// How many standard errors the lower confidence bound of a move lies below its win rate.
const CONFIDENCE: f64 = 1.96;

/// The standard deviation of a single evaluation, for moves with few visits.
const EVALUATION_DEVIATION: f64 = 0.1;

/// The means of a colour.
struct Means {
    win: f64,
    lead: f64,
    deviation: f64,
}

impl Means {
    fn new(sums: &Sums, color: Color) -> Self {
        let visits = f64::from(sums.visits.max(1));
        let (win, lead) = (sums.win / visits, sums.lead / visits);
        let square = sums.lead_square / visits;
        Self {
            win: match (sums.visits, color) {
                (0, _) => 0.0,
                (_, Color::Black) => win,
                (_, Color::White) => 1.0 - win,
            },
            lead: f64::from(color.sign()) * lead,
            deviation: deviation(lead, square),
        }
    }
}

/// Returns the moves of the root, the most visited first.
pub(super) fn records(root: &Node, color: Color) -> Vec<MoveRecord> {
    let record = |edge: &Edge| {
        let sums = edge.sums();
        let means = Means::new(&sums, color);
        MoveRecord {
            action: edge.action,
            visits: sums.visits,
            value: f64::midpoint(sums.utility_of(color), 1.0),
            winrate: means.win,
            prior: edge.prior,
        }
    };
    let mut records: Vec<_> = root.edges.iter().map(record).collect();
    // Stable, so that likelier moves come first among equals.
    records.sort_by_key(|record| Reverse(record.visits));
    records
}

/// Returns the mean owners of all positions of a tree, for a colour.
pub(super) fn ownership(root: &Node, game: &Game, color: Color) -> Ownership {
    let size = game.size();
    let mut sums = vec![0; size.area()];
    let positions = root.add_owners(&mut sums);
    let unit = f64::from(color.sign()) / f64::from(positions) / f64::from(Node::OWNER_UNITS);
    let points = size.iter().zip(sums);
    let last = size.iter().map(Point::index).max().unwrap_or(0);
    let mut values = vec![0.0; last + 1];
    for (point, sum) in points {
        values[point.index()] = sum as f64 * unit;
    }
    Ownership::new(values)
}

/// Returns the line of most visited moves that begins with an edge, each with its visits.
pub(super) fn line(first: &Edge) -> Vec<(Move, u64)> {
    let edges = std::iter::successors(Some(first), |edge| edge.node.as_ref()?.most_visited());
    let visits = |edge: &Edge| (edge.action, u64::from(edge.sums().visits));
    edges.map(visits).collect()
}

/// Describes the position at the root of a tree.
pub(super) fn analysis(root: &Node, game: &Game, color: Color, with_owners: bool) -> Analysis {
    let means = Means::new(&root.sums, color);
    let calibration = Calibration::new(game);
    let mut edges: Vec<_> = root.edges.iter().collect();
    edges.sort_by_key(|edge| Reverse(edge.sums().visits));
    Analysis {
        color,
        choice_rule: ChoiceRule::Best,
        moves: edges
            .into_iter()
            .map(|edge| describe(edge, root, color, calibration))
            .collect(),
        // Without a move to consider there is nothing to report.
        visits: if root.edges.is_empty() {
            0
        } else {
            root.sums.visits.into()
        },
        winrate: calibration.rate(means.win),
        score_lead: means.lead,
        score_stdev: calibration.spread(means.deviation),
        ownership: with_owners.then(|| ownership(root, game, color)),
    }
}

/// Describes a move of the root, without visits by the values of the position.
fn describe(edge: &Edge, root: &Node, color: Color, calibration: Calibration) -> MoveAnalysis {
    let sums = edge.sums();
    let known = if sums.visits > 0 { &sums } else { &root.sums };
    let means = Means::new(known, color);
    let (pv, pv_visits) = line(edge).into_iter().unzip();
    MoveAnalysis {
        action: edge.action,
        visits: u64::from(sums.visits),
        winrate: calibration.rate(means.win),
        prior: f64::from(edge.prior),
        lcb: calibration.rate(lower_bound(&sums, means.win)),
        score_lead: means.lead,
        score_stdev: calibration.spread(means.deviation),
        pv,
        pv_visits,
    }
}

/// Returns the lower confidence bound of a mean, from the spread of the evaluations below it.
fn lower_bound(sums: &Sums, mean: f64) -> f64 {
    if sums.visits == 0 {
        return 0.0;
    }
    let visits = f64::from(sums.visits);
    // Utilities lie between -1 and 1, win rates between 0 and 1.
    let spread = deviation(sums.utility / visits, sums.utility_square / visits) / 2.0;
    let spread = spread.max(EVALUATION_DEVIATION);
    (mean - CONFIDENCE * spread / visits.sqrt()).max(0.0)
}

/// Describes a position as it is seen at once, by the network under one of the symmetries of its board.
pub(super) fn glance(game: &Game, color: Color, symmetry: usize) -> Analysis {
    let symmetries: Vec<_> = Symmetry::all(game.size()).collect();
    let symmetry = symmetries[symmetry % symmetries.len()];
    let found = Network::on(game.size()).evaluate_as(game, color, symmetry, KernelLevel::best());
    let mut search = Search {
        game,
        color,
        restrictions: &Restrictions::default(),
        seed: 0,
        playouts: GLANCE_PLAYOUTS,
        lead: 0.0,
        root_loss: 0.0,
    };
    analysis(&search.root_of(found), game, color, true)
}

/// Returns the standard deviation of values with this mean and this mean square.
/// A variance that is negative because of rounding counts as 0.
pub fn deviation(mean: f64, mean_square: f64) -> f64 {
    (mean_square - mean * mean).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::deviation;

    #[test]
    fn equal_values_have_no_deviation() {
        // By rounding, the mean square of three times 0.1 is less than the square of the mean.
        let sum = |value: f64| value + value + value;
        let (mean, mean_square) = (sum(0.1) / 3.0, sum(0.1 * 0.1) / 3.0);
        assert!(mean_square < mean * mean);
        assert!(deviation(mean, mean_square).abs() < 1e-12);
        assert!((deviation(2.0, 5.0) - 1.0).abs() < 1e-12);
    }
}
