//! The review as JSON. `JSON.md` describes the format.

use std::path::Path;

use crate::review::{
    Mistake, PhaseSummary, PlayerTotals, PositionValue, Review, ReviewedMove, names,
};
use ponnuki::player::Level;
use ponnuki::{BoardSize, Color};
use serde::Serialize;

use super::ReviewRecord;
use crate::cli::position::{PositionHeader, in_thousandths};

/// The review of a game.
#[derive(Debug, Serialize)]
pub(super) struct Json {
    #[serde(flatten)]
    header: PositionHeader,
    game: usize,
    result: Option<String>,
    visits: u64,
    level: Option<u8>,
    seed: u64,
    start: PositionValue,
    black: Player,
    white: Player,
    turning_points: Vec<usize>,
    reviewed: Vec<ReviewJson>,
}

/// A player with the totals of the moves.
#[derive(Debug, Serialize)]
struct Player {
    name: Option<String>,
    rank: Option<String>,
    #[serde(flatten)]
    all: PhaseSummary,
    first_choices: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    opening: PhaseSummary,
    middle_game: PhaseSummary,
    endgame: PhaseSummary,
}

/// A move.
#[derive(Debug, Serialize)]
struct ReviewJson {
    number: usize,
    color: String,
    r#move: String,
    before: PositionValue,
    after: PositionValue,
    rank: Option<usize>,
    #[serde(serialize_with = "in_thousandths")]
    points_lost: f64,
    #[serde(serialize_with = "in_thousandths")]
    chance_lost: f64,
    mistake: Option<Mistake>,
    line: Vec<String>,
    better: Option<BetterLine>,
}

/// The first choice, where another move was played.
#[derive(Debug, Serialize)]
struct BetterLine {
    line: Vec<String>,
    #[serde(flatten)]
    value: PositionValue,
}

impl Json {
    /// Converts a review. At most `most` turning points are included.
    pub(super) fn new(file: &Path, most: usize, record: &ReviewRecord, review: &Review) -> Self {
        let size = review.game.size();
        let options = review.options;
        let player = |color| Player::new(color, record, &review.summary(color));
        let moves = review.moves.iter();
        let numbers = review.turning_points(most).into_iter();
        Self {
            header: PositionHeader::new(file, &review.game),
            game: record.text.number,
            result: record.about.result.clone(),
            visits: options.strength.visits(),
            level: options.strength.level().map(Level::number),
            seed: options.seed,
            start: review.start,
            black: player(Color::Black),
            white: player(Color::White),
            turning_points: numbers.map(|place| review.moves[place].number).collect(),
            reviewed: moves
                .map(|reviewed| ReviewJson::new(reviewed, size))
                .collect(),
        }
    }
}

impl Player {
    fn new(color: Color, record: &ReviewRecord, summary: &PlayerTotals) -> Self {
        let [opening, middle_game, endgame] = summary.phases;
        Self {
            name: record.about.players[color].clone(),
            rank: record.about.ranks[color].clone(),
            all: summary.all,
            first_choices: summary.first_choices,
            inaccuracies: summary.number_of(Mistake::Inaccuracy),
            mistakes: summary.number_of(Mistake::Mistake),
            blunders: summary.number_of(Mistake::Blunder),
            opening,
            middle_game,
            endgame,
        }
    }
}

impl ReviewJson {
    fn new(reviewed: &ReviewedMove, size: BoardSize) -> Self {
        Self {
            number: reviewed.number,
            color: reviewed.color.to_string(),
            r#move: reviewed.action.name(size),
            before: reviewed.before,
            after: reviewed.after,
            rank: reviewed.rank,
            points_lost: reviewed.points_lost,
            chance_lost: reviewed.chance_lost,
            mistake: reviewed.mistake(),
            line: names(&reviewed.line, size),
            better: reviewed.better.as_ref().map(|better| BetterLine {
                line: names(&better.line, size),
                value: better.value,
            }),
        }
    }
}
