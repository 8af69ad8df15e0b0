//! The moves of a position and their priors.

use serde::Serialize;

use super::{PointOfView, rounded, utility};
use crate::analysis::query::{AnswerPart, QueryOptions};
use ponnuki::board::BoardSize;
use ponnuki::game::Game;
use ponnuki::player::{Analysis, MoveAnalysis};

/// The values of one move.
///
/// Every playout counts once and follows one line of play, so the visits of the move, those
/// of the position after it, and both weights are equal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MoveInfo {
    edge_visits: u64,
    edge_weight: f64,
    lcb: f64,
    r#move: String,
    order: usize,
    /// The ownership of the points after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ownership: Option<Vec<f64>>,
    play_selection_value: f64,
    prior: f64,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_edge_visits: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_visits: Option<Vec<u64>>,
    score_lead: f64,
    score_mean: f64,
    score_selfplay: f64,
    score_stdev: f64,
    utility: f64,
    utility_lcb: f64,
    visits: u64,
    weight: f64,
    winrate: f64,
}

impl MoveInfo {
    /// Describes a move. `order` is its index among the listed moves.
    pub(super) fn new(
        view: PointOfView,
        order: usize,
        entry: &MoveAnalysis,
        size: BoardSize,
        wanted: &QueryOptions,
    ) -> Self {
        let (winrate, lcb) = (view.chance(entry.winrate), view.chance(entry.lcb));
        let lead = view.points(entry.score_lead);
        let weight = entry.visits as f64;
        let shown = wanted.settings.pv_len.saturating_add(1);
        let line = entry.pv.iter().take(shown);
        let visits = || entry.pv_visits.iter().copied().take(shown).collect();
        let has_visits = wanted.includes(AnswerPart::PvVisits);
        Self {
            edge_visits: entry.visits,
            edge_weight: weight,
            lcb,
            r#move: entry.action.name(size),
            order,
            ownership: None,
            play_selection_value: weight,
            prior: rounded(entry.prior),
            pv: line.map(|action| action.name(size)).collect(),
            pv_edge_visits: has_visits.then(visits),
            pv_visits: has_visits.then(visits),
            score_lead: lead,
            score_mean: lead,
            score_selfplay: lead,
            score_stdev: rounded(entry.score_stdev),
            utility: utility(winrate),
            utility_lcb: utility(lcb),
            visits: entry.visits,
            weight,
            winrate,
        }
    }
}

/// Returns the priors of all points, row by row from the top left, then that of the pass.
/// Illegal moves have -1.
pub(super) fn policy(game: &Game, analysis: &Analysis) -> Vec<f64> {
    let priors = analysis.policy(game).into_iter();
    priors.map(|prior| prior.map_or(-1.0, rounded)).collect()
}
