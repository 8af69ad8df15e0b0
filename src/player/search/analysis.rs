//! What the trees say, as analysis commands show it.

use crate::board::{Color, Point};
use crate::game::{Game, Move};
use crate::player::analysis::CONFIDENCE;
use crate::player::{Analysis, AnalysisOptions, MoveAnalysis, Ownership};
use crate::statistics::{deviation, wilson};

use super::forest::Forest;
use super::worker::MoveRecord;

/// What the trees say of their position.
pub(super) fn analysis(
    forest: &Forest,
    game: &Game,
    color: Color,
    options: &AnalysisOptions,
) -> Analysis {
    let moves = forest.moves();
    let visits: f64 = moves.iter().map(|found| f64::from(found.visits)).sum();
    let mean = |value: fn(&MoveRecord) -> f64| {
        let all = moves
            .iter()
            .map(|found| f64::from(found.visits) * value(found));
        all.sum::<f64>() / visits.max(1.0)
    };
    let priors: f64 = moves.iter().map(|found| found.prior).sum();
    let [score_lead, squares] = [mean(|found| found.margin), mean(|found| found.square)];
    let sign = f64::from(color.sign());
    let ownership = options.ownership.then(|| {
        let mut values = forest.ownership();
        values.truncate(game.size().grid_len());
        Ownership::new(values.into_iter().map(|value| sign * value).collect())
    });
    let describe = |found: &MoveRecord| {
        let line = forest.line(found.point);
        describe(found, found.prior / priors.max(f64::MIN_POSITIVE), &line)
    };
    Analysis {
        color,
        visits: visits as u64,
        winrate: mean(|found| found.value),
        score_lead,
        score_stdev: deviation(score_lead, squares),
        ownership,
        moves: moves.iter().map(describe).collect(),
    }
}

fn describe(found: &MoveRecord, prior: f64, line: &[Option<Point>]) -> MoveAnalysis {
    let action = |point: &Option<Point>| point.map_or(Move::Pass, Move::Play);
    MoveAnalysis {
        action: action(&found.point),
        visits: found.visits.into(),
        winrate: found.value,
        prior,
        lcb: lower_bound(found),
        score_lead: found.margin,
        score_stdev: deviation(found.margin, found.square),
        pv: line.iter().map(action).collect(),
    }
}

/// The lower end of Wilson's interval around the win rate (1927).
fn lower_bound(found: &MoveRecord) -> f64 {
    if found.visits == 0 {
        return 0.0;
    }
    wilson(found.value, f64::from(found.visits), CONFIDENCE).low
}
