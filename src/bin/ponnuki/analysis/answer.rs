//! Answers, with the members of KataGo's `docs/Analysis_Engine.md`. Members are written in
//! alphabetical order, as KataGo writes them.
//!
//! Members that only a network can fill are left out: raw network values, human policies,
//! standard deviations of the ownership, and probabilities of a game without result.

use serde::Serialize;

use super::query::{AnswerPart, QueryOptions};
use ponnuki::board::{BoardSize, Color, Point, pass_alive};
use ponnuki::estimate::{Estimate, EstimateOptions};
use ponnuki::game::{Fingerprint, Game, Move};
use ponnuki::player::{Analysis, MoveAnalysis};

/// The answer about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionAnswer {
    id: String,
    is_during_search: bool,
    #[serde(flatten)]
    found: AnswerBody,
    turn_number: usize,
}

/// The result of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum AnswerBody {
    Values(Box<PositionValues>),
    /// The analysis ended before its first playout.
    #[serde(rename_all = "camelCase")]
    Nothing {
        no_results: bool,
    },
}

/// The values of a position, its moves, and the optional parts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct PositionValues {
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal_moves: Option<Vec<IllegalPoint>>,
    move_infos: Vec<MoveInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Vec<f64>>,
    root_info: RootInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<StoneStatus>,
}

/// The values of the position itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: char,
    lcb: f64,
    score_lead: f64,
    score_selfplay: f64,
    score_stdev: f64,
    sym_hash: String,
    this_hash: String,
    utility: f64,
    visits: u64,
    weight: f64,
    winrate: f64,
}

impl PositionAnswer {
    /// Creates the answer with the analysis of a turn.
    pub(crate) fn new(
        id: &str,
        turn: usize,
        is_during_search: bool,
        position: &AnalyzedPosition<'_>,
    ) -> Self {
        Self {
            id: id.to_owned(),
            is_during_search,
            found: AnswerBody::Values(Box::new(position.values())),
            turn_number: turn,
        }
    }

    /// Creates the answer to an analysis that ended before its first playout.
    pub(crate) fn nothing(id: &str, turn: usize) -> Self {
        Self {
            id: id.to_owned(),
            is_during_search: false,
            found: AnswerBody::Nothing { no_results: true },
            turn_number: turn,
        }
    }
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
    /// Computes the values of the answer. Only moves with visits are listed.
    fn values(&self) -> PositionValues {
        let color = self.analysis.color;
        let view = PointOfView::new(color, self.wanted.settings.perspective.color(color));
        let analysis = self.analysis.shrunk();
        let size = self.game.size();
        let visited = analysis.moves.iter().filter(|entry| entry.visits > 0);
        let info = |(order, entry)| {
            let mut info = MoveInfo::new(view, order, entry, size, self.wanted);
            if self.wanted.includes(AnswerPart::MovesOwnership) {
                info.ownership = Some(ownership_after(self, view, entry.action));
            }
            info
        };
        let includes = |part| self.wanted.includes(part);
        let ownership = analysis.ownership.as_ref();
        PositionValues {
            illegal_moves: includes(AnswerPart::Illegal)
                .then(|| IllegalPoint::all(self.game, color)),
            move_infos: visited.enumerate().map(info).collect(),
            ownership: ownership
                .filter(|_| includes(AnswerPart::Ownership))
                .map(|ownership| view.points_of(size, |point| ownership.at(point))),
            policy: includes(AnswerPart::Policy).then(|| policy(self.game, &analysis)),
            root_info: self.root(view, &analysis),
            status: includes(AnswerPart::Status).then(|| StoneStatus::new(self.game, self.seed)),
        }
    }

    /// Summarises the position itself.
    fn root(&self, view: PointOfView, analysis: &Analysis) -> RootInfo {
        let winrate = view.chance(analysis.winrate);
        let lead = view.points(analysis.score_lead);
        let hash = Fingerprint::from_position(self.game);
        RootInfo {
            current_player: analysis.color.initial(),
            lcb: winrate,
            score_lead: lead,
            score_selfplay: lead,
            score_stdev: rounded(analysis.score_stdev),
            sym_hash: format!("{:016X}", hash.turned),
            this_hash: format!("{:016X}", hash.plain),
            utility: utility(winrate),
            visits: analysis.visits,
            weight: analysis.visits as f64,
            winrate,
        }
    }
}

/// The values of one move.
///
/// Every playout counts once and follows one line of play, so the visits of the move, those
/// of the position after it, and both weights are equal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    edge_visits: u64,
    edge_weight: f64,
    lcb: f64,
    r#move: String,
    order: usize,
    /// The ownership of the points after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
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
    fn new(
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
fn policy(game: &Game, analysis: &Analysis) -> Vec<f64> {
    let priors = analysis.policy(game).into_iter();
    priors.map(|prior| prior.map_or(-1.0, rounded)).collect()
}

/// Playouts after each move from which its ownership is estimated.
const PLAYOUTS_AFTER: u64 = 128;

/// An empty point where the side to move may not play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct IllegalPoint {
    r#move: String,
    reason: &'static str,
    /// For superko, the number of the move whose position the play would repeat.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats: Option<usize>,
}

impl IllegalPoint {
    /// Lists the points where a colour may not play, from A1 upwards.
    fn all(game: &Game, color: Color) -> Vec<Self> {
        let size = game.size();
        game.forbidden(color)
            .map(|(point, reason)| Self {
                r#move: size.coordinates(point).to_string(),
                reason: reason.code(),
                repeats: reason.repeats(),
            })
            .collect()
    }
}

/// The stones whose fate is settled or estimated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct StoneStatus {
    /// Stones that are dead according to an estimate of the final position.
    dead: Vec<String>,
    /// Stones that the opponent can never capture, by Benson's theorem.
    unconditionally_alive: Vec<[String; 2]>,
}

impl StoneStatus {
    /// Estimates the dead stones, and proves which stones are alive.
    fn new(game: &Game, seed: u64) -> Self {
        let size = game.size();
        let name = |point| size.coordinates(point).to_string();
        let dead = Estimate::new(game, &EstimateOptions::status(seed)).dead();
        let alive = pass_alive(game.board(), game.rules().suicide);
        let stones = Color::BOTH.into_iter().flat_map(|color| {
            let stones = alive[color].stones.iter();
            stones.map(move |point| [color.initial().to_string(), name(point)])
        });
        Self {
            dead: dead.iter().map(name).collect(),
            unconditionally_alive: stones.collect(),
        }
    }
}

/// Estimates the ownership of each point after a move, row by row from the top left.
fn ownership_after(position: &AnalyzedPosition<'_>, view: PointOfView, action: Move) -> Vec<f64> {
    let color = position.analysis.color;
    let mut game = position.game.clone();
    // The move is legal, because it was searched.
    let _ = game.play(color, action);
    let options = EstimateOptions {
        playouts: PLAYOUTS_AFTER,
        ..EstimateOptions::picture(position.seed)
    };
    let estimate = Estimate::new(&game, &options);
    let sign = f64::from(color.sign());
    view.points_of(game.size(), |point| sign * estimate.ownership(point))
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
