//! The review as JSON, which `JSON.md` describes.

use std::path::Path;

use crate::review::{Mistake, PhaseSummary, PlayerSummary, Review, ReviewedMove, Value};
use ponnuki::player::Level;
use ponnuki::{BoardSize, Color, Move};
use serde::Serialize;

use super::record::Record;
use crate::cli::position::Header;

/// The review of a game.
#[derive(Debug, Serialize)]
pub(super) struct Json {
    #[serde(flatten)]
    header: Header,
    game: usize,
    result: Option<String>,
    visits: u64,
    level: Option<u8>,
    seed: u64,
    start: Position,
    black: Player,
    white: Player,
    turning_points: Vec<usize>,
    reviewed: Vec<Reviewed>,
}

/// The value of a position.
#[derive(Debug, Serialize)]
struct Position {
    black_wins: f64,
    score: f64,
}

/// A player, and the summary of the moves.
#[derive(Debug, Serialize)]
struct Player {
    name: Option<String>,
    rank: Option<String>,
    #[serde(flatten)]
    all: Phase,
    first_choices: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    opening: Phase,
    middle_game: Phase,
    endgame: Phase,
}

/// Some moves of a player.
#[derive(Debug, Serialize)]
struct Phase {
    moves: usize,
    points_lost: f64,
    chance_lost: f64,
}

/// A move.
#[derive(Debug, Serialize)]
struct Reviewed {
    number: usize,
    color: String,
    r#move: String,
    before: Position,
    after: Position,
    rank: Option<usize>,
    points_lost: f64,
    chance_lost: f64,
    mistake: Option<Mistake>,
    line: Vec<String>,
    better: Option<Better>,
}

/// The first choice where another move was played.
#[derive(Debug, Serialize)]
struct Better {
    line: Vec<String>,
    #[serde(flatten)]
    value: Position,
}

impl Json {
    /// Describes a review with at most `most` turning points.
    pub(super) fn new(file: &Path, most: usize, record: &Record, review: &Review) -> Self {
        let size = review.game.size();
        let options = review.options;
        let player = |color| Player::new(color, record, &review.summary(color));
        let numbers = review.turning_points(most).into_iter();
        Self {
            header: Header::new(file, &review.game),
            game: record.text.number,
            result: record.about.result.clone(),
            visits: options.strength.visits(),
            level: options.strength.level().map(Level::number),
            seed: options.seed,
            start: review.start.into(),
            black: player(Color::Black),
            white: player(Color::White),
            turning_points: numbers.map(|place| review.moves[place].number).collect(),
            reviewed: review
                .moves
                .iter()
                .map(|reviewed| Reviewed::new(reviewed, size))
                .collect(),
        }
    }
}

impl Player {
    fn new(color: Color, record: &Record, summary: &PlayerSummary) -> Self {
        let [opening, middle_game, endgame] = summary.phases.map(Phase::from);
        Self {
            name: record.about.players[color].clone(),
            rank: record.about.ranks[color].clone(),
            all: summary.all.into(),
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

impl Reviewed {
    fn new(reviewed: &ReviewedMove, size: BoardSize) -> Self {
        Self {
            number: reviewed.number,
            color: reviewed.color.to_string(),
            r#move: reviewed.action.name(size),
            before: reviewed.before.into(),
            after: reviewed.after.into(),
            rank: reviewed.rank,
            points_lost: rounded(reviewed.points_lost),
            chance_lost: rounded(reviewed.chance_lost),
            mistake: reviewed.mistake(),
            line: names(&reviewed.line, size),
            better: reviewed.better.as_ref().map(|better| Better {
                line: names(&better.line, size),
                value: better.value.into(),
            }),
        }
    }
}

impl From<Value> for Position {
    fn from(value: Value) -> Self {
        Self {
            black_wins: rounded(value.black_wins),
            score: rounded(value.lead),
        }
    }
}

impl From<PhaseSummary> for Phase {
    fn from(summary: PhaseSummary) -> Self {
        Self {
            moves: summary.moves,
            points_lost: rounded(summary.points_lost),
            chance_lost: rounded(summary.chance_lost),
        }
    }
}

/// Returns the names of moves.
fn names(line: &[Move], size: BoardSize) -> Vec<String> {
    line.iter().map(|action| action.name(size)).collect()
}

/// Rounds a value to thousandths, which is less than the error of the search.
fn rounded(value: f64) -> f64 {
    // Adding zero turns a negative zero into zero.
    (value * 1000.0).round() / 1000.0 + 0.0
}
