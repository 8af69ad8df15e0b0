//! Answers, with the members of KataGo's `docs/Analysis_Engine.md`. Members are written in
//! alphabetical order, as KataGo writes them.
//!
//! Members that only a network can fill are left out: raw network values, human policies,
//! standard deviations of the ownership, and probabilities of a game without result.

use serde_json::{Value, json};

use super::query::{AnswerPart, QueryOptions};
use crate::cli::json::without_nulls;
use ponnuki_core::board::{BoardSize, Color, Point, pass_alive};
use ponnuki_core::game::{Fingerprint, Game, Move};
use ponnuki_play::estimate::{Estimate, EstimateOptions};
use ponnuki_play::player::{Analysis, MoveAnalysis};

/// Playouts after each move from which its ownership is estimated.
const PLAYOUTS_AFTER: u64 = 128;

/// Returns the answer to an analysis that ended before its first playout.
pub(super) fn nothing(id: &str, turn: usize) -> Value {
    json!({"id": id, "isDuringSearch": false, "noResults": true, "turnNumber": turn})
}

/// A position with its analysis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnalyzedPosition<'a> {
    pub(crate) game: &'a Game,
    pub(crate) analysis: &'a Analysis,
    pub(crate) wanted: &'a QueryOptions,
    /// Seeds the playouts that find dead stones and the ownership after each move.
    pub(crate) seed: u64,
}

impl AnalyzedPosition<'_> {
    /// Returns the answer with the analysis of a turn. Only moves with visits are listed.
    pub(super) fn answer(&self, id: &str, turn: usize, is_during_search: bool) -> Value {
        let color = self.analysis.color;
        let view = PointOfView::new(color, self.wanted.settings.perspective.color(color));
        let analysis = self.analysis;
        let (game, size) = (self.game, self.game.size());
        let visited = analysis.moves.iter().filter(|entry| entry.visits > 0);
        let infos = visited
            .enumerate()
            .map(|(order, entry)| self.move_info(view, order, entry));
        let includes = |part| self.wanted.includes(part);
        let ownership = analysis.ownership.as_ref();
        let ownership = ownership
            .filter(|_| includes(AnswerPart::Ownership))
            .map(|ownership| view.points_of(size, |point| ownership.at(point)));
        without_nulls(json!({
            "id": id,
            "isDuringSearch": is_during_search,
            "illegalMoves": includes(AnswerPart::Illegal).then(|| illegal_moves(game, color)),
            "moveInfos": infos.collect::<Vec<_>>(),
            "ownership": ownership,
            "policy": includes(AnswerPart::Policy).then(|| policy(game, analysis)),
            "rootInfo": self.root_info(view, analysis),
            "status": includes(AnswerPart::Status).then(|| status(game, self.seed)),
            "turnNumber": turn,
        }))
    }

    /// Summarises the position itself.
    fn root_info(&self, view: PointOfView, analysis: &Analysis) -> Value {
        let winrate = view.chance(analysis.winrate);
        let lead = view.points(analysis.score_lead);
        let hash = Fingerprint::from_position(self.game);
        json!({
            "currentPlayer": analysis.color.initial(),
            "lcb": winrate,
            "scoreLead": lead,
            "scoreSelfplay": lead,
            "scoreStdev": rounded(analysis.score_stdev),
            "symHash": format!("{:016X}", hash.turned),
            "thisHash": format!("{:016X}", hash.plain),
            "utility": utility(winrate),
            "visits": analysis.visits,
            "weight": analysis.visits as f64,
            "winrate": winrate,
        })
    }

    /// Describes a move. `order` is its index among the listed moves.
    ///
    /// Every playout counts once and follows one line of play, so the visits of the move, those
    /// of the position after it, and both weights are equal.
    fn move_info(&self, view: PointOfView, order: usize, entry: &MoveAnalysis) -> Value {
        let size = self.game.size();
        let (winrate, lcb) = (view.chance(entry.winrate), view.chance(entry.lcb));
        let lead = view.points(entry.score_lead);
        let weight = entry.visits as f64;
        let shown = self.wanted.settings.pv_len.saturating_add(1);
        let line = entry.pv.iter().take(shown);
        let includes = |part| self.wanted.includes(part);
        let has_visits = includes(AnswerPart::PvVisits);
        let pv_visits = has_visits.then(|| &entry.pv_visits[..shown.min(entry.pv_visits.len())]);
        let ownership = || self.ownership_after(view, entry.action);
        without_nulls(json!({
            "edgeVisits": entry.visits,
            "edgeWeight": weight,
            "lcb": lcb,
            "move": entry.action.name(size),
            "order": order,
            "ownership": includes(AnswerPart::MovesOwnership).then(ownership),
            "playSelectionValue": weight,
            "prior": rounded(entry.prior),
            "pv": line.map(|action| action.name(size)).collect::<Vec<_>>(),
            "pvEdgeVisits": pv_visits,
            "pvVisits": pv_visits,
            "scoreLead": lead,
            "scoreMean": lead,
            "scoreSelfplay": lead,
            "scoreStdev": rounded(entry.score_stdev),
            "utility": utility(winrate),
            "utilityLcb": utility(lcb),
            "visits": entry.visits,
            "weight": weight,
            "winrate": winrate,
        }))
    }

    /// Estimates the ownership of each point after a move, row by row from the top left.
    fn ownership_after(&self, view: PointOfView, action: Move) -> Vec<f64> {
        let color = self.analysis.color;
        let mut game = self.game.clone();
        // The move is legal, because it was searched.
        let _ = game.play(color, action);
        let options = EstimateOptions {
            playouts: PLAYOUTS_AFTER,
            ..EstimateOptions::picture(self.seed)
        };
        let estimate = Estimate::new(&game, &options);
        let sign = f64::from(color.sign());
        view.points_of(game.size(), |point| sign * estimate.ownership(point))
    }
}

/// Returns the priors of all points, row by row from the top left, then that of the pass.
/// Illegal moves have -1.
fn policy(game: &Game, analysis: &Analysis) -> Vec<f64> {
    let priors = analysis.policy(game).into_iter();
    priors.map(|prior| prior.map_or(-1.0, rounded)).collect()
}

/// Lists the empty points where a colour may not play, from A1 upwards, each with the reason
/// and, for superko, the number of the move whose position the play would repeat.
fn illegal_moves(game: &Game, color: Color) -> Vec<Value> {
    let size = game.size();
    let illegal = game.forbidden(color).map(|(point, reason)| {
        without_nulls(json!({
            "move": size.coordinates(point).to_string(),
            "reason": reason.code(),
            "repeats": reason.repeats(),
        }))
    });
    illegal.collect()
}

/// Estimates which stones are dead, and proves by Benson's theorem which ones the opponent can
/// never capture.
fn status(game: &Game, seed: u64) -> Value {
    let size = game.size();
    let name = |point| size.coordinates(point).to_string();
    let dead = Estimate::new(game, &EstimateOptions::status(seed)).dead();
    let alive = pass_alive(game.board(), game.rules().suicide);
    let stones = Color::BOTH.into_iter().flat_map(|color| {
        let stones = alive[color].stones.iter();
        stones.map(move |point| [color.initial().to_string(), name(point)])
    });
    json!({
        "dead": dead.iter().map(name).collect::<Vec<_>>(),
        "unconditionallyAlive": stones.collect::<Vec<_>>(),
    })
}

/// Converts values from the side to move to the chosen point of view.
#[derive(Clone, Copy, Debug)]
struct PointOfView {
    is_turned: bool,
}

impl PointOfView {
    /// Converts values of `color` to the point of view of `seen_by`.
    fn new(color: Color, seen_by: Color) -> Self {
        Self {
            is_turned: color != seen_by,
        }
    }

    /// Converts a win rate of the side to move.
    fn chance(self, chance: f64) -> f64 {
        rounded(if self.is_turned { 1.0 - chance } else { chance })
    }

    /// Converts a lead or an ownership of the side to move.
    fn points(self, points: f64) -> f64 {
        rounded(if self.is_turned { -points } else { points })
    }

    /// Converts the ownership of all points, row by row from the top left.
    fn points_of(self, size: BoardSize, ownership: impl Fn(Point) -> f64) -> Vec<f64> {
        let points = size.iter_top_down();
        points.map(|point| self.points(ownership(point))).collect()
    }
}

/// Converts a win rate to a utility: 1 for a win, -1 for a loss.
fn utility(chance: f64) -> f64 {
    rounded(2.0 * chance - 1.0)
}

/// Rounds to six decimals and turns -0 into 0.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_turned_and_rounded() {
        let views = Color::BOTH.map(|seen_by| PointOfView::new(Color::Black, seen_by));
        assert_eq!(
            views.map(|view| view.chance(0.25).to_string()),
            ["0.25", "0.75"]
        );
        assert_eq!(
            views.map(|view| view.points(1.5).to_string()),
            ["1.5", "-1.5"]
        );
        let size = BoardSize::new(2, 1).unwrap();
        let owned = views[1].points_of(size, |point| point.index() as f64);
        assert_eq!(owned, [0.0, -1.0]);
        let utilities = [1.0, 0.25, 0.0].map(utility);
        assert_eq!(utilities.to_vec(), [1.0, -0.5, -1.0]);
        assert_eq!(rounded(0.123_456_7).to_string(), "0.123457");
        assert!(rounded(-1e-9).is_sign_positive());
    }
}
