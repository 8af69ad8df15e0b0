//! Answers, with the members of KataGo's `docs/Analysis_Engine.md`. Members are written in
//! alphabetical order, as KataGo writes them.
//!
//! Members that only a network can fill are left out: raw network values, human policies,
//! standard deviations of the ownership, and probabilities of a game without result.

mod extra;
mod moves;
mod view;

use serde::Serialize;

use super::query::{AnswerPart, QueryOptions};
use extra::{IllegalPoint, StoneStatus};
use moves::{MoveInfo, policy};
use ponnuki::game::{Fingerprint, Game};
use ponnuki::player::Analysis;
use view::{PointOfView, rounded, utility};

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
                info.ownership = Some(extra::ownership_after(self, view, entry.action));
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
