//! Describes the trees as an analysis.

use crate::board::Color;
use crate::game::Move;
use crate::player::analysis::lower_bound;
use crate::player::{Analysis, AnalysisOptions, ChoiceRule, MoveAnalysis};
use crate::statistics::deviation;

use super::record::MoveRecord;
use super::trees::Trees;

/// Returns an analysis of the root position, summed over all trees.
pub(super) fn analysis(trees: &Trees, color: Color, options: &AnalysisOptions) -> Analysis {
    let moves = trees.moves();
    let visits: f64 = moves.iter().map(|found| f64::from(found.visits)).sum();
    let mean = |value: fn(&MoveRecord) -> f64| {
        let all = moves
            .iter()
            .map(|found| f64::from(found.visits) * value(found));
        all.sum::<f64>() / visits.max(1.0)
    };
    let priors: f64 = moves.iter().map(|found| found.prior).sum();
    let [score_lead, squares] = [mean(|found| found.margin), mean(|found| found.square)];
    let ownership = options.ownership.then(|| trees.ownership(color));
    let describe = |found: &MoveRecord| {
        let prior = found.prior / priors.max(f64::MIN_POSITIVE);
        describe(found, prior, trees.line(found.action))
    };
    Analysis {
        color,
        choice_rule: ChoiceRule::Best,
        bonus: trees.bonus(color),
        visits: visits as u64,
        winrate: mean(|found| found.winrate),
        score_lead,
        score_stdev: deviation(score_lead, squares),
        ownership,
        moves: moves.iter().map(describe).collect(),
    }
}

fn describe(found: &MoveRecord, prior: f64, line: Vec<(Move, u32)>) -> MoveAnalysis {
    let (pv, visits): (Vec<_>, Vec<_>) = line.into_iter().unzip();
    MoveAnalysis {
        action: found.action,
        visits: found.visits.into(),
        winrate: found.winrate,
        prior,
        lcb: lower_bound(found.winrate, f64::from(found.visits)),
        score_lead: found.margin,
        score_stdev: deviation(found.margin, found.square),
        pv,
        pv_visits: visits.into_iter().map(u64::from).collect(),
    }
}
