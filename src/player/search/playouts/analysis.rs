//! Describes the tree as an analysis.

use std::cell::OnceCell;

use crate::board::Color;
use crate::game::{Game, Move};
use crate::player::analysis::lower_bound;
use crate::player::{Analysis, AnalysisOptions, ChoiceRule, Judge, MoveAnalysis, StopFlag};
use crate::statistics::deviation;

use super::lead::LeadPrior;
use super::parallel::ParallelTree;
use crate::player::search::record::MoveRecord;

/// A question about a position, and the prior of the lead in it.
pub(super) struct Reporter<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    pub(super) options: &'a AnalysisOptions,
    pub(super) stop: &'a StopFlag,
    seed: u64,
    /// Computed for the first report, because most choices have none.
    prior: OnceCell<LeadPrior>,
}

impl<'a> Reporter<'a> {
    pub(super) const fn new(
        game: &'a Game,
        color: Color,
        options: &'a AnalysisOptions,
        stop: &'a StopFlag,
        seed: u64,
    ) -> Self {
        Self {
            game,
            color,
            options,
            stop,
            seed,
            prior: OnceCell::new(),
        }
    }

    /// Returns an analysis of the root position.
    ///
    /// The correction of the position's lead is added to the scores of all moves, which
    /// remain comparable with it.
    pub(super) fn analysis(&self, tree: &ParallelTree) -> Analysis {
        let color = self.color;
        let moves = tree.moves();
        let visits: f64 = moves.iter().map(|found| f64::from(found.visits)).sum();
        let mean = |value: fn(&MoveRecord) -> f64| {
            let all = moves
                .iter()
                .map(|found| f64::from(found.visits) * value(found));
            all.sum::<f64>() / visits.max(1.0)
        };
        let priors: f64 = moves.iter().map(|found| f64::from(found.prior)).sum();
        let [margin, squares] = [mean(|found| found.margin), mean(|found| found.square)];
        let score_stdev = deviation(margin, squares);
        let prior = self.prior.get_or_init(|| {
            LeadPrior::new(
                self.game,
                color,
                self.options.playouts,
                self.seed,
                self.stop,
            )
        });
        let score_lead = prior.updated(visits, margin, score_stdev);
        let ownership = self.options.ownership.then(|| tree.ownership(color));
        let describe = |found: &MoveRecord| {
            let prior = f64::from(found.prior) / priors.max(f64::MIN_POSITIVE);
            let lead = found.margin + score_lead - margin;
            let line = match found.visits {
                0 => (vec![found.action], vec![0]),
                _ => tree.line(found.action).into_iter().unzip(),
            };
            describe(found, prior, lead, line)
        };
        Analysis {
            color,
            choice_rule: ChoiceRule::Best,
            judge: Judge::Playouts,
            bonus: tree.bonus(color),
            visits: visits as u64,
            winrate: mean(|found| found.winrate),
            score_lead,
            score_stdev,
            ownership,
            moves: moves.iter().map(describe).collect(),
        }
    }
}

fn describe(
    found: &MoveRecord,
    prior: f64,
    score_lead: f64,
    (pv, pv_visits): (Vec<Move>, Vec<u32>),
) -> MoveAnalysis {
    MoveAnalysis {
        action: found.action,
        visits: found.visits.into(),
        winrate: found.winrate,
        prior,
        lcb: lower_bound(found.winrate, f64::from(found.visits)),
        score_lead,
        score_stdev: deviation(found.margin, found.square),
        pv,
        pv_visits: pv_visits.into_iter().map(u64::from).collect(),
    }
}
